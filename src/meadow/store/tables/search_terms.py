"""Documents as the index keeps them: stems of their language, each as a number that depends on nothing but the stem.

A term is 64 bits of a hash over language and stem. Nothing has to be looked up or handed out, so that a commit writes no
table of words and one that is undone leaves nothing wrong behind. Among ten million terms two fall together with a chance
of 1 in 370,000; a search would then find a document too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from meadow.model import Document
from meadow.store.query_words import language_of
from meadow.store.tables.search_parts import Longs
from meadow.store.tables.search_postings import Postings
from meadow.text.per_word import PerWord
from meadow.text.stems import has_stems, stem_words
from meadow.vectors.vocabulary import vocabulary_for

TITLE_WEIGHT = 3
"""As how many words of the text a word of the title counts."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexedDocuments:
    """Documents with their postings: by place the number that the store gave each, and its length in words."""

    numbers: Longs
    lengths: Longs
    postings: Postings


@cache
def term_of(language: str) -> PerWord[int]:
    """Return the terms of a language's folded words, each made once."""

    def term(word: str) -> int:
        stem = stem_words([word], language)[0]
        name = f"{language} {stem}".encode("utf-8", "replace")
        return int.from_bytes(blake2b(name, digest_size=8).digest(), "little", signed=True)

    return PerWord(term)


@cache
def reading_of(language: str) -> str:
    """Return what reads a language here, with its version: terms on disk were made by what was there at the time."""
    if not has_stems(language):
        return "words"  # also Japanese without Sudachi, as pairs of characters
    readers = ("sudachipy", "sudachidict-small") if language == "ja" else ("PyStemmer",)
    return " ".join(["words", *(f"{reader} {_version(reader)}" for reader in readers)])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def index_documents(rows: Sequence[tuple[int, Document]]) -> tuple[IndexedDocuments, frozenset[str]]:
    """Return documents as the index keeps them, and the languages they are written in."""
    places: dict[str, list[int]] = {}
    for place, (_, document) in enumerate(rows):
        places.setdefault(language_of(document), []).append(place)
    parts = [_occurrences([rows[place][1] for place in mine], mine, name) for name, mine in places.items()]
    terms, owners = (np.concatenate(column) for column in zip(*parts, strict=True))
    numbers = np.array([number for number, _ in rows], dtype=np.int64)
    lengths = np.bincount(owners, minlength=len(rows)).astype(np.int64)
    return IndexedDocuments(numbers, lengths, _counted(terms, owners, len(rows))), frozenset(places)


def _occurrences(documents: Sequence[Document], places: Sequence[int], language: str) -> tuple[Longs, Longs]:
    """Return the term of every word and the place of its document; a word of a title is repeated by its weight."""
    # What is only a title has it as its text, too; it is not counted twice.
    texts = ["" if document.text == document.title else document.text for document in documents]
    texts += [document.title or "" for document in documents]
    vocabulary = vocabulary_for(language=language)
    ids, ends = vocabulary.read(texts)
    weights = np.repeat([1, TITLE_WEIGHT], len(documents))
    sizes = np.diff(ends, prepend=0)
    kinds, rows = np.unique(ids, return_inverse=True)
    term, known = term_of(language), vocabulary.words
    terms = np.array([term[known[kind]] for kind in kinds.tolist()], dtype=np.int64)
    times = np.repeat(weights, sizes)
    return np.repeat(terms[rows], times), np.repeat(np.tile(places, 2), sizes * weights).astype(np.int64)


def _counted(terms: Longs, owners: Longs, documents: int) -> Postings:
    kinds, rows = np.unique(terms, return_inverse=True)
    # One number per (term, document), so that a single sort gives the postings of each term side by side.
    pairs, counts = np.unique(rows * documents + owners, return_counts=True)
    term_rows, places = np.divmod(pairs, documents)
    sizes = np.bincount(term_rows, minlength=len(kinds)).astype(np.int64)
    return Postings(kinds, sizes, places, counts.astype(np.int64))
