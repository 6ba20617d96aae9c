"""Under which id an article is kept: whether it is new, a revision of one that is known, or known as it is.

An article of a source on the web is named by its feed's id, else by its address, else by its content. Names of strangers
cannot be trusted: ids change, repeat or are missing, and a feed may link every article to its home page. So the rules look
at titles and texts too; docs/explanation/following.md has them as a table.

Besides its id, a document is kept under keys, by which it is met again:

| key | means |
|---|---|
| `given:` | one text of the article as the source gave it, under one name: what is met again says nothing new |
| `url:` | the address |
| `id:` | another id under which a feed gave the same article |
| `from:` | the source that brought it, whose word on its text counts |
| `place:` | its file |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from meadow.following.likeness import has_same_title, is_near_same
from meadow.ingest.article import given_id
from meadow.model import Document
from meadow.provenance import content_id

_URI = re.compile(r"(?:https?|tag|urn):\S+|[a-z][a-z0-9+.-]{1,20}://\S+", re.IGNORECASE)
_NEWEST = 20  # documents to which one feed gave the same id that are compared with a new one


class Known(Protocol):
    """The knowledge about stored documents that identification needs."""

    def document(self, document_id: str) -> Document | None:
        """Return the revision in force of a document; None if there is none of that id."""

    def named(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the ids of documents by other keys they are known under."""

    def is_forgotten(self, document: Document) -> bool:
        """Return whether a document was forgotten on request and must not come back."""


@dataclass(frozen=True, slots=True)
class Identified:
    """A document under its final id, and the keys under which it is met again.

    `is_news` is false where the document stays as it is stored, and only keys are new.
    """

    document: Document
    keys: tuple[str, ...] = ()
    is_news: bool = True


def identify(
    documents: Sequence[Document], source: str, known: Known, *, others: Collection[str] = ()
) -> Iterator[Identified]:
    """Yield those documents of one reading of a web source that are new or changed, each under its final id.

    What comes under two ids is one document if its address is known and its title or text is near-same. What comes under one
    id is one document, but where the feed repeats that id with an unrelated text, the next is `id#2`. A document that one
    of the `others` brought keeps the text that it has from there. What was forgotten on request is left out.
    """
    reading = _IdentityReading(documents, source, known, others)
    met = set(reading.settled)
    for document, given in zip(documents, reading.given, strict=True):
        if given not in met:
            met.add(given)
            identified = reading.identify(document, given)
            if not known.is_forgotten(identified.document):
                yield identified


def identify_file(document: Document, known: Known) -> Identified:
    """Return a document of a file under its final id: the one it came with, else that of the earlier text at that place.

    Ids in files of one's own are taken at their word: another text under one is a revision.
    """
    address = () if document.url is None else (f"url:{document.url}",)
    if document.place is None or document.id == document.url or given_id(document) is not None:
        return Identified(document, address)
    key = f"place:{document.place}"
    earlier_id = known.named([key]).get(key)
    earlier = None if earlier_id is None else known.document(earlier_id)
    if earlier is not None and (has_same_title(earlier, document) or is_near_same(earlier.text, document.text)):
        return Identified(replace(document, id=earlier.id), (key, *address))
    return Identified(document, (key, *address))


def identify_line(document: Document) -> Document:
    """Return a document of standard input under its final id: without an id and an address, its content names it.

    So a line that is sent again is the same document, wherever in the stream it occurs.
    """
    if document.id == document.url or given_id(document) is not None:
        return document
    return replace(document, id=content_id(document.source or "", document.title or "", document.text))


