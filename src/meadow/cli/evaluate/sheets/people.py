"""What people answered and named, as sheets: shares of answers, concepts by topic, and concepts that may be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from meadow.cli.evaluate.answers import Feedback
from meadow.model import Concept, ConceptKind
from meadow.provenance import signature
from meadow.reports.duplicates import suggest_collapses
from meadow.tables import Table
from meadow.tables.sheet import Cell, Sheet, make_table

_KINDS: tuple[ConceptKind, ...] = get_args(ConceptKind)
_ALL = "all"


def feedback_sheet(feedback: Sequence[Feedback], *, by_topic: bool) -> Sheet:
    """Return for each question the share of people who gave each answer; `by_topic` adds a table per topic."""
    answers = sorted({each.answer for each in feedback})
    topics = list(dict.fromkeys(each.topic for each in feedback if each.topic is not None)) if by_topic else []
    groups = {_ALL: feedback} | {topic: [each for each in feedback if each.topic == topic] for topic in topics}
    shares = {name: _shares(own) for name, own in groups.items()}
    return Sheet(
        blocks=[_share_table(own, answers, title=name if len(groups) > 1 else "") for name, own in shares.items()],
        value={"measure": "feedback", "shares": shares},
        signatures=[signature({"measure": "answer_shares", "answers": len(feedback)})],
    )


def concepts_sheet(concepts: Mapping[str, Sequence[Concept]]) -> Sheet:
    """Return the number of concepts of each kind by topic, and the pairs that may be one with the reason for each."""
    counts = {topic: Counter(each.kind for each in own) for topic, own in concepts.items()}
    pairs = [(topic, each) for topic, own in concepts.items() for each in suggest_collapses(own)]
    rows: list[tuple[Cell, ...]] = [
        (topic, *map(own.__getitem__, _KINDS), own.total()) for topic, own in counts.items()
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
            "topics": {topic: {kind: own[kind] for kind in _KINDS} for topic, own in counts.items()},
            "collapses": [dict(zip(keys, row, strict=True)) for row in suggested],
        },
        notes=[] if suggested else ["No two concepts of a topic look like one."],
        signatures=[signature({"measure": "collapse_suggestions", "concepts": sum(map(len, concepts.values()))})],
    )


def _shares(feedback: Sequence[Feedback]) -> dict[str, dict[str, float]]:
    questions = dict.fromkeys(each.question for each in feedback)
    given = {question: Counter(each.answer for each in feedback if each.question == question) for question in questions}
    return {
        question: {answer: count / own.total() for answer, count in sorted(own.items())}
        for question, own in given.items()
    }


def _share_table(shares: Mapping[str, Mapping[str, float]], answers: Sequence[str], *, title: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (question, *(own.get(answer, 0.0) for answer in answers)) for question, own in shares.items()
    ]
    return make_table(("question", *answers), rows, title=title)
