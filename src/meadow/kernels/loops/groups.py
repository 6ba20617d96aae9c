"""Groups grown from similar rows: the loops of `meadow.tracking.linking` and `meadow.tracking.gathering`.

What groups have in common is written anew at the end of an arena whenever one takes another in. Where an array is full a
loop returns, its caller makes the arrays longer, and it goes on there.
"""

from __future__ import annotations

from math import sqrt

from meadow.kernels.loops.types import Longs, Reals

_LEAST_COHESION: float = 1e-9
_PARTS: int = 4  # of an entry of a heap: two rows, and the version of each


class Heap:
    """Pairs of groups, the closest first, of equally close ones those of the first rows."""

    values: Reals
    entries: Longs
    count: int


class Steps:
    """What has become of rows: `owner` leads to the row that each belongs to, `into` is the row that took it in.

    `turns` says when, `values` how close the two groups were by then, and `pairs` of how many pairs of documents. A version
    only grows, also that of a group that is taken in: a pair of an older version is out of date.
    """

    owner: Longs
    into: Longs
    turns: Longs
    values: Reals
    pairs: Reals
    versions: Longs
    turn: int


class Linkage:
    """Groups with the similarities between them summed: group g has those to `near[begins[g]:ends[g]]`.

    `sums` are in the same places; `totals`, `stamps` and `met` are as long as there are rows.
    """

    sizes: Reals
    within: Reals
    begins: Longs
    ends: Longs
    near: Longs
    sums: Reals
    top: int
    totals: Reals
    stamps: Longs
    met: Longs


class Gathering:
    """Groups with their rows summed: group g has the terms `terms[begins[g]:ends[g]]` and `near` groups likewise.

    `spread` has a place for each term and is 0 everywhere.
    """

    sizes: Reals
    first: Reals
    last: Reals
    begins: Longs
    ends: Longs
    terms: Longs
    values: Reals
    top: int
    near_begins: Longs
    near_ends: Longs
    near: Longs
    near_top: int
    spread: Reals
    stamps: Longs
    met: Longs


def _find(owner: Longs, row: int) -> int:
    """Return the row that a row belongs to now."""
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row


def enter_links(heap: Heap, groups: Linkage, threshold: float, relative: bool, few: float) -> None:
    """Enter all pairs of rows that are close enough."""
    for row in range(len(groups.sizes)):
        for at in range(groups.begins[row], groups.ends[row]):
            if groups.near[at] > row:
                value = _link_closeness(groups, groups.sums[at], row, groups.near[at], relative, few)
                if value >= threshold:
                    _push(heap, value, row, groups.near[at], 0, 0)


def link(heap: Heap, steps: Steps, groups: Linkage, threshold: float, relative: bool, few: float) -> bool:
    """Join the closest two groups until none are close enough; return False where an array is full."""
    rows: int = len(groups.sizes)
    while heap.count > 0:
        if groups.top + rows > len(groups.near) or heap.count + rows > len(heap.values):
            return False
        if not _take(heap, steps, groups.sizes, few):
            continue
        first = heap.entries[_PARTS * heap.count]
        second = heap.entries[_PARTS * heap.count + 1]
        met_count, between = _sum_up(steps, groups, first, second)
        steps.owner[second] = first
        groups.sizes[first] += groups.sizes[second]
        groups.within[first] = groups.within[first] + groups.within[second] + 2.0 * between
        groups.begins[first] = groups.top
        for at in range(met_count):
            other = groups.met[at]
            groups.near[groups.top] = other
            groups.sums[groups.top] = groups.totals[other]
            groups.top += 1
            value = _link_closeness(groups, groups.totals[other], first, other, relative, few)
            if value >= threshold:
                _push_pair(heap, steps, value, first, other)
        groups.ends[first] = groups.top
    return True


def _take(heap: Heap, steps: Steps, sizes: Reals, few: float) -> bool:
    """Take the closest two from the heap and let the first take in the second; return False if they are out of date.

    What is noted is how close they are without what few pairs take off it. The two stay behind the heap's end.
    """
    _pop(heap)
    at: int = _PARTS * heap.count
    first = heap.entries[at]
    second = heap.entries[at + 1]
    if steps.versions[first] != heap.entries[at + 2] or steps.versions[second] != heap.entries[at + 3]:
        return False
    pairs = sizes[first] * sizes[second]
    steps.into[second] = first
    steps.turns[second] = steps.turn
    steps.values[second] = heap.values[heap.count] * (1.0 + few / pairs)
    steps.pairs[second] = pairs
    steps.versions[first] += 1
    steps.versions[second] += 1
    steps.turn += 1
    return True


