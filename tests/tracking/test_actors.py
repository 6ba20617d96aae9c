"""Formulaic streams: nothing joins on the form alone, and common words are trusted as far as names go with them."""

import json
from datetime import UTC, datetime, timedelta
from itertools import product

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


def _names(count: int) -> list[str]:
    """Return made-up names, each different in its first letters."""
    return [f"{first}{vowel}ldor" for first, vowel in product("BCDFGHKMPT", "aeio")][:count]


def _matches(rounds: int) -> list[Document]:
    """Return reports of a league of forty teams, each pair of which has one team in common at most."""
    teams = _names(40)
    found: list[Document] = []
    for day in range(rounds):
        order = [teams[0], *(teams[1 + (at + day) % 39] for at in range(39))]
        for at in range(20):
            one, other, goals = order[at], order[39 - at], (at * 7 + day * 3) % 5
            text = (
                f"{one} lost to {other} {goals}-{goals + 1} in the league. {one} scored in the {at + day}th minute and "
                f"{other} had a penalty before {1000 + 331 * at + 77 * day} spectators. {other} play away next."
            )
            found.append(_document(len(found), f"{one} {goals}-{goals + 1} {other}", text, 24 * day + at / 10))
    return found


def test_reports_of_one_league_that_share_a_team_are_no_one_story() -> None:
    assert _sizes(evidence(), _matches(6))[0] <= 6


def test_a_name_alone_makes_no_story_in_a_formulaic_stream() -> None:
    names = _names(40)
    notes = [_note(number, name) for number, name in enumerate(names)]
    for number, name in enumerate(names[:6]):
        forecast = f"Forecast: scattered showers near {name}, wind {3 + number} km per hour."
        notes.append(_document(100 + number, f"Weather for {name}", forecast, number / 10))
        advert = f"We are looking for a nurse in {name} with {number} years of experience."
        notes.append(_document(200 + number, f"Nurse sought, {name}", advert, number / 10))
    assert _sizes(evidence(), sorted(notes, key=lambda each: each.order))[0] == 1


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
    # All are near all. Looked at are neighbours, 2 of 7 of one company, and runs with one between them, 2 of 6.
    # Wilson at 1.5 errors: (4 + 1.125 + 1.5 √(4 · 9/13 + 0.5625)) / 15.25 = 0.515, which is enough.
    of_two = find_actors(_rows([_FORM[at] for at in (0, 0, 1, 0, 0, 1, 1, 0)]), _EVERY, ["en"] * 8, _KINDS)
    upper = (4 + 1.125 + 1.5 * (4 * 9 / 13 + 0.5625) ** 0.5) / 15.25
    assert of_two.trusted[0] == pytest.approx(np.interp(upper, (0.45, 0.5), (LEAST_TRUST, 1.0)))
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
    assert trusting.weakened(rows, Fading(1e9, np.inf), 0.12) is rows
    weak = Actors(np.full(2, LEAST_TRUST), _KINDS).weakened(rows, Fading(2 * 86_400.0 * 10, np.inf), 1.0)
    assert weak.sums.toarray()[0, 3] == pytest.approx(0.6 * LEAST_TRUST)
    assert 0.25 < weak.sums.toarray()[0, 0] < 0.3
    assert weak.spans.first.tolist() == pytest.approx([0.0, 50.0])
    capped = Actors(np.full(2, LEAST_TRUST), _KINDS).weakened(rows, Fading(1.0, np.inf), 0.04)
    assert capped.sums.toarray()[0, 0] == pytest.approx(0.2), "0.2 · 0.2 is what makes a cluster"
    bounded = Actors(np.full(2, LEAST_TRUST), _KINDS).weakened(rows, Fading(2 * 86_400.0 * 10, 100.0), 1.0)
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
