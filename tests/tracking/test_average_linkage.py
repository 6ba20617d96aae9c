"""The two parts that average linkage joins last, beside SciPy's whole tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from meadow.model import FloatArray
from meadow.tracking.average_linkage import _merges, joined_last

# Few values make many ties; many values make none.
_TIES = st.sampled_from([0.0, 0.25, 0.5, 1.0])
_REALS = st.floats(0.0, 1.0)


@st.composite
def _tables(draw: st.DrawFn) -> FloatArray:
    size = draw(st.integers(2, 12))
    values = draw(
        st.lists(
            draw(st.sampled_from([_TIES, _REALS])), min_size=size * (size - 1) // 2, max_size=size * (size - 1) // 2
        )
    )
    return np.asarray(squareform(np.array(values)))


def _leaves(tree: FloatArray, node: int) -> list[int]:
    rows = len(tree) + 1
    if node < rows:
        return [node]
    return sorted(leaf for child in tree[node - rows, :2] for leaf in _leaves(tree, int(child)))


@given(_tables())
def test_the_parts_are_those_of_scipy_ties_included(table: FloatArray) -> None:
    tree = linkage(squareform(table, checks=False), method="average")
    theirs = [_leaves(tree, int(node)) for node in tree[-1, :2]]
    assert sorted(joined_last(table)) == sorted(theirs)


@given(_tables())
def test_the_heights_of_the_tree_are_those_of_scipy_to_the_last_bit(table: FloatArray) -> None:
    tree = linkage(squareform(table, checks=False), method="average")
    assert sorted(height for height, *_ in _merges(table)) == tree[:, 2].tolist()


def test_a_table_by_hand() -> None:
    # 0 and 1 are joined at 0.1; 2 is 0.5 from them on average, 3 is (0.9 + 0.9 + 0.6) / 3 = 0.8 from the three.
    table = np.array([[0.0, 0.1, 0.4, 0.9], [0.1, 0.0, 0.6, 0.9], [0.4, 0.6, 0.0, 0.6], [0.9, 0.9, 0.6, 0.0]])
    assert [height for height, *_ in _merges(table)] == pytest.approx([0.1, 0.5, 0.8])
    assert sorted(joined_last(table)) == [[0, 1, 2], [3]]


def test_the_table_is_left_as_it_was() -> None:
    table = np.array([[0.0, 0.5], [0.5, 0.0]])
    assert joined_last(table) == ([0], [1])
    assert table.tolist() == [[0.0, 0.5], [0.5, 0.0]]
