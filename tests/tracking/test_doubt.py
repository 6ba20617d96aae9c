"""Doubt about a story: parts by hand, strangers named, and nothing said where all belong together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.tracking.doubt import _cohesion, _halves, _is_doubtful, find_doubt, similarities
from meadow.tracking.weighing import WeightedRows, rows_alone
from stories import FERRY, FLAT, document, documents

FIRE = (
    "A fire broke out at the fertiliser plant in Brackwater on Tuesday, and two workers were injured by the blast.",
    "Fire crews from Brackwater fought the blaze at the fertiliser plant through the night after the blast.",
    "The blast at the Brackwater fertiliser plant was caused by a leaking valve, fire inspectors found.",
)


def _reports(count: int) -> list[Document]:
    return [replace(FERRY[at % 2], id=f"ferry-{at}") for at in range(count)]


def test_a_stranger_among_reports_is_named() -> None:
    stranger = document("stranger", ["Parliament passed the budget after a long debate on pensions."])
    doubt = find_doubt([*_reports(4), stranger])
    assert doubt is not None
    assert doubt.document_ids == ("stranger",)
    assert doubt.between < 0.35 * doubt.within


def test_half_a_story_is_named_even_where_it_holds_together() -> None:
    fires = [document(f"fire-{at}", [text]) for at, text in enumerate(FIRE)]
    doubt = find_doubt([*_reports(4), *fires])
    assert doubt is not None
    assert set(doubt.document_ids) == {"fire-0", "fire-1", "fire-2"}


def test_strangers_throughout_are_doubted_though_nothing_holds_any_of_them_together() -> None:
    texts = ("Wolves howl.", "Trains stop.", "Bread rises.", "Rockets climb.")
    doubt = find_doubt([document(text, [text]) for text in texts])
    assert doubt is not None
    assert len(doubt.document_ids) == 2, "two are left, of which neither is the odd one"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 6])
def test_reports_of_one_event_raise_no_doubt(count: int) -> None:
    assert find_doubt(_reports(count)) is None


def test_other_languages_are_no_reason_for_doubt() -> None:
    spanish = replace(
        _reports(1)[0], id="es", language="es", text="Un transbordador volcó frente a Skerra.", spans=None
    )
    assert find_doubt([*_reports(4), spanish]) is None


def test_parts_are_what_average_link_joins_last() -> None:
    # Rows 0, 1 and 3 are alike; row 2 has 0.1 with each of them.
    table = np.full((4, 4), 0.8)
    table[2, :] = table[:, 2] = 0.1
    smaller, larger = _halves(table, np.arange(4))
    assert (smaller.tolist(), larger.tolist()) == ([2], [0, 1, 3])
    assert _cohesion(table, smaller) is None
    assert _cohesion(table, larger) == pytest.approx(0.8)


def test_a_part_is_doubted_by_its_share_of_cohesion_or_where_strangers_share_as_much() -> None:
    assert _is_doubtful(0.17, 0.5, 0.5)  # 0.34 of what holds each together
    assert not _is_doubtful(0.18, 0.5, 0.5)
    assert _is_doubtful(0.17, None, 0.5)
    assert _is_doubtful(0.17, 0.25, 1.0)  # √(0.25 · 1) = 0.5
    assert _is_doubtful(0.049, 0.05, 0.05)


@given(documents)
def test_doubt_names_documents_of_the_story_and_leaves_two_at_least(made: list[Document]) -> None:
    doubt = find_doubt(made, FLAT)
    if doubt is not None:
        assert set(doubt.document_ids) < {each.id for each in made}
        assert len(made) - len(doubt.document_ids) >= 2
        assert doubt.between <= max(doubt.within, 0.05)


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.floats(0.01, 1.0)), max_size=8), min_size=1, max_size=6))
def test_products_of_rows_are_those_of_the_matrix_to_the_bit(given_rows: list[list[tuple[int, float]]]) -> None:
    rows = [dict(row) for row in given_rows]
    ends = np.cumsum([0, *map(len, rows)])
    terms = np.array([term for row in rows for term in row], np.int32)
    weights = np.array([weight for row in rows for weight in row.values()])
    table = WeightedRows(ends, terms, np.ones(len(terms)), weights).matrix()

    found = similarities(WeightedRows(ends, terms, np.ones(len(terms)), weights))

    assert np.array_equal(found, (table @ table.T).toarray())


def test_more_products_than_are_listed_are_left_to_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_alone(_reports(5), None)
    listed = similarities(rows)
    monkeypatch.setattr("meadow.tracking.doubt._MOST_PRODUCTS", 0)

    assert np.array_equal(similarities(rows), listed)
