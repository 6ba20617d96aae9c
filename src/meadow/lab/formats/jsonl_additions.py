"""What people and systems add to clusters of documents: references, outputs, grades, and chains of sentences.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from meadow.errors import ReadError
from meadow.lab.formats.chains import groups_from_chains
from meadow.lab.formats.jsonl_documents import DocumentSheet
from meadow.lab.formats.records import Record, iter_records, label_of, shaped
from meadow.lab.testbed import JudgeClustering, Output, Rating, Topic, WrittenText
from meadow.model import SentenceRef
from meadow.text.sentences import document_sentences

JUDGE = "gold"
_SHOWN_NUMBERS = 20

Topics = Mapping[str, Topic]


class _Reference(msgspec.Struct):
    id: str
    text: str
    length: str | None = None


class _AddedCluster(msgspec.Struct):
    references: list[_Reference] = []
    peers: dict[str, str] = {}
    title: str | None = None
    question: str | None = None


class _Grade(msgspec.Struct):
    system: str
    evaluator: str
    text: str | None = None


class _Chain(msgspec.Struct):
    members: list[tuple[str, int]]


def with_clusters(topics: Topics, path: Path, sheet: DocumentSheet, *, story: str) -> dict[str, Topic]:
    """Return the topics with their titles, questions, references, and what systems wrote."""
    filled = dict(topics)
    met: dict[str, str] = {}
    for place, name, record in iter_named(path, sheet, story=story):
        if met.setdefault(name, place) != place:
            raise ReadError(place, f"the story {name!r} has a line already at {met[name]}")
        if name not in topics:
            continue
        cluster = shaped(record, _AddedCluster, place)
        filled[name] = replace(
            topics[name],
            title=cluster.title,
            question=cluster.question,
            references=tuple(WrittenText(each.id, each.text, each.length) for each in cluster.references),
            outputs=tuple(Output(system, text) for system, text in cluster.peers.items()),
        )
    return filled


def with_grades(topics: Topics, path: Path, sheet: DocumentSheet, *, story: str) -> dict[str, Topic]:
    """Return the topics with the grades of people, and with the graded summaries that are not there yet."""
    ratings: dict[str, list[Rating]] = {name: [] for name in topics}
    outputs = {name: {output.system: output for output in topic.outputs} for name, topic in topics.items()}
    for place, name, record in iter_named(path, sheet, story=story):
        if name not in topics:
            continue
        grade = shaped(record, _Grade, place)
        ratings[name] += _ratings(grade, record, place)
        if grade.text is not None:
            outputs[name].setdefault(grade.system, Output(grade.system, grade.text))
    return {
        name: replace(topic, ratings=tuple(ratings[name]), outputs=tuple(outputs[name].values()))
        for name, topic in topics.items()
    }


def with_chains(topics: Topics, path: Path, sheet: DocumentSheet) -> dict[str, Topic]:
    """Return the topics with the groups that chains of sentences make of them, as the clustering of one judge."""
    chains = [list(_iter_refs(record, place, sheet)) for place, record in iter_records(path)]
    return {name: _with_clustering(topic, chains) for name, topic in topics.items()}


def iter_named(path: Path, sheet: DocumentSheet, *, story: str) -> Iterator[tuple[str, str, Record]]:
    """Yield the place, the story and the record of each line; a story without a document is an error."""
    for place, record in iter_records(path):
        name = label_of(record, story, place)
        if name is None:
            raise ReadError(place, f"the field {story!r} is missing, which names the story")
        if name not in sheet.stories:
            raise ReadError(place, f"no document names the story {name!r} in its field {story!r}")
        yield place, name, record


def _ratings(grade: _Grade, record: Record, place: str) -> list[Rating]:
    scales = [(scale, float(value)) for scale, value in record.items() if type(value) in (float, int)]
    if not scales:
        raise ReadError(place, "there is no grade: a number under the name of its scale is expected")
    return [Rating(grade.system, scale, grade.evaluator, value) for scale, value in scales]


def _iter_refs(record: Record, place: str, sheet: DocumentSheet) -> Iterator[SentenceRef]:
    """Yield the sentences of a chain; those of documents that were not asked for are passed over."""
    for document, number in shaped(record, _Chain, place).members:
        if document not in sheet.ids:
            raise ReadError(place, f"there is no document {document!r}")
        indexes = sheet.numbers.get(document, {})
        if indexes and number not in indexes:
            known = ", ".join(map(str, list(indexes)[:_SHOWN_NUMBERS]))
            raise ReadError(place, f"the document {document!r} has no sentence {number}; it has {known}")
        if indexes:
            yield SentenceRef(document, indexes[number])


def _with_clustering(topic: Topic, chains: Sequence[Sequence[SentenceRef]]) -> Topic:
    order = [sentence.ref for document in topic.documents for sentence in document_sentences(document)]
    groups = groups_from_chains(chains, order)
    return replace(topic, clusterings=(JudgeClustering(JUDGE, groups),) if groups else ())
