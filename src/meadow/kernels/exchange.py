"""The best set within a budget: the compiled twin of `meadow.select.exchange`, which passes its `Problem` as it is.

Everything that is added up is a whole number, so the order of adding is free; what is computed of the sums is computed as
the plain form does it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meadow.kernels.compiling import kernel


@kernel
def start_greedily(problem, by_cost) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the greedy choice by gain, or by gain per cost."""
    total = len(problem.costs)
    holders, cross = np.zeros(len(problem.first), np.int64), np.zeros(total, np.int64)
    able, values = np.ones(total, np.bool_), np.empty(total)
    chosen, count = np.empty(total, np.int64), 0
    points, part, norm, left = 0, 0, 0, problem.capacity
    while True:
        _single_values(problem, (points, part, norm, left), holders, cross, able, values)
        value = _value(points, part, norm, problem.pull)
        best, best_gain = -1, 0.0
        for candidate in range(total):
            gain = values[candidate] - value
            if gain > 0 and (gain / problem.costs[candidate] if by_cost else gain) > best_gain:
                best, best_gain = candidate, gain / problem.costs[candidate] if by_cost else gain
        if best < 0:
            return chosen[:count].copy()
        chosen[count] = best
        count += 1
        points += problem.worth[best] + _new_points(problem, best, holders)
        part += problem.along[best]
        norm += 2 * cross[best] + problem.products[best, best]
        left -= problem.costs[best]
        _join(problem, best, holders, cross, able)


@kernel
def exchanged(problem, start, rounds) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the set that no exchange improves."""
    total = len(problem.costs)
    holders, marked = np.zeros(len(problem.first), np.int64), np.zeros(len(problem.first), np.bool_)
    cross, able, values = np.zeros(total, np.int64), np.empty(total, np.bool_), np.empty(total)
    chosen = start.copy()
    for _ in range(rounds):
        points, part, norm, _left = _without(problem, chosen, -1, holders, cross, able)
        best = _value(points, part, norm, problem.pull)
        out, one, other = -2, -1, -1
        for leaving in range(-1, len(chosen)):
            rest = _without(problem, chosen, leaving, holders, cross, able)
            single = _single_values(problem, rest, holders, cross, able, values)
            if values[single] > best:
                best, out, one, other = values[single], leaving, single, -1
            value, left_one, right_one = _best_pair(problem, rest, holders, cross, values, marked, best)
            if value > best:
                best, out, one, other = value, leaving, left_one, right_one
        if one < 0:
            break
        chosen = _moved(chosen, out, one, other)
    return chosen


@kernel
def _without(problem, chosen, leaving, holders, cross, able) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return points, along, norm and what is left of the budget for a set without one member; fill what it holds."""
    holders[:] = 0
    cross[:] = 0
    able[:] = True
    points, part, norm, left = 0, 0, 0, problem.capacity
    for index in range(len(chosen)):
        if index != leaving:
            row = chosen[index]
            points += problem.worth[row] + _new_points(problem, row, holders)
            part += problem.along[row]
            norm += 2 * cross[row] + problem.products[row, row]
            left -= problem.costs[row]
            _join(problem, row, holders, cross, able)
    return points, part, norm, left


@kernel
def _join(problem, row, holders, cross, able) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Let a candidate join: what is held, the products of all with the set, and who may still come."""
    able[row] = False
    for at in range(problem.starts[row], problem.starts[row + 1]):
        holders[problem.concepts[at]] += 1
    for other in range(len(cross)):
        cross[other] += problem.products[row, other]
        if problem.barred[row, other]:
            able[other] = False


@kernel
def _single_values(problem, rest, holders, cross, able, values) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Fill in the value of the rest with each candidate that may come, −∞ for the others; return the best one."""
    points, part, norm, left = rest
    best = 0
    for candidate in range(len(values)):
        values[candidate] = -np.inf
        if able[candidate] and problem.costs[candidate] <= left:
            new = points + problem.worth[candidate] + _new_points(problem, candidate, holders)
            size = norm + 2 * cross[candidate] + problem.products[candidate, candidate]
            values[candidate] = _value(new, part + problem.along[candidate], size, problem.pull)
        if values[candidate] > values[best]:
            best = candidate
    return best


