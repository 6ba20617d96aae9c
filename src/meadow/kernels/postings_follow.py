"""The compiled loops of `meadow.kernels.postings` that find the closest open story to each row, and let it join."""

from __future__ import annotations

import numpy as np

from meadow.kernels.compiling import kernel
from meadow.kernels.postings_rows import Followed, Longs, Rows
from meadow.kernels.postings_walk import (
    HALF_LIFE,
    MEAN,
    NEAR,
    NEAR_FROM,
    OLDEST,
    REACH,
    SIZE,
    START,
    STORIES,
    THRESHOLD,
    WINDOW,
    Index,
    add,
    add_first,
    advance,
    has_room,
    open_story,
    walk,
)
from meadow.model import FloatArray

_NOTHING = -1
# Which part of the window may pass before the entries of closed stories are taken out of a list.
_STALE = 0.05
# How many stories are looked at together: most of a block's are too far away to be looked at one by one.
_BLOCK = 32


@kernel
def follow(index: Index, rows: Rows, row: int, followed: Followed) -> int:
    """Let rows join or open stories from `row` on; return the row before which an array is full, or their number."""
    values = np.empty(int(index.limits[NEAR]))
    while row < len(rows.times):
        if index.limits[MEAN] == 0.0:
            best, similarity = closest(index, rows, row)
        else:
            best, similarity = nearest(index, rows, row, followed, values)
        if not has_room(index, rows, row):
            break
        followed.closest[row] = index.numbers[best] if best >= 0 else _NOTHING
        opened = best < 0 or similarity < index.limits[THRESHOLD]
        if opened:
            best = open_story(index, rows.times[row])
            add_first(index, best, rows, row)
        else:
            add(index, best, rows, row, 1)
        followed.stories[row] = index.numbers[best]
        followed.similarities[row] = similarity
        followed.opened[row] = opened
        row += 1
    return row


@kernel
def closest(index: Index, rows: Rows, row: int) -> tuple[int, float]:
    """Return the slot of the most similar open story and its similarity, of equal ones the first; -1 if there is none."""
    best, highest = -1, 0.0
    met_count, length = walk(index, rows, row)
    # No function is called in this loop: handing over so many arrays would cost more than the sums.
    date, half_life, reach = rows.dates[row], index.limits[HALF_LIFE], index.limits[REACH]
    for at in range(met_count):
        slot = index.met[at]
        similarity = index.products[slot] * index.scales[slot]
        gap = abs(date - index.dates[slot])
        if gap > 0.0:  # not so without a date
            similarity = 0.0 if gap > reach else similarity / (1.0 + gap / half_life)
        index.products[slot] = 0.0
        if best < 0 or similarity > highest or (similarity == highest and slot < best):
            best, highest = slot, similarity
    return best, highest / length if best >= 0 else 0.0


@kernel
def nearest(index: Index, rows: Rows, row: int, followed: Followed, values: FloatArray) -> tuple[int, float]:
    """Return what `closest` does, where means are asked for, and note the stories near the row.

    Documents of like length share a common word with thousands of stories. Noting which were met would cost more than the
    sums, so all stories are looked at afterwards, in blocks, and the closed ones left out there.
    """
    followed.near_ends[row + 1] = followed.near_ends[row]
    if rows.alone[row]:
        return -1, 0.0
    advance(index, rows.times[row])
    products, slots, weights, square = index.products, index.slots, index.weights, 0.0
    stale = rows.times[row] - _STALE * index.limits[WINDOW]
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        square += rows.weights[cell] * rows.weights[cell]
        term, factor = rows.terms[cell], rows.factors[cell]
        if factor > 0.0:
            if index.compacted[term] < stale:
                _compact(index, term)
                index.compacted[term] = rows.times[row]
            start, end = index.lists[term, START], index.lists[term, START] + index.lists[term, SIZE]
            # Parts of arrays and numbers without a sign need no look whether an index counts from the end.
            holders, holding = slots[start:end], weights[start:end]
            for at in range(len(holders)):
                products[np.uint32(holders[at])] += factor * holding[at]
    best, highest, noted = _scan(index, rows.dates[row], followed.near[followed.near_ends[row] :], values)
    followed.near_ends[row + 1] += noted
    return best, highest / square if best >= 0 else 0.0


@kernel
def _scan(index: Index, date: float, near: Longs, values: FloatArray) -> tuple[int, float, int]:
    """Return the slot of the highest product at its scale, that value, and how many near stories were noted; clear all."""
    best, highest, noted = -1, 0.0, 0
    products, scales, dates, limits = index.products, index.scales, index.dates, index.limits
    half_life, reach, times, oldest = limits[HALF_LIFE], limits[REACH], index.times, limits[OLDEST]
    least = limits[NEAR_FROM] if len(values) > 0 else np.inf
    count = index.tally[STORIES]
    for begin in range(0, count, _BLOCK):
        block = products[begin : begin + _BLOCK]
        if _reach(block, scales[begin : begin + _BLOCK], min(highest, least)) > 0:
            for slot in range(begin, min(begin + _BLOCK, count)):
                value = products[slot] * scales[slot]
                # Time only takes away.
                if value < min(highest, least) or products[slot] == 0.0 or times[slot] < oldest:
                    continue
                gap = abs(date - dates[slot])
                if gap > 0.0:  # not so without a date
                    value = 0.0 if gap > reach else value / (1.0 + gap / half_life)
                if best < 0 or value > highest:
                    best, highest = slot, value
                if value >= least:
                    noted = _note(near, values, noted, index.numbers[slot], value)
                    # Once there are as many as are asked for, only a closer one is of interest.
                    least = values[noted - 1] if noted == len(values) else least
        block[:] = 0.0
    return best, highest, noted


@kernel
def _reach(products: FloatArray, scales: FloatArray, least: float) -> int:
    """Return how many products reach a value at their scale: without a branch, so that many are compared at a time."""
    count = 0
    for at in range(len(products)):
        count += products[at] * scales[at] >= least
    return count


@kernel
def _note(near: Longs, values: FloatArray, noted: int, number: int, value: float) -> int:
    """Enter a story among the highest values, behind those that are as high; return how many there are now."""
    at = noted
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at == len(values):
        return noted
    noted = min(noted + 1, len(values))
    for target in range(noted - 1, at, -1):
        near[target], values[target] = near[target - 1], values[target - 1]
    near[at], values[at] = number, value
    return noted


@kernel
def _compact(index: Index, term: int) -> None:
    """Take the entries of closed stories and dropped ones out of a term's list."""
    start, kept = index.lists[term, START], index.lists[term, START]
    for entry in range(start, start + index.lists[term, SIZE]):
        if index.weights[entry] != 0.0 and not index.times[index.slots[entry]] < index.limits[OLDEST]:
            index.slots[kept], index.weights[kept] = index.slots[entry], index.weights[entry]
            index.counts[kept] = index.counts[entry]
            kept += 1
    index.lists[term, SIZE] = kept - start
