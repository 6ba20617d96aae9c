"""The compiled loops of `meadow.kernels.postings`: walk the lists of a row's terms, add a row to a story, move lists.

Each term has a list of (story, weight, count) in one arena, sorted by story. A list is compacted while it is walked:
entries of stories that have closed and entries that were dropped (weight 0) go. A list without room moves to the
arena's end with twice the room. A story's terms hang in a chain of nodes, last added first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meadow.kernels.compiling import inlined, kernel
from meadow.kernels.postings_rows import LONG_AGO, NEVER, Longs, Rows
from meadow.model import FloatArray, IntArray

_NOTHING = -1
SMALLEST_LIST = 2

# Places in `tally`.
STORIES, ARENA, NODES, NEXT = range(4)
# Columns of `lists`.
START, SIZE, ROOM = range(3)
# Places in `limits`: the oldest time at which a story is open, and the rules in their order.
OLDEST, THRESHOLD, KEEP_OVER, WINDOW, MEAN, HALF_LIFE, REACH, NEAR, NEAR_FROM = range(9)


class Index(NamedTuple):
    """All arrays. Slot s is the s-th open story; row t of `lists` says where the list of term t starts, its size and room.

    `scales` are one over the lengths of the summed weights, or over the numbers of documents where means are asked for;
    `compacted` is when the list of a term was last rid of closed stories, which is kept for means only.
    """

    numbers: Longs
    times: FloatArray
    documents: Longs
    squares: FloatArray
    scales: FloatArray
    checks: Longs
    dates: FloatArray
    heads: IntArray
    products: FloatArray
    met: IntArray
    lists: Longs
    compacted: FloatArray
    slots: IntArray
    weights: FloatArray
    counts: FloatArray
    node_terms: IntArray
    node_next: IntArray
    tally: Longs
    limits: FloatArray


@kernel
def has_room(index: Index, rows: Rows, row: int) -> bool:
    """Say whether a new story, and every list of the row at twice its room, would fit."""
    begin, end = rows.ends[row], rows.ends[row + 1]
    needed = 0
    for cell in range(begin, end):
        term = rows.terms[cell]
        if index.lists[term, SIZE] == index.lists[term, ROOM]:
            needed += _wider(index.lists[term, ROOM])
    tally = index.tally
    if tally[STORIES] == len(index.numbers) or tally[NODES] + end - begin > len(index.node_terms):
        return False
    fits: bool = tally[ARENA] + needed <= len(index.slots)
    return fits


@inlined
def _wider(room: int) -> int:
    return max(SMALLEST_LIST, 2 * room)


@kernel
def open_story(index: Index, time: float) -> int:
    """Return the slot of a new story without documents."""
    slot: int = index.tally[STORIES]
    index.tally[STORIES] += 1
    index.numbers[slot] = index.tally[NEXT]
    index.tally[NEXT] += 1
    index.times[slot] = time
    index.documents[slot] = 0
    index.squares[slot] = 0.0
    index.scales[slot] = 0.0
    index.checks[slot] = NEVER
    index.dates[slot] = np.nan
    index.heads[slot] = _NOTHING
    return slot


@kernel
def walk(index: Index, rows: Rows, row: int) -> tuple[int, float]:
    """Sum the products with every open story that shares a term; return how many were met, and the row's length.

    Who reads the products sets them back to zero.
    """
    if rows.alone[row]:
        return 0, 0.0
    advance(index, rows.times[row])
    met_count, square = 0, 0.0
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        square += rows.weights[cell] * rows.weights[cell]
        if rows.factors[cell] > 0.0:
            met_count = _walk_list(index, rows.terms[cell], rows.factors[cell], met_count)
    return met_count, np.sqrt(square) if index.limits[MEAN] == 0.0 else square


@kernel
def advance(index: Index, time: float) -> None:
    """Move on to a time; close the last stories if they ran ahead of it by more than the window."""
    window = index.limits[WINDOW]
    oldest = time - window
    if not oldest > LONG_AGO:  # no window, or NaN: no time yet
        oldest = LONG_AGO
    index.limits[OLDEST] = oldest
    slot = index.tally[STORIES] - 1
    while slot >= 0 and (index.times[slot] > time + window or index.times[slot] == -np.inf):
        index.times[slot] = -np.inf
        slot -= 1


@kernel
def _walk_list(index: Index, term: int, factor: float, met_count: int) -> int:
    """Add one term's products, compacting its list on the way; return how many stories the row has met by now."""
    start, oldest = index.lists[term, START], index.limits[OLDEST]
    kept, last = start, len(index.met) - 1  # `met` is longer by one than there can be stories
    for entry in range(start, start + index.lists[term, SIZE]):
        slot, weight = index.slots[entry], index.weights[entry]
        if weight == 0.0 or index.times[slot] < oldest:
            continue
        if kept != entry:
            index.slots[kept], index.weights[kept], index.counts[kept] = slot, weight, index.counts[entry]
        kept += 1
        product = index.products[slot]
        # Without a branch, which no processor could foretell: the next place is written to, and kept if this is new.
        index.met[met_count] = slot
        met_count = min(met_count + (product == 0.0), last)
        index.products[slot] = product + factor * weight
    index.lists[term, SIZE] = kept - start
    return met_count


