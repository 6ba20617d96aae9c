"""Inverted postings over open stories: the loops of `meadow.kernels.postings`.

Each term has a list of (story, weight, count) in one arena, sorted by story. A list is compacted while it is walked:
entries of stories that have closed and entries that were dropped (weight 0) go. A list without room moves to the
arena's end with twice the room. A story's terms hang in a chain of nodes, last added first.
"""

from __future__ import annotations

from math import inf, nan, sqrt

from meadow.kernels.loops.types import Flags, Ints, Longs, Reals

_NOTHING: int = -1
_NEVER: int = 4611686018427387904  # 2⁶²
# The oldest time at which a story is open where there is no window or no time yet; a story closed by hand is older still.
_LONG_AGO: float = -1.7976931348623157e308
_SMALLEST_LIST: int = 2
# Which part of the window may pass before the entries of closed stories are taken out of a list.
_STALE: float = 0.05
# How many stories are looked at together: most of a block's are too far away to be looked at one by one.
_BLOCK: int = 32


class Index:
    """Open stories and the lists of terms. Slot s is the s-th open story; term t has `sizes[t]` entries from `starts[t]` on.

    `scales` are one over the lengths of the summed weights, or over the numbers of documents where means are asked for;
    `compacted` is when the list of a term was last rid of closed stories, which is kept for means only. `values` has a
    place for each near story that is asked for. The numbers from `threshold` on are those of `Rules`.
    """

    numbers: Longs
    times: Reals
    documents: Longs
    squares: Reals
    scales: Reals
    checks: Longs
    dates: Reals
    heads: Ints
    products: Reals
    met: Ints
    starts: Longs
    sizes: Longs
    rooms: Longs
    compacted: Reals
    slots: Ints
    weights: Reals
    counts: Reals
    node_terms: Ints
    node_next: Ints
    values: Reals
    stories: int
    arena: int
    nodes: int
    following: int
    oldest: float
    threshold: float
    keep_over: float
    window: float
    mean: bool
    half_life: float
    reach: float
    near_from: float


class Rows:
    """Documents, as `meadow.kernels.postings_rows.Rows` has them."""

    ends: Longs
    terms: Ints
    counts: Reals
    weights: Reals
    factors: Reals
    times: Reals
    alone: Flags
    dates: Reals


class FollowedArrays:
    """Room for what `meadow.kernels.postings_rows.Followed` has."""

    stories: Longs
    similarities: Reals
    opened: Flags
    closest: Longs
    near_ends: Longs
    near: Longs


def follow(index: Index, rows: Rows, row: int, answers: FollowedArrays) -> int:
    """Let rows join or open stories from `row` on; return the row before which an array is full, or their number."""
    while row < len(rows.times):
        best, similarity = _nearest(index, rows, row, answers) if index.mean else _closest(index, rows, row)
        if not has_room(index, rows, row):
            break
        answers.closest[row] = index.numbers[best] if best >= 0 else _NOTHING
        opened: bool = best < 0 or similarity < index.threshold
        if opened:
            best = open_story(index, rows.times[row])
            _add_first(index, best, rows, row)
        else:
            add(index, best, rows, row, 1)
        answers.stories[row] = index.numbers[best]
        answers.similarities[row] = similarity
        answers.opened[row] = opened
        row += 1
    return row


def has_room(index: Index, rows: Rows, row: int) -> bool:
    """Say whether a new story, and every list of the row at twice its room, would fit."""
    begin, end = rows.ends[row], rows.ends[row + 1]
    needed = 0
    for cell in range(begin, end):
        term = rows.terms[cell]
        if index.sizes[term] == index.rooms[term]:
            needed += _wider(index.rooms[term])
    if index.stories == len(index.numbers) or index.nodes + end - begin > len(index.node_terms):
        return False
    return index.arena + needed <= len(index.slots)


def _wider(room: int) -> int:
    return max(_SMALLEST_LIST, 2 * room)


def open_story(index: Index, time: float) -> int:
    """Return the slot of a new story without documents."""
    slot: int = index.stories
    index.stories += 1
    index.numbers[slot] = index.following
    index.following += 1
    index.times[slot] = time
    index.documents[slot] = 0
    index.squares[slot] = 0.0
    index.scales[slot] = 0.0
    index.checks[slot] = _NEVER
    index.dates[slot] = nan
    index.heads[slot] = _NOTHING
    return slot