class _IdentityReading:
    """One reading of a source: what it holds as it is known, and what it has brought so far."""

    def __init__(self, documents: Sequence[Document], source: str, known: Known, others: Collection[str]) -> None:
        self.source = source
        self.known = known
        self.others = others
        self.names = [_name(document, source) for document in documents]
        self.given = [_given_key(document, name, source) for document, name in zip(documents, self.names, strict=True)]
        self.settled = known.named(self.given)
        texts_of_names = dict(zip(self.given, self.names, strict=True)).values()
        self.repeats = {name for name, times in Counter(texts_of_names).items() if name is not None and times > 1}
        self.claimed = set(self.settled.values())
        self.fresh: dict[str, Document] = {}
        self.fresh_keys: dict[str, str] = {}

    def identify(self, document: Document, given: str) -> Identified:
        """Return a document under its final id, and remember it for those that follow."""
        name = _name(document, self.source)
        identity = self._known_as(document, name)
        if identity is None:
            identity = name or self._free_name(document)
        stored = self._document(identity)
        keys = [given, *self._address_keys(document, identity), *self._alias_keys(name, identity)]
        if stored is not None and self._is_of_another(identity):
            identified = Identified(stored, tuple(keys), is_news=False)
        else:
            keys.append(self._from_key(self.source, identity))
            identified = Identified(replace(document, id=identity), tuple(keys))
        self.claimed.add(identity)
        self.fresh[identity] = identified.document
        self.fresh_keys |= dict.fromkeys(keys, identity)
        return identified

    def _known_as(self, document: Document, name: str | None) -> str | None:
        """Return the id of the document that this one is a version of; None if it is another one."""
        if name is not None:
            home = self._named(f"id:{name}") or name
            if self._document(home) is not None:
                return self._in_family(document, home) if self._is_repeated(name, home) else home
        address = None if document.url is None else self._named(f"url:{document.url}")
        return address if address is not None and self._is_version(document, address) else None

    def _is_repeated(self, name: str, home: str) -> bool:
        return name in self.repeats or self._document(_numbered(home, 2)) is not None

    def _in_family(self, document: Document, home: str) -> str:
        """Return which of the documents of a repeated id this one is: that which it is a version of, else the next one."""
        free = self._first_free(document, home)
        members = [home, *(_numbered(home, number) for number in range(max(2, free - _NEWEST), free))]
        related = (member for member in members if self._is_version(document, member))
        return next(related, _numbered(home, free))

    def _first_free(self, document: Document, home: str) -> int:
        """Return the first number that no document of a family has or had, looking at few of them."""
        taken, free = 1, 2
        while self._is_taken(document, _numbered(home, free)):
            taken, free = free, 2 * free
        while free - taken > 1:
            middle = (taken + free) // 2
            is_taken = self._is_taken(document, _numbered(home, middle))
            taken, free = (middle, free) if is_taken else (taken, middle)
        return free

    def _is_taken(self, document: Document, identity: str) -> bool:
        return self._document(identity) is not None or self.known.is_forgotten(replace(document, id=identity))

    def _is_version(self, document: Document, identity: str) -> bool:
        """Return whether a document is a version of a known one; an equal title is not enough if this reading holds both."""
        stored = self._document(identity)
        if stored is None:
            return False
        by_title = identity not in self.claimed and has_same_title(stored, document)
        return by_title or is_near_same(stored.text, document.text)

    def _free_name(self, document: Document) -> str:
        """Return the name of a new document without an id: its address, where no other has it, else its content."""
        if document.url is not None:
            taken = self._named(f"url:{document.url}") is not None or self._document(document.url) is not None
            if not taken:
                return document.url
        return content_id(self.source, document.title or "", document.text)

    def _is_of_another(self, identity: str) -> bool:
        """Return whether a source that is followed too, and not this one, brought a document."""
        if self._named(self._from_key(self.source, identity)) is not None:
            return False
        keys = [self._from_key(other, identity) for other in self.others if other != self.source]
        return bool(keys and self.known.named(keys))

    def _address_keys(self, document: Document, identity: str) -> list[str]:
        if document.url is None or self._named(f"url:{document.url}") not in (None, identity):
            return []
        return [f"url:{document.url}"]

    def _alias_keys(self, name: str | None, identity: str) -> list[str]:
        is_alias = name is not None and name != identity and self._document(name) is None
        return [f"id:{name}"] if is_alias else []

    def _from_key(self, source: str, identity: str) -> str:
        return f"from:{content_id(source, identity)}"

    def _named(self, key: str) -> str | None:
        return self.fresh_keys.get(key) or self.known.named([key]).get(key)

    def _document(self, identity: str) -> Document | None:
        return self.fresh.get(identity) or self.known.document(identity)


def _name(document: Document, source: str) -> str | None:
    """Return what a source calls an article, in the scope of the source where the world over it would mean nothing."""
    given = given_id(document)
    return given if given is None or _URI.fullmatch(given) else f"{source}#{given}"


def _given_key(document: Document, name: str | None, source: str) -> str:
    return f"given:{content_id(source, name or document.url or '', document.title or '', document.text)}"


def _numbered(home: str, number: int) -> str:
    return f"{home}#{number}"
