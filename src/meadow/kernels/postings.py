"""Inverted postings over the centroids of open stories: the closest story to a document in time that hardly grows.

Only stories that share a term with the document are met. No centroid is rebuilt: a joined document changes the entries
of its own terms, and the squared length by `x·(2w + x)` for each. When an array is full, closed stories and dropped
entries are swept out and the arrays made twice as large as what is left needs, so memory follows the open stories.
`meadow.kernels.postings_plain` is the twin in dictionaries; both answer alike to the last bit.

    postings = Postings(Rules(threshold=1.5, keep_over=3.0, window=72.0))
    followed = postings.follow(rows)
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.kernels import postings_walk as kernel
from meadow.kernels.loading import tell_of_compiling
from meadow.kernels.postings_follow import follow
from meadow.kernels.postings_rows import (
    Centroid,
    Flags,
    Followed,
    Longs,
    Rows,
    Rules,
    State,
    empty_answers,
    empty_state,
    pack,
    unpack,
    unpack_state,
)
from meadow.model import FloatArray, IntArray

__all__ = [
    "Centroid",
    "Followed",
    "Postings",
    "Rows",
    "Rules",
    "State",
    "empty_state",
    "pack",
    "unpack",
    "unpack_state",
]

_LEAST_STORIES, _LEAST_TERMS, _LEAST_ENTRIES = 256, 4096, 16_384


class Postings:
    """Open stories and, per term, the list of those that hold it, in arrays that compiled loops walk."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        self._rules = rules
        tell_of_compiling(follow.__module__)
        self._index = _build(rules, empty_state() if state is None else state, terms=0, entries=0)

    def follow(self, rows: Rows) -> Followed:
        """Let each row join the most similar open story, or open one, and return which."""
        size = len(rows.times)
        followed = empty_answers(size, self._rules.near)
        self._make_term_room(rows.terms)
        row = follow(self._index, rows, 0, followed)
        while row < size:
            self._sweep(int(rows.ends[row + 1] - rows.ends[row]))
            row = follow(self._index, rows, row, followed)
        return followed._replace(near=followed.near[: followed.near_ends[-1]])

    def candidates(self, rows: Rows, row: int = 0) -> tuple[Longs, FloatArray]:
        """Return the open stories that share a term with a row, and their similarities; close what is over by then."""
        self._make_term_room(rows.terms)
        met_count, length = kernel.walk(self._index, rows, row)
        slots = np.sort(self._index.met[:met_count])
        gaps = np.nan_to_num(np.abs(rows.dates[row] - self._index.dates[slots]))
        values = self._index.products[slots] * self._index.scales[slots] / (1.0 + gaps / self._rules.half_life)
        values = np.where(gaps > self._rules.reach, 0.0, values) / length
        self._index.products[slots] = 0.0
        return self._index.numbers[slots], values

    def open(self, time: float) -> int:
        """Return the number of a new story without documents."""
        if self._index.tally[kernel.STORIES] == len(self._index.numbers):
            self._sweep(0)
        return int(self._index.numbers[kernel.open_story(self._index, time)])

    def join(self, number: int, rows: Rows, row: int = 0, *, documents: int = 1) -> None:
        """Add a row to a story, as so many documents."""
        self._make_term_room(rows.terms)
        if not kernel.has_room(self._index, rows, row):
            self._sweep(int(rows.ends[row + 1] - rows.ends[row]))
        kernel.add(self._index, self._slot(number), rows, row, documents)

    def close(self, number: int) -> None:
        """Close a story at once."""
        self._index.times[self._slot(number)] = -np.inf

    def centroid(self, number: int) -> Centroid | None:
        """Return a story's sums, terms in the order they came; None if it is not open."""
        slot = self._slot(number)
        if slot == len(self._numbers) or self._numbers[slot] != number or self._over()[slot]:
            return None
        _, terms, counts, weights = self._gather(np.array([slot], np.int32))
        return Centroid(int(self._index.documents[slot]), terms, counts, weights)

    def state(self) -> State:
        """Return all open stories as arrays."""
        live, index = np.flatnonzero(~self._over()).astype(np.int32), self._index
        ends, terms, counts, weights = self._gather(live)
        return State(
            numbers=index.numbers[live],
            times=index.times[live],
            documents=index.documents[live],
            squares=index.squares[live],
            checks=index.checks[live],
            dates=index.dates[live],
            ends=ends,
            terms=terms,
            counts=counts,
            weights=weights,
            scalars=np.array([index.limits[kernel.OLDEST], float(index.tally[kernel.NEXT])]),
        )

    @property
    def _numbers(self) -> Longs:
        return self._index.numbers[: self._index.tally[kernel.STORIES]]

    def _slot(self, number: int) -> int:
        return int(np.searchsorted(self._numbers, number))

    def _over(self) -> Flags:
        """Return which slots hold a closed story; one of no known time is open."""
        over: Flags = self._index.times[: self._index.tally[kernel.STORIES]] < self._index.limits[kernel.OLDEST]
        return over

    def _gather(self, slots: IntArray) -> tuple[Longs, IntArray, FloatArray, FloatArray]:
        ends = np.zeros(len(slots) + 1, np.int64)
        np.cumsum(kernel.chain_lengths(self._index, slots), out=ends[1:])
        size = int(ends[-1])
        terms, counts, weights = np.empty(size, np.int32), np.empty(size), np.empty(size)
        kernel.gather(self._index, slots, ends, terms, counts, weights)
        return ends, terms, counts, weights

    def _make_term_room(self, terms: IntArray) -> None:
        needed, known = int(terms.max(initial=-1)) + 1, len(self._index.lists)
        if needed > known:
            size = max(needed, 2 * known)
            lists, compacted = _grown(self._index.lists, size), _grown(self._index.compacted, size)
            self._index = self._index._replace(lists=lists, compacted=compacted)

    def _sweep(self, terms: int) -> None:
        """Leave closed stories and dropped entries behind, and make room for a row of so many terms."""
        self._index = _build(self._rules, self.state(), terms=len(self._index.lists), entries=terms)


