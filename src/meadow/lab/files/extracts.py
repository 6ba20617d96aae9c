"""Extracts: the sentences that a system or a judge chose.

They come as sentence numbers, as the JSON of `meadow summarize --json`, or as MEAD's `extract` files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.cli.inputs import distinct_names, parse_file
from meadow.cli.reading import read_input
from meadow.errors import InputError
from meadow.lab.evaluate.places import Places, parse_places
from meadow.model import SentenceRef
from meadow.text.sentences import document_sentences
from meadow.vectors.view import check_unique_ids


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
