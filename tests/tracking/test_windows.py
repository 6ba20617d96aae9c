"""Windows cover a stream: every document in one or two, and whatever is shorter than the overlap whole in one."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.model import Document
from meadow.tracking.windows import Shard, Windows, find_better, parse_windows, plan_shards
from tracking.shard_streams import START

DAYS = Windows(timedelta(days=4), timedelta(days=1), least=1)


def at(*hours: float, language: str = "en") -> list[Document]:
    return [
        Document(f"{n:03}", text="The ferry.", published=START + timedelta(hours=h), language=language)
        for n, h in enumerate(hours)
    ]


def ids(shards: list[Shard]) -> list[list[str]]:
    return [[document.id for document in shard.documents] for shard in shards]


def test_windows_overlap_and_count_what_they_share() -> None:
    # The first window begins at 0:00 of the first day, 5 hours before the first document, and ends after 4 days.
    shards = plan_shards(at(0, 70, 80, 90.5, 91, 150, 163, 164), DAYS)
    assert ids(shards) == [["000", "001", "002", "003"], ["001", "002", "003", "004", "005"], ["005", "006", "007"]]
    assert [(shard.number, shard.before, shard.after) for shard in shards] == [(0, 0, 3), (1, 3, 1), (2, 1, 0)]


@given(st.lists(st.floats(0, 900), min_size=1, max_size=40), st.integers(1, 9), st.randoms(use_true_random=False))
def test_every_short_stretch_lies_whole_in_a_window(hours: list[float], least: int, chance: random.Random) -> None:
    documents = at(*sorted(hours))
    chance.shuffle(documents)
    shards = plan_shards(documents, Windows(timedelta(days=4), timedelta(days=1), least=least))
    held = [{document.id for document in shard.documents} for shard in shards]
    assert set().union(*held) == {document.id for document in documents}
    for document in documents:
        assert 1 <= sum(document.id in each for each in held) <= 2
        if document.published is not None:
            end = document.published + timedelta(days=1)
            near = {each.id for each in documents if each.published and document.published <= each.published < end}
            assert any(near <= each for each in held)
    for left, right in pairwise(shards):
        assert left.documents[len(left.documents) - left.after :] == right.documents[: right.before]
    assert all(len(each.documents) - each.before >= least for each in shards) or len(shards) == 1


def test_languages_and_undated_documents() -> None:
    undated = [Document("x", text="The ferry.", language="en"), Document("y", text="De veerboot.", language="nl")]
    shards = plan_shards([*undated, *at(0, 200)], DAYS)
    assert [(shard.language, shard.number) for shard in shards] == [("en", 0), ("en", 1), ("nl", 0)]
    assert ids(shards) == [["000"], ["001", "x"], ["y"]]
    assert plan_shards([], DAYS) == []


def test_a_window_goes_on_until_it_brings_enough() -> None:
    documents = at(*range(0, 2400, 24))  # one a day for a hundred days
    shards = plan_shards(documents, Windows(timedelta(days=4), timedelta(days=1), least=40))
    assert [len(shard.documents) for shard in shards] == [40, 61]
    assert [
        len(shard.documents) for shard in plan_shards(documents, Windows(timedelta(days=4), timedelta(days=1)))
    ] == [100]


@pytest.mark.parametrize(("width", "overlap"), [(4, 3), (4, 0), (0, 0), (4, -1)])
def test_windows_that_cannot_be_are_refused(width: int, overlap: int) -> None:
    with pytest.raises(UsageError, match="at most half of a window"):
        Windows(timedelta(days=width), timedelta(days=overlap))


def test_windows_are_written_short() -> None:
    assert str(DAYS) == "4d+1d"
    assert str(Windows(timedelta(hours=36), timedelta(minutes=90))) == "36h+90m"


@pytest.mark.parametrize("text", ["4d+1d", "36h+90m", "1440m+2h"])
def test_windows_are_read_as_they_are_written(text: str) -> None:
    assert parse_windows(str(parse_windows(text))) == parse_windows(text)
    assert parse_windows("8d") == parse_windows(" 8D+2d ")


@pytest.mark.parametrize("text", ["", "14", "14 days", "14d+", "14d+3d+1d", "-4d+1d", "14d/3d"])
def test_windows_that_say_nothing_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="such as 14d"):
        parse_windows(text)


def test_windows_with_few_documents_have_better_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.tracking.windows.ENOUGH", 30)
    documents = [*at(*range(0, 2400, 24)), *at(*range(0, 2400, 240), language="nl")]  # one a day for a hundred days
    better = Windows(timedelta(days=30), timedelta(days=1))
    assert find_better(documents, DAYS) == (4, better)
    assert find_better(documents, Windows(timedelta(days=60), timedelta(days=3), least=1))[0] == 61
    # So few are not divided, nor are documents without dates or of one window.
    assert find_better(documents[:50], DAYS) == (4, None)
    assert find_better([Document("x", text="The ferry.", language="en")] * 80, DAYS) == (80, None)
    assert find_better([], DAYS) == (0, None)
