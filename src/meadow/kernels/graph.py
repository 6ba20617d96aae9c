"""A walk over sentences along the words they share: the compiled twin of `meadow.rank.lexrank.similarity_walk_plainly`.

Sums run over rows and columns in the order in which the twin takes them, and the walk stops by the largest single change, so
that both twins give the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meadow.kernels.compiling import kernel


@kernel
def similarity_walk(starts, columns, values, width, damping, settled, steps) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the shares in which a walk along the cosines of unit rows visits each of them."""
    rows = len(starts) - 1
    shared = np.zeros(width)
    spread = np.ones(rows)
    degrees = np.empty(rows)
    _pass_through(starts, columns, values, spread, shared, degrees)
    visits = np.full(rows, 1 / max(1, rows))
    start = (1 - damping) * visits
    arrived = np.empty(rows)
    for _ in range(steps):
        for row in range(rows):
            spread[row] = visits[row] / degrees[row]
        _pass_through(starts, columns, values, spread, shared, arrived)
        moved = 0.0
        for row in range(rows):
            following = start[row] + damping * arrived[row]
            moved = max(moved, abs(following - visits[row]))
            visits[row] = following
        if moved * rows < settled:
            break
    return visits


@kernel
def _pass_through(starts, columns, values, spread, shared, arrived) -> None:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Fill `arrived` with X(Xᵀ spread): what each row gives to its words, and what they give back."""
    shared[:] = 0.0
    for row in range(len(spread)):
        for at in range(starts[row], starts[row + 1]):
            shared[columns[at]] += values[at] * spread[row]
    for row in range(len(spread)):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * shared[columns[at]]
        arrived[row] = total
