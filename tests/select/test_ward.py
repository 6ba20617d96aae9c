"""Ward: a computation by hand, scipy's clusters on points without ties, and the sum of squares on those with."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import cut_tree
from scipy.cluster.hierarchy import ward as scipy_ward
from scipy.spatial.distance import cdist

from budgets import budget_for, choose, cost
from meadow.errors import SpecError, UsageError
from meadow.model import Document, FloatArray
from meadow.select import ward as module
from meadow.select.ward import merge_nearest
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view

STORY = view(["Ferry rock.", "Ferry rock.", "Ferry storm."], ["Quay harbour."])
# d² = 2 − 2·cosine of these sentences: 0 for the same words, 1 where one of two is shared, 2 where none is.
SQUARED = np.array([[0, 0, 1, 2], [0, 0, 1, 2], [1, 1, 0, 2], [2, 2, 2, 0]], dtype=np.float64)


@pytest.mark.golden("T11")
def test_merging_by_hand() -> None:
    # 0 and 1 merge at 0. The pair is then ((1+1)·1 + (1+1)·1 − 1·0)/3 = 4/3 from 2 and 8/3 from 3, and 2 is 2 from 3.
    assert merge_nearest(SQUARED, 4).tolist() == [0, 1, 2, 3]
    assert merge_nearest(SQUARED, 3).tolist() == [0, 0, 2, 3]
    assert merge_nearest(SQUARED, 2).tolist() == [0, 0, 0, 3]
    assert merge_nearest(SQUARED, 1).tolist() == [0, 0, 0, 0]


@pytest.mark.golden("T11")
def test_the_best_sentence_of_each_cluster_goes_in() -> None:
    assert choose("ward", STORY, [8.0, 9.0, 10.0, 5.0], 2) == (2, 3)
    assert choose("ward", STORY, [8.0, 9.0, 10.0, 5.0], 3) == (2, 1, 3)
    assert choose("ward", STORY, [9.0, 9.0, 8.0, 10.0], 2) == (3, 0), "of equal scores in a cluster the earlier"


def test_a_shorter_sentence_of_the_cluster_stands_in_where_the_best_does_not_fit() -> None:
    story = view(["Ferry rock.", "Quay harbour families waited.", "Quay harbour families."])
    budget = budget_for(story, 5, "words")
    assert choose("ward", story, [3.0, 2.0, 1.0], budget) == (0, 2)
    assert choose("ward", story, [3.0, 2.0, 1.0], budget_for(story, 6, "words")) == (0, 1)


@pytest.mark.golden("T11")
def test_only_the_first_3h_sentences_are_clustered() -> None:
    story = view(["Ferry rock.", "Ferry rock.", "Ferry rock.", "Quay harbour.", "Wolf moor.", "Bell tower."])
    scores = [9.0, 8.0, 7.0, 6.0, 5.0, 4.0]
    assert choose("ward(first=1)", story, scores, 2) == (0, 1)
    assert choose("ward(first=2)", story, scores, 2) == (0, 3)
    # With three times two sentences, two clusters hold unlike sentences too; the best of each still goes in.
    assert len(choose("ward(first=3)", story, scores, 2)) == 2


@pytest.mark.golden("T11")
@settings(max_examples=60)
@given(st.integers(1, 25), st.integers(0, 1_000_000))
def test_clusters_are_those_of_scipy(size: int, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(size, 4))
    squared = cdist(points, points, "sqeuclidean")
    links = scipy_ward(points) if size > 1 else None
    for count in {1, (size + 1) // 2, size}:
        ours = merge_nearest(squared, count)
        theirs = cut_tree(links, n_clusters=[count]).ravel() if links is not None else np.zeros(1)
        assert _partition(ours) == _partition(theirs)


def _partition(labels: FloatArray | np.ndarray[tuple[int], np.dtype[np.int64]]) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in labels}


@settings(max_examples=60)
@given(st.integers(2, 9), st.integers(0, 1_000_000))
def test_each_merger_adds_least_to_the_sum_of_squares_ties_included(size: int, seed: int) -> None:
    points = np.random.default_rng(seed).integers(0, 3, size=(size, 2)).astype(float)
    squared = cdist(points, points, "sqeuclidean")
    for count in range(1, size):
        before, after = (_partition(merge_nearest(squared, each)) for each in (count + 1, count))
        (merged,) = after - before
        added = _scatter(points, merged) - sum(_scatter(points, each) for each in before - after)
        others = (
            _scatter(points, one | other) - _scatter(points, one) - _scatter(points, other)
            for one, other in itertools.combinations(before, 2)
        )
        assert added == pytest.approx(min(others))


def _scatter(points: FloatArray, members: frozenset[int]) -> float:
    own = points[sorted(members)]
    return float(((own - own.mean(axis=0)) ** 2).sum())


@given(documents, st.integers(1, 60))
def test_exactly_h_clusters_whatever_repeats(made: list[Document], words: int) -> None:
    story = view_documents(made, background=FLAT)
    scores = np.random.default_rng(words).random(len(story)).tolist()
    for count in (1, 2, len(story)):
        assert len(choose("ward", story, scores, count)) == min(count, len(story))
    budget = budget_for(story, words, "words")
    assert cost(budget, choose("ward", story, scores, budget)) <= words


def test_impossible_parameters_and_sizes_say_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SpecError, match=r"^ward was given first=0\. first is at least 1\. "):
        choose("ward(first=0)", STORY, [1.0] * 4, 2)
    monkeypatch.setattr(module, "_MOST_CANDIDATES", 3)
    with pytest.raises(UsageError, match=r"every pair of 4 sentences\. At most 3\. Ask for a shorter summary"):
        choose("ward", STORY, [1.0] * 4, 2)
