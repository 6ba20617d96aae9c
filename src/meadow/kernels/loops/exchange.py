"""The best set within a budget: the loops of `meadow.select.exchange`.

Everything that is added up is a whole number, so the order of adding is free.
"""

from __future__ import annotations

from math import inf, sqrt

from meadow.kernels.loops.types import Flags, Longs, Reals


class Search:
    """Candidates, what sets of them are worth, and one set: its `count` members are the first of `chosen`.

    `products` and `barred` have a row for each candidate. Of the set, `holders` counts who holds a concept, `cross` sums the
    products of its members with each candidate and `able` says who may still come; `values` is its value with each.
    """

    costs: Longs
    worth: Longs
    starts: Longs
    concepts: Longs
    first: Longs
    second: Longs
    along: Longs
    products: Longs
    barred: Flags
    capacity: int
    pull: float
    chosen: Longs
    count: int
    holders: Longs
    cross: Longs
    able: Flags
    values: Reals
    points: int
    part: int
    norm: int
    left: int
    marked: Flags
    order: Longs


def start_greedily(search: Search, by_cost: bool) -> None:
    """Fill the set greedily by gain, or by gain per cost."""
    search.count = 0
    _gather(search, -1)
    while True:
        _single_values(search)
        value = _value(search, search.points, search.part, search.norm)
        best = -1
        highest: float = 0.0
        for candidate in range(len(search.costs)):
            gain = search.values[candidate] - value
            if gain > 0.0 and by_cost:
                gain = gain / search.costs[candidate]
            if gain > highest:
                best = candidate
                highest = gain
        if best < 0:
            return
        search.chosen[search.count] = best
        search.count += 1
        _join(search, best)


def exchange(search: Search, rounds: int) -> None:
    """Exchange members until no exchange improves the set: none or one goes out, one comes in or two."""
    for _ in range(rounds):
        out, one, other = _best_exchange(search)
        if one < 0:
            return
        if out >= 0:
            for at in range(out, search.count - 1):
                search.chosen[at] = search.chosen[at + 1]
            search.count -= 1
        search.chosen[search.count] = one
        search.count += 1
        if other >= 0:
            search.chosen[search.count] = other
            search.count += 1


def measure(search: Search) -> int:
    """Fill `values` for the set, and return the best candidate that may come in; −1 if there is none."""
    _gather(search, -1)
    return _single_values(search)


def set_value(search: Search) -> float:
    """Return what the set is worth."""
    _gather(search, -1)
    return _value(search, search.points, search.part, search.norm)


def _best_exchange(search: Search) -> tuple[int, int, int]:
    """Return the place of who goes out and the two who come in, each -1 for nobody."""
    _gather(search, -1)
    best = _value(search, search.points, search.part, search.norm)
    out, one, other = -1, -1, -1
    for leaving in range(-1, search.count):
        _gather(search, leaving)
        single = _single_values(search)
        if single >= 0 and search.values[single] > best:
            best = search.values[single]
            out, one, other = leaving, single, -1
        value, left_one, right_one = _best_pair(search, best)
        if value > best:
            best = value
            out, one, other = leaving, left_one, right_one
    return out, one, other


def _gather(search: Search, leaving: int) -> None:
    """Sum up what the set holds without the member at one place."""
    for concept in range(len(search.holders)):
        search.holders[concept] = 0
    for candidate in range(len(search.costs)):
        search.cross[candidate] = 0
        search.able[candidate] = True
    search.points, search.part, search.norm, search.left = 0, 0, 0, search.capacity
    for place in range(search.count):
        if place != leaving:
            _join(search, search.chosen[place])


def _join(search: Search, row: int) -> None:
    """Add a candidate to the sums of the set."""
    candidates: int = len(search.costs)
    search.points += search.worth[row] + _new_points(search, row)
    search.part += search.along[row]
    search.norm += 2 * search.cross[row] + search.products[row * candidates + row]
    search.left -= search.costs[row]
    search.able[row] = False
    for at in range(search.starts[row], search.starts[row + 1]):
        search.holders[search.concepts[at]] += 1
    for other in range(candidates):
        search.cross[other] += search.products[row * candidates + other]
        if search.barred[row * candidates + other]:
            search.able[other] = False