@kernel
def add(index: Index, slot: int, rows: Rows, row: int, documents: int) -> None:
    """Add a row to a story, as so many documents; drop the terms that have become too light."""
    index.documents[slot] += documents
    index.times[slot] = rows.times[row]
    if not index.dates[slot] >= rows.dates[row]:
        index.dates[slot] = rows.dates[row] if rows.dates[row] == rows.dates[row] else index.dates[slot]
    keep_over = index.limits[KEEP_OVER]
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        term, weight = rows.terms[cell], rows.weights[cell]
        entry = place(index, term, slot)
        listed = _holds(index, term, slot, entry)
        if not listed or index.weights[entry] == 0.0:
            if weight / index.documents[slot] <= keep_over:
                continue
            if not listed:
                entry = _insert(index, term, slot, entry)
            _chain(index, slot, term)
            index.checks[slot] = min(index.checks[slot], _lasts(weight, keep_over))
        before = index.weights[entry]
        index.squares[slot] += weight * (2.0 * before + weight)
        index.weights[entry] = before + weight
        index.counts[entry] += rows.counts[cell]
    if index.documents[slot] >= index.checks[slot]:
        _drop_light(index, slot)
    if index.limits[MEAN] != 0.0:
        index.scales[slot] = 1.0 / index.documents[slot]
    elif index.squares[slot] > 0.0:
        index.scales[slot] = 1.0 / np.sqrt(index.squares[slot])


@kernel
def add_first(index: Index, slot: int, rows: Rows, row: int) -> None:
    """Add the first document to the story opened last, as `add` does: it comes last in every list.

    No function is called in this loop: handing over so many arrays would cost more than what is done with them.
    """
    lists, slots, weights, counts, tally = index.lists, index.slots, index.weights, index.counts, index.tally
    keep_over, square, check = index.limits[KEEP_OVER], 0.0, NEVER
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        term, weight = rows.terms[cell], rows.weights[cell]
        if weight <= keep_over:
            continue
        if lists[term, SIZE] == lists[term, ROOM]:
            _move(index, term)
        entry = lists[term, START] + lists[term, SIZE]
        lists[term, SIZE] += 1
        slots[entry], weights[entry], counts[entry] = slot, weight, rows.counts[cell]
        node = tally[NODES]
        tally[NODES] += 1
        index.node_terms[node], index.node_next[node] = term, index.heads[slot]
        index.heads[slot] = node
        check = min(check, int(weight / keep_over) if weight < keep_over * NEVER else NEVER)
        square += weight * weight
    index.documents[slot], index.checks[slot], index.squares[slot] = 1, check, square
    index.times[slot], index.dates[slot] = rows.times[row], rows.dates[row]
    if check <= 1:
        _drop_light(index, slot)
    if index.limits[MEAN] != 0.0:
        index.scales[slot] = 1.0
    elif index.squares[slot] > 0.0:
        index.scales[slot] = 1.0 / np.sqrt(index.squares[slot])


@kernel
def place(index: Index, term: int, slot: int) -> int:
    """Return where a story's entry stands in a term's list, or where it belongs."""
    low: int = index.lists[term, START]
    high: int = low + index.lists[term, SIZE]
    # A new story comes last.
    if low == high or index.slots[high - 1] < slot:
        return high
    while low < high:
        middle = (low + high) // 2
        if index.slots[middle] < slot:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _holds(index: Index, term: int, slot: int, entry: int) -> bool:
    if entry == index.lists[term, START] + index.lists[term, SIZE]:
        return False
    listed: bool = index.slots[entry] == slot
    return listed


@kernel
def _insert(index: Index, term: int, slot: int, entry: int) -> int:
    """Make room for a story in a term's list and return where it stands now, with nothing summed yet."""
    if index.lists[term, SIZE] == index.lists[term, ROOM]:
        entry += _move(index, term)
    last = index.lists[term, START] + index.lists[term, SIZE]
    for at in range(last, entry, -1):
        index.slots[at], index.weights[at] = index.slots[at - 1], index.weights[at - 1]
        index.counts[at] = index.counts[at - 1]
    index.slots[entry], index.weights[entry], index.counts[entry] = slot, 0.0, 0.0
    index.lists[term, SIZE] += 1
    return entry


