"""What explains a document: means as similarities use them, gaps in time, and what each term adds, by hand."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.model import Assignment, Document, LinkStep, Reason
from meadow.tracking.explaining import Vectors, explain

START = datetime(2026, 3, 2, tzinfo=UTC)
NAMES = ("ferri", "skerra", "wolf", "sheep")


def vectors(rows: list[list[float]], **settings: float) -> Vectors:
    matrix = sparse.csr_array(np.array(rows, np.float64).reshape(len(rows), -1))
    return Vectors(matrix, matrix, NAMES, **settings)  # type: ignore[arg-type]


NONE = vectors([[0.0]])


def test_a_mean_loses_what_is_light_but_for_the_heaviest() -> None:
    weights = np.array([0.5, 0.1, 0.3, 0.1])
    assert NONE.mean(weights).tolist() == weights.tolist()
    assert vectors([[0.0]], keep_over=0.1).mean(weights).tolist() == [0.5, 0.0, 0.3, 0.0]
    # Of equal ones the first stays.
    assert vectors([[0.0]], keep_over=0.9, keep_at_least=3).mean(weights).tolist() == [0.5, 0.1, 0.3, 0.0]


def test_a_mean_may_be_brought_to_length_one_and_nothing_stays_nothing() -> None:
    unit = vectors([[0.0]], unit=True)
    assert unit.mean(np.array([3.0, 4.0])).tolist() == [0.6, 0.8]
    assert unit.mean(np.zeros(2)).tolist() == [0.0, 0.0]


@given(
    st.lists(st.lists(st.floats(0, 9), min_size=4, max_size=4), min_size=1, max_size=5),
    st.floats(0, 2),
    st.integers(0, 3),
)
def test_rows_of_a_matrix_are_means_of_their_own(rows: list[list[float]], over: float, least: int) -> None:
    made = vectors([[0.0]], unit=True, keep_over=over, keep_at_least=least)
    together = made.mean(np.array(rows))
    assert together.tolist() == [made.mean(np.array(row)).tolist() for row in rows]


def test_a_gap_halves_over_the_half_life_and_no_date_is_no_gap() -> None:
    kept = vectors([[0.0]], half_life=10.0).kept(np.array([0.0, 10.0, 30.0, -5.0, math.nan]))
    assert kept.tolist() == [1.0, 0.5, 0.25, 1.0, 1.0]


def news(days: list[float | None]) -> list[Document]:
    return [
        Document(
            f"d{place}", text="The ferry left Skerra. A wolf took sheep.", language="en",
            published=None if each is None else START + timedelta(days=each),
        )
        for place, each in enumerate(days)
    ]  # fmt: skip


def explained(
    rows: list[list[float]], stories: list[str], days: list[float | None] | None = None, **settings: float
) -> list[Reason]:
    documents = news(days if days is not None else [None] * len(rows))
    log = [
        Assignment(document.id, story, 0.0, opened=document.id == story)
        for document, story in zip(documents, stories, strict=True)
    ]
    steps = {"d1": (LinkStep("closest", 1, 0.4, 0.3),)}
    return explain(documents, log, vectors(rows, **settings), steps)


ROWS = [[0.5, 0.2, 0.0, 0.0], [0.4, 0.0, 0.0, 0.0], [0.0, 0.1, 0.9, 0.0]]


def test_a_document_shares_with_the_mean_of_the_others_of_its_story() -> None:
    first, second, third = explained(ROWS, ["d0", "d0", "d2"])
    assert first.score == pytest.approx(0.5 * 0.4)
    assert [(each.term, each.text, each.kind) for each in first.shared] == [("ferri", "ferry", "word")]
    assert [each.weight for each in first.shared] == pytest.approx([0.2])
    assert second.score == pytest.approx(0.4 * 0.5)
    # Alone in a story there is nobody to share with.
    assert (third.score, third.shared) == (None, ())


def test_the_next_story_is_the_closest_of_the_others_and_none_where_nothing_is_shared() -> None:
    first, second, third = explained(ROWS, ["d0", "d0", "d2"])
    assert first.next_story == "d2"
    assert first.next_score == pytest.approx(0.2 * 0.1)
    assert (second.next_story, second.next_score) == (None, None)
    # The mean of the first two has 0.1 of Skerra.
    assert third.next_story == "d0"
    assert third.next_score == pytest.approx(0.1 * 0.1)


def test_steps_and_openings_are_passed_on() -> None:
    first, second, _ = explained(ROWS, ["d0", "d0", "d2"])
    assert (first.opened, first.steps) == (True, ())
    assert (second.opened, [step.rule for step in second.steps]) == (False, ["closest"])
    assert [each.document_id for each in explained(ROWS, ["d0", "d0", "d2"])] == ["d0", "d1", "d2"]


def test_days_apart_are_those_to_the_nearest_other_and_weaken_what_is_shared() -> None:
    rows = [[0.5, 0.0]] * 3
    reasons = explained(rows, ["d0", "d0", "d0"], [0.0, 1.0, 4.0], half_life=86_400.0)
    assert [each.days_apart for each in reasons] == [1.0, 1.0, 3.0]
    assert [each.score for each in reasons] == pytest.approx([0.125, 0.125, 0.0625])
    undated = explained(rows, ["d0", "d0", "d0"], [0.0, None, None], half_life=86_400.0)
    assert [each.days_apart for each in undated] == [None, None, None]
    assert [each.score for each in undated] == pytest.approx([0.25] * 3)


def test_another_story_fades_by_the_days_to_its_nearest_end() -> None:
    rows = [[0.5, 0.0], [0.5, 0.0], [0.5, 0.0]]
    *_, last = explained(rows, ["d0", "d0", "d2"], [0.0, 2.0, 3.0], half_life=86_400.0)
    assert last.next_score == pytest.approx(0.25 / 2)
    within = explained(rows, ["d0", "d0", "d2"], [0.0, 2.0, 1.0], half_life=86_400.0)[2]
    assert within.next_score == pytest.approx(0.25)


def test_at_most_twenty_terms_are_told_the_heaviest_first_and_equal_ones_in_order() -> None:
    weights = [0.1 + 0.01 * (column // 2) for column in range(30)]
    matrix = sparse.csr_array(np.array([weights, weights]))
    documents = news([None, None])
    log = [Assignment("d0", "d0", 0.0, opened=True), Assignment("d1", "d0", 0.0, opened=False)]
    names = [f"term{column:02d}" for column in range(30)]
    first, _ = explain(documents, log, Vectors(matrix, matrix, names), {})
    assert [each.term for each in first.shared][:4] == ["term28", "term29", "term26", "term27"]
    assert len(first.shared) == 20
    assert first.score == pytest.approx(sum(weight * weight for weight in weights))