def _sum_up(steps: Steps, groups: Linkage, first: int, second: int) -> tuple[int, float]:
    """Sum what two groups hold about each other group, and return how many those are and what lies between the two."""
    met_count = 0
    between: float = 0.0
    for side in range(2):
        row: int = second if side else first
        for at in range(groups.begins[row], groups.ends[row]):
            other = _find(steps.owner, groups.near[at])
            if other in (first, second):
                if row == first and other == second:
                    between += groups.sums[at]
                continue
            if groups.stamps[other] != steps.turn:
                groups.stamps[other] = steps.turn
                groups.totals[other] = 0.0
                groups.met[met_count] = other
                met_count += 1
            groups.totals[other] += groups.sums[at]
    return met_count, between


def _link_closeness(groups: Linkage, between: float, a: int, b: int, relative: bool, few: float) -> float:
    pairs = groups.sizes[a] * groups.sizes[b]
    mean = between / pairs
    if relative:
        ours = _cohesion(groups.sizes[a], groups.within[a])
        mean = mean / sqrt(ours * _cohesion(groups.sizes[b], groups.within[b]))
    return mean / (1.0 + few / pairs)


def _cohesion(size: float, within: float) -> float:
    return max(within / (size * (size - 1.0)), _LEAST_COHESION) if size > 1.0 else _LEAST_COHESION


def near_products(
    starts: Longs, terms: Longs, values: Reals, lower: Longs, higher: Longs, spread: Reals, products: Reals
) -> None:
    """Write the product of the two rows of each pair, which stand in the order of their lower rows."""
    row = -1
    for pair in range(len(lower)):
        if lower[pair] != row:
            if row >= 0:
                _clear(spread, terms, starts[row], starts[row + 1])
            row = lower[pair]
            _spread(spread, terms, values, starts[row], starts[row + 1])
        products[pair] = _product(spread, terms, values, starts[higher[pair]], starts[higher[pair] + 1])


def _spread(spread: Reals, terms: Longs, values: Reals, begin: int, end: int) -> None:
    for cell in range(begin, end):
        spread[terms[cell]] = values[cell]


def _clear(spread: Reals, terms: Longs, begin: int, end: int) -> None:
    for cell in range(begin, end):
        spread[terms[cell]] = 0.0


def _product(spread: Reals, terms: Longs, values: Reals, begin: int, end: int) -> float:
    total: float = 0.0
    for cell in range(begin, end):
        total += spread[terms[cell]] * values[cell]
    return total


def _left(gap: float, half_life: float, reach: float) -> float:
    """Return what a gap in time leaves of a similarity; NaN is no gap."""
    if gap > 0.0:
        return 0.0 if gap > reach else 1.0 / (1.0 + gap / half_life)
    return 1.0


def enter_near(
    heap: Heap, groups: Gathering, lower: Longs, higher: Longs, closeness: Reals, threshold: float, few: float
) -> None:
    """Enter the pairs of rows that are close enough for so few documents."""
    for pair in range(len(lower)):
        value = closeness[pair] / (1.0 + few / (groups.sizes[lower[pair]] * groups.sizes[higher[pair]]))
        if value >= threshold:
            _push(heap, value, lower[pair], higher[pair], 0, 0)


def gather(
    heap: Heap,
    steps: Steps,
    groups: Gathering,
    threshold: float,
    few: float,
    half_life: float,
    reach: float,
    keep_over: float,
) -> bool:
    """Join the closest two groups until none are close enough; return False where an array is full."""
    rows: int = len(groups.sizes)
    while heap.count > 0:
        if groups.near_top + rows > len(groups.near) or heap.count + rows > len(heap.values):
            return False
        if groups.top + _size(groups, heap.entries[0]) + _size(groups, heap.entries[1]) > len(groups.terms):
            return False
        if not _take(heap, steps, groups.sizes, few):
            continue
        taking = heap.entries[_PARTS * heap.count]
        taken = heap.entries[_PARTS * heap.count + 1]
        steps.owner[taken] = taking
        met_count = _near_either(steps, groups, taking, taken)
        groups.sizes[taking] += groups.sizes[taken]
        _add_row(groups, taking, taken, keep_over * groups.sizes[taking])
        groups.first[taking] = _earlier(groups.first[taking], groups.first[taken])
        groups.last[taking] = -_earlier(-groups.last[taking], -groups.last[taken])
        groups.near_begins[taking] = groups.near_top
        _spread(groups.spread, groups.terms, groups.values, groups.begins[taking], groups.ends[taking])
        for at in range(met_count):
            other = groups.met[at]
            close = _gathered_closeness(groups, taking, other, half_life, reach)
            if close >= threshold:
                groups.near[groups.near_top] = other
                groups.near_top += 1
                value = close / (1.0 + few / (groups.sizes[taking] * groups.sizes[other]))
                if value >= threshold:
                    _push_pair(heap, steps, value, taking, other)
        _clear(groups.spread, groups.terms, groups.begins[taking], groups.ends[taking])
        groups.near_ends[taking] = groups.near_top
    return True