def walk(index: Index, rows: Rows, row: int) -> tuple[int, float]:
    """Sum the products with every open story that shares a term; return how many were met, and the row's length.

    Who reads the products sets them back to zero.
    """
    if rows.alone[row]:
        return 0, 0.0
    _advance(index, rows.times[row])
    met_count = 0
    square: float = 0.0
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        square += rows.weights[cell] * rows.weights[cell]
        if rows.factors[cell] > 0.0:
            met_count = _walk_list(index, rows.terms[cell], rows.factors[cell], met_count)
    return met_count, square if index.mean else sqrt(square)


def _advance(index: Index, time: float) -> None:
    """Move on to a time; close the last stories if they ran ahead of it by more than the window."""
    oldest = time - index.window
    if not oldest > _LONG_AGO:  # no window, or NaN: no time yet
        oldest = _LONG_AGO
    index.oldest = oldest
    slot: int = index.stories - 1
    while slot >= 0 and (index.times[slot] > time + index.window or index.times[slot] == -inf):
        index.times[slot] = -inf
        slot -= 1


def _walk_list(index: Index, term: int, factor: float, met_count: int) -> int:
    """Add one term's products, compacting its list on the way; return how many stories the row has met by now."""
    slots: Ints = index.slots
    weights: Reals = index.weights
    times: Reals = index.times
    products: Reals = index.products
    met: Ints = index.met
    start, oldest = index.starts[term], index.oldest
    kept: int = start
    last: int = len(met) - 1  # `met` is longer by one than there can be stories
    for entry in range(start, start + index.sizes[term]):
        slot = slots[entry]
        weight = weights[entry]
        if weight == 0.0 or times[slot] < oldest:
            continue
        if kept != entry:
            slots[kept] = slot
            weights[kept] = weight
            index.counts[kept] = index.counts[entry]
        kept += 1
        product = products[slot]
        # Without a branch, which no processor could foretell: the next place is written to, and kept if this is new.
        met[met_count] = slot
        met_count = min(met_count + (product == 0.0), last)
        products[slot] = product + factor * weight
    index.sizes[term] = kept - start
    return met_count


def _closest(index: Index, rows: Rows, row: int) -> tuple[int, float]:
    """Return the slot of the most similar open story and its similarity, of equal ones the first; -1 if there is none."""
    best = -1
    highest: float = 0.0
    met_count, length = walk(index, rows, row)
    date = rows.dates[row]
    for at in range(met_count):
        slot: int = index.met[at]
        similarity = index.products[slot] * index.scales[slot]
        gap = abs(date - index.dates[slot])
        if gap > 0.0:  # not so without a date
            similarity = 0.0 if gap > index.reach else similarity / (1.0 + gap / index.half_life)
        index.products[slot] = 0.0
        if best < 0 or similarity > highest or (similarity == highest and slot < best):
            best = slot
            highest = similarity
    return best, highest / length if best >= 0 else 0.0


def _nearest(index: Index, rows: Rows, row: int, answers: FollowedArrays) -> tuple[int, float]:
    """Return what `_closest` does, where means are asked for, and note the stories near the row.

    Documents of like length share a common word with thousands of stories. Noting which were met would cost more than the
    sums, so all stories are looked at afterwards, in blocks, and the closed ones left out there.
    """
    answers.near_ends[row + 1] = answers.near_ends[row]
    if rows.alone[row]:
        return -1, 0.0
    _advance(index, rows.times[row])
    products: Reals = index.products
    slots: Ints = index.slots
    weights: Reals = index.weights
    square: float = 0.0
    stale = rows.times[row] - _STALE * index.window
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        square += rows.weights[cell] * rows.weights[cell]
        term, factor = rows.terms[cell], rows.factors[cell]
        if factor > 0.0:
            if index.compacted[term] < stale:
                _compact(index, term)
                index.compacted[term] = rows.times[row]
            for at in range(index.starts[term], index.starts[term] + index.sizes[term]):
                products[slots[at]] += factor * weights[at]
    best, highest, noted = _scan(index, rows.dates[row], answers.near, answers.near_ends[row])
    answers.near_ends[row + 1] += noted
    return best, highest / square if best >= 0 else 0.0


