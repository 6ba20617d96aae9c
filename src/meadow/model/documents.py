"""Documents, their sentences, and how a result was obtained."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import UTC, datetime

from meadow.model.values import Value

_PLACE = re.compile(r"^(.*?)(?::(\d+))?$", re.DOTALL)

_UNDATED = datetime.max.replace(tzinfo=UTC)


def place_order(place: str | None) -> tuple[str, int]:
    """Return the sort key of a place: the path, then the line as a number."""
    match = _PLACE.match(place or "")
    return (match[1], int(match[2] or 0)) if match else ("", 0)


@dataclass(frozen=True, slots=True)
class WireMetadata:
    """What a news agency says of an item besides its text; None and empty are what it does not say.

    `version` counts the item's versions under one id, `status` is what became of this one (usable, withheld, canceled), and
    `signals` say why it was sent (correction, update). Until `embargoed` it must not be published. `credit`, `rights` and
    `usage` say how it may be used, `subjects` are the codes of its topics, such as `medtop:04000000`.
    """

    version: str | None = None
    status: str | None = None
    signals: tuple[str, ...] = ()
    updated: datetime | None = None
    embargoed: datetime | None = None
    dateline: str | None = None
    located: str | None = None
    credit: str | None = None
    rights: str | None = None
    usage: str | None = None
    note: str | None = None
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Document(Value):
    """One article as stored: its text never changes, a correction is another revision.

    `authors` are its writers, `sections` the sections, categories or tags that its outlet files it under.
    `spans` are sentence boundaries that the source itself gives (MEAD's docsent); without them the text is split.
    A document that has only a title reads as that title. A naive time is UTC; `day_only` keeps the precision of a
    bare day. `pages` are the offsets at which the pages of a paged document begin. `origin` leads from offsets of the
    text, which was cleaned, to those of the text as the file gave it (see `meadow.text.offsets`); None where no file gave
    it, or the text was made of markup and not found in it again.
    """

    id: str
    source: str | None = None
    title: str | None = None
    text: str = ""
    published: datetime | None = None
    url: str | None = None
    language: str | None = None
    place: str | None = field(default=None, compare=False)
    day_only: bool = False
    spans: tuple[tuple[int, int], ...] | None = None
    origin: tuple[tuple[int, int], ...] | None = field(default=None, compare=False)
    authors: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    wire: WireMetadata | None = None
    pages: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not self.text and self.title is not None:
            object.__setattr__(self, "text", self.title)
        if self.published is not None and self.published.tzinfo is None:
            object.__setattr__(self, "published", self.published.replace(tzinfo=UTC))

    @property
    def order(self) -> tuple[bool, datetime, str, int, str]:
        """The sort key of time order: published, then place, then id; undated documents last."""
        return self.published is None, self.published or _UNDATED, *place_order(self.place), self.id

    def page_of(self, offset: int) -> int | None:
        """Return the number of the page, from 1, that an offset of the text is on; None without pages."""
        return None if self.pages is None else max(bisect_right(self.pages, offset), 1)

    @property
    def published_text(self) -> str | None:
        """ISO 8601, as precise as the source was: a bare day stays a bare day."""
        if self.published is None:
            return None
        return self.published.date().isoformat() if self.day_only else self.published.isoformat()


@dataclass(frozen=True, slots=True, order=True)
class SentenceRef:
    """The identity of a sentence: its document and its index there, from 0."""

    document_id: str
    index: int


@dataclass(frozen=True, slots=True, repr=False)
class Sentence(Value):
    """A sentence and its exact place: `document.text[start:end] == text`.

    `given_spans` are its places in the file, where they are known: one, or several in order where markup lies between.
    """

    ref: SentenceRef
    start: int
    end: int
    text: str
    given_spans: tuple[tuple[int, int], ...] | None = field(default=None, compare=False)

    @property
    def given(self) -> tuple[int, int] | None:
        """From where to where it is in the file, with the markup between its parts; None where that is not known."""
        return None if self.given_spans is None else (self.given_spans[0][0], self.given_spans[-1][1])


@dataclass(frozen=True, slots=True)
class Run:
    """How a result was obtained; `made` is when, and takes no part in equality or output."""

    signature: str
    inputs: str
    made: datetime | None = field(default=None, compare=False)