def _size(groups: Gathering, row: int) -> int:
    return groups.ends[row] - groups.begins[row]


def _gathered_closeness(groups: Gathering, taking: int, other: int, half_life: float, reach: float) -> float:
    """Return how close the group whose row is spread out is to another."""
    begin, end = groups.begins[other], groups.ends[other]
    product = _product(groups.spread, groups.terms, groups.values, begin, end)
    gap = max(groups.first[other] - groups.last[taking], groups.first[taking] - groups.last[other])
    return product / (groups.sizes[taking] * groups.sizes[other]) * _left(gap, half_life, reach)


def _earlier(one: float, other: float) -> float:
    """Return the smaller number; NaN is none."""
    return one if one <= other or other != other else other


def _near_either(steps: Steps, groups: Gathering, taking: int, taken: int) -> int:
    """Note the groups near either of two that are one now, and return how many those are."""
    count = 0
    for side in range(2):
        row: int = taken if side else taking
        for at in range(groups.near_begins[row], groups.near_ends[row]):
            other = _find(steps.owner, groups.near[at])
            if other != taking and groups.stamps[other] != steps.turn:
                groups.stamps[other] = steps.turn
                groups.met[count] = other
                count += 1
    return count


def _add_row(groups: Gathering, one: int, other: int, least: float) -> None:
    """Write the sum of two rows as the first of them at the arena's end, without what is light."""
    a, b, end = groups.begins[one], groups.begins[other], groups.top
    last_a, last_b = groups.ends[one], groups.ends[other]
    while a < last_a or b < last_b:
        term: int = 0
        value: float = 0.0
        if b == last_b or (a < last_a and groups.terms[a] <= groups.terms[b]):
            term = groups.terms[a]
            value = groups.values[a]
            a += 1
            if b < last_b and groups.terms[b] == term:
                value += groups.values[b]
                b += 1
        else:
            term = groups.terms[b]
            value = groups.values[b]
            b += 1
        if value > least:
            groups.terms[end] = term
            groups.values[end] = value
            end += 1
    groups.begins[one] = groups.top
    groups.ends[one] = end
    groups.top = end


def _push_pair(heap: Heap, steps: Steps, value: float, one: int, other: int) -> None:
    low, high = min(one, other), max(one, other)
    _push(heap, value, low, high, steps.versions[low], steps.versions[high])


def _push(heap: Heap, value: float, low: int, high: int, version: int, other_version: int) -> None:
    """Enter a pair into the heap, where room for it is."""
    at: int = heap.count
    heap.count += 1
    while at > 0:
        above: int = (at - 1) // 2
        if not _comes_first(heap, value, low, high, above):
            break
        _copy(heap, above, at)
        at = above
    _put(heap, at, value, low, high, version, other_version)


def _pop(heap: Heap) -> None:
    """Take the first pair from the heap; it stays behind the heap's end."""
    heap.count -= 1
    last: int = heap.count
    value = heap.values[last]
    low, high = heap.entries[_PARTS * last], heap.entries[_PARTS * last + 1]
    version, other_version = heap.entries[_PARTS * last + 2], heap.entries[_PARTS * last + 3]
    _copy(heap, 0, last)
    at, below = 0, 1
    while below < last:
        if below + 1 < last and _is_before(heap, below + 1, below):
            below += 1
        if _comes_first(heap, value, low, high, below):
            break
        _copy(heap, below, at)
        at = below
        below = 2 * at + 1
    if last > 0:
        _put(heap, at, value, low, high, version, other_version)


def _comes_first(heap: Heap, value: float, low: int, high: int, than: int) -> bool:
    """Say whether a pair comes before the one at a place, or is the same."""
    if value != heap.values[than]:
        return value > heap.values[than]
    if low != heap.entries[_PARTS * than]:
        return low < heap.entries[_PARTS * than]
    return high <= heap.entries[_PARTS * than + 1]


def _is_before(heap: Heap, one: int, other: int) -> bool:
    return _comes_first(heap, heap.values[one], heap.entries[_PARTS * one], heap.entries[_PARTS * one + 1], other)


def _copy(heap: Heap, source: int, target: int) -> None:
    heap.values[target] = heap.values[source]
    for part in range(_PARTS):
        heap.entries[_PARTS * target + part] = heap.entries[_PARTS * source + part]


def _put(heap: Heap, at: int, value: float, low: int, high: int, version: int, other_version: int) -> None:
    heap.values[at] = value
    heap.entries[_PARTS * at] = low
    heap.entries[_PARTS * at + 1] = high
    heap.entries[_PARTS * at + 2] = version
    heap.entries[_PARTS * at + 3] = other_version
