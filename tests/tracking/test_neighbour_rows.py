"""Documents of two shards taken together, and whether a second look would make one story of them, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.tracking.evidence import Settings
from meadow.tracking.gathering import Spans
from meadow.tracking.neighbour_rows import Body, is_one_story, mean_similarity
from meadow.tracking.second_look import SHOWN, Thresholds

SETTINGS = Settings(
    Thresholds(0.2, 0.5, 0.4, few_alike=0.3, few_join=1.5), half_life=10.0, window_documents=100, window_hours=None
)


def body(weights: dict[int, float], *, size: int = 1, within: float = 0.0, day: float = math.nan) -> Body:
    return Body(
        np.array(list(weights), np.int64), np.array(list(weights.values())), size, within,
        Spans(np.array([day]), np.array([day])),
    )  # fmt: skip


def test_the_mean_is_over_all_pairs_and_fades_with_the_time_between() -> None:
    one, other = body({1: 0.6, 2: 0.8}, size=2, day=0.0), body({2: 0.5, 3: 9.0}, size=4, day=10.0)
    assert mean_similarity(one, body({2: 0.5, 3: 9.0}, size=4), SETTINGS) == pytest.approx(0.8 * 0.5 / 8)
    assert mean_similarity(one, other, SETTINGS) == pytest.approx(0.8 * 0.5 / 8 / 2)
    assert mean_similarity(one, body({7: 1.0}), SETTINGS) == 0.0


@given(st.dictionaries(st.integers(0, 5), st.floats(0.1, 2)), st.dictionaries(st.integers(0, 5), st.floats(0.1, 2)))
def test_similarity_is_the_same_from_both_sides(ours: dict[int, float], theirs: dict[int, float]) -> None:
    one, other = body(dict(sorted(ours.items()))), body(dict(sorted(theirs.items())), size=3)
    assert mean_similarity(one, other, SETTINGS) == mean_similarity(other, one, SETTINGS)


def test_what_is_alike_is_one_story_however_small() -> None:
    # One pair needs more than the threshold of many.
    needed = SETTINGS.thresholds.alike_of(1.0)
    assert needed == pytest.approx(0.2 * 1.3)
    assert is_one_story(body({1: 1.0}), body({1: needed}), SETTINGS)
    assert not is_one_story(body({1: 1.0}), body({1: needed - 1e-9}), SETTINGS)


def test_a_small_one_joins_what_has_shown_itself_by_a_share_of_its_cohesion() -> None:
    size = int(SHOWN)
    # A cohesion of 0.1 in the large one, and 0.4 of that are asked for: a mean of 0.04.
    within = size * (size - 1) * 0.1
    for mean, joins in ((0.041, True), (0.039, False)):
        large = body({1: mean * size}, size=size, within=within)
        assert is_one_story(body({1: 1.0}), large, SETTINGS) is joins
        assert is_one_story(large, body({1: 1.0}), SETTINGS) is joins
    # Two small ones have nothing to show.
    assert not is_one_story(body({1: 1.0}), body({1: 0.1}), SETTINGS)


def test_two_that_have_shown_themselves_join_by_a_share_of_both_cohesions() -> None:
    size, pairs = int(SHOWN), SHOWN * SHOWN
    within = size * (size - 1) * 0.1
    needed = SETTINGS.thresholds.join_of(float(pairs)) * 0.1
    for mean, joins in ((needed * 1.01, True), (needed * 0.99, False)):
        one = body({1: 1.0 * size}, size=size, within=within)
        other = body({1: mean * size}, size=size, within=within)
        assert is_one_story(one, other, SETTINGS) is joins
