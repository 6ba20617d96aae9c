"""Print the exact and the edit score of summaries; two or more are compared, paired by question.

An answer is a line, its alternatives separated by tabs; or a JSON line
{"question": "…", "answer": ["nine", "9"]}. A summary is a plain text or the
JSON of meadow summarize --json.

Examples:
    meadow evaluate pseudo-qa --summary summary.txt --answers answers.txt
    meadow evaluate pseudo-qa --sentences sentences.txt --answers answers.txt --items
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from meadow.lab.evaluate.pseudo_qa import AnswerScore, answer_scores, signature
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.answers import AnsweredQuestion, read_questions
from meadow.lab.files.texts import read_summaries
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

_LONGEST_NAME = 48


@dataclass(frozen=True, slots=True)
class QuestionedSummaries:
    """Summaries by name, each as its sentences, and the questions that they should answer."""

    summaries: Mapping[str, Sequence[str]]
    questions: Sequence[AnsweredQuestion]


def read(
    *, answers: str, summary: Sequence[str] = (), sentences: Sequence[str] = (), language: str = "en"
) -> QuestionedSummaries:
    """Return the summaries and questions of files.

    --answers FILE: The answers to look for, one per line or JSON Lines.
    --summary, --compare FILE…: Summaries, as text that is split into sentences.
    --sentences FILE…: Summaries with a sentence per line.
    """
    return QuestionedSummaries(
        read_summaries(texts=summary, lines=sentences, language=language), read_questions(answers)
    )


def sheet(data: QuestionedSummaries, *, items: bool = False, seed: int = 0) -> Sheet:
    """Return the mean scores of each summary; with `items` every question's too."""
    questions = data.questions
    answers = [question.answers for question in questions]
    how = signature(answers)
    scores = {name: answer_scores(sentences, answers) for name, sentences in data.summaries.items()}
    rows = [(name, fmean(map(_exact, each)), fmean(map(_edit, each))) for name, each in scores.items()]
    made = Sheet(
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
    if items:
        made += Sheet(blocks=[_question_table(name, questions, each) for name, each in scores.items()])
    measures = {
        measure: {name: list(map(value, each)) for name, each in scores.items()}
        for measure, value in (("exact", _exact), ("edit", _edit))
    }
    return made + compare_systems(measures, unit="question", seed=seed)


def _exact(score: AnswerScore) -> float:
    return float(score.exact)


def _edit(score: AnswerScore) -> float:
    return score.edit


def _question_table(name: str, questions: Sequence[AnsweredQuestion], scores: Sequence[AnswerScore]) -> Table:
    rows = [
        (_short(question.name), int(score.exact), score.edit, None if score.sentence is None else score.sentence + 1)
        for question, score in zip(questions, scores, strict=True)
    ]
    return make_table(("question", "exact", "edit", "sentence"), rows, title=f"{name}, sentences from 1")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


def _values(questions: Sequence[AnsweredQuestion], scores: Sequence[AnswerScore]) -> list[dict[str, object]]:
    return [
        {"question": question.name, "exact": score.exact, "edit": score.edit, "sentence": score.sentence}
        for question, score in zip(questions, scores, strict=True)
    ]
