"""CIDR: the formula, the fold, and what it makes of real and sample streams."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from meadow import pipeline
from meadow.errors import SpecError, UnknownNameError
from meadow.model import Assignment, Document
from meadow.text.background import IdfTable
from meadow.tracking import cidr as module
from meadow.tracking import terms
from meadow.tracking.cidr import Cidr, cidr, similarity
from meadow.tracking.tracker import stories_from
from stories import FLAT, document, documents

_SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"keep_over": 0.0, "threshold": 0.5, "background_documents": 20},
    {"keep_over": 1.0, "threshold": 1.0, "window_hours": 12.0},
)
RARE = IdfTable("rare", {}, unknown=5.0)
TOY = IdfTable("toy", {"wolf": 2.0, "ferry": 2.0, "storm": 1.0}, unknown=1.0)


@pytest.mark.golden("M1")
def test_similarity_as_printed_applies_idf_once_more() -> None:
    # d = (2, 1), c = (4, 0), idf = (2, 1): 2·4·2 / (√5 · 4) = 16 / 8.944272 = 1.788854, more than a cosine can be.
    value = similarity({"x": 2.0, "y": 1.0}, {"x": 4.0}, {"x": 2.0, "y": 1.0})
    assert value == pytest.approx(1.788854, abs=1e-6)
    assert similarity({}, {"x": 4.0}, {}) == 0


def _stream(size: int) -> list[Document]:
    """Return documents of a few events each, with new words all the time, in two languages; some undated, some late."""
    chance = random.Random(4)
    made = []
    for number in range(size):
        event = number // 10 + chance.randrange(3)
        words = [
            f"event{event}",
            f"place{event % 7}",
            f"new{number}",
            *chance.choices(["wolf", "ferry", "storm", "the"], k=3),
        ]
        hours = None if number % 17 == 0 else number / 5 - (30 if number % 23 == 0 else 0)
        own = document(f"d{number}", [" ".join(words)], hours=hours)
        made.append(replace(own, language="nl") if event % 5 == 0 else own)
    return made


def _by_formula(state: Cidr, new: Counter[str], idf: dict[str, float], story_id: str) -> float:
    centroid = {row.term: row.weight for row in state.centroid(story_id)}
    return similarity({term: count * idf[term] for term, count in new.items()}, centroid, idf)


@pytest.mark.golden("M1")
def test_a_step_reports_the_formulas_value() -> None:
    state = cidr(TOY, threshold=0.5, keep_over=0.0)
    state.step(document("a", ["Wolf wolf storm."]))
    wanted = _by_formula(state, Counter({"wolf": 1, "ferri": 1}), {"wolf": 2.0, "ferri": 2.0, "storm": 1.0}, "a")
    # d = (2, 2), c = (4, 1): 2·4·2 / (√8 · √17).
    assert wanted == pytest.approx(16 / (8**0.5 * 17**0.5))
    assigned = state.step(document("b", ["Wolf ferry."], hours=1))
    assert assigned == Assignment("b", "a", assigned.similarity, opened=False)
    assert assigned.similarity == pytest.approx(wanted)


@pytest.mark.golden("M1")
def test_below_the_threshold_a_document_opens_a_story_at_it_joins() -> None:
    first, second = document("a", ["Wolf wolf storm."]), document("b", ["Wolf ferry."], hours=1)
    exact = 16 / (8**0.5 * 17**0.5)
    for threshold, opened in ((exact - 1e-9, False), (exact + 1e-9, True)):
        state = cidr(TOY, threshold=threshold, keep_over=0.0)
        assert state.step(first).opened
        assert state.step(second).opened is opened


@pytest.mark.golden("M1")
def test_light_terms_are_dropped_after_each_document_and_means_fall() -> None:
    state = cidr(TOY, threshold=0.1, keep_over=1.0)
    state.step(document("a", ["Wolf storm."]))
    assert {row.term: row.weight for row in state.centroid("a")} == {"wolf": 2.0}
    state.step(document("b", ["Wolf wolf ferry."], hours=1))
    # Two documents: wolf 3/2 · 2 = 3; ferry 1/2 · 2 = 1, which is not over 1.
    (row,) = state.centroid("a")
    assert (row.term, row.tf, row.idf, row.weight) == ("wolf", 1.5, 2.0, 3.0)


@pytest.mark.golden("M1")
def test_equal_similarities_go_to_the_story_opened_first() -> None:
    state = cidr(TOY, threshold=1.7, keep_over=0.0)
    state.step(document("a", ["Wolf storm."]))
    state.step(document("b", ["Wolf zebra."], hours=1))
    assert state.step(document("c", ["Wolf."], hours=2)).story_id == "a"


@pytest.mark.golden("M2")
def test_stories_are_in_time_order_and_know_first_and_last() -> None:
    late, early = document("late", ["Wolf."], hours=9), document("early", ["Wolf."], hours=1)
    log = [Assignment("late", "late", 0.0, opened=True), Assignment("early", "late", 1.0, opened=False)]
    (story,) = stories_from(log, [late, early])
    assert story.document_ids == ("early", "late")
    assert (story.first, story.last) == (early.published, late.published)
    assert story.id == "late"


def test_stories_stay_within_a_language() -> None:
    english = Document("en", text="Skerra Denko Halvorsen 245", language="en")
    spanish = Document("es", text="Skerra Denko Halvorsen 245", language="es")
    state = cidr(FLAT, threshold=0.01)
    assert state.step(english).opened
    assert state.step(spanish).opened


def test_a_document_without_words_opens_a_story_of_its_own() -> None:
    state = cidr(FLAT)
    assert state.step(document("a", ["…"])) == Assignment("a", "a", 0.0, opened=True)
    assert state.step(document("b", ["…"])).opened


def test_frequencies_of_the_stream_weaken_a_name_that_is_everywhere() -> None:
    fixed, learning = cidr(FLAT, keep_over=0.0), cidr(FLAT, keep_over=0.0, background_documents=10)
    stream = [document(f"d{number}", [f"Lethria event{number}."], hours=number) for number in range(20)]
    by_fixed = [fixed.step(each).similarity for each in stream]
    by_learning = [learning.step(each).similarity for each in stream]
    assert by_learning[-1] < by_fixed[-1] / 2


@given(documents)
def test_snapshot_and_restore_give_the_same_future(made: list[Document]) -> None:
    half = len(made) // 2
    for settings in ({}, {"background_documents": 5, "keep_over": 0.0, "threshold": 0.5}):
        whole, before, after = (cidr(FLAT, **settings) for _ in range(3))  # type: ignore[arg-type]
        straight = [whole.step(each) for each in made]
        begun = [before.step(each) for each in made[:half]]
        after.restore(json.loads(json.dumps(before.snapshot())))
        assert begun + [after.step(each) for each in made[half:]] == straight


def test_batches_give_what_steps_give() -> None:
    for settings in _SETTINGS:
        stream = _stream(400)
        stepwise = cidr(RARE, **settings)
        wanted = [stepwise.step(each) for each in stream]
        assert any(not entry.opened for entry in wanted)
        for given_as in (list, iter):
            bulk = cidr(RARE, **settings)
            assert list(bulk.iter_steps(given_as(stream[:150]))) == wanted[:150]
            assert bulk.step(stream[150]) == wanted[150]
            assert list(bulk.iter_steps(given_as(stream[151:]))) == wanted[151:]


def test_forgetting_on_the_way_changes_nothing_between_steps_batches_and_restarts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terms, "FADE_EVERY", 64)
    monkeypatch.setattr(module, "FADE_EVERY", 64)
    for settings in _SETTINGS:
        stream = _stream(300)
        stepwise, bulk = cidr(RARE, **settings), cidr(RARE, **settings)
        wanted = [stepwise.step(each) for each in stream]
        assert list(bulk.iter_steps(stream)) == wanted
        resumed = cidr(RARE, **settings)
        log: list[Assignment] = []
        for start in range(0, len(stream), 50):
            stopped = json.loads(json.dumps(resumed.snapshot()))
            resumed = cidr(RARE, **settings)
            resumed.restore(stopped)
            log += resumed.iter_steps(stream[start : start + 50])
        assert log == wanted


def test_a_story_that_nobody_joins_for_the_window_closes() -> None:
    state = cidr(RARE, threshold=0.1, window_hours=24)
    hours = {"a": 0, "b": 24, "c": 47, "d": 71.5, "e": 72}
    log = [state.step(document(name, ["Wolf."], hours=at)).story_id for name, at in hours.items()]
    assert log == ["a", "a", "a", "d", "d"]
    with pytest.raises(UnknownNameError, match="open story"):
        state.centroid("a")
    assert state.centroid("d")[0].term == "wolf"
    assert state.snapshot()["stories"] == ["d"]


def test_without_a_window_a_story_stays_open() -> None:
    state = cidr(RARE, threshold=0.1)
    assert [state.step(document(name, ["Wolf."], hours=at)).story_id for name, at in (("a", 0), ("b", 9e4))] == [
        "a",
        "a",
    ]


def test_undated_and_late_documents_happen_when_they_come() -> None:
    state = cidr(RARE, threshold=0.1, window_hours=24)
    hours = {"early": None, "a": 100, "late": 1, "undated": None, "b": 124}
    log = [state.step(document(name, ["Wolf."], hours=at)) for name, at in hours.items()]
    assert {entry.story_id for entry in log} == {"early"}


def test_one_wrong_date_closes_no_story_and_the_gap_of_a_quiet_week_does() -> None:
    state = cidr(RARE, threshold=0.1, window_hours=24)
    hours = {"a": 0, "wrong": 9_000, "b": 1, "c": 200, "d": 201}
    log = [state.step(document(name, ["Wolf."], hours=at)).story_id for name, at in hours.items()]
    assert log == ["a", "wrong", "a", "c", "c"]


def test_a_document_of_one_word_and_one_of_none() -> None:
    state = cidr(RARE, threshold=1.0)
    stream = [
        document(name, [text], hours=0) for name, text in (("a", "Wolf."), ("b", "…"), ("c", "The."), ("d", "Wolf"))
    ]
    log = list(state.iter_steps(stream))
    assert [entry.story_id for entry in log] == ["a", "b", "c", "a"]
    assert [entry.similarity for entry in log] == [0.0, 0.0, 0.0, 5.0]


def test_documents_of_one_time_fall_into_the_same_stories_in_any_order() -> None:
    stream = [document(f"d{number}", [f"Wolf ferry{number % 3} storm{number % 2}."]) for number in range(12)]
    wanted = pipeline.track(stream, tracker="cidr")
    for turn in range(1, 12):
        assert pipeline.track(stream[turn:] + stream[:turn], tracker="cidr") == wanted


@pytest.mark.parametrize(("name", "value"), [("keep_over", -1), ("background_documents", -5), ("window_hours", -0.5)])
def test_parameters_out_of_range_are_refused(name: str, value: float) -> None:
    with pytest.raises(SpecError, match=f"{name} is at least 0"):
        cidr(FLAT, **{name: value})  # type: ignore[arg-type]


@given(documents)
def test_every_document_is_in_one_story_and_the_log_rebuilds_them(made: list[Document]) -> None:
    state = cidr(FLAT, threshold=1.0)
    log = [state.step(each) for each in made]
    stories = stories_from(log, made)
    assert sorted(each for story in stories for each in story.document_ids) == sorted(each.id for each in made)
    assert all(story.id in story.document_ids for story in stories)
    assert {entry.story_id for entry in log if entry.opened} == {story.id for story in stories}
