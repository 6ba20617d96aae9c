"""Formulaic streams: nothing joins on the form alone, and common words are trusted as far as names go with them."""

import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from scipy import sparse

from meadow.model import Document
from meadow.tracking.actors import LEAST_TRUST, Actors, find_actors
from meadow.tracking.capitals import Kinds
from meadow.tracking.evidence import EvidenceTracker, evidence
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows
from meadow.tracking.second_look import Thresholds, look_again
from meadow.tracking.tracker import find_stories

_START = datetime(2026, 3, 2, tzinfo=UTC)
_COMPANIES = (
    "Acme",
    "Bolt",
    "Corex",
    "Delvin",
    "Eskar",
    "Fenwold",
    "Garrat",
    "Holm",
    "Ivora",
    "Jasper",
    "Kestrel",
    "Lumen",
)
_DATES = Spans(np.zeros(0), np.zeros(0))


def _document(number: int, title: str, text: str, hours: float) -> Document:
    return Document(f"d{number:04}", "Wire", title, text, _START + timedelta(hours=hours), language="en")


def _note(number: int, name: str) -> Document:
    figures = f"{12 + 7 * number % 61} mln dlrs, or {45 + 13 * number % 53} cts a share"
    text = f"{name} Corp reported fourth quarter net profit of {figures}."
    return _document(number, f"{name} corp <{name[:3].upper()}> 4th qtr net", text, number / 10)


def _sizes(tracker: EvidenceTracker, documents: list[Document]) -> list[int]:
    return sorted((len(story.document_ids) for story in find_stories(tracker, documents)), reverse=True)


@pytest.mark.parametrize("count", [3, 12])
def test_results_of_different_companies_are_different_stories(count: int) -> None:
    notes = [_note(number, name) for number, name in enumerate(_COMPANIES[:count])]
    assert _sizes(evidence(), notes) == [1] * count


def test_the_same_results_reported_twice_are_one_story() -> None:
    notes = [_note(number, name) for number, name in enumerate(_COMPANIES)]
    again = _document(99, "Bolt corp <BOL> 4th qtr net", notes[1].text, 3)
    stories = find_stories(evidence(), [*notes, again])
    assert [list(story.document_ids) for story in stories if len(story.document_ids) > 1] == [["d0001", "d0099"]]


def test_what_is_formulaic_in_small_letters_changes_nothing() -> None:
    texts = ["the ferry sank off the coast at night", "the ferry sank near the coast in the night"]
    assert _sizes(evidence(), [_document(at, "a ferry sank", text, at) for at, text in enumerate(texts)]) == [2]


def _rows(table: list[list[float]]) -> SummedRows:
    return SummedRows(sparse.csr_array(np.array(table)), np.ones(len(table)), _DATES)


# Columns: two names, a number, two common words.
_KINDS = Kinds(np.array([1, 1, 0, 0, 0], bool), np.array([1, 1, 1, 0, 0], bool))
_FORM = [[0.3, 0.0, 0.0, 0.6, 0.6], [0.0, 0.3, 0.0, 0.6, 0.6]]
_EVERY = Near(*(part.astype(np.int64) for part in np.triu_indices(8, 1)))


def test_trust_is_what_pairs_share_of_names() -> None:
    of_one = find_actors(_rows([_FORM[0]] * 8), _EVERY, ["en"] * 8, _KINDS)
    assert of_one.trusted.tolist() == [1.0] * 8
    # Of 28 pairs 12 are of one company; 16 are not.
    of_two = find_actors(_rows(_FORM * 4), _EVERY, ["en"] * 8, _KINDS)
    # Wilson: (12 + 2 + 2 √(12 · 16/28 + 1)) / 32 = 0.613, of the way from 0.6 to 0.7 an eighth.
    upper = (12 + 2 + 2 * (12 * 16 / 28 + 1) ** 0.5) / 32
    assert of_two.trusted[0] == pytest.approx(np.interp(upper, (0.6, 0.7), (LEAST_TRUST, 1.0)))
    nameless = find_actors(_rows([[0, 0, 0.3, 0.6, 0.6]] * 8), _EVERY, ["en"] * 8, _KINDS)
    assert nameless.trusted.tolist() == [1.0] * 8
    nothing = find_actors(_rows([[0.0] * 5] * 8), _EVERY, ["en"] * 8, _KINDS)
    assert nothing.trusted.tolist() == [1.0] * 8


def test_one_language_says_nothing_of_another() -> None:
    rows = _rows([[0.3 * (at == row) for at in range(8)] + [0.6, 0.6] for row in range(8)])
    names = np.array([1] * 8 + [0, 0], bool)
    within = Near(*(np.array(part, np.int64) for part in ([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3])))
    actors = find_actors(rows, within, ["en"] * 4 + ["fr"] * 4, Kinds(names, names))
    assert actors.trusted.tolist() == [LEAST_TRUST] * 4 + [1.0] * 4


def test_a_formulaic_stream_weakens_common_words_and_shortens_the_half_life() -> None:
    rows = SummedRows(sparse.csr_array(np.array(_FORM)), np.ones(2), Spans(np.array([0.0, 5.0]), np.array([1.0, 6.0])))
    trusting = Actors(np.ones(2), _KINDS)
    assert trusting.weakened(rows, Fading(1e9, np.inf)) is rows
    weak = Actors(np.full(2, LEAST_TRUST), _KINDS).weakened(rows, Fading(2 * 86_400.0 * 10, np.inf))
    assert weak.sums.toarray()[0, 3] == pytest.approx(0.6 * LEAST_TRUST)
    assert 0.25 < weak.sums.toarray()[0, 0] < 0.3
    assert weak.spans.first.tolist() == pytest.approx([0.0, 50.0])
    bounded = Actors(np.full(2, LEAST_TRUST), _KINDS).weakened(rows, Fading(2 * 86_400.0 * 10, 100.0))
    assert bounded.spans.first.tolist() == [0.0, 5.0], "a limit in hours is in real hours"
    assert Actors(np.array([0.3, 0.3, 1.0, 1.0]), _KINDS).counted(np.array([0, 0, 2, 2])).tolist() == [0, 1, 2, 2]


def test_relative_evidence_counts_as_far_as_it_is_trusted() -> None:
    table = sparse.csr_array(np.array([[0.6, 0.3]] * 3 + [[0.3, 0.6]] * 3 + [[0.3, 0.0]]))
    none = np.full(7, np.nan)
    near = Near(np.array([0, 0, 1, 3, 3, 4]), np.array([1, 2, 2, 4, 5, 5]))
    rules = Thresholds(alike=0.4, join=0.5, stray=0.3)
    for trusted, expected in ((None, 1), (np.full(7, 0.5), 3)):
        rows = SummedRows(table, np.ones(7), Spans(none, none), trusted)
        assert len(set(look_again(rows, near, rules, Fading(1.0, np.inf)).stories.tolist())) == expected


def test_a_restart_changes_nothing_in_a_formulaic_stream() -> None:
    notes = [_note(number, _COMPANIES[number % 12]) for number in range(120)]
    whole, before, after = evidence(), evidence(), evidence()
    expected = [*whole.iter_steps(notes)]
    seen = [*before.iter_steps(notes[:70])]
    after.restore(json.loads(json.dumps(before.snapshot())))
    assert [*seen, *after.iter_steps(notes[70:])] == expected
    assert after.finish() == whole.finish()
