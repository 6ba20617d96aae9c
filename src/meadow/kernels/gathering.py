"""Groups grown from near rows in compiled loops: the fast twin of `tracking.gathering`.

Every sum runs in the order of the plain twins, so both give the same groups. A group's summed row, and the list of groups
near it, are written anew at the end of an arena whenever it takes another group in. One row at a time is spread out over
an array with a place for each term, and others are multiplied with it.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.compiling import kernel
from meadow.kernels.linking import find, no_steps, note_step, wider, wider_values
from meadow.model import FloatArray

Longs = NDArray[np.int64]

_KEEP_OVER = 0.001


@kernel
def near_products(starts: Longs, terms: Longs, values: FloatArray, lower: Longs, higher: Longs) -> FloatArray:
    """Return the product of the two rows of each pair, which stand in the order of their lower rows."""
    spread = np.zeros(_width(terms))
    products = np.empty(len(lower))
    row = -1
    for pair in range(len(lower)):
        if lower[pair] != row:
            if row >= 0:
                _clear(spread, terms, starts[row], starts[row + 1])
            row = lower[pair]
            _spread(spread, terms, values, starts[row], starts[row + 1])
        products[pair] = _product(spread, terms, values, starts[higher[pair]], starts[higher[pair] + 1])
    return products


@kernel
def _width(terms: Longs) -> int:
    width = 0
    for term in terms:
        width = max(width, term + 1)
    return width


@kernel
def _spread(spread: FloatArray, terms: Longs, values: FloatArray, begin: int, end: int) -> None:
    for cell in range(begin, end):
        spread[terms[cell]] = values[cell]


@kernel
def _clear(spread: FloatArray, terms: Longs, begin: int, end: int) -> None:
    for cell in range(begin, end):
        spread[terms[cell]] = 0.0


@kernel
def _product(spread: FloatArray, terms: Longs, values: FloatArray, begin: int, end: int) -> float:
    total = 0.0
    for cell in range(begin, end):
        total += spread[terms[cell]] * values[cell]
    return total


@kernel
def _left(gap, half_life, reach):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return what a gap in time leaves of a similarity; NaN is no gap."""
    if gap > 0.0:
        return 0.0 if gap > reach else 1.0 / (1.0 + gap / half_life)
    return 1.0


@kernel
def gather(  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    starts, terms, values, sizes, first, last, lower, higher, closeness, threshold, few, half_life, reach
):
    """Return for each row the first row of its group and how it was taken in, as `tracking.gathering.gather` says."""
    rows = len(sizes)
    sizes, first, last = sizes.copy(), first.copy(), last.copy()
    owner, steps, versions = np.arange(rows), no_steps(rows), np.zeros(rows, np.int64)
    begins, ends, top = starts[:-1].copy(), starts[1:].copy(), len(terms)
    terms, values, spread = wider(terms, top), wider_values(values, top), np.zeros(_width(terms))
    near_begins, near_ends, near = _from_both_sides(rows, lower, higher)
    heap = _close_enough(sizes, lower, higher, closeness, threshold, few)
    stamps, met, close = np.zeros(rows, np.int64), np.empty(rows, np.int64), np.empty(rows)
    turn, near_top = 0, len(near)
    while len(heap) > 0:
        value, taking, taken, version, other_version = heapq.heappop(heap)
        if versions[taking] != version or versions[taken] != other_version:
            continue
        note_step(steps, taking, taken, turn, -value, sizes[taking] * sizes[taken], few)
        owner[taken], turn = taking, turn + 1
        count = _beside(taking, taken, turn, owner, near_begins, near_ends, near, stamps, met)
        needed = top + ends[taking] - begins[taking] + ends[taken] - begins[taken]
        if needed > len(terms):
            terms, values = wider(terms, needed), wider_values(values, needed)
        sizes[taking] += sizes[taken]
        top = _summed(terms, values, begins, ends, taking, taken, top, _KEEP_OVER * sizes[taking])
        first[taking], last[taking] = np.fmin(first[taking], first[taken]), np.fmax(last[taking], last[taken])
        versions[taking], versions[taken] = versions[taking] + 1, versions[taken] + 1
        if near_top + count > len(near):
            near = wider(near, near_top + count)
        near_begins[taking] = near_top
        _measure(taking, met[:count], close, spread, terms, values, begins, ends, sizes, first, last, half_life, reach)
        for at in range(count):
            if close[at] >= threshold:
                near[near_top] = met[at]
                near_top += 1
                low, high = min(taking, met[at]), max(taking, met[at])
                value = close[at] / (1.0 + few / (sizes[low] * sizes[high]))
                if value >= threshold:
                    heapq.heappush(heap, (-value, low, high, versions[low], versions[high]))
        near_ends[taking] = near_top
    return np.array([find(owner, row) for row in range(rows)]), *steps


