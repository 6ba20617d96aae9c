"""Loops over rows and stories with the arrays that they write to."""

from __future__ import annotations

import numpy as np

from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray, IntArray
from meadow.tracking.gathering import Spans

Rows = tuple[Longs, Longs, FloatArray]


def closest_stories(
    rows: Rows, own: Spans, by_term: Rows, holds: FloatArray, their: Spans, half_life: float, reach: float
) -> tuple[Longs, FloatArray]:
    """Return the closest story of each row and its share."""
    count = len(rows[0]) - 1
    best, shares = np.zeros(count, np.int64), np.zeros(count)
    given = *rows, *own, *by_term, holds, *their, half_life, reach
    run(loops.closest_stories, *given, np.zeros(len(holds)), best, shares)
    return best, shares


def count_holders(ends: Longs, terms: IntArray, order: Longs, stories: Longs, width: int) -> Longs:
    """Return in how many stories each term stands."""
    holders, stamps = np.zeros(width, np.int64), np.full(width, -1)
    run(loops.count_holders, ends, terms, order, stories, stamps, holders)
    return holders
