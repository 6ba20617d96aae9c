"""Similar rows and groups grown from them in compiled loops: the fast twin of `tracking.linking`.

Every sum runs in the order of the plain twins, so both give the same groups. A group's list of others is written anew at
the end of one arena whenever it takes another group in; what others hold about either is summed up when they are
joined themselves.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.compiling import kernel
from meadow.model import FloatArray

Longs = NDArray[np.int64]

_LEAST_COHESION = 1e-9
_NEVER = np.iinfo(np.int64).max


@kernel
def similar_pairs(
    starts: Longs, terms: Longs, values: FloatArray, by_term: tuple[Longs, Longs, FloatArray], least: float
) -> tuple[Longs, Longs, FloatArray]:
    """Return each row's others of at least that similarity, in the order of rows."""
    rows = len(starts) - 1
    sums, stamps, met = np.zeros(rows), np.full(rows, -1, np.int64), np.empty(rows, np.int64)
    ends, others, similar = np.zeros(rows + 1, np.int64), np.empty(rows * 16, np.int64), np.empty(rows * 16)
    # Only later rows are looked at, so each list begins behind the rows that have had their turn.
    later = by_term[0].copy()
    top = 0
    for row in range(rows):
        for cell in range(starts[row], starts[row + 1]):
            later[terms[cell]] += 1
        met_count = _products(
            row, starts, terms, values, (later, by_term[0][1:], by_term[1], by_term[2]), sums, stamps, met
        )
        if top + met_count > len(others):
            others, similar = wider(others, top + met_count), wider_values(similar, top + met_count)
        begin = top
        for at in range(met_count):
            if sums[met[at]] >= least:
                others[top] = met[at]
                top += 1
        others[begin:top].sort()
        for at in range(begin, top):
            similar[at] = sums[others[at]]
        ends[row + 1] = top
    return _from_both_sides(ends, others, similar)


@kernel
def _from_both_sides(ends: Longs, others: Longs, values: FloatArray) -> tuple[Longs, Longs, FloatArray]:
    """Return pairs that are listed with their first row only with their second row too."""
    rows = len(ends) - 1
    places = np.zeros(rows + 1, np.int64)
    for row in range(rows):
        places[row + 1] += ends[row + 1] - ends[row]
        for at in range(ends[row], ends[row + 1]):
            places[others[at] + 1] += 1
    places = np.cumsum(places)
    free = places[:-1].copy()
    both, mirrored = np.empty(places[rows], np.int64), np.empty(places[rows])
    for row in range(rows):
        # Earlier rows have entered themselves by now, in their order.
        for at in range(ends[row], ends[row + 1]):
            other = others[at]
            both[free[row]], mirrored[free[row]] = other, values[at]
            both[free[other]], mirrored[free[other]] = row, values[at]
            free[row] += 1
            free[other] += 1
    return places, both, mirrored


@kernel
def _products(row, starts, terms, values, by_term, sums, stamps, met):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Sum the products of a row with all that share a term with it, and return how many those are."""
    firsts, lasts, holders, weights = by_term
    met_count = 0
    for cell in range(starts[row], starts[row + 1]):
        for at in range(firsts[terms[cell]], lasts[terms[cell]]):
            other = holders[at]
            if stamps[other] != row:
                stamps[other], sums[other], met[met_count] = row, 0.0, other
                met_count += 1
            sums[other] += values[cell] * weights[at]
    return met_count


@kernel
def wider(array: Longs, needed: int) -> Longs:
    """Return the array with room for twice as many numbers as are needed."""
    wide = np.empty(2 * needed, np.int64)
    wide[: len(array)] = array
    return wide


@kernel
def wider_values(array: FloatArray, needed: int) -> FloatArray:
    """Return the array with room for twice as many values as are needed."""
    wide = np.empty(2 * needed)
    wide[: len(array)] = array
    return wide


@kernel
def find(owner: Longs, row: int) -> int:
    """Return the row that a row belongs to now."""
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row


@kernel
def no_steps(rows: int) -> tuple[Longs, Longs, FloatArray, FloatArray]:
    """Return for each row that it is taken in by itself, never, by no value of no pairs."""
    return np.arange(rows), np.full(rows, _NEVER), np.zeros(rows), np.zeros(rows)


@kernel
def note_step(steps, taking, taken, turn, value, pairs, few):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Note that a group is taken in, by a value that was divided by what few pairs say less."""
    steps[0][taken], steps[1][taken], steps[3][taken] = taking, turn, pairs
    steps[2][taken] = value * (1.0 + few / pairs)