def _scan(index: Index, date: float, near: Longs, begin_near: int) -> tuple[int, float, int]:
    """Return the slot of the highest product at its scale, that value, and how many near stories were noted; clear all."""
    products: Reals = index.products
    scales: Reals = index.scales
    best, noted = -1, 0
    highest: float = 0.0
    least = index.near_from if len(index.values) > 0 else inf
    begin = 0
    while begin < index.stories:
        end = min(begin + _BLOCK, index.stories)
        if _reach(products, scales, begin, end, min(highest, least)) > 0:
            for slot in range(begin, end):
                value = products[slot] * scales[slot]
                # Time only takes away.
                if value < min(highest, least) or products[slot] == 0.0 or index.times[slot] < index.oldest:
                    continue
                gap = abs(date - index.dates[slot])
                if gap > 0.0:  # not so without a date
                    value = 0.0 if gap > index.reach else value / (1.0 + gap / index.half_life)
                if best < 0 or value > highest:
                    best = slot
                    highest = value
                if value >= least:
                    noted = _note(near, begin_near, index.values, noted, index.numbers[slot], value)
                    # Once there are as many as are asked for, only a closer one is of interest.
                    least = index.values[noted - 1] if noted == len(index.values) else least
        for slot in range(begin, end):
            products[slot] = 0.0
        begin = end
    return best, highest, noted


def _reach(products: Reals, scales: Reals, begin: int, end: int, least: float) -> int:
    """Return how many products reach a value at their scale: without a branch, so that many are compared at a time."""
    count = 0
    for at in range(begin, end):
        count += products[at] * scales[at] >= least
    return count


def _note(near: Longs, begin: int, values: Reals, noted: int, number: int, value: float) -> int:
    """Enter a story among the highest values, behind those that are as high; return how many there are now."""
    at: int = noted
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at == len(values):
        return noted
    noted = min(noted + 1, len(values))
    for target in range(noted - 1, at, -1):
        near[begin + target] = near[begin + target - 1]
        values[target] = values[target - 1]
    near[begin + at] = number
    values[at] = value
    return noted


def _compact(index: Index, term: int) -> None:
    """Take the entries of closed stories and dropped ones out of a term's list."""
    start = index.starts[term]
    kept: int = start
    for entry in range(start, start + index.sizes[term]):
        if index.weights[entry] != 0.0 and not index.times[index.slots[entry]] < index.oldest:
            index.slots[kept], index.weights[kept] = index.slots[entry], index.weights[entry]
            index.counts[kept] = index.counts[entry]
            kept += 1
    index.sizes[term] = kept - start


def add(index: Index, slot: int, rows: Rows, row: int, documents: int) -> None:
    """Add a row to a story, as so many documents; drop the terms that have become too light."""
    index.documents[slot] += documents
    index.times[slot] = rows.times[row]
    if not index.dates[slot] >= rows.dates[row]:
        index.dates[slot] = rows.dates[row] if rows.dates[row] == rows.dates[row] else index.dates[slot]
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        term, weight = rows.terms[cell], rows.weights[cell]
        entry = _place(index, term, slot)
        listed: bool = entry < index.starts[term] + index.sizes[term] and index.slots[entry] == slot
        if not listed or index.weights[entry] == 0.0:
            if weight / index.documents[slot] <= index.keep_over:
                continue
            if not listed:
                entry = _insert(index, term, slot, entry)
            _chain(index, slot, term)
            index.checks[slot] = min(index.checks[slot], _lasts(weight, index.keep_over))
        before = index.weights[entry]
        index.squares[slot] += weight * (2.0 * before + weight)
        index.weights[entry] = before + weight
        index.counts[entry] += rows.counts[cell]
    if index.documents[slot] >= index.checks[slot]:
        _drop_light(index, slot)
    _scale(index, slot)


def _add_first(index: Index, slot: int, rows: Rows, row: int) -> None:
    """Add the first document to the story opened last, as `add` does: it comes last in every list."""
    square: float = 0.0
    check = _NEVER
    for cell in range(rows.ends[row], rows.ends[row + 1]):
        term, weight = rows.terms[cell], rows.weights[cell]
        if weight <= index.keep_over:
            continue
        if index.sizes[term] == index.rooms[term]:
            _move(index, term)
        entry = index.starts[term] + index.sizes[term]
        index.sizes[term] += 1
        index.slots[entry] = slot
        index.weights[entry] = weight
        index.counts[entry] = rows.counts[cell]
        _chain(index, slot, term)
        check = min(check, _lasts(weight, index.keep_over))
        square += weight * weight
    index.documents[slot], index.checks[slot], index.squares[slot] = 1, check, square
    index.times[slot], index.dates[slot] = rows.times[row], rows.dates[row]
    if check <= 1:
        _drop_light(index, slot)
    _scale(index, slot)


def _scale(index: Index, slot: int) -> None:
    if index.mean:
        index.scales[slot] = 1.0 / index.documents[slot]
    elif index.squares[slot] > 0.0:
        index.scales[slot] = 1.0 / sqrt(index.squares[slot])


def _place(index: Index, term: int, slot: int) -> int:
    """Return where a story's entry stands in a term's list, or where it belongs."""
    low: int = index.starts[term]
    high: int = low + index.sizes[term]
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


