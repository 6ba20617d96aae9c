"""BM25: how well each text of a collection answers a question, from word counts alone.

`score(t, q) = Σ_w idf(w) · f·(k1 + 1) / (f + k1·(1 − b + b·|t| / mean |t|))`, summed over the words of the question as
often as they stand there, `f` being the word's count in the text. The inverse document frequency is
`ln(1 + (N − n + ½) / (n + ½))`: it stays positive when most texts hold the word, which is the rule among texts that
were gathered for one topic, where the older form would punish the topic's own name.

Source: Robertson, Walker, Jones, Hancock-Beaulieu and Gatford (1995); the positive idf as in Lucene.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, UsageError
from meadow.model import FloatArray

K1, B = 1.2, 0.75


def rarity(holders: NDArray[np.integer] | FloatArray, size: int) -> FloatArray:
    """Return the inverse document frequency of words that stand in so many of `size` texts."""
    idf: FloatArray = np.log1p((size - holders + 0.5) / (holders + 0.5))
    return idf


def saturated(counts: FloatArray, relative_lengths: FloatArray, *, k1: float = K1, b: float = B) -> FloatArray:
    """Return counts damped by their own size and by the length of their text, which is given in shares of the mean."""
    damped: FloatArray = counts * (k1 + 1) / (counts + k1 * (1 - b + b * relative_lengths))
    return damped


def relative_lengths(lengths: NDArray[np.integer] | FloatArray) -> FloatArray:
    """Return lengths in shares of their mean; where all texts are empty, zeros."""
    shares: FloatArray = lengths / (lengths.mean() if lengths.any() else 1.0)
    return shares


@dataclass(frozen=True, slots=True, eq=False)
class Bm25:
    """An index of texts: for each word the texts that hold it, and what it adds to their scores.

    The postings of word `w` are `texts[o[w]:o[w + 1]]` and `weights[o[w]:o[w + 1]]` with `o = offsets`.
    """

    vocabulary: Mapping[str, int]
    offsets: NDArray[np.int64]
    texts: NDArray[np.int64]
    weights: FloatArray
    size: int

    def scores(self, question: Sequence[str]) -> FloatArray:
        """Return one score per text, in the order of indexing; words that no text holds add nothing."""
        scores = np.zeros(self.size)
        for word in question:
            row = self.vocabulary.get(word)
            if row is not None:
                postings = slice(self.offsets[row], self.offsets[row + 1])
                scores[self.texts[postings]] += self.weights[postings]
        return scores

    def ranking(self, question: Sequence[str]) -> list[int]:
        """Return the numbers of all texts, best first; equal scores keep the order of indexing."""
        return [int(text) for text in np.argsort(-self.scores(question), kind="stable")]


def bm25(texts: Sequence[Sequence[str]], *, k1: float = K1, b: float = B) -> Bm25:
    """Return the index of texts that are given as their words; `k1` damps repetition, `b` long texts."""
    _check(texts, k1=k1, b=b)
    vocabulary: dict[str, int] = {}
    words = np.array([vocabulary.setdefault(word, len(vocabulary)) for text in texts for word in text], dtype=np.int64)
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    owners = np.repeat(np.arange(len(texts)), lengths)
    # One number per (word, text), so that a single sort gives the postings of each word side by side.
    pairs, counts = np.unique(words * len(texts) + owners, return_counts=True)
    rows, holders = np.divmod(pairs, len(texts))
    spread = np.bincount(rows, minlength=len(vocabulary))
    damped = saturated(counts.astype(np.float64), relative_lengths(lengths)[holders], k1=k1, b=b)
    return Bm25(
        vocabulary=vocabulary,
        offsets=np.concatenate([[0], np.cumsum(spread)]),
        texts=holders,
        weights=rarity(spread, len(texts))[rows] * damped,
        size=len(texts),
    )


def _check(texts: Sequence[Sequence[str]], *, k1: float, b: float) -> None:
    if not texts:
        raise InputError("BM25 ranks texts, and there are none.", given="0 texts", allowed="Give at least one text.")
    if not k1 >= 0 or not 0 <= b <= 1:
        raise UsageError(
            f"BM25 cannot use k1={k1:g} and b={b:g}.",
            given=f"k1={k1:g}, b={b:g}",
            allowed="k1 is at least 0, b from 0 to 1.",
        )
