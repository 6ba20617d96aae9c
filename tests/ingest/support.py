"""What the tests of reading share: inputs from memory."""

from __future__ import annotations

import io

from meadow.errors import ReadError
from meadow.ingest import LIMITS, Item, Limits, Skipped, iter_items, write_jsonl
from meadow.ingest.opening import open_standard_input, read_all
from meadow.model import Document


def items_of(data: bytes | str, limits: Limits = LIMITS) -> list[Item]:
    """Return what reading `data` from standard input gives."""
    stream = io.BytesIO(data.encode() if isinstance(data, str) else data)
    return list(iter_items(["-"], limits=limits, standard_input=stream))


def documents_of(data: bytes | str) -> list[Document]:
    """Return the documents of `data`, all of which must be readable."""
    items = items_of(data)
    assert [item for item in items if not isinstance(item, Document)] == []
    return [item for item in items if isinstance(item, Document)]


def document_of(data: bytes | str) -> Document:
    """Return the one document of `data`."""
    (document,) = documents_of(data)
    return document


def told(items: list[Item]) -> list[str]:
    """Return what is not a document as lines of place and reason, documents as their ids."""
    return [item.id if isinstance(item, Document) else f"{item.place}: {item.reason}" for item in items]


def errors_in(items: list[Item]) -> list[ReadError]:
    """Return the errors among items."""
    return [item for item in items if isinstance(item, ReadError)]


def notes_in(items: list[Item]) -> list[Skipped]:
    """Return the notes among items."""
    return [item for item in items if isinstance(item, Skipped)]


def check_items(data: bytes) -> None:
    """Check that bytes give errors that name themselves, and documents that read back equal."""
    for item in items_of(data):
        assert isinstance(item, Document | ReadError)
        if isinstance(item, Document):
            assert documents_of("\n".join(write_jsonl([item]))) == [item]


def whole(data: bytes, limits: Limits = LIMITS) -> bytes:
    """Return the content of bytes as standard input."""
    with open_standard_input(io.BytesIO(data), limits) as opened:
        return read_all(opened, limits)
