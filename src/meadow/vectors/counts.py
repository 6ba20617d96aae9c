"""Sentences as rows of counts: how often each term stands in each sentence, and how rare each term is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, IntArray
from meadow.text.background import Background
from meadow.text.tokens import Scheme
from meadow.vectors.local_terms import number_locally
from meadow.vectors.products import unit_rows, with_values
from meadow.vectors.vocabulary import STOP, Vocabulary, vocabulary_for

CountScheme = Literal["terms", "words", "mead", "mead-cosine"]

_RELEASED = frozenset({"mead", "mead-cosine"})


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """A CSR matrix of sentences × terms with each term's text and inverse document frequency.

    `lengths` counts the words of each sentence before any were left out.
    """

    matrix: sparse.csr_array
    terms: tuple[str, ...]
    idf: FloatArray
    lengths: IntArray

    _kept: dict[str, sparse.csr_array] = field(default_factory=dict, repr=False)

    def weighted(self) -> sparse.csr_array:
        """Return the counts multiplied by inverse document frequency."""
        return with_values(self.matrix, self.matrix.data * self.idf[self.matrix.indices])

    def unit_rows(self) -> sparse.csr_array:
        """Return the weighted rows at length one, so that a product of two is their cosine; empty rows stay zero."""
        if "unit" not in self._kept:
            self._kept["unit"] = unit_rows(self.matrix, self.idf)
        return self._kept["unit"]


@dataclass(frozen=True, slots=True, eq=False)
class LanguageRows:
    """The sentences of one language: which rows they are, their words as ids of its vocabulary, and every word's rarity."""

    vocabulary: Vocabulary
    rows: NDArray[np.int64]
    ids: IntArray
    lengths: NDArray[np.int64]
    idf: FloatArray


def read_words(
    texts: Sequence[str], languages: Sequence[str], backgrounds: Mapping[str, Background], *, scheme: Scheme = "words"
) -> tuple[LanguageRows, ...]:
    """Return the words of sentences under a scheme, split and weighed by the rules of each language."""
    each = dict.fromkeys(languages)
    if len(each) == 1:
        (language,) = each
        every = np.arange(len(texts), dtype=np.int64)
        return (_read(texts, every, language, backgrounds[language], scheme),)
    row_languages = np.array(languages)
    parts: list[LanguageRows] = []
    for language in each:
        rows = np.flatnonzero(row_languages == language)
        parts.append(_read([texts[row] for row in rows.tolist()], rows, language, backgrounds[language], scheme))
    return tuple(parts)


def _read(
    texts: Sequence[str], rows: NDArray[np.int64], language: str, background: Background, scheme: Scheme
) -> LanguageRows:
    vocabulary = vocabulary_for(scheme, language=language)
    ids, ends = vocabulary.read(texts)
    # The released system looks words up as they stand, even those that it has lower-cased itself.
    weighed = background if scheme in _RELEASED else background.folded()
    return LanguageRows(vocabulary, rows, ids, np.diff(ends, prepend=0), vocabulary.idf(weighed))


def count_words(parts: Sequence[LanguageRows], sentences: int, *, stems: bool) -> Counts:
    """Return the counts of sentences whose words were read; with `stems` of terms without stop words."""
    if len(parts) == 1:
        return _count_one_language(parts[0], sentences, stems=stems)
    known: dict[str, int] = {}
    idf: list[float] = []
    lengths = np.zeros(sentences, np.int32)
    ids, owners = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
    for part in parts:
        lengths[part.rows] = part.lengths
        columns, kept = _merged_columns(part, known, idf, stems=stems)
        ids.append(columns)
        owners.append(np.repeat(part.rows, part.lengths)[kept])
    matrix = _matrix(np.concatenate(owners), np.concatenate(ids), (sentences, len(known)))
    return Counts(matrix, tuple(known), np.array(idf, dtype=np.float64), lengths)


def count_texts(texts: Sequence[str], languages: Sequence[str], backgrounds: Mapping[str, Background]) -> Counts:
    """Return the counts of terms of any texts, such as titles."""
    return count_words(read_words(texts, languages, backgrounds), len(texts), stems=True)


def _count_one_language(part: LanguageRows, sentences: int, *, stems: bool) -> Counts:
    vocabulary = part.vocabulary
    local = number_locally(part.ids, part.lengths, vocabulary.term_of if stems else None, part.idf)
    texts = vocabulary.terms if stems else vocabulary.words
    matrix = sparse.csr_array((local.counts, local.columns, local.starts), shape=(sentences, len(local.keys)))
    matrix.has_canonical_format = True
    return Counts(matrix, tuple([texts[key] for key in local.keys.tolist()]), local.idf, part.lengths.astype(np.int32))


def _merged_columns(
    part: LanguageRows, known: dict[str, int], idf: list[float], *, stems: bool
) -> tuple[IntArray, NDArray[np.bool_]]:
    """Return the column of each word that counts, and which do: a term that languages share is one column."""
    vocabulary = part.vocabulary
    keys = vocabulary.term_of[part.ids] if stems else part.ids
    texts = vocabulary.terms if stems else vocabulary.words
    kept = keys != STOP
    local = number_locally(part.ids, part.lengths, vocabulary.term_of if stems else None, part.idf)
    columns = np.zeros(len(texts), np.int32)
    for key, value in zip(local.keys.tolist(), local.idf.tolist(), strict=True):
        column = columns[key] = known.setdefault(texts[key], len(known))
        if column == len(idf):
            idf.append(value)
        elif value < idf[column]:
            idf[column] = value
    return columns[keys[kept]], kept


def _matrix(rows: NDArray[np.int64], columns: IntArray, shape: tuple[int, int]) -> sparse.csr_array:
    matrix = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    return matrix
