"""The experiment of TSC3's Tables 3-8 on real stories, against automatic gold: `python -m benchmarks.tsc3`.

No corpus here has gold extracts by people. Reference summaries are aligned to their sources by shared words instead
(`meadow.evaluate.gold_alignment`), which finds what was copied or lightly rephrased: figures compare systems with one
another, not with the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks._measuring import shared_rows
from meadow.evaluate.gold_alignment import align
from meadow.lab.catalogue import load_experiment
from meadow.lab.runner import run
from meadow.lab.systems import view_of
from meadow.lab.testbed import AbstractSentence, GoldExtract, Testbed, Topic
from meadow.model import Document
from meadow.tables.rendering import render
from meadow.text.sentences import split_sentences

_COLLECTIONS = (("multi_news_100", None), ("multiling2011", "en"))
_LENGTH = "reference"
_WIDTH = 130


def main() -> None:
    """Print Tables 3, 5 and 7 of each collection; without questions there are no others."""
    experiment = replace(load_experiment("tsc3-tables"), published=())
    for name, language in _COLLECTIONS:
        topics = tuple(_topics(name, language))
        if topics:
            sentences = sum(len(gold.sentences) for topic in topics for gold in topic.gold)
            print(f"{name}: {len(topics)} stories, {sentences} aligned sentences of references\n")
            for table in run(experiment, Testbed(name, topics)).findings.tables:
                print(render(table, "terminal", width=_WIDTH))


def _topics(name: str, language: str | None) -> Iterator[Topic]:
    """Yield the stories whose first reference can be aligned, with that gold."""
    documents: dict[str, list[Document]] = {}
    for row in shared_rows(name, "docs.jsonl.gz"):
        if language in (None, row.get("lang")):
            documents.setdefault(row["cluster"], []).append(_document(row))
    for row in shared_rows(name, "clusters.jsonl.gz"):
        if row["cluster"] in documents:
            topic = Topic(row["cluster"], tuple(documents[row["cluster"]]))
            gold = _gold(topic, row["references"][0]["text"])
            if gold.sentences:
                yield replace(topic, gold=(gold,))


def _gold(topic: Topic, reference: str) -> GoldExtract:
    sources = view_of(topic).sentences
    abstract = [reference[start:end] for start, end in split_sentences(reference)]
    aligned = align(abstract, [sentence.text for sentence in sources])
    return GoldExtract(
        tuple(
            AbstractSentence(str(place), tuple(frozenset(sources[number - 1].ref for number in one) for one in unit))
            for place, unit in zip(aligned.aligned, aligned.gold, strict=True)
        ),
        _LENGTH,
    )


def _document(row: dict[str, Any]) -> Document:
    return Document(row["id"], text=row["text"], language=row.get("lang", "en"))


if __name__ == "__main__":
    main()
