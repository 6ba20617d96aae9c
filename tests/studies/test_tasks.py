"""The six tasks as pages use them: what is refused in which state, and what a page receives."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from meadow.errors import AnswerError, UsageError
from meadow.model import Study, StudyItem, StudyTask
from meadow.studies import TASKS, task_of
from meadow.studies.answers import ANSWERS
from meadow.studies.slots import sentence_key
from meadow.studies.task import ItemState
from studies.items import BLAZE, BURNED, CREWS, GONE, ITEM, UNHURT

NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)
S = sentence_key
FROZEN = StudyItem("mill", "Fire in Orrin", ITEM.documents, headlines={"lead": "Mill burns"})
SCORES: dict[str, Any] = {f"utility/{S(ref)}": 5 for ref in (BURNED, UNHURT, CREWS, BLAZE, GONE)}


def state(task: str, values: dict[str, Any], **settings: float) -> ItemState:
    name: StudyTask = task_of(task).name
    study = Study("s", name, "Mills", ("mill",), NOW, seed=3, settings=settings)
    return ItemState(study, FROZEN, values, dict.fromkeys(values, NOW), NOW)


def test_there_is_a_task_for_every_kind_of_answers() -> None:
    assert set(ANSWERS) == set(TASKS)
    assert all(task_of(name).name == name for name in TASKS)


@pytest.mark.parametrize("name", [each for each in ANSWERS if each != "report"])
def test_every_task_says_what_an_empty_item_lacks(name: str) -> None:
    task = task_of(name)
    empty = state(name, {}, **task.settings)
    assert task.missing(empty)
    assert task.view(empty)
    json.dumps(task.live(empty))
    with pytest.raises(AnswerError, match="not done yet"):
        task.check(empty, "submitted", True)
    with pytest.raises(AnswerError, match="no slot"):
        task.check(empty, "nonsense/3", 1)
    task.check(empty, "skip", "I know these people")
    task.check(empty, "at", S(GONE))
    assert not task.undoable("at")


def test_an_item_is_handed_in_when_it_is_whole_and_stays_until_it_is_opened_again() -> None:
    task = task_of("utility")
    task.check(state("utility", SCORES), "submitted", True)
    done = state("utility", {**SCORES, "submitted": True})
    with pytest.raises(AnswerError, match="handed in"):
        task.check(done, f"utility/{S(GONE)}", 3)
    with pytest.raises(AnswerError, match="handed in"):
        task.check(done, f"utility/{S(GONE)}", None)
    task.check(done, "submitted", None)


def test_ratings_wait_for_the_judges_own_headline() -> None:
    task = task_of("headlines")
    key = task.view(state("headlines", {})).material.candidates[0].key  # type: ignore[attr-defined]
    with pytest.raises(AnswerError, match="own headline first"):
        task.check(state("headlines", {}), f"rating/{key}", {"quality": 3})
    task.check(state("headlines", {"written": "Mill gone"}), f"rating/{key}", {"quality": 3})


def test_candidates_name_the_slot_of_their_pair() -> None:
    task = task_of("subsumption")
    view = json.loads(task.view(state("subsumption", {}, **task.settings)).json)  # type: ignore[attr-defined]
    by_key = {each["key"]: each["pairings"] for each in view}
    assert [each["slot"] for each in by_key[S(CREWS)]] == [f"pair/{S(CREWS)}/{S(BLAZE)}"]
    assert [each["forward"] for each in by_key[S(CREWS)]] == [True]
    first = by_key[S(BLAZE)][0]
    assert (first["slot"], first["forward"]) == (f"pair/{S(CREWS)}/{S(BLAZE)}", False)


def test_a_circle_is_shown_as_equal_sentences() -> None:
    values = {f"pair/{S(BURNED)}/{S(GONE)}": "equal"}
    assert task_of("subsumption").live(state("subsumption", values))["classes"] == [[S(BURNED), S(GONE)]]


def test_groups_are_shown_with_the_rules_that_they_break() -> None:
    values = {f"group/{S(BURNED)}": "g1", f"group/{S(UNHURT)}": "g1"}
    (group,) = task_of("grouping").live(state("grouping", values))["groups"]
    assert "at least two documents (rule 3)" in group["faults"][0]


def test_groups_are_suggested_only_where_the_study_says_so() -> None:
    suggest = task_of("grouping").suggest
    assert suggest is not None
    with pytest.raises(UsageError, match="does not show"):
        suggest(state("grouping", {}, suggest=0))
    assert suggest(state("grouping", {}, suggest=1))[-1][0] == "ranking"


def test_abstracts_are_shown_as_their_sentences_are_counted() -> None:
    told = task_of("alignment").live(state("alignment", {"short/abstract": "Fire. Gone."}))["lengths"]["short"]
    assert (told["sentences"], told["characters"]) == (["Fire.", "Gone."], 11)
