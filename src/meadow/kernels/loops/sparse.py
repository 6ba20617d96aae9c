"""Sums over compressed sparse rows: row r has the columns `columns[ends[r]:ends[r + 1]]`, ascending, and their values."""

from __future__ import annotations

from meadow.kernels.loops.types import Ints, Longs, Reals


def shared_cells(
    ends: Longs,
    columns: Ints,
    weights: Reals,
    other_ends: Longs,
    other_columns: Ints,
    other_weights: Reals,
    first: Ints,
    second: Ints,
    sums: Reals,
) -> None:
    """Write, per pair, the weight of either row in shared columns, the sum of the smaller ones and that of products.

    `sums` has four parts, each as long as there are pairs.
    """
    pairs: int = len(first)
    for pair in range(pairs):
        i = ends[first[pair]]
        last_i = ends[first[pair] + 1]
        j = other_ends[second[pair]]
        last_j = other_ends[second[pair] + 1]
        left: float = 0.0
        right: float = 0.0
        minima: float = 0.0
        products: float = 0.0
        while i < last_i and j < last_j:
            if columns[i] < other_columns[j]:
                i += 1
            elif columns[i] > other_columns[j]:
                j += 1
            else:
                ours = weights[i]
                theirs = other_weights[j]
                left += ours
                right += theirs
                minima += min(theirs, ours)
                products += ours * theirs
                i += 1
                j += 1
        sums[pair] = left
        sums[pairs + pair] = right
        sums[2 * pairs + pair] = minima
        sums[3 * pairs + pair] = products


def similarity_walk(
    starts: Ints,
    columns: Ints,
    values: Reals,
    damping: float,
    settled: float,
    steps: int,
    shared: Reals,
    spread: Reals,
    degrees: Reals,
    arrived: Reals,
    visits: Reals,
) -> None:
    """Let a walk along the cosines of unit rows settle: `visits` holds where it starts, and then the shares of visits.

    `spread` is 1 everywhere, `shared` as long as there are columns and the others as there are rows.
    """
    rows: int = len(visits)
    _pass_through(starts, columns, values, spread, shared, degrees)
    start: float = (1.0 - damping) * visits[0] if rows else 0.0
    for _ in range(steps):
        for row in range(rows):
            spread[row] = visits[row] / degrees[row]
        _pass_through(starts, columns, values, spread, shared, arrived)
        moved: float = 0.0
        for row in range(rows):
            following = start + damping * arrived[row]
            change: float = abs(following - visits[row])
            if change > moved:
                moved = change
            visits[row] = following
        if moved * rows < settled:
            break


def _pass_through(starts: Ints, columns: Ints, values: Reals, spread: Reals, shared: Reals, arrived: Reals) -> None:
    """Fill `arrived` with X(Xᵀ spread): what each row gives to its words, and what they give back."""
    for column in range(len(shared)):
        shared[column] = 0.0
    for row in range(len(spread)):
        for at in range(starts[row], starts[row + 1]):
            shared[columns[at]] += values[at] * spread[row]
    for row in range(len(spread)):
        total: float = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * shared[columns[at]]
        arrived[row] = total
