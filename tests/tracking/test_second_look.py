"""The second look: absolute evidence makes clusters, and relative evidence acts between those that have shown themselves."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.tracking.gathering import Fading, Near, Spans, SummedRows
from meadow.tracking.second_look import Thresholds, look_again

RULES = Thresholds(alike=0.3, join=0.5, stray=0.5)


def _clusters(
    rows: list[list[float]], sizes: list[float] | None = None, days: list[float | None] | None = None
) -> SummedRows:
    """Return runs whose documents have these mean weights."""
    dates = np.array([math.nan if day is None else day for day in (days or [None] * len(rows))], np.float64)
    numbers = np.ones(len(rows)) if sizes is None else np.array(sizes, np.float64)
    return SummedRows(sparse.csr_array(np.array(rows) * numbers[:, None]), numbers, Spans(dates, dates))


def _look(given: SummedRows, half_life: float = math.inf, rules: Thresholds = RULES) -> list[int]:
    """Return the stories when every run is looked at beside every other."""
    near, fading = Near(*np.triu_indices(len(given.sizes), 1)), Fading(half_life, math.inf)
    return [int(first) for first in look_again(given, near, rules, fading).stories]


def test_documents_that_share_enough_are_one_whatever_else_is_there() -> None:
    two = [[0.6, 0.6, 0.0], [0.6, 0.0, 0.6]]  # 0.36 in common
    assert _look(_clusters(two)) == [0, 0]
    assert _look(_clusters([*two, [0.0, 0.0, 0.1]])) == [0, 0, 2]
    assert _look(_clusters([[0.6, 0.6, 0.0], [0.4, 0.0, 0.6]])) == [0, 1]  # 0.24


def test_relative_evidence_joins_clusters_of_three_and_never_two_single_documents() -> None:
    # Products within 0.32 and between 0.2, which is under the threshold but five eighths of the cohesion.
    far = [[0.4, 0.4, 0.0, 0.0], [0.5, 0.0, 0.0, 0.4]]
    assert _look(_clusters(far, [3, 3])) == [0, 0]
    assert _look(_clusters(far, [2, 2])) == [0, 1]
    assert _look(_clusters(far)) == [0, 1]


def test_few_pairs_are_asked_for_more_than_many() -> None:
    rules = Thresholds(0.3, 0.5, 0.5, few_alike=1 / 3, few_join=1.5)
    assert (rules.alike_of(1), rules.alike_of(4), rules.join_of(9)) == pytest.approx((0.4, 0.325, 0.5 * 7 / 6))
    two = [[0.6, 0.6, 0.0], [0.6, 0.0, 0.6]]  # 0.36 in common
    assert _look(_clusters(two), rules=rules) == [0, 1]
    assert _look(_clusters(two, [2, 2]), rules=rules) == [0, 0]


def test_a_stray_joins_a_story_that_has_shown_itself() -> None:
    # The mean product of the stray and the story is 0.2, the story's cohesion 0.32.
    assert _look(_clusters([[0.4, 0.4, 0.0], [0.5, 0.0, 0.1]], [3, 1])) == [0, 0]
    assert _look(_clusters([[0.4, 0.4, 0.0], [0.3, 0.0, 0.1]], [3, 1])) == [0, 1]  # 0.12
    assert _look(_clusters([[0.4, 0.4, 0.0], [0.5, 0.0, 0.1]], [2, 1])) == [0, 1]


def test_a_stray_goes_to_the_closest_story() -> None:
    rows = [[0.4, 0.4, 0.0, 0.0], [0.0, 0.0, 0.4, 0.4], [0.2, 0.2, 0.3, 0.3]]
    assert _look(_clusters(rows, [3, 3, 1])) == [0, 1, 1]


def test_time_between_clusters_weakens_evidence() -> None:
    two = [[0.6, 0.6, 0.0], [0.6, 0.0, 0.6]]  # 0.36; a tenth of the half-life leaves 0.33, a fourth 0.29
    assert _look(_clusters(two, days=[0, 1]), half_life=10) == [0, 0]
    assert _look(_clusters(two, days=[0, 2.5]), half_life=10) == [0, 1]
    assert _look(_clusters(two, days=[2.5, 0]), half_life=10) == [0, 1]
    assert _look(_clusters(two, days=[None, 2.5]), half_life=10) == [0, 0]


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=1, max_size=12),
    st.sampled_from([0.1, 0.3, 0.6]),
)
def test_both_forms_agree_and_a_story_is_named_by_its_first_cluster(rows: list[list[int]], threshold: float) -> None:
    made = _clusters([[0.15 * cell for cell in row] for row in rows], [1.0 + at % 4 for at in range(len(rows))])
    first = _look(made, rules=Thresholds(threshold, 0.5, 0.4, few_alike=0.3, few_join=1.5))
    assert all(first[owner] == owner for owner in first)


@pytest.mark.parametrize("seed", range(3))
def test_strangers_stay_apart_in_any_company(seed: int) -> None:
    """Documents that share nothing with others stay alone, whatever stories there are."""
    rng = np.random.default_rng(seed)
    story = np.zeros((5, 40))
    story[:, :6] = 0.35 + 0.05 * rng.random((5, 6))
    strangers = np.zeros((8, 40))
    for at in range(8):
        strangers[at, 8 + 4 * at : 12 + 4 * at] = 0.45
    found = _look(_clusters([*story.tolist(), *strangers.tolist()]))
    assert found == [0] * 5 + list(range(5, 13))
