"""Growth: marks of independent sources, and articles that double within a day."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.alerts import read_state
from meadow.alerts.growth import doubled, growth, marks, passed_mark
from meadow.model import Document
from stories import FERRY, document


def _reports(count: int, *, apart: float = 1.0) -> list[Document]:
    """Return reports of as many outlets, each in other words."""
    texts = (
        "Quay {n} was closed to lorries while cranes lifted crate number {n}.",
        "Divers counted {n} lost anchors near buoy {n}, far more than charts show.",
        "A pilot named Orla {n} said gull colony {n} had moved inland.",
    )
    return [
        document(
            f"d{at}", [texts[at % 3].format(n=at), f"Witness {at} of street {at} saw {at} lamps."], hours=at * apart
        )
        for at in range(count)
    ]


def test_marks_are_three_five_and_then_one_two_five_of_each_ten() -> None:
    assert list(islice(marks(), 8)) == [3, 5, 10, 20, 50, 100, 200, 500]


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [(0, 2, None), (2, 3, 3), (3, 4, None), (0, 4, 3), (2, 12, 10), (10, 19, None), (19, 20, 20)],
)
def test_of_several_marks_that_are_passed_at_once_the_highest_is_reported(
    before: int, after: int, mark: int | None
) -> None:
    assert passed_mark(before, after) == mark


@given(st.lists(st.integers(0, 400)).map(sorted))
def test_a_mark_is_passed_once_however_a_story_grows(sizes: list[int]) -> None:
    passed = [passed_mark(before, after) for before, after in zip([0, *sizes], sizes, strict=False)]
    told = [mark for mark in passed if mark is not None]
    assert told == sorted(set(told))


def test_a_story_that_doubles_within_a_day_is_reported_once_per_doubling() -> None:
    slow = _reports(6, apart=48.0)
    burst = [replace(each, id=f"b{at}", published=slow[-1].published) for at, each in enumerate(_reports(6))]
    assert doubled(slow, [*slow, *burst]) == 3
    assert doubled([*slow, *burst[:4]], [*slow, *burst]) is None, "it had passed eight articles before"
    assert doubled(slow[:3], slow) is None, "six are few"
    assert doubled([], _reports(16)) is None, "a story younger than a day has nothing to double"
    undated = [replace(each, published=None) for each in _reports(16)]
    assert doubled(undated[:8], undated) is None


def test_growth_counts_outlets_that_use_words_of_their_own() -> None:
    reports = _reports(3)
    state = read_state("d0", reports, {"d2"}, name="The quay")
    assert list(growth(state)) == [("grows:3", "3 independent sources now report: The quay")]
    copies = [FERRY[0], *(replace(FERRY[0], id=f"copy-{at}", source=f"Copyist {at}") for at in range(4))]
    assert list(growth(read_state("wire", copies, {"copy-3"}))) == []


def test_a_story_is_called_by_its_latest_article_where_no_one_named_it() -> None:
    assert read_state("wire", FERRY, set()).title == "Open door blamed for ferry disaster"
