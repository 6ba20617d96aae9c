"""What reading gives: a document, an error about one item, a note that something was passed over or renamed; the limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Literal

from meadow.errors import LimitError, ReadError
from meadow.model import Document

_MEBIBYTE = 1 << 20
_MOST_KEYS = 64
_SHOWN_KEYS = 12
_WIDEST = 4  # bytes of a character in UTF-8


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that is no document and no fault either, where it stands and why it was passed over."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Repeated(Skipped):
    """A document that is there a second time, at another place."""


@dataclass(frozen=True, slots=True)
class Hint(Skipped):
    """A note on a whole file that its reader should see, such as a column that is not there; no fault, and no item."""


@dataclass(frozen=True, slots=True)
class InputRead(Skipped):
    """How an input was read, which is said on demand: its format and the sign of it, what was found and what was not read.

    `fields` counts the documents that have each field; `dropped` are the names in the input that no field was read from.
    """

    format: str = ""
    documents: int = 0
    fields: tuple[tuple[str, int], ...] = ()
    dropped: tuple[str, ...] = ()

    @classmethod
    def of(cls, place: str, name: str, sign: str, documents: Counter[str], dropped: Sequence[str]) -> InputRead:
        """Return the note on an input of so many documents, counted under an empty name, and so many with each field."""
        count = documents[""]
        fields = tuple((field, found) for field, found in documents.items() if field)
        said = [f"read as {name}, by {sign}; {count:,} document{'' if count == 1 else 's'}"]
        if fields:
            said.append(
                "with " + ", ".join(field if found == count else f"{field} ({found:,})" for field, found in fields)
            )
        if dropped:
            said.append(f"not read: {_quoted(dropped)}")
        return cls(place, "; ".join(said), name, count, fields, tuple(dropped))


@dataclass(frozen=True, slots=True)
class UnclaimedDates(Hint):
    """A column of a table that looks like dates, where no column is known to hold them."""


@dataclass(frozen=True, slots=True)
class KeyTally:
    """What the documents of a JSON file have and lack, in numbers that add up over the parts of a file.

    `titles_only` are the keys of the first document that has a title and no text, and how many there are. `dated` and
    `sourced` count documents with a date and with a source. `unread` are keys that no field is known by, `dates` those of
    them that look like dates, with an example, and `unmet` the keys that the user named and no document has.
    """

    documents: int = 0
    titles_only: tuple[tuple[str, ...], int] = ((), 0)
    dated: int = 0
    sourced: int = 0
    unread: tuple[str, ...] = ()
    dates: tuple[tuple[str, str], ...] = ()
    unmet: tuple[str, ...] = ()

    def __add__(self, other: KeyTally) -> KeyTally:
        first, count = self.titles_only
        return KeyTally(
            self.documents + other.documents,
            (first or other.titles_only[0], count + other.titles_only[1]),
            self.dated + other.dated,
            self.sourced + other.sourced,
            tuple(dict.fromkeys((*self.unread, *other.unread)))[:_MOST_KEYS],
            tuple({**dict(other.dates), **dict(self.dates)}.items())[:_MOST_KEYS],
            tuple(name for name in self.unmet if name in other.unmet),
        )

    @property
    def says(self) -> tuple[str, ...]:
        """What a reader should know, in words; nothing if all is well."""
        return tuple(self._said()) if self.documents else ()

    def _said(self) -> Iterator[str]:
        keys, count = self.titles_only
        if count:
            documents = f"{count:,} document{'s'[: count > 1]}"
            yield f"only a title and no text in {documents}; the keys are {_quoted(keys)}: --columns text=KEY names one"
        if not self.dated and self.dates:
            key, example = self.dates[0]
            yield (
                f"no key is known to hold dates, but {key!r} looks so, with {example!r}; the documents are undated."
                f" If it says when they were published: --columns {quote(f'published={key}')}"
            )
        elif not self.sourced and self.unread:
            yield f"no key is known to hold the source; not read are the keys {_quoted(self.unread)}"
        if self.unmet:
            yield f"no document has a key called {' or '.join(map(repr, self.unmet))}; the known keys were read"


@dataclass(frozen=True, slots=True)
class JsonKeys(Hint):
    """What the documents of a JSON file lack, and which of its keys were not read."""

    tally: KeyTally = field(default=KeyTally(), compare=False)

    @classmethod
    def of(cls, place: str, tally: KeyTally) -> JsonKeys:
        """Return the note on a file with these numbers."""
        return cls(place, "; ".join(tally.says), tally)

    @property
    def is_loud(self) -> bool:
        """Whether `read` warns of it too: texts or dates are missing, or a key that the user named."""
        return bool(self.tally.titles_only[1] or self.tally.unmet or (self.tally.dates and not self.tally.dated))


@dataclass(frozen=True, slots=True)
class Renamed:
    """A document whose id another one has already: where both stand, and the id under which it is kept."""

    place: str
    id: str
    kept_as: str
    first_place: str

    @property
    def reason(self) -> str:
        """Say what happened, in words."""
        return f"another document has the id {self.id!r} already, at {self.first_place}; kept as {self.kept_as!r}"

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}."


@dataclass(frozen=True, slots=True)
class Undated:
    """Dates that are no time: the column of a table or key of JSON, one of them, and how many documents are undated so."""

    place: str
    column: str
    example: str
    count: int
    kind: Literal["column", "key"] = "column"

    @property
    def reason(self) -> str:
        """Say what happened and what to do, in words."""
        unit = f"{'row' if self.kind == 'column' else 'document'}{'s'[: self.count > 1]}"
        said = (
            f"the dates of {self.kind} {self.column!r} are not understood in {self.count:,} {unit}, such as"
            f" {self.example!r}; what stands there is kept undated. Write dates as ISO 8601, such as 2026-03-01"
        )
        return said if self.kind == "key" else f"{said}, or name another column: --columns published=NAME"

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}."


def _quoted(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _SHOWN_KEYS} more" if len(keys) > _SHOWN_KEYS else ""
    return ", ".join(map(repr, keys[:_SHOWN_KEYS])) + more


NoDocument = ReadError | Skipped | Renamed | Undated
Item = Document | NoDocument


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an input may hold before reading it stops with a `LimitError`.

    `item_bytes` bounds one document of any format: its text, and what it is parsed from (a line of JSON Lines, an element
    of an array, a row of a table, a page). `file_bytes` bounds a file that is read whole; `nesting` is the depth of XML
    elements and of JSON values, `html_nesting` that of HTML blocks (browsers stop at 512 too), `feed_items` how many
    articles one feed may hold.

    `inflated_bytes` is what one compressed file or archive may unfold to, all that is inside it included, and
    `inflation` how many times its own size (text rarely passes 20, a bomb reaches 1,000). An archive may hold `members`
    and, `nested_archives` deep, other archives.

    Inputs over `worker_bytes` that need a risky parser are parsed in another process, which is ended when one item takes
    it more than `worker_seconds` or when it needs `worker_megabytes` more memory than it began with.
    """

    item_bytes: int = 16 * _MEBIBYTE
    file_bytes: int = 64 * _MEBIBYTE
    inflated_bytes: int = 4096 * _MEBIBYTE
    inflation: int = 200
    nesting: int = 64
    html_nesting: int = 512
    feed_items: int = 200_000
    members: int = 50_000
    nested_archives: int = 1
    worker_bytes: int = _MEBIBYTE
    worker_seconds: float = 60.0
    worker_megabytes: int = 1024


LIMITS = Limits()


def is_finding(item: Item) -> bool:
    """Say whether `--strict` counts an item: an error, a renamed or undated document, or documents without their texts."""
    if isinstance(item, JsonKeys):
        return bool(item.tally.titles_only[1])
    return not isinstance(item, Document | Skipped)


def within_limits(document: Item, limits: Limits) -> Item:
    """Return a document, or the error that its text is longer than one document may be."""
    most = limits.item_bytes
    if not isinstance(document, Document):
        return document
    if len(document.text) * _WIDEST <= most or (size := len(document.text.encode())) <= most:
        return document
    return LimitError(
        document.place or "",
        f"a text of {size:,} bytes; one document may have {most:,}.",
        advice="Split it into its articles, or raise the limit in Python with Limits(item_bytes=…).",
    )
