"""A guard around readers: whatever they raise costs what they read, and no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meadow.errors import InputError, MissingExtraError, ReadError
from meadow.following.rounds import file_of, guarded
from meadow.ingest.items import Item
from meadow.model import Document


def reader(error: Exception) -> Iterator[Item]:
    yield Document("a", text="Wolf.")
    raise error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ReadError("news/a.txt:3", "no text"), "news/a.txt:3: no text"),
        (InputError("There is no file."), "news/a.txt: There is no file."),
        (MissingExtraError("Japanese", "ja"), "Japanese needs the extra 'ja'"),
        (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero This is a bug in Meadow"),
        (RecursionError(), "RecursionError"),
    ],
)
def test_what_a_reader_raises_is_the_last_item(error: Exception, words: str) -> None:
    first, last = guarded(reader(error), "news/a.txt")
    assert isinstance(first, Document)
    assert isinstance(last, ReadError)
    assert words in str(last)


@pytest.mark.parametrize(
    ("place", "file"),
    [
        ("news/a.jsonl:3", "news/a.jsonl"),
        ("news/a.jsonl", "news/a.jsonl"),
        ("news/b.zip/in/c.csv:7:2", "news/b.zip"),
        ("news/d.txt", None),
        ("news", None),
        ("", None),
    ],
)
def test_the_file_of_an_item_is_found(place: str, file: str | None) -> None:
    assert file_of(place, {"news/a.jsonl", "news/b.zip"}) == file
