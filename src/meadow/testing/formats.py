"""The contract of input formats: what a reader promises to those who name files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from meadow.errors import ReadError
from meadow.ingest.formats import Format, Reader
from meadow.ingest.items import LIMITS, Limits, Skipped, Undated
from meadow.ingest.opening import Found, Opened, open_chunks
from meadow.model import Document
from meadow.testing.contract import require
from meadow.text.clean import clean_text

_EXAMPLE = "an example of the format"
_PLACE = "example"
_LARGE = 1 << 18
_TIGHT = Limits(item_bytes=1, file_bytes=1, members=1, feed_items=1)


def check_format(
    format_or_reader: Format | Reader, example: bytes, *, path: Path | None = None, **settings: Any
) -> None:
    """Check that a reader finds documents in an example, and loses nothing without a word in what is left of it.

    The example must hold a document; `path` is its file where a reader looks at the files next to it. Documents are clean,
    have a text or a title, an id, and a place within the input; a second reading, and one in small chunks, give the same.
    Cut short, damaged, or put before low limits, the example gives documents, notes or a `ReadError`: never nothing, and no
    other error.
    """
    reader = format_or_reader.read if isinstance(format_or_reader, Format) else format_or_reader

    def read(data: bytes, *, limits: Limits = LIMITS, size: int = _LARGE) -> list[Found]:
        return list(_iter_read(partial(reader, **settings), data, path, limits, size))

    items = read(example)
    require(any(isinstance(item, Document | Opened) for item in items), _EXAMPLE, "no document was found")
    for item in items:
        _check_item(item)
    require(_lines(read(example)) == _lines(items), _EXAMPLE, "the second reading gave something else")
    require(_lines(read(example, size=7)) == _lines(items), _EXAMPLE, "small chunks gave something else")
    for damaged in _damaged(example):
        require(bool(read(damaged)), f"{_EXAMPLE}, damaged", "nothing was found, not even an error")
    require(bool(read(example, limits=_TIGHT)), f"{_EXAMPLE} under low limits", "nothing was found, not even an error")


def _iter_read(reader: Reader, data: bytes, path: Path | None, limits: Limits, size: int) -> Iterator[Found]:
    """Yield what a reader finds, its error last; a member of an archive is read before the next one comes."""
    try:
        opened = open_chunks(iter([data]), place=_PLACE, path=path, limits=limits)
        whole = b"".join(opened.chunks)
        pieces = iter([whole[start : start + size] for start in range(0, len(whole), size)])
        for item in reader(replace(opened, chunks=pieces), limits):
            yield item
            if isinstance(item, Opened):
                b"".join(item.chunks)
    except ReadError as error:
        yield error


def _check_item(item: Found) -> None:
    known = isinstance(item, Document | ReadError | Skipped | Undated | Opened)
    require(known, _EXAMPLE, f"{item!r} is nothing that is read")
    require((item.place or "").startswith(_PLACE), _EXAMPLE, f"{item.place!r} is no place in the input")
    if isinstance(item, Document):
        require(bool(item.id), _EXAMPLE, "a document has no id")
        require(bool(item.text or item.title), _EXAMPLE, "a document has neither text nor title")
        for text in (item.text, item.title or ""):
            require(clean_text(text) == text, _EXAMPLE, f"{text!r} holds what must not be printed")


def _lines(items: Sequence[Found]) -> list[str]:
    """Return items in a form that can be compared; an input that waits to be read is its place."""
    return [str(item.place if isinstance(item, Opened) else item) for item in items]


def _damaged(example: bytes) -> Iterator[bytes]:
    """Yield the example cut short, with bytes in its middle that mean nothing, and twice in a row."""
    half = len(example) // 2
    yield from (example[:1], example[:half], example[:-1])
    yield example[:half] + b'\0\xff\xfe<!--[{"' + example[half:]
    yield example + example
