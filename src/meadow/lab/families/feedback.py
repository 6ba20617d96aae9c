"""Print which share of people gave each answer to each question.

Rows are CSV or JSON Lines of {"question": "…", "answer": "…"}, with a topic
and a judge where there are any; a folder of traces is what meadow lab
converts.

Examples:
    meadow evaluate feedback feedback.csv
    meadow evaluate feedback feedback.csv --topics
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from meadow.lab.files.answers import Feedback, read_feedback
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.provenance import signature

_ALL = "all"


def read(*, answers: str) -> list[Feedback]:
    """Return the answers of a file or folder.

    answers FILE|FOLDER: Rows of question and answer, or a folder of traces.
    """
    return read_feedback(answers)


def sheet(data: Sequence[Feedback], *, topics: bool = False) -> Sheet:
    """Return for each question the share of people who gave each answer; `topics` adds a table per topic.

    --topics: Also topic by topic.
    """
    answers = sorted({each.answer for each in data})
    named = list(dict.fromkeys(each.topic for each in data if each.topic is not None)) if topics else []
    groups = {_ALL: data} | {topic: [each for each in data if each.topic == topic] for topic in named}
    shares = {name: _shares(given) for name, given in groups.items()}
    return Sheet(
        blocks=[_share_table(shown, answers, title=name if len(groups) > 1 else "") for name, shown in shares.items()],
        value={"measure": "feedback", "shares": shares},
        signatures=[signature({"measure": "answer_shares", "answers": len(data)})],
    )


def _shares(feedback: Sequence[Feedback]) -> dict[str, dict[str, float]]:
    questions = dict.fromkeys(each.question for each in feedback)
    given = {question: Counter(each.answer for each in feedback if each.question == question) for question in questions}
    return {
        question: {answer: count / answers.total() for answer, count in sorted(answers.items())}
        for question, answers in given.items()
    }


def _share_table(shares: Mapping[str, Mapping[str, float]], answers: Sequence[str], *, title: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (question, *(of_question.get(answer, 0.0) for answer in answers)) for question, of_question in shares.items()
    ]
    return make_table(("question", *answers), rows, title=title)