def _build(rules: Rules, state: State, *, terms: int, entries: int) -> kernel.Index:
    """Return arrays that hold the state, with as much room again, and for a row of so many entries besides."""
    stories = max(_LEAST_STORIES, 2 * len(state.numbers))
    lists = max(_LEAST_TERMS, terms, int(state.terms.max(initial=-1)) + 1)
    sizes = np.bincount(state.terms, minlength=lists)
    rooms = sizes + (sizes + 3) // 4
    lengths = state.documents.astype(np.float64) if rules.mean else np.sqrt(state.squares)
    scales = np.divide(1.0, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
    # A list at its limit moves and asks for twice its room, so one row may ask for all its lists twice over.
    arena = max(_LEAST_ENTRIES, 2 * int(rooms.sum()) + entries * 2) + 2 * int(
        np.sort(rooms)[-entries or len(rooms) :].sum()
    )
    nodes = max(_LEAST_ENTRIES, 2 * len(state.terms)) + entries
    index = kernel.Index(
        numbers=_grown(state.numbers, stories),
        times=_grown(state.times, stories),
        documents=_grown(state.documents, stories),
        squares=_grown(state.squares, stories),
        scales=_grown(scales, stories),
        checks=_grown(state.checks, stories),
        dates=_grown(state.dates, stories),
        heads=np.full(stories, -1, np.int32),
        products=np.zeros(stories),
        met=np.zeros(stories + 1, np.int32),
        lists=np.stack([np.cumsum(rooms) - rooms, np.zeros_like(rooms), rooms], axis=1).astype(np.int64),
        compacted=np.full(lists, state.scalars[0] + rules.window),
        slots=np.zeros(arena, np.int32),
        weights=np.zeros(arena),
        counts=np.zeros(arena),
        node_terms=np.zeros(nodes, np.int32),
        node_next=np.zeros(nodes, np.int32),
        tally=np.array([len(state.numbers), rooms.sum(), 0, state.scalars[1]], np.int64),
        limits=np.array([state.scalars[0], *map(float, astuple(rules))]),
    )
    kernel.fill(index, state.ends, state.terms, state.counts, state.weights)
    return index


def _grown(array: NDArray[Any], size: int) -> NDArray[Any]:
    return np.concatenate([array, np.zeros((size - len(array), *array.shape[1:]), array.dtype)])
