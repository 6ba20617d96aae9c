"""KL: sentences in the order in which they bring a summary's words closest to those of the story.

Source: Haghighi and Vanderwende (2009), "Exploring content models for multi-document summarization" (KLSum).

With P the distribution of content words in the story and S that in the summary, KLSum adds the sentence that leaves the
least `KL(P ‖ S) = Σ_w P(w) ln(P(w)/S(w))`. S is smoothed: `S(w) = (c(w) + smoothing)/(C + smoothing·V)` over the story's
V words, for a word that the summary lacks would make the divergence infinite. Published is a selector; here the first
`depth` sentences are put in that order and the others follow by what the divergence would be with each of them next, so
`--rank kl --select top` is the published summarizer up to that many sentences. Scores fall evenly along the order.
Sentences without words score 0.

A pick changes only the gain of its words, so only sentences that share one are computed again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.rank.gathering import gather_rows
from meadow.rank.scaling import falling
from meadow.vectors.products import column_sums, row_sums
from meadow.vectors.view import StoryView


def kl(view: StoryView, *, smoothing: float = 0.1, depth: int = 100) -> Scores:
    """Return scores that fall along the order in which KLSum adds sentences."""
    check_range("kl", "depth", depth, least=1)
    check_range("kl", "smoothing", smoothing, least=1e-6, most=100)
    counts = view.counts("terms").matrix
    return falling("kl", _order(counts, smoothing, depth), len(view))


def _order(counts: sparse.csr_array, smoothing: float, depth: int) -> list[int]:
    """Return the rows that hold words, in the order of choice; of equal ones the earlier comes first."""
    sizes = row_sums(counts, counts.data)
    summary = _GreedySummary(counts, smoothing)
    left = sizes > 0
    chosen: list[int] = []
    while len(chosen) < depth and left.any():
        row = int(np.where(left, -summary.divergence(sizes), -np.inf).argmax())
        chosen.append(row)
        left[row] = False
        summary.add(row)
    rest = np.flatnonzero(left)
    following: list[int] = rest[np.argsort(summary.divergence(sizes)[rest], kind="stable")].tolist()
    return chosen + following


class _GreedySummary:
    """A growing summary: `held[w]` words of each kind, and for every row what its words would gain."""

    def __init__(self, counts: sparse.csr_array, smoothing: float) -> None:
        self.counts = counts
        self.by_word = counts.tocsc()
        self.smoothing = smoothing
        self.shares = column_sums(counts) / max(1.0, float(counts.data.sum()))
        self.held = np.zeros(counts.shape[1])
        self.gains = self._gains(np.arange(counts.shape[1]))

    def divergence(self, sizes: FloatArray) -> FloatArray:
        """Return KL(P ‖ S) with each row added, up to what is the same for all rows."""
        total = self.held.sum() + self.smoothing * max(1, len(self.held))
        divergence: FloatArray = np.log(total + sizes) - self.gains
        return divergence

    def add(self, row: int) -> None:
        """Add a row: only its own words gain anything else than before."""
        cells = slice(self.counts.indptr[row], self.counts.indptr[row + 1])
        words = self.counts.indices[cells]
        before = self._gains(words)
        self.held[words] += self.counts.data[cells]
        self.gains += self._gains(words) - before

    def _gains(self, words: NDArray[np.integer]) -> FloatArray:
        """Return what each row would gain in P-weighted log probability by these of its words."""
        found = gather_rows(self.by_word.indptr, words)
        share, base = (np.repeat(each[words], found.sizes) for each in (self.shares, self.held + self.smoothing))
        gains = share * np.log1p(self.by_word.data[found.places] / base)
        rows = self.by_word.indices[found.places]
        # Without any word there is nothing to weigh, and numpy would count in whole numbers.
        return np.bincount(rows, gains, minlength=self.counts.shape[0]).astype(np.float64)
