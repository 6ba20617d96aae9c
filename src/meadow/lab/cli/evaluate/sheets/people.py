"""What people answered and named, as sheets: shares of answers, concepts by topic, and concepts that may be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from meadow.lab.files.answers import Feedback
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.model import Concept, ConceptKind
from meadow.provenance import signature
from meadow.reports.duplicates import suggest_collapses

_KINDS: tuple[ConceptKind, ...] = get_args(ConceptKind)
_ALL = "all"


def feedback_sheet(feedback: Sequence[Feedback], *, by_topic: bool) -> Sheet:
    """Return for each question the share of people who gave each answer; `by_topic` adds a table per topic."""
    answers = sorted({each.answer for each in feedback})
    topics = list(dict.fromkeys(each.topic for each in feedback if each.topic is not None)) if by_topic else []
    groups = {_ALL: feedback} | {topic: [each for each in feedback if each.topic == topic] for topic in topics}
    shares = {name: _shares(given) for name, given in groups.items()}
    return Sheet(
        blocks=[_share_table(shown, answers, title=name if len(groups) > 1 else "") for name, shown in shares.items()],
        value={"measure": "feedback", "shares": shares},
        signatures=[signature({"measure": "answer_shares", "answers": len(feedback)})],
    )


def concepts_sheet(concepts: Mapping[str, Sequence[Concept]]) -> Sheet:
    """Return the number of concepts of each kind by topic, and the pairs that may be one with the reason for each."""
    counts = {topic: Counter(each.kind for each in marked) for topic, marked in concepts.items()}
    pairs = [(topic, each) for topic, marked in concepts.items() for each in suggest_collapses(marked)]
    rows: list[tuple[Cell, ...]] = [
        (topic, *map(per_kind.__getitem__, _KINDS), per_kind.total()) for topic, per_kind in counts.items()
    ]
    suggested = [(topic, each.first.text, each.second.text, each.reason) for topic, each in pairs]
    keys = ("topic", "first", "second", "reason")
    return Sheet(
        blocks=[
            make_table(("topic", *_KINDS, "concepts"), rows),
            *([make_table(keys, suggested, title="May be one and the same")] if suggested else []),
        ],
        value={
            "measure": "concepts",
            "topics": {topic: {kind: per_kind[kind] for kind in _KINDS} for topic, per_kind in counts.items()},
            "collapses": [dict(zip(keys, row, strict=True)) for row in suggested],
        },
        notes=[] if suggested else ["No two concepts of a topic look like one."],
        signatures=[signature({"measure": "collapse_suggestions", "concepts": sum(map(len, concepts.values()))})],
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
