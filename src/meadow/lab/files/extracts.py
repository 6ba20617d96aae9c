"""Extracts: the sentences that a system or a judge chose.

They come as sentence numbers, as the JSON of `meadow summarize --json`, or as MEAD's `extract` files.

Links between judged sentences are lines `a b` (a is subsumed by b, numbers from 0), JSON Lines, or what
`meadow evaluate subsumption --json` prints.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.cli.inputs import Row, distinct_names, is_json, json_rows, parse_file, read_file
from meadow.cli.reading import read_input
from meadow.errors import InputError, ReadError, UsageError
from meadow.lab.evaluate.gold_format import Places, parse_places
from meadow.lab.evaluate.utility import JudgeTable
from meadow.model import SentenceRef
from meadow.text.sentences import document_sentences
from meadow.vectors.view import check_unique_ids

Link = tuple[int, int]
_SHAPES = (
    'Write "a b" with numbers from 0, or {"sentence": ["document", 0], "by": ["document", 3]}: a is subsumed by b.'
)
_LINE = re.compile(r"([0-9]{1,9})[\s,;>-]+([0-9]{1,9})")


def read_extract(path: str) -> Places:
    """Return the sentences of an extract: numbers as they are written, or places in documents."""
    return parse_file(path, parse_places)


def numbered(extracts: Sequence[Places], places: Sequence[SentenceRef] | None = None) -> list[frozenset[int]]:
    """Return the extracts as numbers: as written, or the number from 1 of each place in `places`.

    Without `places`, all that can be said of places is which are the same: they are numbered from 0 as they come.
    """
    if places is None:
        return _compared(extracts)
    numbers = {sentence: number for number, sentence in enumerate(places, start=1)}
    return [frozenset(_number_of(sentence, numbers) for sentence in extract) for extract in extracts]


def sentence_names(extracts: Sequence[Places]) -> dict[int, str]:
    """Return what a reader calls each number that `numbered` gives without places: itself, or `document:index`."""
    everything = _in_order(extracts)
    if not any(isinstance(sentence, SentenceRef) for sentence in everything):
        return {number: str(number) for number in everything if isinstance(number, int)}
    places = (sentence for sentence in dict.fromkeys(everything) if isinstance(sentence, SentenceRef))
    return {number: f"{sentence.document_id}:{sentence.index}" for number, sentence in enumerate(places)}


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


def _compared(extracts: Sequence[Places]) -> list[frozenset[int]]:
    everything = _in_order(extracts)
    if len({type(sentence) for sentence in everything}) > 1:
        raise InputError(
            "Some extracts name sentences by number, others by document and index.",
            advice="Write all of them the same way.",
        )
    numbers = {
        sentence: number
        for number, sentence in enumerate(dict.fromkeys(everything))
        if isinstance(sentence, SentenceRef)
    }
    return [frozenset(_number_of(sentence, numbers) for sentence in extract) for extract in extracts]


def _in_order(extracts: Sequence[Places]) -> list[int | SentenceRef]:
    return [sentence for extract in extracts for sentence in sorted(extract, key=_order)]


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


@dataclass(frozen=True, slots=True)
class Subsumption:
    """Which sentences subsume which, and what a subsumed one still earns (E)."""

    links: tuple[Link, ...]
    credit: float
    notes: tuple[str, ...] = ()


def read_subsumption(links: str | None, credit: float | None, table: JudgeTable) -> Subsumption | None:
    """Return what --links and --credit ask for, or None without them; one without the other is an error."""
    if links is None and credit is None:
        return None
    if links is None or credit is None:
        given, lacking = ("--credit", "--links") if links is None else ("--links", "--credit")
        raise UsageError(
            f"{given} was given without {lacking}.", given=given, allowed="Subsumption needs both.",
            advice="For example: --links links.txt --credit 0.5.",
        )  # fmt: skip
    text = read_file(links)
    if not is_json(links, text):
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return Subsumption(tuple(_link(line, f"{links}:{number}") for number, line in lines), credit)
    known = {sentence: number for number, sentence in enumerate(table.sentences)}
    rows = json_rows(text, place=links)
    if len(rows) == 1 and isinstance(rows[0].get("links"), list):
        return _found_links(rows[0]["links"], known, links, credit)
    return Subsumption(tuple(_row_link(row, known, f"{links}, entry {n}") for n, row in enumerate(rows, 1)), credit)


def _found_links(listed: object, known: Mapping[SentenceRef, int], path: str, credit: float) -> Subsumption:
    """Return the links of a whole story between those of its sentences that were judged."""
    rows = json_rows(json.dumps(listed), place=path)
    judged = [row for row in rows if all(_is_known(row.get(side), known) for side in ("sentence", "by"))]
    links = tuple(_row_link(row, known, path) for row in judged)
    return Subsumption(links, credit, (f"{len(links)} of {len(rows)} links are between sentences that were judged.",))


def _is_known(sentence: object, known: Mapping[SentenceRef, int]) -> bool:
    match sentence:
        case [str(document), int(index)]:
            return SentenceRef(document, index) in known
    return False


def _row_link(row: Row, known: Mapping[SentenceRef, int], place: str) -> Link:
    return _sentence(row.get("sentence"), known, place), _sentence(row.get("by"), known, place)


def _link(line: str, place: str) -> Link:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ReadError(place, f"{line[:60]!r} is not a link.", advice=_SHAPES)
    return int(match[1]), int(match[2])


def _sentence(value: object, known: Mapping[SentenceRef, int], place: str) -> int:
    match value:
        case bool():
            pass
        case int():
            return value
        case [str(document), int(index)] if SentenceRef(document, index) in known:
            return known[SentenceRef(document, index)]
    raise ReadError(place, f"{json.dumps(value)[:60]} is not a judged sentence.", advice=_SHAPES)
