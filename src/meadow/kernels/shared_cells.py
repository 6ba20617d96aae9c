"""What two sparse rows hold in common, for many pairs of rows: the compiled twin of `vectors.cells.shared_cells_plain`.

Each pair costs one walk over its two sorted rows and nothing is copied.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meadow.kernels.compiling import kernel


@kernel
def walk(ends, columns, weights, other_ends, other_columns, other_weights, first, second) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return, per pair, the weight of either row in shared columns, the sum of the smaller ones and that of products."""
    sums = np.zeros((4, len(first)))
    for pair in range(len(first)):
        i, last_i = ends[first[pair]], ends[first[pair] + 1]
        j, last_j = other_ends[second[pair]], other_ends[second[pair] + 1]
        while i < last_i and j < last_j:
            if columns[i] < other_columns[j]:
                i += 1
            elif columns[i] > other_columns[j]:
                j += 1
            else:
                ours, theirs = weights[i], other_weights[j]
                sums[0, pair] += ours
                sums[1, pair] += theirs
                sums[2, pair] += min(ours, theirs)
                sums[3, pair] += ours * theirs
                i += 1
                j += 1
    return sums
