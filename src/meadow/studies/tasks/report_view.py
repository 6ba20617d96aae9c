"""A report in the making, as its page shows it: articles in the order of time, the open one, and what was taken so far."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from meadow.model import Document, Sentence, SentenceRef
from meadow.studies.slots import iter_sentences, sentence_key
from meadow.studies.task import ItemState
from meadow.studies.tasks.report_rules import ANSWERS, QUESTIONS, seconds_left

Stage = Literal["start", "build", "ask", "done"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence of the open article: how slots name it, and whether it is in the report."""

    key: str
    sentence: Sentence
    picked: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """An article in the list: its number in the order of time, and whether it was opened before."""

    number: int
    document: Document
    read: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """A line of the report: a sentence with its article, or a heading."""

    key: str
    text: str
    place: float
    document: Document | None = None
    number: int = 0
    ref: SentenceRef | None = None


@dataclass(frozen=True, slots=True)
class ReportView:
    """All that the page of a report shows."""

    stage: Stage
    articles: tuple[Listed, ...]
    shown: Listed | None
    sentences: tuple[Shown, ...]
    lines: tuple[RenderedLine, ...]
    seconds_left: float = 0.0
    questions: tuple[str, ...] = tuple(QUESTIONS.values())
    answers: tuple[str, ...] = ANSWERS

    @property
    def picked(self) -> int:
        """The number of sentences in the report."""
        return sum(line.ref is not None for line in self.lines)

    @property
    def time_left(self) -> str:
        """How much time is left, as a clock shows it."""
        return clock_text(self.seconds_left)


def report_lines(state: ItemState) -> tuple[RenderedLine, ...]:
    """Return the lines of a report in order: by time, but where someone moved a line."""
    picks = state.under("pick")
    numbers = {document.id: number for number, document in enumerate(state.item.documents, start=1)}
    lines = [
        RenderedLine(key, sentence.text, _place(picks[key], at), document, numbers[document.id], sentence.ref)
        for at, (document, sentence) in enumerate(iter_sentences(state.item), start=1)
        if (key := sentence_key(sentence.ref)) in picks
    ]
    headings = [
        RenderedLine(key, heading["text"], _place(heading, 0)) for key, heading in state.under("heading").items()
    ]
    return tuple(sorted([*headings, *lines], key=lambda line: line.place))


def view_report(state: ItemState) -> ReportView:
    """Return what the page of a report shows."""
    opened = state.values.get("open")
    read = {json.loads(each.answer) for each in state.log if each.slot == f"{state.item.id}/open"}
    articles = tuple(
        Listed(number, each, each.id in read, each.id == opened)
        for number, each in enumerate(state.item.documents, start=1)
    )
    shown = next((each for each in articles if each.is_open), None)
    left = max(0.0, seconds_left(state) or 0.0)
    return ReportView(_stage(state), articles, shown, _sentences(state, shown), report_lines(state), left)


def clock_text(seconds: float) -> str:
    """Return a stretch of time as a clock shows it: 4:02."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _sentences(state: ItemState, shown: Listed | None) -> tuple[Shown, ...]:
    if shown is None:
        return ()
    picks, text = state.under("pick"), shown.document.text
    sentences = [sentence for document, sentence in iter_sentences(state.item) if document.id == shown.document.id]
    ends = [0, *(sentence.end for sentence in sentences)]
    return tuple(
        Shown(key, each, key in picks, "\n" in text[ends[at] : each.start])
        for at, (key, each) in enumerate((sentence_key(each.ref), each) for each in sentences)
    )


def _stage(state: ItemState) -> Stage:
    if state.study.owner is not None:
        return "build"
    if state.submitted:
        return "done"
    if state.values.get("finished"):
        return "ask"
    return "build" if state.values.get("started") else "start"


def _place(answer: dict[str, float | None], usual: float) -> float:
    given = answer.get("place")
    return usual if given is None else given
