"""The best set within a budget: the loops of `meadow.select.exchange`.

Everything that is added up is a whole number, so the order of adding is free.
"""

from __future__ import annotations

from math import inf, sqrt

from meadow.kernels.loops.types import Flags, Longs, Reals


class SetState:
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


def start_greedily(state: SetState, by_cost: bool) -> None:
    """Fill the set greedily by gain, or by gain per cost."""
    state.count = 0
    _gather(state, -1)
    while True:
        _single_values(state)
        value = _value(state, state.points, state.part, state.norm)
        best = -1
        highest: float = 0.0
        for candidate in range(len(state.costs)):
            gain = state.values[candidate] - value
            if gain > 0.0 and by_cost:
                gain = gain / state.costs[candidate]
            if gain > highest:
                best = candidate
                highest = gain
        if best < 0:
            return
        state.chosen[state.count] = best
        state.count += 1
        _join(state, best)


def exchange(state: SetState, rounds: int) -> None:
    """Exchange members until no exchange improves the set: none or one goes out, one comes in or two."""
    for _ in range(rounds):
        out, one, other = _best_exchange(state)
        if one < 0:
            return
        if out >= 0:
            for at in range(out, state.count - 1):
                state.chosen[at] = state.chosen[at + 1]
            state.count -= 1
        state.chosen[state.count] = one
        state.count += 1
        if other >= 0:
            state.chosen[state.count] = other
            state.count += 1


def measure(state: SetState) -> int:
    """Fill `values` for the set, and return the best candidate that may come in; −1 if there is none."""
    _gather(state, -1)
    return _single_values(state)


def set_value(state: SetState) -> float:
    """Return what the set is worth."""
    _gather(state, -1)
    return _value(state, state.points, state.part, state.norm)


def _best_exchange(state: SetState) -> tuple[int, int, int]:
    """Return the place of who goes out and the two who come in, each -1 for nobody."""
    _gather(state, -1)
    best = _value(state, state.points, state.part, state.norm)
    out, one, other = -1, -1, -1
    for leaving in range(-1, state.count):
        _gather(state, leaving)
        single = _single_values(state)
        if single >= 0 and state.values[single] > best:
            best = state.values[single]
            out, one, other = leaving, single, -1
        value, left_one, right_one = _best_pair(state, best)
        if value > best:
            best = value
            out, one, other = leaving, left_one, right_one
    return out, one, other


def _gather(state: SetState, leaving: int) -> None:
    """Sum up what the set holds without the member at one place."""
    for concept in range(len(state.holders)):
        state.holders[concept] = 0
    for candidate in range(len(state.costs)):
        state.cross[candidate] = 0
        state.able[candidate] = True
    state.points, state.part, state.norm, state.left = 0, 0, 0, state.capacity
    for place in range(state.count):
        if place != leaving:
            _join(state, state.chosen[place])


def _join(state: SetState, row: int) -> None:
    """Add a candidate to the sums of the set."""
    candidates: int = len(state.costs)
    state.points += state.worth[row] + _new_points(state, row)
    state.part += state.along[row]
    state.norm += 2 * state.cross[row] + state.products[row * candidates + row]
    state.left -= state.costs[row]
    state.able[row] = False
    for at in range(state.starts[row], state.starts[row + 1]):
        state.holders[state.concepts[at]] += 1
    for other in range(candidates):
        state.cross[other] += state.products[row * candidates + other]
        if state.barred[row * candidates + other]:
            state.able[other] = False


def _single_values(state: SetState) -> int:
    """Fill in the value of the set with each candidate that may come, −∞ for the others; return the best, −1 if none may."""
    candidates: int = len(state.costs)
    best = -1
    highest = -inf
    for candidate in range(candidates):
        state.values[candidate] = -inf
        if state.able[candidate] and state.costs[candidate] <= state.left:
            points = state.points + state.worth[candidate] + _new_points(state, candidate)
            norm = state.norm + 2 * state.cross[candidate] + state.products[candidate * candidates + candidate]
            state.values[candidate] = _value(state, points, state.part + state.along[candidate], norm)
        if state.values[candidate] > highest:
            best = candidate
            highest = state.values[candidate]
    return best


def _best_pair(state: SetState, least: float) -> tuple[float, int, int]:
    """Return the best value over `least` that two bring, and the two, among those whose gains add up to more than it."""
    candidates: int = len(state.costs)
    base = _value(state, state.points, state.part, state.norm)
    best: float = least
    one, other = -1, -1
    hopeful = _order_hopeful(state, base, least)
    for i in range(hopeful):
        a = state.order[i]
        gain = state.values[a] - base
        for at in range(state.starts[a], state.starts[a + 1]):
            state.marked[state.concepts[at]] = True
        points = state.points + state.worth[a] + _new_points(state, a)
        norm = state.norm + 2 * state.cross[a] + state.products[a * candidates + a]
        for j in range(i + 1, hopeful):
            b = state.order[j]
            if not gain + (state.values[b] - base) + base > least:
                break
            if state.costs[a] + state.costs[b] <= state.left and not state.barred[a * candidates + b]:
                both = points + state.worth[b] + _new_points(state, b) - _shared(state, b)
                wide = norm + 2 * state.cross[b] + state.products[b * candidates + b]
                wide += 2 * state.products[a * candidates + b]
                value = _value(state, both, state.part + state.along[a] + state.along[b], wide)
                if value > best:
                    best = value
                    one, other = a, b
        for at in range(state.starts[a], state.starts[a + 1]):
            state.marked[state.concepts[at]] = False
    return best, one, other


def _order_hopeful(state: SetState, base: float, least: float) -> int:
    """Order the candidates that could do with the best one, by falling values; return how many those are."""
    highest = -inf
    for candidate in range(len(state.values)):
        highest = max(highest, state.values[candidate])
    count = 0
    for candidate in range(len(state.values)):
        value = state.values[candidate]
        if value - base + (highest - base) + base > least:
            at: int = count
            while at > 0 and state.values[state.order[at - 1]] < value:
                state.order[at] = state.order[at - 1]
                at -= 1
            state.order[at] = candidate
            count += 1
    return count


def _new_points(state: SetState, candidate: int) -> int:
    """Return what a candidate's concepts bring to a set that holds some already."""
    points = 0
    for at in range(state.starts[candidate], state.starts[candidate + 1]):
        concept = state.concepts[at]
        if state.holders[concept] == 0:
            points += state.first[concept]
        elif state.holders[concept] == 1:
            points += state.second[concept]
    return points


def _shared(state: SetState, candidate: int) -> int:
    """Return what a candidate brings less because the other newcomer has marked concepts of its."""
    points = 0
    for at in range(state.starts[candidate], state.starts[candidate + 1]):
        concept = state.concepts[at]
        if state.marked[concept]:
            if state.holders[concept] == 0:
                points += state.first[concept] - state.second[concept]
            elif state.holders[concept] == 1:
                points += state.second[concept]
    return points


def _value(state: SetState, points: int, part: int, norm: int) -> float:
    return points + state.pull * (part / sqrt(norm)) if norm > 0 else float(points)


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