def _insert(index: Index, term: int, slot: int, entry: int) -> int:
    """Make room for a story in a term's list and return where it stands now, with nothing summed yet."""
    if index.sizes[term] == index.rooms[term]:
        entry += _move(index, term)
    for at in range(index.starts[term] + index.sizes[term], entry, -1):
        index.slots[at] = index.slots[at - 1]
        index.weights[at] = index.weights[at - 1]
        index.counts[at] = index.counts[at - 1]
    index.slots[entry] = slot
    index.weights[entry] = index.counts[entry] = 0.0
    index.sizes[term] += 1
    return entry


def _move(index: Index, term: int) -> int:
    """Move a list to the arena's end, with twice the room, and return by how much its entries moved."""
    start, target = index.starts[term], index.arena
    for at in range(index.sizes[term]):
        index.slots[target + at] = index.slots[start + at]
        index.weights[target + at] = index.weights[start + at]
        index.counts[target + at] = index.counts[start + at]
    index.rooms[term] = _wider(index.rooms[term])
    index.starts[term] = target
    index.arena += index.rooms[term]
    return target - start


def _chain(index: Index, slot: int, term: int) -> None:
    node = index.nodes
    index.nodes += 1
    index.node_terms[node] = term
    index.node_next[node] = index.heads[slot]
    index.heads[slot] = node


def _lasts(weight: float, keep_over: float) -> int:
    """Return a number of documents up to which a summed weight is surely heavy enough, so that nobody need look."""
    return int(weight / keep_over) if weight < keep_over * _NEVER else _NEVER


def _drop_light(index: Index, slot: int) -> None:
    """Drop the terms that have become too light, and sum up the squares anew."""
    index.squares[slot], index.checks[slot] = 0.0, _NEVER
    before: int = _NOTHING
    node: int = index.heads[slot]
    while node != _NOTHING:
        entry = _place(index, index.node_terms[node], slot)
        weight = index.weights[entry]
        if weight / index.documents[slot] <= index.keep_over:
            index.weights[entry] = index.counts[entry] = 0.0
            if before == _NOTHING:
                index.heads[slot] = index.node_next[node]
            else:
                index.node_next[before] = index.node_next[node]
        else:
            index.squares[slot] += weight * weight
            index.checks[slot] = min(index.checks[slot], _lasts(weight, index.keep_over))
            before = node
        node = index.node_next[node]


def gather(
    index: Index,
    chosen: Ints,
    ends: Longs,
    free: Longs,
    cells: Longs,
    owners: Ints,
    terms: Ints,
    counts: Reals,
    weights: Reals,
) -> None:
    """Write the terms, counts and weights of the chosen slots, each story's in the order they were added.

    Slots stand in order, so each term's list is gone through once beside the cells that want it. `free` has a place more
    than there are lists, all 0; `cells` and `owners` are as long as the terms.
    """
    for at in range(len(chosen)):
        node: int = index.heads[chosen[at]]
        target: int = ends[at + 1]
        while node != _NOTHING:
            target -= 1
            terms[target] = index.node_terms[node]
            free[terms[target] + 1] += 1
            node = index.node_next[node]
    for term in range(1, len(free)):
        free[term] += free[term - 1]
    for at in range(len(chosen)):
        for cell in range(ends[at], ends[at + 1]):
            place = free[terms[cell]]
            cells[place] = cell
            owners[place] = chosen[at]
            free[terms[cell]] += 1
    # Each place is now that behind its term's cells.
    begin = 0
    for term in range(len(index.starts)):
        entry: int = index.starts[term]
        for at in range(begin, free[term]):
            while index.slots[entry] < owners[at]:
                entry += 1
            counts[cells[at]] = index.counts[entry]
            weights[cells[at]] = index.weights[entry]
        begin = free[term]


def chain_lengths(index: Index, chosen: Ints, lengths: Longs) -> None:
    """Write how many terms each of the chosen slots has."""
    for at in range(len(chosen)):
        node: int = index.heads[chosen[at]]
        while node != _NOTHING:
            lengths[at] += 1
            node = index.node_next[node]


def fill(index: Index, ends: Longs, terms: Ints, counts: Reals, weights: Reals) -> None:
    """Enter the terms of slots 0, 1, … into lists that have room for them."""
    for slot in range(len(ends) - 1):
        for cell in range(ends[slot], ends[slot + 1]):
            term = terms[cell]
            entry = index.starts[term] + index.sizes[term]
            index.sizes[term] += 1
            index.slots[entry] = slot
            index.counts[entry] = counts[cell]
            index.weights[entry] = weights[cell]
            _chain(index, slot, term)
