"""Groups that grow from the closest two: loops against a search over all pairs of groups at every step."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.model import FloatArray
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows, gather
from meadow.tracking.linking import Groups, Pairs, link

# Eighths: sums are exact, so that what is equally close is so in every order of adding.
EIGHTHS = st.integers(0, 8).map(lambda eighths: eighths / 8)


def symmetric(values: list[float], rows: int) -> FloatArray:
    """Return a table of similarities, nothing with itself."""
    table = np.zeros((rows, rows))
    table[np.triu_indices(rows, 1)] = values
    return table + table.T


@st.composite
def tables(draw: st.DrawFn) -> FloatArray:
    rows = draw(st.integers(0, 6))
    return symmetric(draw(st.lists(EIGHTHS, min_size=rows * (rows - 1) // 2, max_size=rows * (rows - 1) // 2)), rows)


def pairs_of(table: FloatArray) -> Pairs:
    listed = sparse.csr_array(table)
    return Pairs(listed.indptr.astype(np.int64), listed.indices.astype(np.int64), listed.data)


def grown(table: FloatArray, threshold: float, few: float) -> tuple[list[int], list[float]]:
    """Return the first row of each row's group, and the mean similarity of the two at each step."""
    groups, steps = {row: [row] for row in range(len(table))}, list[float]()
    while True:
        best: tuple[float, int, int] | None = None
        for low, high in combinations(sorted(groups), 2):
            between = float(sum(table[one, two] for one in groups[low] for two in groups[high]))
            pairs = float(len(groups[low]) * len(groups[high]))
            value = between / pairs / (1.0 + few / pairs)
            # Who has nothing in common is never looked at, whatever the threshold.
            if between > 0 and value >= threshold and (best is None or value > best[0]):
                best = value, low, high
        if best is None:
            first = {row: low for low, members in groups.items() for row in members}
            return [first[row] for row in range(len(table))], steps
        value, low, high = best
        steps.append(value)
        groups[low] += groups.pop(high)


@given(tables(), EIGHTHS, st.sampled_from([0.0, 1.0]))
def test_links_are_those_of_a_search_over_all_pairs(table: FloatArray, threshold: float, few: float) -> None:
    alone = Groups(np.ones(len(table)), np.zeros(len(table)))
    first, steps = grown(table, threshold, few)
    linked = link(pairs_of(table), alone, threshold, relative=False, few=few)
    assert linked.first.tolist() == first
    taken = np.flatnonzero(linked.into != np.arange(len(table)))
    order = taken[np.argsort(linked.turns[taken])]
    # What is noted is the mean itself, without what few pairs take off it.
    noted = [value / (1.0 + few / n) for value, n in zip(linked.values[order], linked.pairs[order], strict=True)]
    assert noted == pytest.approx(steps)


@given(tables(), EIGHTHS)
def test_a_higher_threshold_only_splits_groups(table: FloatArray, threshold: float) -> None:
    alone = Groups(np.ones(len(table)), np.zeros(len(table)))
    loose = link(pairs_of(table), alone, threshold, relative=False, few=0.0).first
    tight = link(pairs_of(table), alone, threshold + 0.25, relative=False, few=0.0).first
    together = {(one, two) for one, two in combinations(range(len(table)), 2) if tight[one] == tight[two]}
    assert all(loose[one] == loose[two] for one, two in together)


def summed(rows: int, columns: FloatArray) -> SummedRows:
    nowhen = np.full(rows, math.nan)
    return SummedRows(sparse.csr_array(columns), np.ones(rows), Spans(nowhen, nowhen))


@st.composite
def one_hot(draw: st.DrawFn) -> tuple[int, FloatArray]:
    rows = draw(st.integers(1, 6))
    words = draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=rows * 4, max_size=rows * 4))
    return rows, np.array(words).reshape(rows, 4)


@given(one_hot(), st.sampled_from([0.25, 0.5, 1.0]))
def test_gathered_groups_are_those_of_products_of_rows(given_rows: tuple[int, FloatArray], threshold: float) -> None:
    rows, columns = given_rows
    # Every pair of rows is near; what is below the threshold is dropped before anything grows, as the rule says.
    lower, higher = (part.astype(np.int64) for part in np.triu_indices(rows, 1))
    first = gather(summed(rows, columns), Near(lower, higher), threshold, Fading(math.inf, math.inf)).first
    products = columns @ columns.T
    for one, two in combinations(range(rows), 2):
        if first[one] == first[two]:
            # Some chain of near rows joins any two of a group.
            members = np.flatnonzero(first == first[one])
            near = (products[np.ix_(members, members)] >= threshold).astype(int)
            assert sparse.csgraph.connected_components(sparse.csr_array(near))[0] == 1
    closest = max((float(products[one, two]) for one, two in combinations(range(rows), 2)), default=0.0)
    assert (len(set(first.tolist())) < rows) is (closest >= threshold)
