"""Sequence: openings, what may follow what, lengths, and the weights that come with the package."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

import meadow
from meadow.errors import UsageError
from meadow.model import Document, Scores
from meadow.select.budget import LazyBudget
from meadow.select.sequence.model import shipped_weights, weighted
from meadow.select.sequence.search import find_shortlist, sequence
from meadow.vectors.view import StoryView, view_documents

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_SANK = (
    "The ferry Star of Skerra sank off Haldmoor on Monday with 40 people on board, the coast guard said. "
    "Divers searched the wreck in the harbour for the captain until the evening."
)
_FOUND = (
    "Divers found the captain of the ferry Star of Skerra alive in the wreck off Haldmoor on Wednesday. "
    "He had survived for two days in a cabin that held air. "
    "The coast guard said the wreck would be lifted in April."
)


def _story(*texts: str, days: int = 2) -> list[Document]:
    return [
        Document(f"d{number}", f"Outlet {number}", None, text, _START + timedelta(days=days * number), language="en")
        for number, text in enumerate(texts)
    ]


def _choose(view: StoryView, limit: int = 100, **given: Any) -> tuple[int, ...]:
    sizes = view.counts("terms").lengths.tolist()
    budget = LazyBudget("words", limit, len(view), lambda row: sizes[row])
    return sequence(view, Scores(np.ones(len(view)), {}), budget, **given)


def test_it_opens_with_the_lead_of_the_newest_article() -> None:
    summary = meadow.summarize(_story(_SANK, _FOUND), words=60)
    assert summary.text.startswith("Divers found the captain")
    assert "select:sequence" in str(summary.run.signature)


def test_a_sentence_that_depends_on_another_comes_right_after_it_or_not_at_all() -> None:
    view = view_documents(_story(_SANK, _FOUND))
    texts = [view.sentences[row].text for row in _choose(view, least=0.0, repeats=0.0, same=2.0)]
    assert any(text.startswith("He had survived") for text in texts)
    assert texts.index("He had survived for two days in a cabin that held air.") > texts.index(
        "Divers found the captain of the ferry Star of Skerra alive in the wreck off Haldmoor on Wednesday."
    )
    alone = view_documents(_story(_SANK, _FOUND.split(". ", 1)[1]))
    texts = [alone.sentences[row].text for row in _choose(alone, least=0.0, repeats=0.0, same=2.0)]
    assert texts
    assert not any(text.startswith("He had survived") for text in texts)


def test_a_fact_is_told_once() -> None:
    view = view_documents(_story(_SANK, _SANK.replace("off Haldmoor on Monday", "on Monday off Haldmoor"), _FOUND))
    texts = [view.sentences[row].text for row in _choose(view)]
    assert sum("sank" in text for text in texts) <= 1


def test_it_ends_where_no_sentence_is_worth_its_words() -> None:
    view = view_documents(_story(_SANK, _FOUND))
    assert len(_choose(view, least=1.0)) == 1
    assert len(_choose(view, least=0.0, repeats=0.0, same=2.0)) > 1


@pytest.mark.parametrize("limit", [20, 45, 100])
def test_a_length_is_kept(limit: int) -> None:
    summary = meadow.summarize(_story(_SANK, _FOUND), words=limit)
    assert 0 < len(summary.text.split()) <= limit


def test_a_number_of_sentences_is_filled_up() -> None:
    assert len(meadow.summarize(_story(_SANK, _FOUND), sentences=4).picks) == 4


def test_a_long_summary_opens_alike_and_covers_the_rest() -> None:
    others = (
        f"The port of Skerra lost {n} boats in a storm of 19{n}, when its {n}th pier fell into the sea."
        for n in range(10, 30)
    )
    documents = _story(_SANK, _FOUND, " ".join(others), days=0)
    short, long = (meadow.summarize(documents, words=words) for words in (100, 200))
    assert long.picks[0].ref == short.picks[0].ref


def test_a_short_story_is_told_alike_at_any_length() -> None:
    documents = _story(_SANK, _FOUND)
    assert meadow.summarize(documents, words=400).text == meadow.summarize(documents, words=140).text


def test_the_order_of_documents_does_not_matter() -> None:
    documents = _story(_SANK, _FOUND)
    assert meadow.summarize(documents).text == meadow.summarize(documents[::-1]).text


def test_a_question_is_answered_by_coverage() -> None:
    summary = meadow.summarize(_story(_SANK, _FOUND), question="Who was found?")
    assert "select:coverage(" in str(summary.run.signature)


def test_the_chain_is_explained() -> None:
    explained = meadow.explain(_story(_SANK, _FOUND), words=60)
    kinds = {row.choice.place: row.choice.kind for row in explained.rows if row.choice is not None and row.choice.place}
    assert kinds[1] == "opens"
    assert set(kinds.values()) <= {"opens", "adds", "follows"}
    follows = [row.choice for row in explained.rows if row.choice is not None and row.choice.kind == "follows"]
    assert all(choice.other is not None for choice in follows)


def test_every_shipped_weight_belongs_to_a_feature() -> None:
    view = view_documents(_story(_SANK, _FOUND))
    budget = LazyBudget("words", 100, len(view), lambda _: 1)
    weights = shipped_weights()
    short = find_shortlist(view, Scores(np.ones(len(view)), {}), budget, weights, first=9)
    assert short is not None
    assert weights.opening.keys() <= {"constant", *short.features}
    assert weights.next.keys() <= {"constant", "repeats", *short.features, *short.following([0])}
    assert weights.repeats.keys() <= {"constant", *short.pairs}


def test_a_weighted_sum_by_hand() -> None:
    table = {"constant": 1.0, "a": 2.0, "b": -1.0}
    assert np.asarray(weighted(table, {"a": np.array([1.0, 3.0])})).tolist() == [3.0, 7.0]


@pytest.mark.parametrize("given", [{"beam": 0}, {"first": 0}, {"least": -1.0}])
def test_impossible_parameters_are_errors(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="sequence"):
        _choose(view_documents(_story(_SANK)), **given)
