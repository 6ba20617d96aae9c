"""Runs made into clusters and clusters into stories: sums and what is within by all pairs, and who joins whom by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.tracking.explaining_evidence import story_steps
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows
from meadow.tracking.second_look import SHOWN, Clusters, Thresholds, _closest, _join, _merged, _within, look_again

NEVER = Fading(math.inf, math.inf)
THRESHOLDS = Thresholds(0.2, 0.5, 0.4)


def rows(
    weights: list[list[float]], *, sizes: list[float] | None = None, days: list[float] | None = None
) -> SummedRows:
    """Return rows of summed weights, each of one document unless told otherwise."""
    count = len(weights)
    dates = np.array(days) if days is not None else np.full(count, math.nan)
    sums = sparse.csr_array(np.array(weights, np.float64).reshape(count, -1 if count else 1))
    return SummedRows(sums, np.array(sizes if sizes is not None else [1.0] * count), Spans(dates, dates))


weights = st.lists(
    st.lists(st.integers(0, 9).map(lambda each: each / 10), min_size=4, max_size=4), min_size=1, max_size=8
)


@given(weights, st.data())
def test_what_is_within_a_cluster_are_the_products_of_all_its_ordered_pairs(
    given_rows: list[list[float]], data: st.DataObject
) -> None:
    count = len(given_rows)
    labels = np.array(data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count)))
    inside = np.unique(labels, return_inverse=True)[1]
    singles = rows(given_rows)
    merged = _merged(singles, _within(singles), inside, int(inside.max()) + 1)
    dense = np.array(given_rows)
    for cluster in range(int(inside.max()) + 1):
        own = dense[inside == cluster]
        products = own @ own.T
        assert merged.within[cluster] == pytest.approx(float(products.sum() - np.trace(products)), abs=1e-9)
        assert merged.rows.sums.toarray()[cluster] == pytest.approx(own.sum(axis=0))
        assert merged.rows.sizes[cluster] == len(own)
        assert merged.rows.means.toarray()[cluster] == pytest.approx(own.mean(axis=0))


def test_a_run_of_copies_is_as_much_within_as_one_of_them_is_to_itself() -> None:
    # Three copies of (0.3, 0.4): six ordered pairs of 0.25 each.
    run = rows([[0.9, 1.2]], sizes=[3.0])
    assert _within(run).tolist() == pytest.approx([6 * 0.25])
    assert _merged(run, _within(run), np.array([0]), 1).within.tolist() == pytest.approx([1.5])


def test_a_cluster_lasts_from_its_first_date_to_its_last_and_no_date_is_none() -> None:
    singles = rows([[0.5]] * 4, days=[3.0, math.nan, 1.0, math.nan])
    merged = _merged(singles, _within(singles), np.array([0, 0, 0, 1]), 2)
    assert merged.rows.spans.first.tolist()[0] == 1.0
    assert merged.rows.spans.last.tolist()[0] == 3.0
    assert math.isnan(merged.rows.spans.first.tolist()[1])


def clusters(
    weights: list[list[float]], sizes: list[float], cohesion: float, days: list[float] | None = None
) -> Clusters:
    """Return clusters whose documents have a mean similarity of so much."""
    made = rows(
        [[size * each for each in row] for size, row in zip(sizes, weights, strict=True)], sizes=sizes, days=days
    )
    return Clusters(made, np.array([size * (size - 1.0) * cohesion for size in sizes]))


class TestJoining:
    """Stories of clusters."""

    def test_clusters_that_have_shown_themselves_join_by_a_share_of_their_cohesion(self) -> None:
        large = float(SHOWN)
        # A mean of 0.3 · 0.4 between two of a cohesion of 0.2 is a share of 0.6.
        two = clusters([[0.3, 0.0], [0.4, 0.1]], [large, large], 0.2)
        assert _join(two, Thresholds(0.2, 0.59, 0.4), NEVER).first.tolist() == [0, 0]
        assert _join(two, Thresholds(0.2, 0.61, 0.4), NEVER).first.tolist() == [0, 1]

    def test_a_smaller_one_joins_by_its_share_and_two_smaller_ones_never_do(self) -> None:
        large = float(SHOWN)
        # A mean of 0.3 · 0.3 beside a cohesion of 0.2 is a share of 0.45.
        pair = clusters([[0.3], [0.3]], [large, 1.0], 0.2)
        joined = _join(pair, Thresholds(0.2, 0.5, 0.44), NEVER)
        assert (joined.first.tolist(), joined.core.tolist()) == ([0, 0], [0, 0])
        assert joined.shares.tolist() == pytest.approx([0.0, 0.45])
        apart = _join(pair, Thresholds(0.2, 0.5, 0.46), NEVER)
        assert (apart.first.tolist(), apart.core.tolist()) == ([0, 1], [0, -1])
        small = clusters([[0.3], [0.3]], [1.0, 2.0], 0.2)
        assert _join(small, Thresholds(0.2, 0.1, 0.1), NEVER).first.tolist() == [0, 1]

    def test_time_between_them_takes_away(self) -> None:
        large = float(SHOWN)
        fading = Fading(half_life=10.0, reach=30.0)
        for day, first in ((0.0, [0, 0]), (10.0, [0, 1]), (31.0, [0, 1])):
            pair = clusters([[0.3], [0.3]], [large, 1.0], 0.2, days=[0.0, day])
            assert _join(pair, Thresholds(0.2, 0.5, 0.4), fading).first.tolist() == first

    def test_without_a_story_nobody_is_closest_to_one(self) -> None:
        small = clusters([[0.3], [0.3]], [1.0, 2.0], 0.2)
        best, shares = _closest(small, clusters([], [], 0.2), NEVER)
        assert (best.tolist(), shares.tolist()) == ([-1, -1], [0.0, 0.0])

    def test_runs_are_named_by_the_first_run_of_their_story(self) -> None:
        near = Near(np.array([0, 1]), np.array([2, 3]))
        looked = look_again(rows([[0.6, 0.0], [0.0, 0.6], [0.6, 0.0], [0.0, 0.6]]), near, THRESHOLDS, NEVER)
        assert looked.stories.tolist() == [0, 1, 0, 1]
        assert looked.inside.tolist() == [0, 1, 0, 1]


class TestSteps:
    """Which rule brought each document in, by hand."""

    def test_two_alike_documents_say_so_of_each_other(self) -> None:
        first, second = story_steps(np.array([[0.0, 0.3], [0.3, 0.0]]), Thresholds(0.2, 0.5, 0.4, few_alike=0.3))
        assert first == second
        (step,) = first
        assert (step.rule, step.documents) == ("alike", 1)
        assert (step.value, step.threshold) == pytest.approx((0.3, 0.2 * 1.3))

    def test_a_stray_has_no_link_but_its_share(self) -> None:
        # Three documents at 0.3 each, and a fourth at 0.15 with all of them: half of their cohesion.
        similar = np.full((4, 4), 0.3)
        similar[3, :] = similar[:, 3] = 0.15
        np.fill_diagonal(similar, 0.0)
        *_, stray = story_steps(similar, THRESHOLDS)
        (step,) = stray
        assert (step.rule, step.documents, step.threshold) == ("stray", 3, 0.4)
        assert step.value == pytest.approx(0.5)

    def test_two_clusters_of_three_are_joined_by_their_closeness(self) -> None:
        similar = np.full((6, 6), 0.15)
        similar[:3, :3] = similar[3:, 3:] = 0.3
        np.fill_diagonal(similar, 0.0)
        for steps in story_steps(similar, Thresholds(0.2, 0.45, 0.4, few_join=1.5)):
            assert [step.rule for step in steps] == ["alike", "join"]
            assert steps[1].value == pytest.approx(0.5)
            assert steps[1].threshold == pytest.approx(0.45 * (1 + 1.5 / 9))
            assert steps[1].documents == 3
