"""Average linkage of a few documents: the two parts that it joins last.

Source: Sokal and Michener (1958) for the link, Murtagh (1983) for the chain of nearest neighbours. It does step by step what
`scipy.cluster.hierarchy.linkage` does, to the last bit, ties included; that takes a quarter of a second to load, which a
digest of some hundred articles would wait for.
"""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray

_Merge = tuple[float, int, int]


def joined_last(distances: FloatArray) -> tuple[list[int], list[int]]:
    """Return the members of the two parts that are joined last, given all distances of two rows or more, in order."""
    # A stable sort: of equal distances the merge that was found first comes first.
    *before, last = sorted(_merges(distances), key=lambda merge: merge[0])
    members = {row: [row] for row in range(len(distances))}
    for _, one, other in before:
        smaller, larger = sorted((members[one], members[other]), key=len)
        larger += smaller
        members.update(dict.fromkeys(smaller, larger))
    return sorted(members[last[1]]), sorted(members[last[2]])


def _merges(distances: FloatArray) -> list[_Merge]:
    """Return all merges as distance and two rows, one of each part: whoever are each other's nearest are joined."""
    # A part lives on in the row of its second member; rows that are gone, and each row itself, are infinitely far.
    table = distances.astype(np.float64)
    np.fill_diagonal(table, np.inf)
    sizes = [1.0] * len(table)
    merges: list[_Merge] = []
    chain: list[int] = []
    while len(merges) < len(table) - 1:
        if not chain:
            chain = [next(row for row, size in enumerate(sizes) if size)]
        nearest = int(table[chain[-1]].argmin())
        # Of equally near ones the one before in the chain, or the chain might go round for ever.
        if len(chain) > 1 and table[chain[-1], chain[-2]] <= table[chain[-1], nearest]:
            gone, kept = sorted((chain.pop(), chain.pop()))
            merges.append((float(table[gone, kept]), gone, kept))
            _join(table, sizes, gone, kept)
        else:
            chain.append(nearest)
    return merges


def _join(table: FloatArray, sizes: list[float], gone: int, kept: int) -> None:
    """Let a row stand for two parts: its distances are the means over the members of both."""
    both = sizes[gone] + sizes[kept]
    means = (sizes[gone] * table[gone] + sizes[kept] * table[kept]) / both
    means[kept] = np.inf
    table[kept] = table[:, kept] = means
    table[gone] = table[:, gone] = np.inf
    sizes[gone], sizes[kept] = 0.0, both
