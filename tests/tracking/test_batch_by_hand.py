"""The batch yardstick by hand: cosines of TF-IDF, the tree of merges, and what a threshold cuts it into."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.model import Document
from meadow.tracking.batch import agglomerative, average_link

_TEXTS = st.lists(
    st.sampled_from(["ferry skerra", "ferry wreck", "wolf moor", "wolf sheep moor", "cup final"]),
    min_size=1,
    max_size=6,
)


def documents(*texts: str, titles: tuple[str | None, ...] = ()) -> list[Document]:
    named = [*titles, *[None] * (len(texts) - len(titles))]
    return [
        Document(f"d{n}", title=title, text=text, language="en")
        for n, (text, title) in enumerate(zip(texts, named, strict=True))
    ]


def groups(labels: list[int]) -> set[frozenset[int]]:
    return {frozenset(row for row, own in enumerate(labels) if own == label) for label in labels}


def test_two_documents_are_one_up_to_their_cosine() -> None:
    pair = documents("ferry skerra", "ferry wreck")
    # Both hold the ferry, with ln(3/3) + 1; each of the others one document holds, with ln(3/2) + 1.
    rare = math.log(3 / 2) + 1
    cosine = 1 / (1 + rare**2)
    assert groups(agglomerative(pair, threshold=cosine - 1e-9)) == {frozenset({0, 1})}
    assert len(groups(agglomerative(pair, threshold=cosine + 1e-9))) == 2


def test_equal_documents_are_one_at_any_threshold_and_strangers_at_none() -> None:
    made = documents("ferry skerra", "wolf moor", "ferry skerra")
    assert groups(agglomerative(made, threshold=1 - 1e-9)) == {frozenset({0, 2}), frozenset({1})}
    assert groups(agglomerative(made, threshold=1e-9)) == {frozenset({0, 2}), frozenset({1})}
    assert groups(agglomerative(made, threshold=0.0)) == {frozenset({0, 1, 2})}


def test_a_title_is_read_with_its_text_but_not_twice() -> None:
    plain, titled = documents("ferry skerra", "ferry skerra", titles=(None, "wolf moor"))
    assert len(groups(agglomerative([plain, titled], threshold=0.9))) == 2
    same, repeated = documents("ferry skerra", "ferry skerra", titles=(None, "ferry skerra"))
    assert len(groups(agglomerative([same, repeated], threshold=1 - 1e-9))) == 1


@given(_TEXTS, st.floats(0, 1), st.floats(0, 1))
def test_a_tree_is_cut_at_any_threshold_and_a_higher_one_only_divides(
    texts: list[str], one: float, other: float
) -> None:
    tree = average_link(documents(*texts))
    low, high = sorted((one, other))
    coarse, fine = groups(tree.cut(low)), groups(tree.cut(high))
    assert all(any(part <= whole for whole in coarse) for part in fine)
    assert tree.cut(low) == agglomerative(documents(*texts), threshold=low)


@given(_TEXTS)
def test_the_order_of_documents_changes_no_group_of_equal_ones(texts: list[str]) -> None:
    found = groups(agglomerative(documents(*texts), threshold=1 - 1e-9))
    assert {frozenset(texts[row] for row in group) for group in found} == {frozenset({text}) for text in texts}


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_a_threshold_is_a_cosine(threshold: float) -> None:
    with pytest.raises(UsageError, match="threshold"):
        agglomerative(documents("ferry", "wolf"), threshold=threshold)
