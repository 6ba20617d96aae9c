"""SumBasic: sentences in the order in which they would be picked for the story's most probable words.

Source: Nenkova and Vanderwende (2005), "The impact of frequency on summarization".

Every content word has the probability of being drawn from the story. A sentence weighs the mean probability of its words.
The heaviest sentence with the most probable word is picked, the probability of its words is squared, and so on: what has
been said counts for less. Here the whole story is put in that order, so `--rank sumbasic --select top` is the published
summarizer. Scores fall evenly along the order. Sentences without words score 0, and so do sentences whose words have all
been used up: some seven squarings take a probability to 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np
from scipy import sparse

from meadow.model import FloatArray, IntArray, Scores
from meadow.rank.gathering import gather_rows
from meadow.rank.scaling import falling
from meadow.vectors.products import column_sums
from meadow.vectors.view import StoryView


def sumbasic(view: StoryView) -> Scores:
    """Return scores that fall along the order in which SumBasic picks sentences."""
    return falling("sumbasic", list(_picks(view.counts("terms").matrix)), len(view))


def _picks(counts: sparse.csr_array) -> Iterator[int]:
    """Yield rows in the order of choice; of equal words the one seen first leads, of equal sentences the earlier."""
    probabilities = column_sums(counts) / max(1.0, float(counts.data.sum()))
    holders = counts.tocsc()
    left = np.ones(counts.shape[0], dtype=np.bool_)
    words = [(-value, word) for word, value in enumerate(probabilities.tolist())]
    heapify(words)
    while words:
        stored, word = heappop(words)
        current = float(probabilities[word])
        rows = holders.indices[holders.indptr[word] : holders.indptr[word + 1]]
        rows = rows[left[rows]]
        if not len(rows) or current == 0:
            continue
        # A probability only falls, so an entry that is out of date goes back with what it is now.
        heappush(words, (-current, word))
        if -stored == current:
            best = int(rows[_mean_probabilities(counts, rows, probabilities).argmax()])
            left[best] = False
            probabilities[counts.indices[counts.indptr[best] : counts.indptr[best + 1]]] **= 2
            yield best


def _mean_probabilities(counts: sparse.csr_array, rows: IntArray, probabilities: FloatArray) -> FloatArray:
    """Return the mean probability of the distinct words of some rows, none of them empty."""
    found = gather_rows(counts.indptr, rows)
    means: FloatArray = np.add.reduceat(probabilities[counts.indices[found.places]], found.offsets) / found.sizes
    return means
