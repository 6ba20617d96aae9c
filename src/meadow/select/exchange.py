"""The best set within a budget: two greedy starts, then exchanges while they improve.

Source: our own; greedy starts by gain and by gain per cost after Lin and Bilmes (2010), "Multi-document summarization via
budgeted maximization of submodular functions".

The value of a set is what its members are worth, the points of the concepts they hold (one amount for the first holder,
another for the second, nothing after that) and `pull` times the cosine of their sum with a direction. All of this is
added up in whole numbers, so that equal sets have equal values however they were found, and compiled and plain code agree
to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.kernels.loading import compiled, tell_of_compiling
from meadow.model import FloatArray
from meadow.select import exchange_plain
from meadow.select.budget import Flags
from meadow.select.candidates import Longs
from meadow.select.exchange_plain import Layout, value_of
from meadow.vectors.cells import Cells

MOST_ROUNDS = 50
_BULK_CANDIDATES = 500  # from so many on, loading compiled code costs less time than it saves
_SPREAD = 1 << 16  # products of a row with a cell; of more a sparse product takes less time
MOST_EXCHANGED = 40  # a longer summary is left as the greedy start made it: one sentence hardly matters there


class Problem(NamedTuple):
    """Candidates with their costs and the budget, and what a set of them is worth.

    The candidate at place p holds the `concepts` from `starts[p]` up to `starts[p + 1]`; `along` is its part in the
    direction, `products` the inner products of all pairs. Of a `barred` pair only one may be in.
    """

    costs: Longs
    capacity: int
    worth: Longs
    starts: Longs
    concepts: Longs
    first: Longs
    second: Longs
    along: Longs
    products: Longs
    barred: Flags
    pull: float


def best_set(problem: Problem, layout: Layout | None = None) -> list[int]:
    """Return the places of the best set found, in the order in which they came in; a problem may be laid out already."""
    if not len(problem.costs):
        return []
    layout = laid_out(problem) if layout is None else layout
    starts = start_greedily(problem, layout)
    if starts[0] == starts[1]:
        return exchanged(problem, layout, starts[:1])[0]
    found = exchanged(problem, layout, starts)
    if found[0] == found[1]:
        return found[0]
    values = _values(problem, layout, found)
    return found[0] if values[0] >= values[1] else found[1]


def laid_out(problem: Problem) -> Layout | None:
    """Return a problem laid out for plain code; None where compiled code takes it as it is."""
    return None if _compiled(len(problem.costs)) else Layout(problem)


def filled(problem: Problem, places: list[int], layout: Layout | None = None) -> list[int]:
    """Return a set with whatever still fits and is not barred, each time what leaves it worth most, be that less."""
    if not _has_room(problem, places):
        return list(places)
    layout, chosen = Layout(problem) if layout is None else layout, list(places)
    state = layout.set_of(chosen)
    while len(problem.costs):
        brought = layout.brought(state)
        values = layout.values_with(state, brought)[0]
        best = int(values.argmax())
        if values[best] == -np.inf:
            break
        chosen.append(best)
        state = layout.joined(state, [best], brought)
    return chosen


def _has_room(problem: Problem, places: list[int]) -> bool:
    """Say whether any candidate still fits beside a set that keeps it not out."""
    free = (problem.costs <= problem.capacity - problem.costs[places].sum()) & ~problem.barred[places].any(axis=0)
    free[places] = False
    return bool(free.any())


def set_value(problem: Problem, chosen: NDArray[np.int64]) -> float:
    """Return what a set is worth."""
    return _values(problem, laid_out(problem), [chosen.tolist()])[0]


def _values(problem: Problem, layout: Layout | None, sets: Sequence[list[int]]) -> list[float]:
    if layout is None:
        from meadow.kernels import exchange

        return [float(exchange.set_value(problem, np.array(chosen, np.int64))) for chosen in sets]
    values: list[float] = layout.values(layout.sets_of(sets)).tolist()
    return values


def single_values(problem: Problem) -> FloatArray:
    """Return what each candidate is worth as a set of its own."""
    owners = np.repeat(np.arange(len(problem.costs)), np.diff(problem.starts))
    points = np.bincount(owners, problem.first[problem.concepts], minlength=len(problem.costs))
    return value_of(problem.worth + points, problem.along, problem.products.diagonal(), problem.pull)


def start_greedily(problem: Problem, layout: Layout | None) -> tuple[list[int], list[int]]:
    """Return the greedy choices: each time the largest gain that fits, and the largest gain per cost, while there is one."""
    if layout is None:
        from meadow.kernels import exchange

        by_gain, by_cost = (exchange.start_greedily(problem, each).tolist() for each in (False, True))
        return by_gain, by_cost
    return exchange_plain.start_greedily(layout)


def exchanged(problem: Problem, layout: Layout | None, starts: Sequence[list[int]]) -> list[list[int]]:
    """Return for each start the set that no exchange improves: none or one goes out, one comes in or two.

    Two are tried together only if what each brings alone would add up to an improvement. A long start is left as it is.
    """
    short = [start for start in starts if len(start) <= MOST_EXCHANGED]
    if layout is None:
        from meadow.kernels import exchange

        better = [exchange.exchanged(problem, np.array(start, np.int64), MOST_ROUNDS).tolist() for start in short]
    else:
        better = exchange_plain.exchanged(layout, short, rounds=MOST_ROUNDS)
    found = iter(better)
    return [next(found) if len(start) <= MOST_EXCHANGED else start for start in starts]


def _compiled(candidates: int) -> bool:
    if not compiled(large=candidates >= _BULK_CANDIDATES):
        return False
    tell_of_compiling("meadow.kernels.exchange")
    return True


def pair_sums(rows: Cells, left: Longs, right: Longs) -> Longs:
    """Return for each two rows the sum, over the columns both hold, of the left value of one times the right of the other.

    The values stand in the places of the rows' weights.
    """
    count, width = len(rows.ends) - 1, int(rows.columns.max(initial=0)) + 1
    if _compiled(count):
        from meadow.kernels import exchange

        # Long numbers would be compiled for anew.
        ends, columns = (each.astype(np.int32) for each in (rows.ends, rows.columns))
        sums: Longs = exchange.pair_sums(ends, columns, left, right, width)
        return sums
    if count * len(rows.columns) <= _SPREAD and rows.sizes.all():
        # Of few rows one side is laid out whole: a sparse product takes as long to set up as to compute.
        spread = np.zeros((count, width), np.int64)
        spread[rows.owners, rows.columns] = left
        few: Longs = np.add.reduceat(spread.take(rows.columns, axis=1) * right, rows.ends[:-1], axis=1)
        return few
    one, other = (sparse.csr_array((each, rows.columns, rows.ends), shape=(count, width)) for each in (left, right))
    plain: Longs = (one @ other.T).toarray()
    return plain
