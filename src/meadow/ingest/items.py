"""What reading gives: a document, an error about one item, or a note that something was passed over; and the limits."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.errors import ReadError
from meadow.model import Document

_MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that is no document and no fault either, where it stands and why it was passed over."""

    place: str
    reason: str


Item = Document | ReadError | Skipped


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an input may hold before reading it stops with a `LimitError`.

    `item_bytes` bounds one JSON document (a line, or an element of an array), `file_bytes` a file that is read whole,
    `inflated_bytes` what one gzip file may unfold to and `inflation` how many times its own size (text rarely passes
    20, a bomb reaches 1,000); `nesting` is the depth of XML elements.
    """

    item_bytes: int = 16 * _MEBIBYTE
    file_bytes: int = 64 * _MEBIBYTE
    inflated_bytes: int = 4096 * _MEBIBYTE
    inflation: int = 200
    nesting: int = 64


LIMITS = Limits()
