"""JSON Lines with clusters, written: the files that `meadow.lab.formats.jsonl` reads.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from meadow.ingest import write_jsonl
from meadow.lab.formats.records import save_lines, save_records
from meadow.lab.testbed import Output, Testbed, Topic
from meadow.model import Document

DOCUMENTS = "docs.jsonl"
CLUSTERS = "clusters.jsonl"
GRADES = "human_grades.jsonl"
CHAINS = "sentence_clusters.jsonl"
_SUMMARY = "summary"


def save_files(testbed: Testbed, folder: Path) -> None:
    """Write the documents, and the files of clusters and of grades where there is something to put into them."""
    save_lines(folder / DOCUMENTS, _document_lines(testbed))
    clusters = [_cluster(topic) for topic in testbed if _needs_line(topic)]
    grades = [grade for topic in testbed for grade in _grades(topic)]
    for name, records in ((CLUSTERS, clusters), (GRADES, grades)):
        if records:
            save_records(folder / name, records)


def _document_lines(testbed: Testbed) -> Iterator[str]:
    for topic in testbed:
        yield from (_document_line(document, topic.id) for document in topic.documents)
    yield from (_document_line(document, None) for document in testbed.loose)


def _document_line(document: Document, cluster: str | None) -> str:
    fields = msgspec.json.decode(next(write_jsonl([document])))
    named = {} if cluster is None else {"cluster": cluster}
    return msgspec.json.encode({**fields, **named}).decode()


def _needs_line(topic: Topic) -> bool:
    return bool(topic.references or _summaries(topic) or topic.title is not None or topic.question is not None)


def _summaries(topic: Topic) -> list[Output]:
    return [output for output in topic.outputs if output.task == _SUMMARY and output.length is None]


def _cluster(topic: Topic) -> dict[str, object]:
    return {
        "cluster": topic.id,
        "title": topic.title,
        "question": topic.question,
        "references": [
            {"id": each.id, "text": each.text} | ({} if each.length is None else {"length": each.length})
            for each in topic.references
        ],
        "peers": {output.system: output.text for output in _summaries(topic)},
    }


def _grades(topic: Topic) -> Iterator[dict[str, object]]:
    """Yield a line per system and judge, with all scales that the judge used."""
    given: dict[tuple[str, str], dict[str, float]] = {}
    for rating in topic.ratings:
        if rating.task == _SUMMARY:
            given.setdefault((rating.system, rating.judge), {})[rating.scale] = rating.value
    for (system, judge), scales in given.items():
        # The names come last: a scale called `system` is then lost, which reading back tells, and not the system.
        yield {**scales, "cluster": topic.id, "system": system, "evaluator": judge}