def _single_values(search: Search) -> int:
    """Fill in the value of the set with each candidate that may come, −∞ for the others; return the best, −1 if none may."""
    candidates: int = len(search.costs)
    best = -1
    highest = -inf
    for candidate in range(candidates):
        search.values[candidate] = -inf
        if search.able[candidate] and search.costs[candidate] <= search.left:
            points = search.points + search.worth[candidate] + _new_points(search, candidate)
            norm = search.norm + 2 * search.cross[candidate] + search.products[candidate * candidates + candidate]
            search.values[candidate] = _value(search, points, search.part + search.along[candidate], norm)
        if search.values[candidate] > highest:
            best = candidate
            highest = search.values[candidate]
    return best


def _best_pair(search: Search, least: float) -> tuple[float, int, int]:
    """Return the best value over `least` that two bring, and the two, among those whose gains add up to more than it."""
    candidates: int = len(search.costs)
    base = _value(search, search.points, search.part, search.norm)
    best: float = least
    one, other = -1, -1
    hopeful = _order_hopeful(search, base, least)
    for i in range(hopeful):
        a = search.order[i]
        gain = search.values[a] - base
        for at in range(search.starts[a], search.starts[a + 1]):
            search.marked[search.concepts[at]] = True
        points = search.points + search.worth[a] + _new_points(search, a)
        norm = search.norm + 2 * search.cross[a] + search.products[a * candidates + a]
        for j in range(i + 1, hopeful):
            b = search.order[j]
            if not gain + (search.values[b] - base) + base > least:
                break
            if search.costs[a] + search.costs[b] <= search.left and not search.barred[a * candidates + b]:
                both = points + search.worth[b] + _new_points(search, b) - _shared(search, b)
                wide = norm + 2 * search.cross[b] + search.products[b * candidates + b]
                wide += 2 * search.products[a * candidates + b]
                value = _value(search, both, search.part + search.along[a] + search.along[b], wide)
                if value > best:
                    best = value
                    one, other = a, b
        for at in range(search.starts[a], search.starts[a + 1]):
            search.marked[search.concepts[at]] = False
    return best, one, other


def _order_hopeful(search: Search, base: float, least: float) -> int:
    """Order the candidates that could do with the best one, by falling values; return how many those are."""
    highest = -inf
    for candidate in range(len(search.values)):
        highest = max(highest, search.values[candidate])
    count = 0
    for candidate in range(len(search.values)):
        value = search.values[candidate]
        if value - base + (highest - base) + base > least:
            at: int = count
            while at > 0 and search.values[search.order[at - 1]] < value:
                search.order[at] = search.order[at - 1]
                at -= 1
            search.order[at] = candidate
            count += 1
    return count


def _new_points(search: Search, candidate: int) -> int:
    """Return what a candidate's concepts bring to a set that holds some already."""
    points = 0
    for at in range(search.starts[candidate], search.starts[candidate + 1]):
        concept = search.concepts[at]
        if search.holders[concept] == 0:
            points += search.first[concept]
        elif search.holders[concept] == 1:
            points += search.second[concept]
    return points


def _shared(search: Search, candidate: int) -> int:
    """Return what a candidate brings less because the other newcomer has marked concepts of its."""
    points = 0
    for at in range(search.starts[candidate], search.starts[candidate + 1]):
        concept = search.concepts[at]
        if search.marked[concept]:
            if search.holders[concept] == 0:
                points += search.first[concept] - search.second[concept]
            elif search.holders[concept] == 1:
                points += search.second[concept]
    return points


def _value(search: Search, points: int, part: int, norm: int) -> float:
    return points + search.pull * (part / sqrt(norm)) if norm > 0 else float(points)


def pair_sums(starts: Longs, columns: Longs, left: Longs, right: Longs, spread: Longs, sums: Longs) -> None:
    """Write for each two rows the sum over common columns of the left value of one times the right of the other."""
    count: int = len(starts) - 1
    for row in range(count):
        for at in range(starts[row], starts[row + 1]):
            spread[columns[at]] = left[at]
        for other in range(count):
            total = 0
            for at in range(starts[other], starts[other + 1]):
                total += spread[columns[at]] * right[at]
            sums[row * count + other] = total
        for at in range(starts[row], starts[row + 1]):
            spread[columns[at]] = 0
