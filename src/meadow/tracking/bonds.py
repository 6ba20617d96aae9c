"""How closely two groups of documents belong together, and groups grown from pairs, the closest first.

Source: our own; average linkage (Sokal and Michener 1958) measured against the groups' own cohesion.

The mean similarity of the documents of two groups says little by itself: two headlines of one event share a word or
two, two articles dozens. What counts is that mean beside the mean within each group:

    closeness(A, B) = mean(A, B) / √(cohesion(A) · cohesion(B)) / (1 + caution · (1 − 1/min(|A|, |B|)))

A group of few documents has no cohesion to speak of, so `trust` pairs of the `expected` similarity are added to its own.
`caution` asks more of two groups that both have many documents than of a single one that joins a group.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray


class Pairs(NamedTuple):
    """Similarities that are not zero: those of row r to `others[starts[r]:starts[r + 1]]`, each pair from both sides."""

    starts: Longs
    others: Longs
    values: FloatArray


@dataclass(frozen=True, slots=True)
class Bond:
    """When two groups become one: at a closeness of `threshold` or more."""

    threshold: float
    caution: float
    expected: float = 0.65
    trust: float = 20.0


@dataclass(slots=True)
class _Group:
    """Documents that belong together: how many, the similarities among them summed, and those to other groups."""

    size: float
    within: float
    near: list[tuple[int, float]]
    version: int = 0


def closeness(between: float, a: tuple[float, float], b: tuple[float, float], bond: Bond) -> float:
    """Return how close two groups are, given the summed similarities between them and each one's size and sum within."""
    mean = between / (a[0] * b[0])
    caution = 1.0 + bond.caution * (1.0 - 1.0 / min(a[0], b[0]))
    return mean / math.sqrt(cohesion(*a, bond) * cohesion(*b, bond)) / caution


def cohesion(size: float, within: float, bond: Bond) -> float:
    """Return the mean similarity of a group's documents, held towards the expected one where they are few."""
    return (within + bond.trust * bond.expected) / (size * (size - 1.0) + bond.trust)


def gather(pairs: Pairs, sizes: FloatArray, bond: Bond) -> Longs:
    """Return for each row the first row of its group; a row stands for so many documents that are all alike.

    The closest two groups become one until none are close enough; of equally close ones those of the first rows.
    """
    owner = list(range(len(sizes)))
    groups = _singles(pairs, sizes.tolist())
    heap = [
        (-value, row, other, 0, 0)
        for row, group in enumerate(groups)
        for other, between in group.near
        if other > row and (value := _value(between, group, groups[other], bond)) >= bond.threshold
    ]
    heapq.heapify(heap)
    while heap:
        _, first, second, own, others = heapq.heappop(heap)
        # Versions only grow, and that of a group that was taken in grows too: an entry that is out of date never fits.
        if groups[first].version == own and groups[second].version == others:
            _join(first, second, groups, owner)
            for other, between in groups[first].near:
                value = _value(between, groups[first], groups[other], bond)
                if value >= bond.threshold:
                    low, high = min(first, other), max(first, other)
                    heapq.heappush(heap, (-value, low, high, groups[low].version, groups[high].version))
    return np.array([_find(owner, row) for row in range(len(owner))], np.int64)


def _singles(pairs: Pairs, sizes: list[float]) -> list[_Group]:
    others, values = pairs.others.tolist(), pairs.values.tolist()
    return [
        _Group(
            size,
            size * (size - 1.0),
            [(others[at], values[at] * size * sizes[others[at]]) for at in range(start, end)],
        )
        for size, start, end in zip(sizes, pairs.starts[:-1].tolist(), pairs.starts[1:].tolist(), strict=True)
    ]


def _value(between: float, a: _Group, b: _Group, bond: Bond) -> float:
    return closeness(between, (a.size, a.within), (b.size, b.within), bond)


def _join(first: int, second: int, groups: list[_Group], owner: list[int]) -> None:
    """Take the second group into the first; what others hold about either is summed up when they are joined themselves."""
    sums: dict[int, float] = {}
    between = 0.0
    for row in (first, second):
        for old, value in groups[row].near:
            other = _find(owner, old)
            if other not in (first, second):
                sums[other] = sums.get(other, 0.0) + value
            elif row == first and other == second:
                between += value
    a, b = groups[first], groups[second]
    a.size, a.within, a.near = a.size + b.size, a.within + b.within + 2.0 * between, list(sums.items())
    a.version += 1
    b.version, b.near = b.version + 1, []
    owner[second] = first


def _find(owner: list[int], row: int) -> int:
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row