@kernel
def _best_pair(problem, rest, holders, cross, values, marked, least) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the best value over `least` that two bring, and the two, among those whose gains add up to more than it."""
    points, part, norm, left = rest
    base = _value(points, part, norm, problem.pull)
    order = np.argsort(-values, kind="mergesort")
    best, one, other = least, -1, -1
    for i in range(len(order)):
        a = order[i]
        if not values[a] - base + (values[order[0]] - base) + base > least:
            break
        for at in range(problem.starts[a], problem.starts[a + 1]):
            marked[problem.concepts[at]] = True
        new = points + problem.worth[a] + _new_points(problem, a, holders)
        size = norm + 2 * cross[a] + problem.products[a, a]
        for j in range(i + 1, len(order)):
            b = order[j]
            if not values[a] - base + (values[b] - base) + base > least:
                break
            if problem.costs[a] + problem.costs[b] <= left and not problem.barred[a, b]:
                both = new + problem.worth[b] + _new_points(problem, b, holders) - _shared(problem, b, holders, marked)
                wide = size + 2 * cross[b] + problem.products[b, b] + 2 * problem.products[a, b]
                value = _value(both, part + problem.along[a] + problem.along[b], wide, problem.pull)
                if value > best:
                    best, one, other = value, a, b
        for at in range(problem.starts[a], problem.starts[a + 1]):
            marked[problem.concepts[at]] = False
    return best, one, other


@kernel
def _new_points(problem, candidate, holders) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return what a candidate's concepts bring to a set that holds some already."""
    points = 0
    for at in range(problem.starts[candidate], problem.starts[candidate + 1]):
        concept = problem.concepts[at]
        if holders[concept] == 0:
            points += problem.first[concept]
        elif holders[concept] == 1:
            points += problem.second[concept]
    return points


@kernel
def _shared(problem, candidate, holders, marked) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return what a candidate brings less because the other newcomer has marked concepts of its."""
    points = 0
    for at in range(problem.starts[candidate], problem.starts[candidate + 1]):
        concept = problem.concepts[at]
        if marked[concept]:
            if holders[concept] == 0:
                points += problem.first[concept] - problem.second[concept]
            elif holders[concept] == 1:
                points += problem.second[concept]
    return points


@kernel
def _moved(chosen, out, one, other) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the set after an exchange."""
    kept = len(chosen) - (1 if out >= 0 else 0)
    moved = np.empty(kept + (2 if other >= 0 else 1), np.int64)
    count = 0
    for index in range(len(chosen)):
        if index != out:
            moved[count] = chosen[index]
            count += 1
    moved[kept] = one
    if other >= 0:
        moved[kept + 1] = other
    return moved


@kernel
def set_value(problem, chosen) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return what a set is worth."""
    total = len(problem.costs)
    holders = np.zeros(len(problem.first), np.int64)
    cross, able = np.zeros(total, np.int64), np.empty(total, np.bool_)
    points, part, norm, _left = _without(problem, chosen, -1, holders, cross, able)
    return _value(points, part, norm, problem.pull)


@kernel
def _value(points, part, norm, pull) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    return points + pull * (part / np.sqrt(norm)) if norm > 0 else float(points)


@kernel
def pair_sums(starts, columns, left, right, width) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return for each two rows the sum over common columns of the left value of one times the right of the other."""
    count = len(starts) - 1
    sums, spread = np.zeros((count, count), np.int64), np.zeros(width, np.int64)
    for row in range(count):
        for at in range(starts[row], starts[row + 1]):
            spread[columns[at]] = left[at]
        for other in range(count):
            total = 0
            for at in range(starts[other], starts[other + 1]):
                total += spread[columns[at]] * right[at]
            sums[row, other] = total
        for at in range(starts[row], starts[row + 1]):
            spread[columns[at]] = 0
    return sums
