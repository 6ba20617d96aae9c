"""LexRank: a sentence matters if sentences that matter are like it; the shares of a random walk.

Source: Erkan and Radev (2004), "LexRank: Graph-based lexical centrality as salience in text summarization".

The similarity of two sentences is the cosine of their TF·IDF vectors, rows of unit length X. The walk follows similarity
with probability `damping` and else restarts anywhere. Continuous LexRank weighs its steps by similarity. With the
degrees `g = X(Xᵀ1)` that is `p ← (1 − damping)/n + damping · X(Xᵀ(p/g))`, so the n × n matrix is never formed and a step
costs what the sentences have words. The thresholded form steps with equal probability to every sentence whose similarity
is over `threshold`; it needs all pairs and is meant for small stories. A sentence is similar to itself, as in the paper.
Sentences without words are outside the walk and have 0. The paper calls the other share, 0.15, the damping factor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.kernels.loops import COMPILED
from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops.types import run
from meadow.model import FloatArray, Scores
from meadow.rank.scaling import one_feature
from meadow.vectors.view import StoryView

Step = Callable[[FloatArray], FloatArray]

# The walk has settled when no sentence's share changes by more than this part of the mean share.
_SETTLED = 1e-6
_MOST_STEPS = 1000
_ROWS_AT_ONCE = 512


def lexrank(
    view: StoryView, *, continuous: bool = True, threshold: float = 0.1, damping: float = 0.85, scaled: bool = False
) -> Scores:
    """Return how often a walk along similar sentences visits each one: shares that add up to 1.

    `continuous` weighs steps by similarity; `continuous=false` is the published form with a `threshold`. With `scaled` the
    best sentence has 1.
    """
    check_range("lexrank", "threshold", threshold, least=0, most=1)
    check_range("lexrank", "damping", damping, least=0, most=1)
    rows = view.counts("terms").unit_rows()
    worded = np.diff(rows.indptr) > 0
    inside = rows if worded.all() else rows[worded]
    values = np.zeros(len(view))
    values[worded] = similarity_walk(inside, damping) if continuous else link_walk(inside, threshold, damping)
    return one_feature("lexrank", values, scaled=scaled)


def similarity_walk(rows: sparse.csr_array, damping: float) -> FloatArray:
    """Return the shares of the continuous walk over unit rows, none of them empty."""
    if not COMPILED:
        return similarity_walk_plainly(rows, damping)
    count, width = rows.shape
    # SciPy gives short or long numbers as the rows were made.
    starts, columns = (np.ascontiguousarray(each, np.int32) for each in (rows.indptr, rows.indices))
    visits, buffers = np.full(count, 1 / max(1, count)), [np.empty(width), np.ones(count), *np.empty((2, count))]
    run(loops.similarity_walk, starts, columns, rows.data, damping, _SETTLED, _MOST_STEPS, *buffers, visits)
    return visits


def similarity_walk_plainly(rows: sparse.csr_array, damping: float) -> FloatArray:
    """Return the same by sums over whole arrays, to the bit: every sum adds rounded products, rows and columns in order."""
    owners = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))

    def pass_through(spread: FloatArray) -> FloatArray:
        """Return X(Xᵀ spread): what each row gives to its words, and what they give back."""
        shared = np.bincount(rows.indices, rows.data * spread[owners], minlength=rows.shape[1])
        arrived = np.bincount(owners, rows.data * shared[rows.indices], minlength=rows.shape[0])
        return arrived.astype(np.float64, copy=False)

    degrees = pass_through(np.ones(rows.shape[0]))
    return _settled(lambda visits: pass_through(visits / degrees), rows.shape[0], damping)


def link_walk(rows: sparse.csr_array, threshold: float, damping: float) -> FloatArray:
    """Return the shares of the walk over unit rows, none of them empty, whose cosine is over the threshold."""
    links = _links(rows, threshold)
    degrees = np.maximum(np.diff(links.indptr), 1)
    return _settled(lambda visits: links @ (visits / degrees), rows.shape[0], damping)


def _settled(step: Step, sentences: int, damping: float) -> FloatArray:
    """Return the shares that a walk settles on when it starts from everywhere alike."""
    visits = np.full(sentences, 1 / max(1, sentences))
    start = (1 - damping) * visits
    for _ in range(_MOST_STEPS):
        following = start + damping * step(visits)
        moved = float(np.abs(following - visits).max(initial=0.0))
        visits = following
        if moved * sentences < _SETTLED:
            break
    return visits


def _links(rows: sparse.csr_array, threshold: float) -> sparse.csr_array:
    """Return 1 for each pair of sentences over the threshold, found a block of rows at a time."""
    columns = rows.T.tocsr()
    blocks = [sparse.csr_array((0, rows.shape[0]))]
    for start in range(0, rows.shape[0], _ROWS_AT_ONCE):
        similar = rows[start : start + _ROWS_AT_ONCE] @ columns
        similar.data = (similar.data > threshold).astype(np.float64)
        similar.eliminate_zeros()
        blocks.append(similar)
    return sparse.vstack(blocks, format="csr")
