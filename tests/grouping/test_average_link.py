"""Average link and the search for its pairs: equal to the plain ways that compare everything with everything."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from scipy.cluster.hierarchy import fcluster, linkage

from meadow.grouping.average_link import average_link
from meadow.grouping.similar_pairs import similar_pairs
from meadow.model import FloatArray

rows = st.integers(2, 24).flatmap(
    lambda count: arrays(np.float64, (count, 8), elements=st.sampled_from([0.0, 0.0, 0.3, 0.7, 1.0, 1.9]))
)
thresholds = st.sampled_from([0.1503, 0.3517, 0.5519, 0.8023])  # no product of the rows falls just there


def _unit(values: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    unit: FloatArray = values / np.where(lengths > 0, lengths, 1)
    return unit


def _every_pair(count: int) -> tuple[np.ndarray, np.ndarray]:
    first, second = np.triu_indices(count, 1)
    return first.astype(np.int64), second.astype(np.int64)


@given(rows, st.integers(0, 2**32 - 1), thresholds)
def test_equals_scipy_where_all_pairs_may_meet(values: FloatArray, seed: int, least: float) -> None:
    # Equal links may merge in either order, so a little noise makes all of them different.
    unit = _unit(values + np.random.default_rng(seed).random(values.shape) / 50)
    labels = average_link(sparse.csr_array(unit), *_every_pair(len(unit)), least=least)
    distances = np.clip(1 - (unit @ unit.T)[np.triu_indices(len(unit), 1)], 0, None)
    expected = fcluster(linkage(distances, "average"), 1 - least, "distance")
    pairs = set(zip(labels.tolist(), expected.tolist(), strict=True))
    assert len(pairs) == len(set(labels.tolist())) == len(set(expected.tolist()))


@given(rows, thresholds)
def test_no_two_clusters_are_left_that_should_have_merged(values: FloatArray, least: float) -> None:
    unit = _unit(values)
    labels = average_link(sparse.csr_array(unit), *_every_pair(len(unit)), least=least)
    means = {name: unit[labels == name].mean(axis=0) for name in set(labels.tolist())}
    assert all(labels[name] == name == np.flatnonzero(labels == name)[0] for name in means)
    links = [float(means[a] @ means[b]) for a in means for b in means if a < b]
    assert max(links, default=0.0) < least + 1e-9


@given(rows, thresholds)
def test_the_search_finds_exactly_the_similar_pairs(values: FloatArray, least: float) -> None:
    unit = _unit(values)
    first, second = similar_pairs(sparse.csr_array(unit), least=least)
    products = unit @ unit.T
    found = set(zip(first.tolist(), second.tolist(), strict=True))
    # Sums in another order differ in the last digit: a pair on the edge may fall on either side.
    sure = {(a, b) for a, b in zip(*_every_pair(len(unit)), strict=True) if products[a, b] >= least + 1e-9}
    assert sure <= found
    assert all(a < b and products[a, b] >= least - 1e-9 for a, b in found)
    assert len(found) == len(first)


@given(rows, thresholds)
def test_the_pairs_that_the_search_finds_are_all_that_clustering_needs(values: FloatArray, least: float) -> None:
    matrix = sparse.csr_array(_unit(values))
    some = average_link(matrix, *similar_pairs(matrix, least=least), least=least)
    every = average_link(matrix, *_every_pair(len(values)), least=least)
    assert some.tolist() == every.tolist()


def test_a_search_in_several_chunks_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = sparse.csr_array(_unit(np.random.default_rng(3).random((60, 6))))
    whole = [side.tolist() for side in similar_pairs(matrix, least=0.9)]
    monkeypatch.setattr("meadow.grouping.similar_pairs._CHUNK_LOOKUPS", 100)
    monkeypatch.setattr("meadow.grouping.average_link._CHUNK_EDGES", 7)
    assert [side.tolist() for side in similar_pairs(matrix, least=0.9)] == whole
    assert len(whole[0]) > 20
    assert len(set(average_link(matrix, *map(np.array, whole), least=0.9).tolist())) < 60


def test_clusters_meet_only_along_the_given_pairs() -> None:
    alike = sparse.csr_array(np.ones((4, 1)))
    labels = average_link(alike, np.array([0, 3]), np.array([2, 1]), least=0.5)
    assert labels.tolist() == [0, 1, 0, 1]


def test_the_mean_decides_not_the_nearest() -> None:
    # A chain: each row is close to the next and far from the rest. Single link would make one cluster of it.
    angles = np.radians([0, 40, 80, 120])
    chain = sparse.csr_array(np.column_stack([np.cos(angles), np.sin(angles)]))
    labels = average_link(chain, *_every_pair(4), least=0.7)
    assert labels.tolist() == [0, 0, 2, 2]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_nothing_to_merge(count: int) -> None:
    nothing = np.empty(0, np.int64)
    assert average_link(sparse.csr_array((count, 3)), nothing, nothing, least=0.5).tolist() == list(range(count))
    assert similar_pairs(sparse.csr_array((count, 3)), least=0.5)[0].size == 0
