"""Standard input that is still being written: a line is a document at once, and other formats are read as ever."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import BinaryIO

import pytest

from meadow.errors import LimitError, ReadError
from meadow.ingest import Limits
from meadow.ingest.live import iter_live
from meadow.model import Document


@pytest.fixture
def pipe() -> Iterator[tuple[io.BufferedReader, BinaryIO]]:
    """Return both ends of a pipe."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as reader, os.fdopen(writing, "wb", buffering=0) as writer:
        yield reader, writer


def test_each_line_comes_while_the_pipe_is_open(pipe: tuple[io.BufferedReader, BinaryIO]) -> None:
    reader, writer = pipe
    items = iter_live(reader)
    writer.write(b'{"id": "a", "text": "Wolf."}\n')
    assert next(items) == Document("a", text="Wolf.", language="en", place="-:1")
    writer.write(b'{"id": "b", "te')
    writer.write(b'xt": "Ferry."}\nno json\n')
    second, third = next(items), next(items)
    assert isinstance(second, Document)
    assert (second.id, second.place) == ("b", "-:2")
    assert isinstance(third, ReadError)
    writer.write(b'{"id": "c", "text": "A last line without an end."}')
    writer.close()
    assert [item.id for item in items if isinstance(item, Document)] == ["c"]


@pytest.mark.parametrize(
    "data",
    [
        b'[{"id": "a", "text": "Wolf."}]',
        b'{\n  "id": "a",\n  "text": "Wolf."\n}\n',
        b'\n{"id": "a", "text": "Wolf."}\n',
        b'\xef\xbb\xbf{"id": "a", "text": "Wolf."}\n',
        b"id,text\na,Wolf.\n",
    ],
)
def test_other_formats_are_read_once_they_have_ended(data: bytes) -> None:
    (item,) = iter_live(io.BytesIO(data))
    assert isinstance(item, Document)
    assert (item.id, item.text) == ("a", "Wolf.")


def test_nothing_is_an_empty_file() -> None:
    (item,) = iter_live(io.BytesIO(b""))
    assert isinstance(item, ReadError)
    assert "empty" in str(item)


def test_a_line_over_the_limit_costs_that_line() -> None:
    long = b'{"id": "long", "text": "' + b"x" * 200 + b'"}\n'
    items = list(
        iter_live(
            io.BytesIO(b'{"id": "a", "text": "Wolf."}\n' + long + b'{"id": "b", "text": "Ferry."}\n'),
            limits=Limits(item_bytes=100),
        )
    )
    assert [type(item) for item in items] == [Document, LimitError, Document]
