"""Submodular: sentences that together resemble the whole story and come from many of its parts.

Source: Lin and Bilmes (2011), "A class of submodular functions for document summarization", with a ranker's scores as the
relevance that is rewarded.

The value of a set S is coverage + `diversity` · reward:

- coverage `Σ_i min(Σ_{j∈S} w_ij, α · Σ_j w_ij)` over all N sentences i, w being the cosine by inverse document frequency:
  a sentence is covered once S holds the share α = `saturation`/N of its likeness to the whole story, or 1/h where that is
  less, as it is in a story of few sentences; in shares of the most there is;
- reward `Σ_k √(Σ_{j∈S∩P_k} r_j)` over a partition P of the sentences, r being the score in shares of the best: a second
  sentence from the same part brings less; in shares of h, how many sentences of mean length fit.

The parts are those of spherical k-means with `groups`·N centres, 200 at most, which start evenly spaced in the story.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget
from meadow.select.candidates import Longs, expected_count, relevance, shortlist
from meadow.select.greedy import choose_greedily
from meadow.vectors.products import column_sums, products_with, weighted_sums
from meadow.vectors.view import StoryView

_MOST_GROUPS = 200
_ROUNDS = 10


def submodular(
    view: StoryView,
    scores: Scores,
    budget: RemainingBudget,
    *,
    diversity: float = 1.0,
    saturation: float = 5.0,
    groups: float = 0.2,
    cost_power: float = 0.0,
    first: int = 30,
) -> tuple[int, ...]:
    """Return the greedy choice by coverage of the story and diversity; what adds nothing stays out.

    Gains are divided by length to the `cost_power` before they are compared; the paper's is 0.3, which favours short
    sentences. `groups` is the number of parts in shares of the sentences. Only the `first`·h best-scored sentences can be
    chosen, which keeps large stories quick; 0 lets all. What they are to cover is the whole story.
    """
    check_range("submodular", "diversity", diversity, least=0)
    check_range("submodular", "saturation", saturation, least=0)
    check_range("submodular", "groups", groups, least=0, most=1)
    check_range("submodular", "cost_power", cost_power, least=0)
    check_range("submodular", "first", first, least=0)
    candidates = shortlist(view, scores.values, budget, first=first)
    rewards = np.maximum(relevance(scores.values), 0.0)
    rows = view.counts("terms").unit_rows()
    count = expected_count(view, budget)
    objective = CoverageAndDiversity(
        rows,
        rewards,
        parts_of(rows, math.ceil(groups * len(view))),
        enough=min(saturation / max(1, len(view)), 1 / count),
        diversity=diversity / count,
    )
    return choose_greedily(objective, candidates, power=cost_power) or budget.fill(candidates.rows.tolist())


class CoverageAndDiversity:
    """The objective, with the set chosen so far: how far each sentence is covered, and each part rewarded."""

    def __init__(
        self, rows: sparse.csr_array, rewards: FloatArray, parts: Longs, *, enough: float, diversity: float
    ) -> None:
        self._rows = rows
        likeness = weighted_sums(rows, column_sums(rows))
        self._enough = enough * likeness
        self._scale = 1 / total if (total := float(self._enough.sum())) > 0 else 0.0
        self._covered = np.zeros(len(rewards))
        self._rewards, self._parts, self._diversity = rewards, parts, diversity
        self._rewarded = np.zeros(int(parts.max(initial=0)) + 1)
        self.bounds = likeness * self._scale + diversity * np.sqrt(rewards)

    def gain(self, row: int) -> float:
        """Return by how much the value would grow if a sentence joined the set."""
        more = np.minimum(self._covered + products_with(self._rows, row), self._enough)
        coverage = float((more - np.minimum(self._covered, self._enough)).sum()) * self._scale
        before = float(self._rewarded[self._parts[row]])
        return coverage + self._diversity * (math.sqrt(before + self._rewards[row]) - math.sqrt(before))

    def add(self, row: int) -> None:
        """Let a sentence join the set."""
        self._covered = self._covered + products_with(self._rows, row)
        self._rewarded[self._parts[row]] += self._rewards[row]


def parts_of(rows: sparse.csr_array, count: int) -> Longs:
    """Return the part of each row: spherical k-means with so many centres, until it settles or ten times over."""
    size = rows.shape[0]
    seeds = np.linspace(0, max(0, size - 1), min(max(1, count), _MOST_GROUPS, size)).astype(np.int64)
    centres = rows[seeds].toarray()
    parts = np.zeros(size, dtype=np.int64)
    for _ in range(_ROUNDS if size else 0):
        nearest = (rows @ centres.T).argmax(axis=1)
        if np.array_equal(nearest, parts):
            break
        parts = nearest
        members = sparse.csr_array((np.ones(size), (parts, np.arange(size))), shape=(len(centres), size))
        sums = (members @ rows).toarray()
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.divide(sums, norms, out=np.zeros_like(sums), where=norms > 0)
    return parts
