"""Inverted postings over the centroids of open stories: the closest story to a document in time that hardly grows.

Only stories that share a term with the document are met. No centroid is rebuilt: a joined document changes the entries
of its own terms, and the squared length by `x·(2w + x)` for each. When an array is full, closed stories and dropped
entries are swept out and the arrays made twice as large as what is left needs, so memory follows the open stories.

    postings = Postings(Rules(threshold=1.5, keep_over=3.0, window=72.0))
    followed = postings.follow(rows)
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import postings as loops
from meadow.kernels.loops.types import hold, run
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
)
from meadow.model import FloatArray, IntArray

_LEAST_STORIES, _LEAST_TERMS, _LEAST_ENTRIES = 256, 4096, 16_384
_PER_STORY = "numbers", "times", "documents", "squares", "checks", "dates"


class Postings:
    """Open stories and, per term, the list of those that hold it, in arrays that compiled loops walk."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        self._rules = rules
        self._index = _build(rules, empty_state() if state is None else state, terms=0, entries=0)

    def follow(self, rows: Rows) -> Followed:
        """Let each row join the most similar open story, or open one, and return which."""
        size = len(rows.times)
        followed, given = empty_answers(size, self._rules.near), _held(rows)
        answers = hold(loops.FollowedArrays, **followed._asdict())
        self._make_term_room(rows.terms)
        row = run(loops.follow, self._index, given, 0, answers)
        while row < size:
            self._sweep(int(rows.ends[row + 1] - rows.ends[row]))
            row = run(loops.follow, self._index, given, row, answers)
        return followed._replace(near=followed.near[: followed.near_ends[-1]])

    def candidates(self, rows: Rows, row: int = 0) -> tuple[Longs, FloatArray]:
        """Return the open stories that share a term with a row, and their similarities; close what is over by then."""
        self._make_term_room(rows.terms)
        met_count, length = run(loops.walk, self._index, _held(rows), row)
        slots = np.sort(self._array("met")[:met_count])
        gaps = np.nan_to_num(np.abs(rows.dates[row] - self._array("dates")[slots]))
        products = self._array("products")
        values = products[slots] * self._array("scales")[slots] / (1.0 + gaps / self._rules.half_life)
        values = np.where(gaps > self._rules.reach, 0.0, values) / length
        products[slots] = 0.0
        return self._array("numbers")[slots], values

    def open(self, time: float) -> int:
        """Return the number of a new story without documents."""
        if self._index.stories == len(self._index.numbers):
            self._sweep(0)
        return int(self._index.numbers[run(loops.open_story, self._index, time)])

    def join(self, number: int, rows: Rows, row: int = 0, *, documents: int = 1) -> None:
        """Add a row to a story, as so many documents."""
        self._make_term_room(rows.terms)
        given = _held(rows)
        if not run(loops.has_room, self._index, given, row):
            self._sweep(int(rows.ends[row + 1] - rows.ends[row]))
        run(loops.add, self._index, self._slot(number), given, row, documents)

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
        live = np.flatnonzero(~self._over()).astype(np.int32)
        ends, terms, counts, weights = self._gather(live)
        return State(
            **{name: self._array(name)[live] for name in _PER_STORY},
            ends=ends,
            terms=terms,
            counts=counts,
            weights=weights,
            scalars=np.array([self._index.oldest, float(self._index.following)]),
        )

    def _array(self, name: str) -> NDArray[Any]:
        return np.asarray(getattr(self._index, name))

    @property
    def _numbers(self) -> Longs:
        return self._array("numbers")[: self._index.stories]

    def _slot(self, number: int) -> int:
        return int(np.searchsorted(self._numbers, number))

    def _over(self) -> Flags:
        """Return which slots hold a closed story; one of no known time is open."""
        over: Flags = self._array("times")[: self._index.stories] < self._index.oldest
        return over

    def _gather(self, slots: IntArray) -> tuple[Longs, IntArray, FloatArray, FloatArray]:
        lengths = np.zeros(len(slots), np.int64)
        run(loops.chain_lengths, self._index, slots, lengths)
        ends = np.concatenate([[0], np.cumsum(lengths)])
        size = int(ends[-1])
        terms, counts, weights = np.empty(size, np.int32), np.empty(size), np.empty(size)
        space = np.zeros(len(self._index.starts) + 1, np.int64), np.empty(size, np.int64), np.empty(size, np.int32)
        run(loops.gather, self._index, slots, ends, *space, terms, counts, weights)
        return ends, terms, counts, weights

    def _make_term_room(self, terms: IntArray) -> None:
        needed, known = int(terms.max(initial=-1)) + 1, len(self._index.starts)
        if needed > known:
            for name in ("starts", "sizes", "rooms", "compacted"):
                setattr(self._index, name, _grown(self._array(name), max(needed, 2 * known)).data)

    def _sweep(self, terms: int) -> None:
        """Leave closed stories and dropped entries behind, and make room for a row of so many terms."""
        self._index = _build(self._rules, self.state(), terms=len(self._index.starts), entries=terms)


def _held(rows: Rows) -> loops.Rows:
    """Return rows as loops take them; arrays of other processes may be read-only."""
    return hold(
        loops.Rows, **{name: np.require(part, requirements=("C", "W")) for name, part in rows._asdict().items()}
    )


def _build(rules: Rules, state: State, *, terms: int, entries: int) -> loops.Index:
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
    settings = {name: value for name, value in asdict(rules).items() if name != "near"}
    index = hold(
        loops.Index,
        **{name: _grown(getattr(state, name), stories) for name in _PER_STORY},
        **settings,
        scales=_grown(scales, stories),
        heads=np.full(stories, -1, np.int32),
        products=np.zeros(stories),
        met=np.zeros(stories + 1, np.int32),
        starts=np.cumsum(rooms) - rooms,
        sizes=np.zeros(lists, np.int64),
        rooms=rooms,
        compacted=np.full(lists, state.scalars[0] + rules.window),
        slots=np.zeros(arena, np.int32),
        weights=np.zeros(arena),
        counts=np.zeros(arena),
        node_terms=np.zeros(nodes, np.int32),
        node_next=np.zeros(nodes, np.int32),
        values=np.zeros(rules.near),
        stories=len(state.numbers),
        arena=int(rooms.sum()),
        nodes=0,
        following=int(state.scalars[1]),
        oldest=float(state.scalars[0]),
    )
    parts = (state.ends, state.terms, state.counts, state.weights)
    run(loops.fill, index, *(np.require(part, requirements=("C", "W")) for part in parts))
    return index


def _grown(array: NDArray[Any], size: int) -> NDArray[Any]:
    return np.concatenate([array, np.zeros(size - len(array), array.dtype)])