@kernel
def _closeness(between, a, b, sizes, within, relative, few):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    pairs = sizes[a] * sizes[b]
    mean = between / pairs
    if relative:
        mean = mean / np.sqrt(_cohesion(sizes[a], within[a]) * _cohesion(sizes[b], within[b]))
    return mean / (1.0 + few / pairs)


@kernel
def _cohesion(size: float, within: float) -> float:
    return max(within / (size * (size - 1.0)), _LEAST_COHESION) if size > 1.0 else _LEAST_COHESION


@kernel
def _close_pairs(begins, ends, near, sums, sizes, within, threshold, relative, few):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the pairs of rows that are close enough, as entries of a heap."""
    pairs = [(0.0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)) for _ in range(0)]
    for row in range(len(sizes)):
        for at in range(begins[row], ends[row]):
            if near[at] > row:
                value = _closeness(sums[at], row, near[at], sizes, within, relative, few)
                if value >= threshold:
                    pairs.append((-value, np.int64(row), near[at], np.int64(0), np.int64(0)))
    return pairs


@kernel
def link(starts, others, values, sizes, within, threshold, relative, few):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return for each row the first row of its group and how it was taken in, as `tracking.linking.link` says."""
    rows, top = len(sizes), len(others)
    owner, steps, versions, sizes = np.arange(rows), no_steps(rows), np.zeros(rows, np.int64), sizes.copy()
    within, begins, ends = within.copy(), starts[:-1].copy(), starts[1:].copy()
    near, sums = wider(others, top + rows), wider_values(values, top + rows)
    for row in range(rows):
        sums[begins[row] : ends[row]] *= sizes[row] * sizes[near[begins[row] : ends[row]]]
    heap = _close_pairs(begins, ends, near, sums, sizes, within, threshold, relative, few)
    heapq.heapify(heap)
    totals, stamps, met, turn = np.zeros(rows), np.full(rows, -1, np.int64), np.empty(rows, np.int64), 0
    while len(heap) > 0:
        value, first, second, version, other_version = heapq.heappop(heap)
        if versions[first] != version or versions[second] != other_version:
            continue
        note_step(steps, first, second, turn, -value, sizes[first] * sizes[second], few)
        met_count, between = _sum_up(first, second, turn, owner, begins, ends, near, sums, totals, stamps, met)
        turn += 1
        sizes[first] += sizes[second]
        within[first] = within[first] + within[second] + 2.0 * between
        versions[first] += 1
        versions[second] += 1
        owner[second] = first
        if top + met_count > len(near):
            near, sums = wider(near, top + met_count), wider_values(sums, top + met_count)
        begins[first] = top
        for at in range(met_count):
            other = met[at]
            near[top], sums[top] = other, totals[other]
            top += 1
            value = _closeness(totals[other], first, other, sizes, within, relative, few)
            if value >= threshold:
                low, high = min(first, other), max(first, other)
                heapq.heappush(heap, (-value, low, high, versions[low], versions[high]))
        ends[first] = top
    return np.array([find(owner, row) for row in range(rows)]), *steps


@kernel
def _sum_up(first, second, turn, owner, begins, ends, near, sums, totals, stamps, met):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Sum what two groups hold about each other group, and return how many those are and what lies between the two."""
    met_count, between = 0, 0.0
    for row in (first, second):
        for at in range(begins[row], ends[row]):
            other = find(owner, near[at])
            if other in (first, second):
                if row == first and other == second:
                    between += sums[at]
                continue
            if stamps[other] != turn:
                stamps[other], totals[other], met[met_count] = turn, 0.0, other
                met_count += 1
            totals[other] += sums[at]
    return met_count, between
