"""Extracts: the sentences that a system or a judge chose.

They come as sentence numbers, as the JSON of `meadow summarize --json`, or as MEAD's `extract` files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from meadow.cli.evaluate.inputs import distinct_names, json_rows, read_file
from meadow.cli.reading import read_input
from meadow.errors import InputError, ReadError
from meadow.ingest.items import LIMITS
from meadow.ingest.safexml import parse_xml
from meadow.model import SentenceRef
from meadow.text.sentences import document_sentences
from meadow.vectors.view import check_unique_ids

Extract = frozenset[int] | frozenset[SentenceRef]

_SHAPES = "Give sentence numbers, the JSON of `meadow summarize --json`, or MEAD's extract file."
_NUMBER = re.compile(r"[sS]?([0-9]{1,9})")


def read_extract(path: str) -> Extract:
    """Return the sentences of an extract: numbers as they are written, or places in documents."""
    text = read_file(path)
    start = text.lstrip()[:1]
    if start == "<":
        return _mead_places(text, path)
    if start == "{":
        return _summary_places(text, path)
    tokens = re.split(r"[\s,;]+", text.strip(" \t\r\n,;")) if text.strip() else []
    return frozenset(_number(token, path) for token in tokens)


def numbered(extracts: Sequence[Extract], places: Sequence[SentenceRef] | None = None) -> list[frozenset[int]]:
    """Return the extracts as numbers: as written, or the number from 1 of each place in `places`.

    Without `places`, all that can be said of places is which are the same: they are numbered from 0 as they come.
    """
    if places is None:
        return _compared(extracts)
    numbers = {place: number for number, place in enumerate(places, start=1)}
    return [frozenset(_number_of(sentence, numbers) for sentence in extract) for extract in extracts]


def named(paths: Sequence[str], extracts: Sequence[frozenset[int]]) -> dict[str, frozenset[int]]:
    """Return the extracts by what tables call their files."""
    return dict(zip(distinct_names(paths), extracts, strict=True))


def sentence_places(paths: Sequence[str]) -> list[SentenceRef]:
    """Return the places of all sentences of documents, in time order."""
    documents = sorted(read_input(paths).documents, key=lambda document: document.order)
    check_unique_ids(documents)
    return [sentence.ref for document in documents for sentence in document_sentences(document)]


def check_numbers(extracts: Mapping[str, frozenset[int]], *, first: int, last: int | None) -> None:
    """Raise an error for a sentence number below `first` or, where that is known, above `last`."""
    for name, extract in extracts.items():
        strange = next((n for n in sorted(extract) if n < first or (last is not None and n > last)), None)
        if strange is not None:
            upper = "" if last is None else f" to {last}"
            raise InputError(
                f"The extract {name!r} names sentence {strange}, which is not there.",
                given=str(strange),
                allowed=f"Sentences are numbered from {first}{upper}.",
            )


def _compared(extracts: Sequence[Extract]) -> list[frozenset[int]]:
    everything = [sentence for extract in extracts for sentence in sorted(extract, key=_order)]
    if len({type(sentence) for sentence in everything}) > 1:
        raise InputError(
            "Some extracts name sentences by number, others by document and index.",
            advice="Write all of them the same way.",
        )
    numbers = {
        place: number for number, place in enumerate(dict.fromkeys(everything)) if isinstance(place, SentenceRef)
    }
    return [frozenset(_number_of(sentence, numbers) for sentence in extract) for extract in extracts]


def _order(sentence: int | SentenceRef) -> tuple[str, int]:
    return ("", sentence) if isinstance(sentence, int) else (sentence.document_id, sentence.index)


def _number_of(sentence: int | SentenceRef, numbers: Mapping[SentenceRef, int]) -> int:
    if isinstance(sentence, int):
        return sentence
    if sentence not in numbers:
        raise InputError(
            f"The extract holds sentence {sentence.index} of {sentence.document_id!r}, which is not there.",
            given=f"{sentence.document_id}:{sentence.index}",
            allowed=f"The documents have {len(numbers)} sentences.",
            advice="Give the documents that the extract was made from, with --documents.",
        )
    return numbers[sentence]


def _number(token: str, path: str) -> int:
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise ReadError(path, f"{token[:60]!r} is not a sentence number.", advice=_SHAPES)
    return int(match[1])


def _summary_places(text: str, path: str) -> frozenset[SentenceRef]:
    rows = json_rows(text, place=path)
    sentences = rows[0].get("sentences") if len(rows) == 1 else None
    if not isinstance(sentences, list):
        raise ReadError(path, 'it has no list "sentences".', advice=_SHAPES)
    places = set()
    for sentence in sentences:
        match sentence:
            case {"document": str(document), "index": int(index)}:
                places.add(SentenceRef(document, index))
            case _:
                raise ReadError(path, 'a sentence has no "document" and "index".', advice=_SHAPES)
    return frozenset(places)


class _MeadExtract:
    """Collects the places of a MEAD extract, which counts sentences from 1."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.places: set[SentenceRef] = set()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the place of a sentence."""
        if name != "S":
            return
        document, number = attributes.get("DID"), attributes.get("SNO", "")
        if document is None or not number.isdecimal() or int(number) < 1:
            raise ReadError(self.path, "an element S has no DID, or no SNO from 1.", advice=_SHAPES)
        self.places.add(SentenceRef(document, int(number) - 1))

    def end(self, name: str) -> None:
        """Pass over the end of an element."""

    def text(self, data: str) -> None:
        """Pass over text."""


def _mead_places(text: str, path: str) -> frozenset[SentenceRef]:
    found = _MeadExtract(path)
    parse_xml(text, found, place=path, limits=LIMITS)
    return frozenset(found.places)
