"""Sentences as rows of counts: how often each term stands in each sentence, and how rare each term is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from meadow.model import FloatArray, IntArray
from meadow.text.background import Background
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
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


def count_sentences(
    texts: Sequence[str],
    languages: Sequence[str],
    backgrounds: Mapping[str, Background],
    *,
    scheme: CountScheme = "terms",
) -> Counts:
    """Return the counts of sentences under a scheme; each language is split, stemmed and weighed by its own rules.

    `terms` are stems without stop words; `words` are all folded words; the two MEAD schemes are the released system's.
    """
    known: dict[str, int] = {}
    idf: list[float] = []
    ids = np.empty(0, np.int32)
    lengths = np.zeros(len(texts), np.int32)
    owners = np.empty(0, np.int64)
    for language in dict.fromkeys(languages):
        rows = np.flatnonzero(np.array([language == own for own in languages]))
        interned = _interned([texts[row] for row in rows.tolist()], scheme, language)
        columns = _columns(interned.words, scheme, language, backgrounds[language], known, idf)
        lengths[rows] = interned.lengths
        ids = np.concatenate([ids, columns[interned.ids]])
        owners = np.concatenate([owners, np.repeat(rows, interned.lengths)])
    kept = ids != _STOP
    shape = (len(texts), len(known))
    matrix = sparse.csr_array((np.ones(int(kept.sum())), (owners[kept], ids[kept])), shape=shape)
    matrix.sum_duplicates()
    return Counts(matrix, tuple(known), np.array(idf, dtype=np.float64), lengths)


def _interned(texts: Sequence[str], scheme: CountScheme, language: str) -> Interned:
    return intern_words(texts, scheme="words" if scheme == "terms" else scheme, language=language)


def _columns(
    words: list[str],
    scheme: CountScheme,
    language: str,
    background: Background,
    known: dict[str, int],
    idf: list[float],
) -> IntArray:
    """Map word ids to columns of the matrix, adding new terms; of several forms of a term the most common sets its IDF."""
    # The released system looks words up as they stand, even those that it has lower-cased itself.
    lookup = background if scheme in _RELEASED else background.folded()
    values = lookup.idf(words).tolist()
    terms = stem_words(words, language) if scheme == "terms" else words
    stops = stop_words(language) if scheme == "terms" else frozenset()
    columns = np.full(len(words), _STOP, np.int32)
    for word_id, (word, term, value) in enumerate(zip(words, terms, values, strict=True)):
        if word in stops:
            continue
        column = known.setdefault(term, len(known))
        if column == len(idf):
            idf.append(value)
        idf[column] = min(idf[column], value)
        columns[word_id] = column
    return columns
