"""Pseudo question-answering as a sheet: both scores per question, their means, and two summaries side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from meadow.lab.evaluate.pseudo_qa import AnswerScore, answer_scores, signature
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.answers import Question
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

_LONGEST_NAME = 48


def pseudo_qa_sheet(
    summaries: Mapping[str, Sequence[str]], questions: Sequence[Question], *, show_items: bool, seed: int
) -> Sheet:
    """Return the mean scores of each summary, given as its sentences; with `show_items` every question's too."""
    answers = [question.answers for question in questions]
    how = signature(answers)
    scores = {name: answer_scores(sentences, answers) for name, sentences in summaries.items()}
    rows = [(name, fmean(map(_exact, each)), fmean(map(_edit, each))) for name, each in scores.items()]
    sheet = Sheet(
        blocks=[make_table(("summary", "exact", "edit"), rows)],
        value={
            "measure": "pseudo-qa", "questions": len(questions),
            "summaries": [
                {"name": name, "exact": exact, "edit": edit, "answers": _values(questions, scores[name]), "signature": how}
                for name, exact, edit in rows
            ],
        },
        signatures=[how],
    )  # fmt: skip
    if show_items:
        sheet += Sheet(blocks=[_question_table(name, questions, each) for name, each in scores.items()])
    measures = {
        measure: {name: list(map(value, each)) for name, each in scores.items()}
        for measure, value in (("exact", _exact), ("edit", _edit))
    }
    return sheet + compare_systems(measures, unit="question", seed=seed)


def _exact(score: AnswerScore) -> float:
    return float(score.exact)


def _edit(score: AnswerScore) -> float:
    return score.edit


def _question_table(name: str, questions: Sequence[Question], scores: Sequence[AnswerScore]) -> Table:
    rows = [
        (_short(question.name), int(score.exact), score.edit, None if score.sentence is None else score.sentence + 1)
        for question, score in zip(questions, scores, strict=True)
    ]
    return make_table(("question", "exact", "edit", "sentence"), rows, title=f"{name}, sentences from 1")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


def _values(questions: Sequence[Question], scores: Sequence[AnswerScore]) -> list[dict[str, object]]:
    return [
        {"question": question.name, "exact": score.exact, "edit": score.edit, "sentence": score.sentence}
        for question, score in zip(questions, scores, strict=True)
    ]
