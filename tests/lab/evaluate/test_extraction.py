"""Extracts against an ideal: Table 4, majorities, and sums over stories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.ingest import read
from meadow.lab.evaluate.description import StoryDescription, describe
from meadow.lab.evaluate.extraction import (
    count_common,
    ideal_by_majority,
    percent_agreement,
    precision_recall,
)
from shared import shared
from stories import FERRY, document

extracts = st.frozensets(st.integers(0, 9), min_size=1)


@pytest.mark.golden("M12")
@pytest.mark.parametrize(("extract", "overlap", "agreement"), [({0, 2}, 0.5, 0.8), ({2, 3}, 0.0, 0.6)])
def test_table_4(extract: set[int], overlap: float, agreement: float) -> None:
    ideal = {0, 1}
    assert precision_recall(extract, ideal) == (overlap, overlap)
    assert precision_recall(extract, ideal).f == overlap
    assert percent_agreement(extract, ideal, total=10) == pytest.approx(agreement)


@pytest.mark.golden("M16")
def test_the_ideal_is_what_more_than_half_choose() -> None:
    assert ideal_by_majority([{0, 1}, {1, 2}, {1, 3}, {0, 1}]) == {1}  # two of four are not more than half
    assert ideal_by_majority([{0, 1}, {1, 2}, {0, 1}]) == {0, 1}
    assert ideal_by_majority([{4}]) == {4}
    assert ideal_by_majority([{0}, {1}]) == frozenset()


@given(extracts, extracts)
def test_precision_of_one_is_recall_of_the_other(a: frozenset[int], b: frozenset[int]) -> None:
    there, back = precision_recall(a, b), precision_recall(b, a)
    assert (there.precision, there.recall) == (back.recall, back.precision)
    assert percent_agreement(a, b, total=10) == percent_agreement(b, a, total=10)
    assert (there == (1, 1)) == (a == b) == (percent_agreement(a, b, total=10) == 1)


@given(st.lists(extracts, min_size=1, max_size=5))
def test_the_majority_lies_between_all_and_any(votes: list[frozenset[int]]) -> None:
    ideal = ideal_by_majority(votes)
    assert frozenset.intersection(*votes) <= ideal <= frozenset.union(*votes)


def test_counts_of_stories_add_up() -> None:
    counts = count_common({0, 1}, {1, 2, 3}) + count_common({5, 6}, {5, 6})
    assert (counts.common, counts.extracted, counts.ideal) == (3, 4, 5)
    assert counts.scores == (3 / 4, 3 / 5)
    assert counts.scores.f == pytest.approx(2 / 3)


def test_empty_or_unknown_input_is_explained() -> None:
    with pytest.raises(InputError, match="ideal extract is empty, so recall is undefined"):
        precision_recall({1}, [])
    with pytest.raises(InputError, match=r"over 3 sentences was given sentence 3. Sentences are numbered 0 to 2"):
        percent_agreement({3}, {0}, total=3)
    with pytest.raises(InputError, match="total is at least 1"):
        percent_agreement([], [], total=0)
    with pytest.raises(InputError, match="no majority among no extracts"):
        ideal_by_majority([])


@pytest.mark.golden("M16")
def test_a_row_counts_documents_sentences_and_sources_and_names_the_topic() -> None:
    wolf = document("wolf", ["A wolf was seen.", "It ran."], hours=None, title=None)
    first, second = describe({"ferry": FERRY[::-1], "wolf": [wolf]}, topics={"wolf": "Wolves return"})
    assert first == StoryDescription(
        story="ferry",
        documents=3,
        sentences=8,
        sources=("Outlet wire", "Outlet echo", "Outlet courier"),
        first="2026-03-02T08:00:00+00:00",
        last="2026-03-06T02:00:00+00:00",
        topic="Ferry capsizes off Skerra, nine dead",
    )
    assert (second.topic, second.first, second.sentences) == ("Wolves return", None, 2)
    assert describe({"wolf": [wolf]})[0].topic is None


@pytest.mark.golden("M16")
def test_the_released_story_has_three_documents_and_a_hundred_sentences() -> None:
    (row,) = describe({"GA3": list(read(shared("data", "mead", "GA3", "GA3.cluster")))})
    assert (row.documents, row.sentences) == (3, 100)


def test_a_story_without_documents_is_an_error() -> None:
    with pytest.raises(InputError, match="'none' has no document"):
        describe({"none": []})
