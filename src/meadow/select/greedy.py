"""Greedy choice for objectives with diminishing returns, evaluating few gains (lazily), with the same answer as all.

Source: Minoux (1978), "Accelerated greedy algorithms for maximizing submodular set functions"; the cost-scaled gain and the
comparison with the best single sentence from Lin and Bilmes (2010), "Multi-document summarization via budgeted maximization
of submodular functions".
"""

from __future__ import annotations

import heapq
from typing import Protocol

import numpy as np

from meadow.model import FloatArray
from meadow.select.candidates import Candidates

_DECIMALS = 12  # so that gains which are equal on paper tie, and the earlier sentence wins, however sums were rounded


class Objective(Protocol):
    """A value of sets of sentences that grows ever more slowly, with the set chosen so far.

    `bounds[row]` is at least the gain of a sentence in the beginning, and so at any time.
    """

    bounds: FloatArray

    def gain(self, row: int) -> float:
        """Return by how much the value would grow if a sentence joined the set."""

    def add(self, row: int) -> None:
        """Let a sentence join the set."""


def choose_greedily(objective: Objective, candidates: Candidates, *, power: float) -> tuple[int, ...]:
    """Return rows in order of choice: each time the largest gain ÷ cost to the `power` that fits, while there is a gain.

    If one sentence alone is worth more than all of these, it is the answer.
    """
    cost = dict(zip(candidates.rows.tolist(), candidates.costs.tolist(), strict=True))
    alone, single = _best_single(objective, list(cost))
    # Bounds are rounded as gains are: one that a gain is equal to on paper must not fall below it.
    queue = [(-round(float(objective.bounds[row]), _DECIMALS) / max(1, cost[row]) ** power, row) for row in cost]
    heapq.heapify(queue)
    left, value = candidates.capacity, 0.0
    chosen: list[int] = []
    while queue:
        _, row = heapq.heappop(queue)
        if cost[row] > left:
            continue
        gain = _gain(objective, row)
        entry = -gain / max(1, cost[row]) ** power, row
        if queue and entry > queue[0]:
            heapq.heappush(queue, entry)
        elif gain > 0:
            objective.add(row)
            chosen.append(row)
            left -= cost[row]
            value += gain
    return tuple(chosen) if value >= alone else (single,)


def _best_single(objective: Objective, rows: list[int]) -> tuple[float, int]:
    """Return the largest gain that one sentence brings to the empty set, and the sentence; the earlier of equals."""
    best = 0.0, -1
    order = np.argsort(-objective.bounds[rows], kind="stable")
    for row in (rows[index] for index in order.tolist()):
        if round(float(objective.bounds[row]), _DECIMALS) < best[0]:
            break
        gain = _gain(objective, row)
        if (-gain, row) < (-best[0], best[1]):
            best = gain, row
    return best


def _gain(objective: Objective, row: int) -> float:
    return round(objective.gain(row), _DECIMALS)
