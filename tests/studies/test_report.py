"""Building a report: what each slot takes, and when; time and length; what is missing; the order of lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from meadow.errors import AnswerError
from meadow.model import Action
from meadow.studies import task_of
from meadow.studies.tasks.report import TASK, check, missing
from meadow.studies.tasks.report_rules import seconds_left
from meadow.studies.tasks.report_view import report_lines, view_report
from studies.reports import DOCUMENTS, ITEM, STUDY, pick, picked, state

PLACE = {"place": None}
FREE = replace(STUDY, owner="me", settings={})


@pytest.mark.parametrize(
    ("slot", "answer"),
    [
        (pick(0), PLACE),
        (pick(39, "echo"), {"place": 2.5}),
        (pick(3), None),
        ("open", "echo"),
        ("open", None),
        ("concept/person/0", "Aurel Denko"),
        ("concept/factor/7", None),
        ("question/4", 3),
        ("skip", "I know the captain"),
    ],
)
def test_answers_that_fit_are_taken(slot: str, answer: Any) -> None:
    check(state({"started": True}), slot, answer)


@pytest.mark.parametrize(
    ("slot", "answer", "words"),
    [
        ("pick/none#0", PLACE, "no such sentence"),
        (pick(40), PLACE, "no such sentence"),
        ("pick/x", PLACE, "names no sentence"),
        (pick(0), True, "no place"),
        (pick(0), {"place": "first"}, "no place"),
        (pick(0), {"place": 1, "more": 2}, "no place"),
        (pick(0), {"place": float("inf")}, "no place"),
        (pick(0), {"place": True}, "no place"),
        ("open", "none", "no such document"),
        ("open/x", "wire/1", "no slot"),
        ("pick", PLACE, "no slot"),
        ("other", 1, "no slot"),
        ("concept/animal/0", "wolf", "no kind"),
        ("concept/person/8", "Ana", "no slot '8'"),
        ("concept/person/01", "Ana", "no slot"),
        ("concept/person/0", "  ", "no text"),
        ("concept/person/0", "x" * 301, "no text"),
        ("concept/person/0", 7, "no text"),
        ("question/5", 1, "no slot"),
        ("question/0", 4, "no answer"),
        ("question/0", True, "no answer"),
        ("question/0", 1.0, "no answer"),
        ("heading/0", {"text": "Before", "place": 1}, "no headings"),
        ("started", True, "runs already"),
        ("started", None, "taken back"),
        ("finished", True, "cannot be finished"),
        ("submitted", True, "cannot be handed in"),
        ("skip", "", "no text"),
    ],
)
def test_answers_that_do_not_fit_are_refused(slot: str, answer: Any, words: str) -> None:
    with pytest.raises(AnswerError, match=words):
        check(state({"started": True}), slot, answer)


def test_nothing_is_added_before_the_start_after_the_end_or_past_the_time() -> None:
    with pytest.raises(AnswerError, match="has not started"):
        check(state({}), pick(0), PLACE)
    with pytest.raises(AnswerError, match="is finished"):
        check(state(picked([1]) | {"finished": True}), pick(0), PLACE)
    check(state(picked([1]), minutes=29.99), pick(0), PLACE)
    late = state(picked([1]), minutes=30)
    with pytest.raises(AnswerError, match="Time is up"):
        check(late, pick(0), PLACE)
    check(late, pick(1), None)
    check(late, "finished", True)
    assert seconds_left(late) == 0


def test_a_report_past_its_length_grows_but_cannot_end() -> None:
    full = picked(range(40)) | picked(range(12), "echo")
    check(state(full), pick(20, "echo"), PLACE)
    assert missing(state(full)) == ("Take out 2 of 52 sentences: 50 are allowed",)
    with pytest.raises(AnswerError, match="cannot be finished") as refused:
        check(state(full), "finished", True)
    assert refused.value.advice == "Take out 2 of 52 sentences: 50 are allowed."


def test_a_report_is_handed_in_with_its_questions_and_then_stays() -> None:
    asked = picked([0]) | {"finished": True} | {f"question/{number}": 0 for number in range(4)}
    assert missing(state(asked)) == ("Answer the question “Tiredness now”",)
    done = asked | {"question/4": 2}
    check(state(done), "submitted", True)
    with pytest.raises(AnswerError, match="handed in"):
        check(state(done | {"submitted": True}), "concept/person/0", "Ana")


def test_a_free_report_has_no_limits_and_may_have_headings() -> None:
    free = state(picked(range(40)) | picked(range(40), "echo"), minutes=999, study=FREE)
    check(free, pick(0), {"place": 3.5})
    check(free, "heading/0", {"text": "Before", "place": 0.5})
    check(free, "finished", True)
    assert missing(free) == ("Finish the report",)


def test_lines_are_in_the_order_of_time_but_where_someone_moved_them() -> None:
    values = (
        picked([3, 1]) | picked([0], "echo") | {pick(5): {"place": 0.5}, "heading/0": {"text": "Then", "place": 41}}
    )
    lines = report_lines(state(values, study=FREE))
    assert [line.text for line in lines] == [
        "The ferry moved 5 times.",
        "The ferry moved 1 times.",
        "The ferry moved 3 times.",
        "Then",
        "The crew counted 0 boats.",
    ]
    assert [line.number for line in lines] == [1, 1, 1, 0, 2]


def test_the_page_shows_the_open_article_and_which_were_read() -> None:
    log = [
        Action(1, "s", "ana", "ferry/open", '"echo"', STUDY.made),
        Action(2, "s", "ana", "ferry/open", "null", STUDY.made),
    ]
    view = view_report(replace(state({"started": True, "open": "wire/1"} | picked([2])), log=log))
    assert [(each.number, each.read, each.is_open) for each in view.articles] == [(1, False, True), (2, True, False)]
    assert [each.key for each in view.sentences if each.picked] == ["wire%2F1#2"]
    assert (view.stage, view.picked) == ("build", 1)


@pytest.mark.parametrize(
    ("values", "stage"),
    [({}, "start"), ({"started": True}, "build"), ({"finished": True}, "ask"), ({"submitted": True}, "done")],
)
def test_stages(values: dict[str, Any], stage: str) -> None:
    assert view_report(state(values)).stage == stage


def test_the_task_is_in_the_table() -> None:
    assert task_of("report") is TASK
    assert len(DOCUMENTS) == len(ITEM.documents)
    assert not TASK.undoable("open")
    assert TASK.undoable(pick(0))
