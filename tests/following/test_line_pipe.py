"""Standard input line by line: nothing waits for what is not there yet, and nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.following.line_pipe import LinePipe, batches
from meadow.ingest.live import iter_live
from meadow.model import Document


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """Return both ends of a pipe."""
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        with suppress(OSError):  # the test may have closed it
            os.close(descriptor)


def test_what_is_there_goes_together_and_nothing_waits(ends: tuple[int, int]) -> None:
    reading, writing = ends
    pipe = LinePipe(reading)
    groups = batches(iter_live(pipe), pipe.has_line)
    os.write(writing, b'{"id": "a", "text": "Wolf."}\n{"id": "b", "text": "Ferry."}\n{"id": "c", "te')
    assert ids(next(groups)) == ["a", "b"]
    os.write(writing, b'xt": "Council."}\n')
    assert ids(next(groups)) == ["c"]
    os.write(writing, b'{"id": "d", "text": "Storm."}')
    os.close(writing)
    assert [ids(group) for group in groups] == [["d"]]


def test_a_wait_ends_when_it_is_over_and_a_line_that_was_begun_is_left_out(ends: tuple[int, int]) -> None:
    reading, writing = ends
    over: list[bool] = []
    pipe = LinePipe(reading, is_over=lambda: bool(over))
    groups = batches(iter_live(pipe), pipe.has_line)
    os.write(writing, b'{"id": "a", "text": "Wolf."}\n{"id": "b", "text": "Fer')
    assert ids(next(groups)) == ["a"]
    over.append(True)
    assert list(groups) == []


def test_a_file_is_read_to_its_end_in_batches_of_a_hundred(tmp_path: Path) -> None:
    (tmp_path / "wire.jsonl").write_text("".join(f'{{"id": "{n}", "text": "Wolf."}}\n' for n in range(250)))
    with (tmp_path / "wire.jsonl").open("rb") as stream:
        pipe = LinePipe(stream.fileno())
        assert [len(group) for group in batches(iter_live(pipe), pipe.has_line)] == [100, 100, 50]


@given(st.lists(st.binary(max_size=30), max_size=8), st.integers(min_value=1, max_value=40))
def test_the_pieces_are_the_whole(chunks: list[bytes], limit: int) -> None:
    reading, writing = os.pipe()
    try:
        for chunk in chunks:
            os.write(writing, chunk)
        os.close(writing)
        pipe = LinePipe(reading)
        first = pipe.readline(limit)
        pieces = [first, *iter(lambda: pipe.read1(limit), b"")]
    finally:
        os.close(reading)
    whole = b"".join(chunks)
    assert b"".join(pieces) == whole
    assert all(len(piece) <= limit and b"\n" not in piece[:-1] for piece in pieces)
    assert first == whole[: whole.find(b"\n") + 1 or len(whole)][:limit]


def ids(group: Sequence[object]) -> list[str]:
    return [item.id for item in group if isinstance(item, Document)]
