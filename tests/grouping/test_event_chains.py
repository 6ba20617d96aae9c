"""The default grouper against event chains of real news, in the table that judges stand in (G9).

The benchmark has the whole table; here a few topics of the development part hold that the default is above chance.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any

import pytest

from meadow.grouping.statements import statements
from meadow.lab.evaluate.clustering import compare, random_baseline, with_bucket, with_singletons
from meadow.lab.evaluate.clustering_measures import mean_comparison
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents
from shared import shared

Labels = list[int | None]


def _rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(shared("data", "ecb_plus", name), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _topics() -> list[tuple[StoryView, Labels]]:
    """Return the topics of the development part, each sentence in the smallest chain of several documents it is in."""
    chains = [
        [(str(name), int(number)) for name, number in row["members"]] for row in _rows("sentence_clusters.jsonl.gz")
    ]
    by_topic: dict[object, list[dict[str, Any]]] = {}
    for row in _rows("docs.jsonl.gz"):
        if row["split"] == "Dev":
            by_topic.setdefault(row["topic"], []).append(row)
    return [_topic(rows, chains) for rows in by_topic.values()]


def _topic(rows: Sequence[dict[str, Any]], chains: Sequence[Sequence[tuple[str, int]]]) -> tuple[StoryView, Labels]:
    documents, numbers = [], {}
    for row in rows:
        sentences: dict[str, str] = row["sentences"]
        spans, at = [], 0
        for place, (number, text) in enumerate(sentences.items()):
            spans.append((at, at + len(text)))
            at += len(text) + 1
            numbers[str(row["id"]), place] = str(row["id"]), int(number)
        text = "\n".join(sentences.values())
        documents.append(Document(str(row["id"]), text=text, language="en", spans=tuple(spans)))
    view = view_documents(documents)
    several = [chain for chain in sorted(chains, key=len) if len({name for name, _ in chain}) > 1]
    keys = [numbers[sentence.ref.document_id, sentence.ref.index] for sentence in view.sentences]
    return view, [next((place for place, chain in enumerate(several) if key in chain), None) for key in keys]


def _labels(view: StoryView) -> Labels:
    labels: Labels = [None] * len(view)
    for number, rows in enumerate(statements(view)):
        for row in rows:
            labels[row] = number
    return labels


@pytest.mark.golden("G9")
@pytest.mark.golden("G3")
def test_the_default_stands_above_chance_and_above_no_groups_at_all() -> None:
    topics = _topics()
    assert len(topics) == 8
    gold = [classes for _, classes in topics]
    found = [_labels(view) for view, _ in topics]
    nothing: list[Labels] = [[None] * len(classes) for classes in gold]
    chance = [random_baseline(classes, draws=20) for classes in gold]
    for way, random in (
        (with_singletons, mean_comparison(each.singletons for each in chance)),
        (with_bucket, mean_comparison(each.bucket for each in chance)),
    ):
        ours, none = (
            mean_comparison(compare(way(mine), way(classes)) for mine, classes in zip(labels, gold, strict=True))
            for labels in (found, nothing)
        )
        assert ours.v_beta > random.v_beta + 0.1
        assert ours.nvi < random.nvi - 0.1
        assert ours.bcubed_f > max(none.bcubed_f, random.bcubed_f) + 0.05
