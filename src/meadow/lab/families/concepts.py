"""Print how many key concepts each topic has, by kind, and suggest which to collapse, with the reason.

Rows are CSV or JSON Lines of {"topic": "…", "text": "Otto Brandt", "kind":
"person"}, as in the concepts.jsonl of a testbed; kinds are person,
organisation and factor. Whether two are one is for people to say.

Examples:
    meadow evaluate concepts concepts.jsonl
    meadow evaluate concepts concepts.csv
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from meadow.lab.files.answers import read_topic_concepts
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.model import Concept, ConceptKind
from meadow.provenance import signature
from meadow.reports.duplicates import suggest_collapses

_KINDS: tuple[ConceptKind, ...] = get_args(ConceptKind)


def read(*, concepts: str) -> dict[str, list[Concept]]:
    """Return the key concepts of each topic.

    concepts FILE: Rows of topic, text and kind, such as a testbed's.
    """
    return read_topic_concepts(concepts)


def sheet(data: Mapping[str, Sequence[Concept]]) -> Sheet:
    """Return the number of concepts of each kind by topic, and the pairs that may be one with the reason for each."""
    counts = {topic: Counter(each.kind for each in marked) for topic, marked in data.items()}
    pairs = [(topic, each) for topic, marked in data.items() for each in suggest_collapses(marked)]
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
        signatures=[signature({"measure": "collapse_suggestions", "concepts": sum(map(len, data.values()))})],
    )
