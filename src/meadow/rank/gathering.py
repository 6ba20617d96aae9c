"""The places of some rows' values in a compressed matrix, so that many rows are taken in one step of numpy.

Source: our own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


class Gathered(NamedTuple):
    """The places of some runs, run after run: run k is `places[offsets[k] : offsets[k] + sizes[k]]`."""

    places: Places
    offsets: Places
    sizes: Places


def gather_runs(begins: NDArray[np.integer[Any]], ends: NDArray[np.integer[Any]]) -> Gathered:
    """Return all places of runs, each from its begin up to its end."""
    sizes = (ends - begins).astype(np.int64)
    offsets = np.cumsum(sizes) - sizes
    return Gathered(np.arange(int(sizes.sum())) + np.repeat(begins - offsets, sizes), offsets, sizes)


def gather_rows(starts: NDArray[np.integer[Any]], rows: NDArray[np.integer[Any]]) -> Gathered:
    """Return the places of the values of some rows, where row r has those from `starts[r]` up to `starts[r + 1]`."""
    return gather_runs(starts[rows], starts[rows + 1])
