"""Sentences as rows of counts: how often each term stands in each sentence, and how rare each term is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, IntArray
from meadow.text.background import Background
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import Scheme
from meadow.vectors.vocabulary import Interned, intern_words

CountScheme = Literal["terms", "words", "mead", "mead-cosine"]

_STOP = -1
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

    def weighted(self) -> sparse.csr_array:
        """Return the counts multiplied by inverse document frequency."""
        weighted = self.matrix.copy()
        weighted.data = weighted.data * self.idf[weighted.indices]
        return weighted

    def unit_rows(self) -> sparse.csr_array:
        """Return the weighted rows at length one, so that a product of two is their cosine; empty rows stay zero."""
        weighted = self.weighted()
        norms = np.sqrt(np.asarray(weighted.power(2).sum(axis=1)).ravel())
        scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
        weighted.data = weighted.data * np.repeat(scale, np.diff(weighted.indptr))
        return weighted


@dataclass(frozen=True, slots=True, eq=False)
class LanguageRows:
    """The sentences of one language: which rows they are, their words as ids, and each word's rarity."""

    language: str
    rows: NDArray[np.int64]
    interned: Interned
    idf: FloatArray


def read_words(
    texts: Sequence[str], languages: Sequence[str], backgrounds: Mapping[str, Background], *, scheme: Scheme = "words"
) -> tuple[LanguageRows, ...]:
    """Return the words of sentences under a scheme, split and weighed by the rules of each language."""
    parts: list[LanguageRows] = []
    own = np.array(languages)
    for language in dict.fromkeys(languages):
        rows = np.flatnonzero(own == language)
        interned = intern_words([texts[row] for row in rows.tolist()], scheme=scheme, language=language)
        # The released system looks words up as they stand, even those that it has lower-cased itself.
        background = backgrounds[language] if scheme in _RELEASED else backgrounds[language].folded()
        parts.append(LanguageRows(language, rows, interned, background.idf(interned.words)))
    return tuple(parts)


def count_words(parts: Sequence[LanguageRows], sentences: int, *, stems: bool) -> Counts:
    """Return the counts of sentences whose words were read; with `stems` of terms without stop words."""
    known: dict[str, int] = {}
    idf: list[float] = []
    lengths = np.zeros(sentences, np.int32)
    ids, owners = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
    for part in parts:
        columns = _columns(part, known, idf, stems=stems)
        lengths[part.rows] = part.interned.lengths
        ids.append(columns[part.interned.ids])
        owners.append(np.repeat(part.rows, part.interned.lengths))
    every, of_row = np.concatenate(ids), np.concatenate(owners)
    kept = every != _STOP
    cells = (np.ones(int(kept.sum())), (of_row[kept], every[kept]))
    matrix = sparse.csr_array(cells, shape=(sentences, len(known)))
    matrix.sum_duplicates()
    return Counts(matrix, tuple(known), np.array(idf, dtype=np.float64), lengths)


def count_texts(texts: Sequence[str], languages: Sequence[str], backgrounds: Mapping[str, Background]) -> Counts:
    """Return the counts of terms of any texts, such as titles."""
    return count_words(read_words(texts, languages, backgrounds), len(texts), stems=True)


def _columns(part: LanguageRows, known: dict[str, int], idf: list[float], *, stems: bool) -> IntArray:
    """Map word ids to columns of the matrix, adding new terms; of several forms of a term the most common sets its IDF."""
    words = part.interned.words
    terms = stem_words(words, part.language) if stems else words
    stops = stop_words(part.language) if stems else frozenset[str]()
    columns = np.full(len(words), _STOP, np.int32)
    for word_id, (word, term, value) in enumerate(zip(words, terms, part.idf.tolist(), strict=True)):
        if word in stops:
            continue
        column = known.setdefault(term, len(known))
        if column == len(idf):
            idf.append(value)
        elif value < idf[column]:
            idf[column] = value
        columns[word_id] = column
    return columns