@kernel
def _move(index: Index, term: int) -> int:
    """Move a list to the arena's end, with twice the room, and return by how much its entries moved."""
    start: int = index.lists[term, START]
    target: int = index.tally[ARENA]
    for at in range(index.lists[term, SIZE]):
        index.slots[target + at] = index.slots[start + at]
        index.weights[target + at] = index.weights[start + at]
        index.counts[target + at] = index.counts[start + at]
    index.lists[term, ROOM] = _wider(index.lists[term, ROOM])
    index.lists[term, START] = target
    index.tally[ARENA] += index.lists[term, ROOM]
    return target - start


@kernel
def _chain(index: Index, slot: int, term: int) -> None:
    node = index.tally[NODES]
    index.tally[NODES] += 1
    index.node_terms[node], index.node_next[node] = term, index.heads[slot]
    index.heads[slot] = node


@kernel
def _lasts(weight: float, keep_over: float) -> int:
    """Return a number of documents up to which a summed weight is surely heavy enough, so that nobody need look."""
    if weight < keep_over * NEVER:
        return int(weight / keep_over)
    return NEVER


@kernel
def _drop_light(index: Index, slot: int) -> None:
    """Drop the terms that have become too light, and sum up the squares anew."""
    index.squares[slot], index.checks[slot] = 0.0, NEVER
    keep_over, documents = index.limits[KEEP_OVER], index.documents[slot]
    before, node = _NOTHING, index.heads[slot]
    while node != _NOTHING:
        entry = place(index, index.node_terms[node], slot)
        weight = index.weights[entry]
        if weight / documents <= keep_over:
            index.weights[entry] = index.counts[entry] = 0.0
            if before == _NOTHING:
                index.heads[slot] = index.node_next[node]
            else:
                index.node_next[before] = index.node_next[node]
        else:
            index.squares[slot] += weight * weight
            index.checks[slot] = min(index.checks[slot], _lasts(weight, keep_over))
            before = node
        node = index.node_next[node]


@kernel
def gather(
    index: Index, chosen: IntArray, ends: Longs, terms: IntArray, counts: FloatArray, weights: FloatArray
) -> None:
    """Write the terms, counts and weights of the chosen slots, each story's in the order they were added.

    Slots stand in order, so each term's list is gone through once beside the cells that want it.
    """
    for at in range(len(chosen)):
        node, target = index.heads[chosen[at]], ends[at + 1]
        while node != _NOTHING:
            target -= 1
            terms[target] = index.node_terms[node]
            node = index.node_next[node]
    last, cells, owners = _by_term(chosen, ends, terms, len(index.lists))
    begin = 0
    for term in range(len(last)):
        entry = index.lists[term, START]
        for at in range(begin, last[term]):
            while index.slots[entry] < owners[at]:
                entry += 1
            counts[cells[at]], weights[cells[at]] = index.counts[entry], index.weights[entry]
        begin = last[term]


@kernel
def _by_term(chosen: IntArray, ends: Longs, terms: IntArray, width: int) -> tuple[Longs, Longs, IntArray]:
    """Return cells in the order of terms and then slots, with their slots, and where those of each term end."""
    free = np.zeros(width + 1, np.int64)
    for term in terms:
        free[term + 1] += 1
    free = np.cumsum(free)
    cells, owners = np.empty(len(terms), np.int64), np.empty(len(terms), np.int32)
    for at in range(len(chosen)):
        for cell in range(ends[at], ends[at + 1]):
            place_of = free[terms[cell]]
            cells[place_of], owners[place_of] = cell, chosen[at]
            free[terms[cell]] += 1
    return free[:-1], cells, owners


@kernel
def chain_lengths(index: Index, chosen: IntArray) -> Longs:
    """Return how many terms each of the chosen slots has."""
    lengths = np.zeros(len(chosen), np.int64)
    for at in range(len(chosen)):
        node = index.heads[chosen[at]]
        while node != _NOTHING:
            lengths[at] += 1
            node = index.node_next[node]
    return lengths


@kernel
def fill(index: Index, ends: Longs, terms: IntArray, counts: FloatArray, weights: FloatArray) -> None:
    """Enter the terms of slots 0, 1, … into lists that have room for them."""
    for slot in range(len(ends) - 1):
        for cell in range(ends[slot], ends[slot + 1]):
            entry = index.lists[terms[cell], START] + index.lists[terms[cell], SIZE]
            index.lists[terms[cell], SIZE] += 1
            index.slots[entry], index.counts[entry], index.weights[entry] = slot, counts[cell], weights[cell]
            _chain(index, slot, terms[cell])
