"""The documents of JSON Lines with clusters: each with its story, its split and the numbers of its sentences.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from meadow.errors import InputError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.identities import check_same_text
from meadow.lab.formats.records import Record, iter_records, label_of
from meadow.model import Document
from meadow.text.clean import clean_line
from meadow.text.language import normalize_language
from meadow.text.sentences import document_sentences

_Records = Sequence[tuple[str, Record]]


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
