"""Building a report: sentences of dated articles that answer a question, within limits; then concepts and questions.

Slots: `started`, `open` (a document), `pick/SENTENCE`, `finished`, `concept/KIND/K`, `question/K`, `submitted`, `skip`; in a
report of a reader's own also `heading/K` and `asked`, a question instead of the story's. The server's clock counts from
`started`.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), An empirical study of information synthesis tasks, sections
2.2 and 2.3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from meadow.errors import AnswerError
from meadow.studies.slots import check_sentence
from meadow.studies.task import ItemState, Task
from meadow.studies.tasks.report_rules import (
    ANSWERS,
    KINDS,
    MINUTES,
    QUESTIONS,
    SENTENCES,
    SLOTS,
    most_sentences,
    seconds_left,
)
from meadow.studies.tasks.report_view import view_report

LONGEST_TEXT = 300
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


def check(state: ItemState, slot: str, answer: Any) -> None:
    """Raise an error for an answer that a slot of a report does not take, or not now."""
    part, _, rest = slot.partition("/")
    check_part = _PARTS.get(part)
    if check_part is None or (rest == "") != (part in _SINGLE):
        raise AnswerError(f"A report has no slot {slot!r}.", given=slot, allowed=f"Slots are {', '.join(_PARTS)}.")
    if state.submitted and state.study.owner is None:
        raise AnswerError(
            "This report was handed in, and stays as it is.", given=slot, advice="Go on to the next item."
        )
    check_part(state, rest, answer)


def missing(state: ItemState) -> tuple[str, ...]:
    """Return what a report still lacks: an end that fits, and answers to the questions."""
    if not state.values.get("finished"):
        return _unfinished(state)
    answered = state.under("question")
    open_questions = [text for number, text in enumerate(QUESTIONS.values()) if str(number) not in answered]
    return tuple(f"Answer the question “{text}”" for text in open_questions)


def _unfinished(state: ItemState) -> tuple[str, ...]:
    picked, most = len(state.under("pick")), most_sentences(state)
    if picked == 0:
        return ("Add a sentence to the report",)
    if most is not None and picked > most:
        return (f"Take out {picked - most} of {picked} sentences: {most} are allowed",)
    return ("Finish the report",)


def _check_flag(_state: ItemState, _rest: str, answer: Any) -> None:
    if answer is not True:
        raise AnswerError("This cannot be taken back.", given=repr(answer), allowed="true")


def _check_started(state: ItemState, rest: str, answer: Any) -> None:
    _check_flag(state, rest, answer)
    if state.values.get("started") is True:
        raise AnswerError("The clock runs already.", given="started", advice="Go on: nothing was changed.")


def _check_open(state: ItemState, _rest: str, answer: Any) -> None:
    known = [each.id for each in state.item.documents]
    if answer is not None and answer not in known:
        raise AnswerError("The topic has no such document.", given=repr(answer), advice="Load the page again.")


def _check_pick(state: ItemState, rest: str, answer: Any) -> None:
    check_sentence(state.item, rest)
    _check_building(state)
    if answer is not None:
        _check_time(state)
        _check_place(answer, {"place"})


def _check_heading(state: ItemState, rest: str, answer: Any) -> None:
    if state.study.owner is None:
        raise AnswerError("A report of a study has no headings.", given=f"heading/{rest}")
    _check_number(rest, 10_000)
    if answer is not None:
        _check_place(answer, {"place", "text"})
        _check_text(answer["text"])


def _check_asked(state: ItemState, _rest: str, answer: Any) -> None:
    if state.study.owner is None:
        raise AnswerError("The question of a study stays as it is.", given="asked")
    if answer is not None:
        _check_text(answer)


def _check_finished(state: ItemState, _rest: str, answer: Any) -> None:
    if answer is None and state.study.owner is not None:
        return
    _check_flag(state, "", answer)
    left = [each for each in _unfinished(state) if each != "Finish the report"]
    if left and not state.values.get("finished"):
        raise AnswerError(
            "The report cannot be finished yet.", given=f"{len(state.under('pick'))} sentences", advice=f"{left[0]}."
        )


def _check_concept(_state: ItemState, rest: str, answer: Any) -> None:
    kind, _, number = rest.partition("/")
    if kind not in KINDS:
        raise AnswerError(f"There is no kind of concepts called {kind!r}.", given=kind, allowed=", ".join(KINDS))
    _check_number(number, SLOTS)
    if answer is not None:
        _check_text(answer)


def _check_question(_state: ItemState, rest: str, answer: Any) -> None:
    _check_number(rest, len(QUESTIONS))
    if answer is not None and (type(answer) is not int or not 0 <= answer < len(ANSWERS)):
        allowed = f"A number from 0 ({ANSWERS[0]}) to {len(ANSWERS) - 1} ({ANSWERS[-1]})."
        raise AnswerError("This is no answer to the question.", given=repr(answer), allowed=allowed)


def _check_submitted(state: ItemState, rest: str, answer: Any) -> None:
    _check_flag(state, rest, answer)
    left = missing(state)
    if left:
        raise AnswerError("The report cannot be handed in yet.", given="submitted", advice=f"{'; '.join(left)}.")


def _check_skip(_state: ItemState, _rest: str, answer: Any) -> None:
    if answer is not None:
        _check_text(answer)


def _check_building(state: ItemState) -> None:
    if state.study.owner is not None:
        return
    if not state.values.get("started"):
        raise AnswerError("The clock has not started.", given="pick", advice="Press Start first.")
    if state.values.get("finished"):
        raise AnswerError("The report is finished, and stays as it is.", given="pick")


def _check_time(state: ItemState) -> None:
    left = seconds_left(state)
    if left is not None and left <= 0:
        raise AnswerError("Time is up: sentences can only be taken out.", given=f"{-left:.0f} seconds late")


def _check_place(answer: Any, names: set[str]) -> None:
    place = answer.get("place") if isinstance(answer, dict) and set(answer) == names else math.nan
    if place is not None and (type(place) not in (int, float) or not math.isfinite(place)):
        raise AnswerError(
            "This is no place in a report.", given=repr(answer)[:80], allowed="A number, or null: by time."
        )


def _check_number(text: str, most: int) -> None:
    if not _NUMBER.fullmatch(text) or int(text) >= most:
        raise AnswerError(f"There is no slot {text!r} here.", given=text, allowed=f"Numbers from 0 to {most - 1}.")


def _check_text(answer: Any) -> None:
    if not isinstance(answer, str) or not answer.strip() or len(answer) > LONGEST_TEXT:
        shown = repr(answer)[:80]
        raise AnswerError(
            "This is no text for the field.", given=shown, allowed=f"Up to {LONGEST_TEXT} characters; null empties it."
        )


_PARTS: Mapping[str, Callable[[ItemState, str, Any], None]] = {
    "asked": _check_asked, "started": _check_started, "open": _check_open, "pick": _check_pick, "heading": _check_heading,
    "finished": _check_finished, "concept": _check_concept, "question": _check_question,
    "submitted": _check_submitted, "skip": _check_skip,
}  # fmt: skip
_SINGLE = ("asked", "started", "open", "finished", "submitted", "skip")

TASK = Task(
    name="report",
    title="Report",
    about="Build a report from sentences of the articles, within limits of time and length.",
    template="studies/report.html",
    script="report.js",
    guidelines=files(__package__).joinpath("report.md").read_text(encoding="utf-8"),
    check=check,
    missing=missing,
    view=view_report,
    keys=(
        ("j k", "next, previous sentence"),
        ("Space", "add it, or take it out"),
        ("← →", "previous, next article"),
        ("Ctrl Enter", "finish, submit"),
    ),
    settings={"minutes": MINUTES, "sentences": SENTENCES},
    lasting=frozenset({"started", "open", "finished", "submitted", "skip"}),
    fewest_documents=2,
)
