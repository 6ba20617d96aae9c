"""The figure in force goes before those it replaced, and no fact of a story is repeated."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from benchmarks.repetition import quake, told

import meadow
from meadow.errors import UnknownNameError
from meadow.grouping.disagreement import find_differences
from meadow.model import Document, Scores
from meadow.superseded.current import current
from meadow.vectors.view import StoryView, view_documents


def _report(name: str, day: int, text: str) -> Document:
    return Document(name, f"Outlet {name}", None, text, datetime(2026, 3, day, 9, tzinfo=UTC), language="en")


STORY = [
    _report("a", 2, "A ferry capsized off Skerra on Monday, killing three people. The captain was taken to hospital."),
    _report("b", 2, "Three people died when the ferry capsized off Skerra on Monday. A trawler saved many others."),
    _report(
        "c", 5, "The ferry that capsized off Skerra killed 17 people, the coast guard said. Divers ended their work."
    ),
    _report("d", 6, "The number of people killed when the ferry capsized off Skerra is 17. A mass is held on Sunday."),
]


@pytest.fixture(scope="module")
def view() -> StoryView:
    return view_documents(STORY)


def test_sentences_with_a_replaced_figure_are_cut_off(view: StoryView) -> None:
    found = find_differences(view).moved
    assert any(value.superseded and value.value == "3" for each in found for value in each.values)
    values = current(view, Scores(np.ones(len(view))), found).values
    assert [view.sentences[row].text for row in np.flatnonzero(values == 0)] == [
        "A ferry capsized off Skerra on Monday, killing three people.",
        "Three people died when the ferry capsized off Skerra on Monday.",
    ]


def test_the_sentence_with_the_value_in_force_ranks_as_high_as_what_it_replaces(view: StoryView) -> None:
    scores = Scores(np.linspace(8, 1, len(view)))
    values = current(view, scores, find_differences(view).moved).values
    assert values[4] == 8  # the first sentence of "c", the better of the two that give 17
    assert values[[0, 2]].tolist() == [0, 0]
    others = [1, 3, 5, 6, 7]
    assert np.array_equal(values[others], scores.values[others])


def test_a_sentence_that_the_ranker_cut_off_stays_cut_off(view: StoryView) -> None:
    scores = Scores(np.where(np.arange(len(view)) < 4, 1.0, 0.0))
    # Replaced figures are not cut off then: rather an old value than none.
    values = current(view, scores, find_differences(view).moved).values.tolist()
    assert values == pytest.approx([0.7, 1, 0.7, 1, 0, 0, 0, 0])


def test_a_replaced_figure_stays_where_nothing_else_reports_the_event() -> None:
    story = [
        _report("a", 2, "A ferry with 245 aboard capsized off Skerra on Monday, killing nine people."),
        _report("b", 2, "A ferry capsized off Skerra and nine people died, the coast guard said on Monday."),
        _report("c", 6, "The number of people who died when the ferry capsized off Skerra has risen to 17."),
        _report("d", 6, "The dead number 17."),
    ]
    view = view_documents(story)
    (toll,) = find_differences(view).moved
    values = current(view, Scores(np.array([1.0, 1, 0, 1])), [toll]).values
    assert values.tolist() == pytest.approx([0.7, 0.7, 0, 1])


def test_without_anything_replaced_nothing_changes(view: StoryView) -> None:
    scores = Scores(np.linspace(8, 1, len(view)))
    found = find_differences(view).moved
    open_yet = [replace(each, values=tuple(replace(one, superseded=False) for one in each.values)) for each in found]
    for standing in ((), open_yet):
        assert np.array_equal(current(view, scores, standing).values, scores.values)


def test_the_default_gives_the_figure_in_force_and_mead_stays_as_the_paper_has_it() -> None:
    assert "17" in meadow.summarize(STORY, sentences=1).text
    default = meadow.summarize(STORY, sentences=8)
    assert len(default.picks) == 8  # a budget of sentences is filled
    assert "|figures:current|" in default.run.signature
    mead = meadow.summarize(STORY, method="mead")
    assert "figures" not in mead.run.signature
    assert meadow.summarize(STORY, method="mead", figures="none") == mead
    assert "17" in meadow.summarize(STORY, method="lead", figures="current", sentences=1).text


def test_another_ranker_comes_without_a_correction_that_is_not_named() -> None:
    lead = meadow.summarize(STORY, rank="lead", select="top", sentences=1)
    assert lead == meadow.summarize(STORY, method="lead", sentences=1)
    assert "three" in lead.text
    corrected = meadow.summarize(STORY, rank="lead", figures="current", select="top", sentences=1)
    assert "17" in corrected.text
    assert "rank:lead|figures:current|select:top|" in corrected.run.signature


def test_an_unknown_treatment_of_figures_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r"treatment of figures called 'curent'\. Did you mean 'current'"):
        meadow.summarize(STORY, figures="curent")


def test_three_outlets_and_one_quake_no_fact_twice_and_the_tolls_are_listed() -> None:
    summary = meadow.summarize(quake(), words=90)
    assert len(told(summary)) >= 6
    assert max(told(summary).values()) == 1
    assert [each for each in summary.disagreements if {"12", "15"} == {value.value for value in each.values}]
