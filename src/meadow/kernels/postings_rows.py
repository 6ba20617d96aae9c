"""What goes into postings and comes out of them: documents as rows, the rules of joining, the state as data."""

from __future__ import annotations

import base64
import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]

# The oldest time at which a story is open where there is no window or no time yet; a story closed by hand is older still.
LONG_AGO = -sys.float_info.max


@dataclass(frozen=True, slots=True)
class Rules:
    """When a document joins a story, which terms a centroid keeps, and for how long a story stays open.

    A document joins from a similarity of `threshold` on. A term leaves a centroid when its mean weight is `keep_over` or
    less. A story that no document joined for longer than `window` closes; times and window have one unit, the caller's.
    Similarity is a cosine, or with `mean` the mean product with the story's documents over the document's product with
    itself. It halves when the story's last date lies `half_life` away and is nothing beyond `reach`, in the unit of dates.
    With `mean`, up to `near` stories whose mean product with the document is at least `near_from` are told with the answer.
    """

    threshold: float
    keep_over: float = 0.0
    window: float = math.inf
    mean: bool = False
    half_life: float = math.inf
    reach: float = math.inf
    near: int = 0
    near_from: float = 0.0


class Rows(NamedTuple):
    """Documents as rows of a sparse matrix: row r holds the terms `terms[ends[r]:ends[r + 1]]`, each once.

    A document adds `weights` to the centroid that it joins, none below zero; `factors` are what a centroid's weights are
    multiplied with for the similarity: the same weights for a cosine, weights · IDF for CIDR's printed formula. `counts`
    are summed beside the weights and decide nothing.
    `times` never fall, save that NaN stands for "before any time". A row that is `alone` opens a story unseen: its time
    is not believed yet, and the next row that is not alone closes the story again unless that row's time bears it out.
    `dates` may come in any order; NaN is no date.
    """

    ends: Longs
    terms: IntArray
    counts: FloatArray
    weights: FloatArray
    factors: FloatArray
    times: FloatArray
    alone: Flags
    dates: FloatArray


class Followed(NamedTuple):
    """Per row the story that it joined or opened, the closest story's similarity, whether it opened one, and the closest.

    Stories are numbered in the order they were opened, from 0; no number is used twice. -1 is none. Those near row r, the
    closest first, are `near[near_ends[r]:near_ends[r + 1]]`.
    """

    stories: Longs
    similarities: FloatArray
    opened: Flags
    closest: Longs
    near_ends: Longs
    near: Longs


class Centroid(NamedTuple):
    """One story: how many documents it has, and the counts and weights of its terms summed over them."""

    documents: int
    terms: IntArray
    counts: FloatArray
    weights: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """All open stories as arrays: those of story i are `terms[ends[i]:ends[i + 1]]`, last added last.

    `squares` are squared lengths of the summed weights; `checks` the number of documents at which a term may next fall
    out; `dates` the latest of its documents'; `scalars` are the oldest time at which a story is still open, and the
    number of the next story.
    """

    numbers: Longs
    times: FloatArray
    documents: Longs
    squares: FloatArray
    checks: Longs
    dates: FloatArray
    ends: Longs
    terms: IntArray
    counts: FloatArray
    weights: FloatArray
    scalars: FloatArray

    def packed(self) -> dict[str, str]:
        """Return the state as JSON data: each array's little-endian bytes in base64."""
        return {each.name: pack(getattr(self, each.name)) for each in fields(self)}

    def with_terms(self, new: IntArray) -> State:
        """Return the state with each term t renamed to `new[t]`."""
        changed = {each.name: getattr(self, each.name) for each in fields(self)}
        return State(**{**changed, "terms": new[self.terms]})

    def since(self, oldest: float) -> State:
        """Return the state at a later time, with the stories that are still open at its oldest one."""
        kept = ~(self.times < oldest)
        cells = np.repeat(kept, np.diff(self.ends))
        return State(
            self.numbers[kept], self.times[kept], self.documents[kept], self.squares[kept], self.checks[kept],
            self.dates[kept], np.concatenate([[0], np.cumsum(np.diff(self.ends)[kept])]).astype(np.int64),
            self.terms[cells], self.counts[cells], self.weights[cells],
            np.array([max(oldest, self.scalars[0]), self.scalars[1]]),
        )  # fmt: skip


_TYPES: Mapping[str, str] = {
    "numbers": "<i8",
    "times": "<f8",
    "documents": "<i8",
    "squares": "<f8",
    "checks": "<i8",
    "dates": "<f8",
    "ends": "<i8",
    "terms": "<i4",
    "counts": "<f8",
    "weights": "<f8",
    "scalars": "<f8",
}


def unpack_state(packed: Mapping[str, str]) -> State:
    """Return the state that `State.packed` wrote."""
    return State(**{name: unpack(packed[name], kind) for name, kind in _TYPES.items()})


def empty_state() -> State:
    """Return the state before the first document."""
    empty = {name: np.zeros(0, kind) for name, kind in _TYPES.items()}
    return State(**{**empty, "ends": np.zeros(1, np.int64), "scalars": np.array([LONG_AGO, 0.0])})


def empty_answers(size: int, near: int) -> Followed:
    """Return room for the answers to so many rows, with so many near stories each."""
    return Followed(
        stories=np.zeros(size, np.int64),
        similarities=np.zeros(size),
        opened=np.zeros(size, np.bool_),
        closest=np.zeros(size, np.int64),
        near_ends=np.zeros(size + 1, np.int64),
        near=np.zeros(size * near, np.int64),
    )


def pack(array: NDArray[Any]) -> str:
    """Return an array's little-endian bytes in base64."""
    return base64.b64encode(array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()).decode("ascii")


def unpack(text: str, kind: str) -> NDArray[Any]:
    """Return the array that `pack` wrote, as numbers of this kind in this machine's order of bytes."""
    stored = np.frombuffer(base64.b64decode(text), dtype=kind)
    return stored.astype(stored.dtype.newbyteorder("="))
