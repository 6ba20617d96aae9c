"""Folders and files that change: only what is new or has changed is read again."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from following.web import PACE, START
from meadow.errors import ReadError
from meadow.following import folders
from meadow.following.folders import format_listing, parse_listing, read_folder, without_files
from meadow.ingest.items import Item
from meadow.model import Document, SourceState


@pytest.fixture
def news(tmp_path: Path) -> Path:
    folder = tmp_path / "news"
    folder.mkdir()
    write(folder / "a.txt", "Ferry sinks off Skerra.")
    write(folder / "b.jsonl", '{"id": "b", "text": "Wolves are back."}\n')
    return folder


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def read(state: SourceState) -> tuple[list[Item], SourceState]:
    """Return what a reading brought, and the state after it."""
    items: list[Item] = []
    for part in read_folder(state, now=START, pace=PACE):
        items += part.items
        state = part.state
    return items, state


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Document)]


def test_only_what_is_new_or_has_changed_is_read_again(news: Path) -> None:
    items, state = read(SourceState(str(news), "folder"))
    assert texts(items) == ["Ferry sinks off Skerra.", "Wolves are back."]
    assert (state.checked, state.next_check) == (START, START + timedelta(minutes=15))
    assert read(state)[0] == []
    write(news / "a.txt", "Ferry sinks off Skerra; 17 dead.")
    (news / "deeper").mkdir()
    write(news / "deeper" / "c.txt", "The council meets.")
    items, state = read(state)
    assert texts(items) == ["Ferry sinks off Skerra; 17 dead.", "The council meets."]
    assert read(state)[0] == []


def test_a_file_that_is_touched_is_read_and_one_that_is_gone_leaves_the_listing(news: Path) -> None:
    _, state = read(SourceState(str(news), "folder"))
    os.utime(news / "b.jsonl", ns=(0, 1))
    (news / "a.txt").unlink()
    items, state = read(state)
    assert texts(items) == ["Wolves are back."]
    assert list(parse_listing(state.listing)) == ["b.jsonl"]


def test_a_single_file_is_a_source_too(news: Path) -> None:
    items, state = read(SourceState(str(news / "b.jsonl"), "file"))
    assert texts(items) == ["Wolves are back."]
    assert read(state)[0] == []
    with (news / "b.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "c", "text": "The council meets."}\n')
    assert texts(read(state)[0]) == ["Wolves are back.", "The council meets."]


def test_what_is_not_there_for_a_while_is_a_failure_that_forgets_nothing(news: Path) -> None:
    _, state = read(SourceState(str(news), "folder"))
    news.rename(news.with_name("away"))
    items, failing = read(state)
    assert items == []
    assert failing.problem == "there is no folder of that name"
    assert (failing.failures, failing.listing) == (1, state.listing)
    news.with_name("away").rename(news)
    items, back = read(failing)
    assert (items, back.failures, back.problem) == ([], 0, None)


def test_a_fault_is_reported_once(news: Path) -> None:
    (news / "link.txt").symlink_to("nowhere")
    items, state = read(SourceState(str(news), "folder"))
    assert [type(item) for item in items].count(ReadError) == 1
    assert read(state)[0] == []
    (news / "link.txt").unlink()
    write(news / "link.txt", "The council meets.")
    assert texts(read(state)[0]) == ["The council meets."]


def test_a_long_reading_is_written_down_in_parts(news: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "_FILES_AT_ONCE", 2)
    for number in range(5):
        write(news / f"c{number}.txt", f"Report {number}.")
    parts = list(read_folder(SourceState(str(news), "folder"), now=START, pace=PACE))
    assert [len(parse_listing(part.state.listing)) for part in parts] == [2, 4, 6, 7]
    assert [part.state.checked for part in parts] == [None, None, None, START]
    # Whoever stops after the first part goes on with the second.
    assert len(read(parts[0].state)[0]) == 5


def test_files_can_be_read_again_by_what_is_in_them(news: Path) -> None:
    (news / "link.txt").symlink_to("nowhere")
    _, state = read(SourceState(str(news), "folder"))
    again, _ = read(without_files(state, [f"{news}/b.jsonl:9", f"{news}/link.txt", "elsewhere/a.txt"]))
    assert [type(item) for item in again] == [Document, ReadError]
    assert without_files(state, []) is state


def test_a_listing_that_is_none_reads_all_again(news: Path) -> None:
    for nonsense in ("", "[]", "{", '{"a.txt": 3}', '{"a.txt": ["x", 1]}', "null"):
        items, _ = read(replace(SourceState(str(news), "folder"), listing=nonsense))
        assert len(items) == 2


@given(st.dictionaries(st.text(max_size=9), st.tuples(st.integers(-1, 1 << 40), st.integers(-1, 1 << 62))))
def test_a_listing_reads_back(listing: dict[str, tuple[int, int]]) -> None:
    assert parse_listing(format_listing(listing)) == listing