@kernel
def _close_enough(sizes, lower, higher, closeness, threshold, few):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the pairs of rows that are close enough for so few documents, as a heap."""
    pairs = [(0.0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)) for _ in range(0)]
    for at in range(len(lower)):
        value = closeness[at] / (1.0 + few / (sizes[lower[at]] * sizes[higher[at]]))
        if value >= threshold:
            pairs.append((-value, lower[at], higher[at], np.int64(0), np.int64(0)))
    heapq.heapify(pairs)
    return pairs


@kernel
def _measure(taking, met, close, spread, terms, values, begins, ends, sizes, first, last, half_life, reach):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Write how close a group is to each of others."""
    _spread(spread, terms, values, begins[taking], ends[taking])
    for at in range(len(met)):
        other = met[at]
        mean = _product(spread, terms, values, begins[other], ends[other]) / (sizes[taking] * sizes[other])
        gap = max(first[other] - last[taking], first[taking] - last[other])
        close[at] = mean * _left(gap, half_life, reach)
    _clear(spread, terms, begins[taking], ends[taking])


@kernel
def _beside(taking, taken, turn, owner, begins, ends, near, stamps, met):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Note the groups near either of two that are one now, and return how many those are."""
    count = 0
    for row in (taking, taken):
        for at in range(begins[row], ends[row]):
            other = find(owner, near[at])
            if other != taking and stamps[other] != turn:
                stamps[other], met[count] = turn, other
                count += 1
    return count


@kernel
def _summed(terms, values, begins, ends, one, other, top, least):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Write the sum of two rows as the first of them at the arena's end, without what is light, and return where it ends."""
    a, b, end = begins[one], begins[other], top
    while a < ends[one] or b < ends[other]:
        if b == ends[other] or (a < ends[one] and terms[a] < terms[b]):
            term, value = terms[a], values[a]
            a += 1
        elif a == ends[one] or terms[b] < terms[a]:
            term, value = terms[b], values[b]
            b += 1
        else:
            term, value = terms[a], values[a] + values[b]
            a += 1
            b += 1
        if value > least:
            terms[end], values[end] = term, value
            end += 1
    begins[one], ends[one] = top, end
    return end


@kernel
def _from_both_sides(rows: int, lower: Longs, higher: Longs) -> tuple[Longs, Longs, Longs]:
    """Return where each row's near rows begin and end, and those rows."""
    ends = np.zeros(rows + 1, np.int64)
    for pair in range(len(lower)):
        ends[lower[pair] + 1] += 1
        ends[higher[pair] + 1] += 1
    ends = np.cumsum(ends)
    free = ends[:-1].copy()
    near = np.empty(2 * len(lower), np.int64)
    for pair in range(len(lower)):
        near[free[lower[pair]]], near[free[higher[pair]]] = higher[pair], lower[pair]
        free[lower[pair]] += 1
        free[higher[pair]] += 1
    return ends[:-1].copy(), ends[1:].copy(), near


@kernel
def closest_stories(  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    starts, terms, values, spans, by_term, holds, story_spans, half_life, reach
):
    """Return for each row the story with the highest share of its cohesion, and that share; -1 if none shares a term."""
    rows, stories = len(starts) - 1, len(holds)
    best, shares, products = np.full(rows, -1, np.int64), np.zeros(rows), np.zeros(stories)
    for row in range(rows):
        for cell in range(starts[row], starts[row + 1]):
            for at in range(by_term[0][terms[cell]], by_term[0][terms[cell] + 1]):
                products[by_term[1][at]] += values[cell] * by_term[2][at]
        for story in range(stories):
            if products[story] / holds[story] > shares[row]:
                gap = max(story_spans[0][story] - spans[1][row], spans[0][row] - story_spans[1][story])
                share = products[story] / holds[story] * _left(gap, half_life, reach)
                if share > shares[row]:
                    best[row], shares[row] = story, share
        products[:] = 0.0
    return best, shares


@kernel
def count_holders(ends: Longs, terms: NDArray[np.int32], order: Longs, stories: Longs, width: int) -> Longs:
    """Return in how many stories each term stands, given the rows in the order of their stories."""
    holders, stamps = np.zeros(width, np.int64), np.full(width, -1, np.int64)
    for row in order:
        for cell in range(ends[row], ends[row + 1]):
            if stamps[terms[cell]] != stories[row]:
                stamps[terms[cell]] = stories[row]
                holders[terms[cell]] += 1
    return holders
