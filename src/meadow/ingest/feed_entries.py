"""The entries of a feed that is well-formed XML: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, with their usual extensions.

A field is a direct child of its entry, so that the title of a picture or of a quoted feed is never taken for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from meadow.errors import LimitError
from meadow.ingest.items import Limits
from meadow.ingest.loose_times import loose_time

_ENTRIES = frozenset({"item", "entry"})
_HEADS = frozenset({"channel", "feed"})
_TEXTS = ("content:encoded", "content", "xhtml:body", "body", "description", "summary", "itunes:summary")
# Publication before change. A time that cannot be read says nothing, and the next one is asked.
_TIMES = (
    "pubDate",
    "pubdate",
    "published",
    "issued",
    "dc:date",
    "dcterms:issued",
    "dcterms:created",
    "date",
    "updated",
    "modified",
    "dcterms:modified",
)
# What an entry may have several times: its writers, and what its outlet files it under.
_AUTHORS = ("dc:creator", "author", "itunes:author", "creator")
_SECTIONS = ("category", "dc:subject")
_SEVERAL = frozenset({*_AUTHORS, *_SECTIONS})
_MOST = 64
_ENTRY_FIELDS = frozenset({"guid", "id", "title", "link", "source", "dc:language", *_TEXTS, *_TIMES, *_SEVERAL})
_HEAD_FIELDS = frozenset({"title", "language", "dc:language"})
_WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One article of a feed, as written: title and text are HTML; a time is one that `parse_time` reads."""

    identity: str | None = None
    title: str | None = None
    text: str | None = None
    published: str | None = None
    url: str | None = None
    language: str | None = None
    source: str | None = None
    authors: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()


@dataclass(slots=True)
class Feed:
    """A feed: its title and language, and its entries in order."""

    title: str | None = None
    language: str | None = None
    entries: list[FeedEntry] = field(default_factory=list)


class FeedHandler:
    """Collects a feed from the events of `parse_xml`; after an error, `feed` holds the entries that ended before it."""

    def __init__(self, place: str, limits: Limits) -> None:
        self.place = place
        self.limits = limits
        self.feed = Feed()
        self.path: list[str] = []
        self.prefix = ""
        self.entry: dict[str, str] | None = None
        self.several: dict[str, list[str]] = {}
        self.entry_depth = 0
        self.field: _Field | None = None
        self.head: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an entry or a field, or take a tag inside a field for markup."""
        if not self.path:
            self._take_root(name, attributes)
        name = name.removeprefix(self.prefix).removeprefix("rss:")
        parent = self.path[-1] if self.path else ""
        self.path.append(name)
        if self.field is not None:
            if self.field.is_person:  # Atom: the name of an author, the title of a source
                self.field.inside = name
            else:
                self.field.parts.append(f"<{name.rpartition(':')[2]}>")
        elif self.entry is None and name in _ENTRIES:
            self._begin_entry(attributes)
        elif self.entry is not None:
            if name in _ENTRY_FIELDS and len(self.path) == self.entry_depth + 1:
                self._begin_field(name, attributes)
        elif name in _HEAD_FIELDS and parent in _HEADS:
            self._begin_field(name, attributes)

    def end(self, name: str) -> None:
        """End the field or the entry that is open at this depth."""
        name = self.path.pop()
        if self.field is not None and len(self.path) < self.field.depth:
            self._keep(self.field)
            self.field = None
        elif self.field is not None:
            if self.field.is_person:
                self.field.inside = None
            else:
                self.field.parts.append(f"</{name.rpartition(':')[2]}>")
        elif self.entry is not None and len(self.path) < self.entry_depth:
            self.feed.entries.append(_entry(self.entry, self.several))
            self.entry = None

    def text(self, data: str) -> None:
        """Take a piece of the field that is open."""
        if self.field is not None and self.field.inside in (None, "name", "title"):
            self.field.parts.append(escape(data, quote=False) if self.field.is_literal else data)

    def _take_root(self, name: str, attributes: Mapping[str, str]) -> None:
        prefix, colon, _ = name.rpartition(":")
        self.prefix = "" if name == "rdf:RDF" else prefix + colon
        self.feed.language = attributes.get("xml:lang")

    def _begin_entry(self, attributes: Mapping[str, str]) -> None:
        if len(self.feed.entries) >= self.limits.feed_items:
            raise LimitError(
                self.place, f"a feed of more than {self.limits.feed_items:,} articles.", advice="Split the file."
            )
        self.entry, self.several, self.entry_depth = {}, {}, len(self.path)
        for key, name in (("rdf:about", "about"), ("xml:lang", "xml:lang")):
            if key in attributes:
                self.entry[name] = attributes[key]

    def _begin_field(self, name: str, attributes: dict[str, str]) -> None:
        # Unless it says otherwise, a text of Atom is text, not escaped HTML; one of RSS may be either.
        is_literal = self.path[0] == "feed" and name in {"title", *_TEXTS} and "html" not in _kind(attributes)
        self.field = _Field(name, attributes, len(self.path), is_literal=is_literal)

    def _keep(self, finished: _Field) -> None:
        value = finished.value
        if self.entry is None:
            if finished.name == "title":
                self.feed.title = self.feed.title or value or None
            else:
                self.feed.language = value or self.feed.language
        elif finished.name in _SEVERAL:
            held = self.several.setdefault(finished.name, [])
            if value and value not in held and len(held) < _MOST:
                held.append(value)
        elif value:
            self.entry.setdefault(finished.name, value)
            if "xml:lang" in finished.attributes and finished.name in _TEXTS:
                self.entry.setdefault("xml:lang", finished.attributes["xml:lang"])
            if finished.name == "guid" and finished.attributes.get("isPermaLink", "true") == "true":
                self.entry.setdefault("permalink", value)


@dataclass(slots=True)
class _Field:
    """A field while it is read."""

    name: str
    attributes: dict[str, str]
    depth: int
    is_literal: bool
    parts: list[str] = field(default_factory=list)
    inside: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether elements in it are fields of its own, and no markup."""
        return self.name in {"author", "source"}

    @property
    def value(self) -> str:
        if self.name == "category" and "term" in self.attributes:
            return (self.attributes.get("label") or self.attributes["term"]).strip()
        if self.name == "link" and "href" in self.attributes:
            return self.attributes["href"].strip() if self.attributes.get("rel", "alternate") == "alternate" else ""
        return "".join(self.parts).strip()


def _kind(attributes: Mapping[str, str]) -> str:
    """Return what Atom calls the type of a text; XHTML is no HTML here: its tags are elements of the feed itself."""
    kind = attributes.get("type", "")
    return "" if "xhtml" in kind or attributes.get("mode") == "xml" else kind


def _entry(fields: Mapping[str, str], several: Mapping[str, list[str]]) -> FeedEntry:
    times = (loose_time(fields[name]) for name in _TIMES if name in fields)
    permalink = fields.get("permalink", "")
    return FeedEntry(
        identity=fields.get("guid") or fields.get("id") or fields.get("about"),
        title=fields.get("title"),
        text=next((fields[name] for name in _TEXTS if name in fields), None),
        published=next((time for time in times if time is not None), None),
        url=fields.get("link") or (permalink if permalink.startswith(_WEB) else None),
        language=fields.get("dc:language") or fields.get("xml:lang"),
        source=fields.get("source"),
        authors=tuple(next((several[name] for name in _AUTHORS if several.get(name)), ())),
        sections=tuple(dict.fromkeys(each for name in _SECTIONS for each in several.get(name, ()))),
    )
