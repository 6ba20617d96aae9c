"""The parts of JSON Lines with clusters: documents with their stories, and what people and systems add to them.

Additions are references, outputs, grades and chains. A chain lists the sentences that mention one event, and most sentences
mention several, so a chain is no group yet. Sentences belong together if at least half of the events that either mentions
are mentioned by both, on average over the group. A group within one document says nothing twice and is left out, as the
rules of Geiss (2009) have it.

Source: Cybulska and Vossen (2014), "Using a sledgehammer to crack a nut? Lexical diversity and event coreference
resolution", for the chains of ECB+; the rest is our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from meadow.errors import InputError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.identities import check_same_text
from meadow.lab.formats.records import Record, iter_records, label_of, shaped
from meadow.lab.testbed import JudgeClustering, Output, Rating, Topic, WrittenText
from meadow.model import Document, SentenceRef
from meadow.text.clean import clean_line
from meadow.text.language import normalize_language
from meadow.text.sentences import document_sentences

_Records = Sequence[tuple[str, Record]]

JUDGE = "gold"
_SHOWN_NUMBERS = 20
Topics = Mapping[str, Topic]
Refs = tuple[SentenceRef, ...]
_FARTHEST = 0.5


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document with its story, the split it belongs to, and the numbers that the file gives its sentences."""

    document: Document
    story: str | None
    split: str | None
    numbers: tuple[int, ...] | None

    def indexes(self) -> dict[int, int]:
        """Return the index of each sentence by its number; without numbers of its own a file counts from 0 as we do."""
        numbers = range(len(document_sentences(self.document))) if self.numbers is None else self.numbers
        return {number: index for index, number in enumerate(numbers)}


@dataclass(frozen=True)
class DocumentSheet:
    """What a file of documents holds: the lines of the language that was asked for, and all stories and ids there are."""

    lines: tuple[DocumentLine, ...]
    stories: frozenset[str]
    ids: frozenset[str]

    @cached_property
    def numbers(self) -> dict[str, dict[int, int]]:
        """For each document that was kept, the index of each sentence by its number."""
        return {line.document.id: line.indexes() for line in self.lines}


def read_sheet(path: Path, *, story: str, language: str | None) -> DocumentSheet:
    """Return the documents of a file; `story` is the field that names the story, no `language` means any."""
    records = list(iter_records(path))
    named = [label_of(record, story, place) for place, record in records]
    lines = _lines(records, named, language)
    if not lines:
        raise _nothing_in(path, records, language)
    stories = frozenset(name for name in named if name is not None)
    return DocumentSheet(tuple(lines), stories, frozenset(str(record.get("id")) for _, record in records))


def _lines(records: _Records, named: Sequence[str | None], language: str | None) -> list[DocumentLine]:
    """Return the lines of the language; a document of two stories has a line in each and is one document."""
    kept: dict[str, Document] = {}
    lines: list[DocumentLine] = []
    for (place, record), story in zip(records, named, strict=True):
        code = _language(record, place)
        if language is not None and code not in (None, language):
            continue
        document, numbers = _document(record, code or language, place)
        first = kept.setdefault(document.id, document)
        check_same_text(first, document)
        lines.append(DocumentLine(first, story, label_of(record, "split", place), numbers))
    return lines


def _language(record: Record, place: str) -> str | None:
    named = label_of(record, "language", place) or label_of(record, "lang", place)
    return None if named is None else normalize_language(named)


def _document(record: Record, language: str | None, place: str) -> tuple[Document, tuple[int, ...] | None]:
    fields = {key: record[key] for key in Article.__struct_fields__ if key in record}
    given = _given_sentences(record, place)
    if given is not None:
        fields |= {"text": "\n".join(given.values()), "spans": _spans(given.values())}
    document = build_document(Article(**fields | {"language": language, "lang": None}), place=place)
    return document, None if given is None else tuple(given)


def _given_sentences(record: Record, place: str) -> dict[int, str] | None:
    given = record.get("sentences")
    if given is None:
        return None
    try:
        numbered = msgspec.convert(given, dict[int, str], strict=False)
    except msgspec.ValidationError as error:
        raise ReadError(place, f"the field 'sentences' must be an object from numbers to texts: {error}") from error
    return {number: sentence for number, text in numbered.items() if (sentence := clean_line(text))}


def _spans(sentences: Iterable[str]) -> list[list[int]]:
    spans, start = [], 0
    for sentence in sentences:
        spans.append([start, start + len(sentence)])
        start += len(sentence) + 1
    return spans


def _nothing_in(path: Path, records: _Records, language: str | None) -> InputError:
    which = "" if language is None else f" in the language {language!r}"
    codes = {code for place, record in records if (code := _language(record, place)) is not None}
    allowed = f"Its documents are in {', '.join(sorted(codes))}." if codes else None
    return InputError(f"{str(path)!r} holds no document{which}.", given=language or str(path), allowed=allowed)


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


def groups_from_chains(chains: Iterable[Iterable[SentenceRef]], order: Sequence[SentenceRef]) -> tuple[Refs, ...]:
    """Return the groups of the sentences in `order`: those of most documents, then of most sentences, come first."""
    # Ties between links go by place in the matrix: by name, so that no group depends on where a document was read.
    refs = sorted(order)
    mentions = _mentions(chains, refs)
    if not mentions.any() or len(refs) < 2:
        return ()
    labels = fcluster(linkage(pdist(mentions, "jaccard"), "average"), _FARTHEST, "distance")
    group_of = {refs[row]: int(labels[row]) for row in np.flatnonzero(mentions.any(axis=1)).tolist()}
    groups: dict[int, list[SentenceRef]] = {}
    for ref in order:
        if ref in group_of:
            groups.setdefault(group_of[ref], []).append(ref)
    shared = [tuple(group) for group in groups.values() if _documents(group) > 1]
    return tuple(sorted(shared, key=lambda group: (-_documents(group), -len(group))))


def _mentions(chains: Iterable[Iterable[SentenceRef]], refs: Sequence[SentenceRef]) -> NDArray[np.bool_]:
    row_of = {ref: row for row, ref in enumerate(refs)}
    inside = [rows for chain in chains if (rows := [row_of[ref] for ref in chain if ref in row_of])]
    mentions = np.zeros((len(refs), len(inside)), dtype=bool)
    for column, rows_of_chain in enumerate(inside):
        mentions[rows_of_chain, column] = True
    return mentions


def _documents(group: Iterable[SentenceRef]) -> int:
    return len({ref.document_id for ref in group})
