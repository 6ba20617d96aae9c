"""Postings over open stories in dictionaries: the plain twin of `meadow.kernels.postings`, for short streams.

Both do the same sums in the same order, so they agree to the last bit, and a stream may go over from one to the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from meadow.kernels.postings_rows import (
    LONG_AGO,
    NEVER,
    Centroid,
    Followed,
    Longs,
    Rows,
    Rules,
    State,
    empty_answers,
    empty_state,
)
from meadow.model import FloatArray


@dataclass(slots=True)
class _Story:
    time: float
    documents: int = 0
    square: float = 0.0
    check: int = NEVER
    date: float = math.nan
    counts: dict[int, float] = field(default_factory=dict)
    weights: dict[int, float] = field(default_factory=dict)

    def scale(self, *, mean: bool) -> float:
        """Return one over the length of the summed weights, or over the number of documents."""
        return 1.0 / self.documents if mean else 1.0 / math.sqrt(self.square)


class PlainPostings:
    """Open stories, and per term those that hold it."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        self._rules = rules
        self._stories: dict[int, _Story] = {}
        self._holders: dict[int, dict[int, None]] = {}
        given = empty_state() if state is None else state
        self._oldest, self._next = float(given.scalars[0]), int(given.scalars[1])
        for at, number in enumerate(given.numbers.tolist()):
            part = slice(int(given.ends[at]), int(given.ends[at + 1]))
            terms = given.terms[part].tolist()
            counts = dict(zip(terms, given.counts[part].tolist(), strict=True))
            weights = dict(zip(terms, given.weights[part].tolist(), strict=True))
            self._stories[number] = _Story(
                time=float(given.times[at]),
                documents=int(given.documents[at]),
                square=float(given.squares[at]),
                check=int(given.checks[at]),
                date=float(given.dates[at]),
                counts=counts,
                weights=weights,
            )
            for term in terms:
                self._holders.setdefault(term, {})[number] = None

    def follow(self, rows: Rows) -> Followed:
        """Let each row join the most similar open story, or open one, and return which."""
        size = len(rows.times)
        followed, near = empty_answers(size, 0), list[int]()
        for row in range(size):
            number, similarity, beside = self._closest(rows, row)
            near += beside
            followed.near_ends[row + 1] = len(near)
            followed.closest[row] = number
            opened = number < 0 or similarity < self._rules.threshold
            if opened:
                number = self.open(float(rows.times[row]))
            self.join(number, rows, row)
            followed.stories[row], followed.similarities[row], followed.opened[row] = number, similarity, opened
        return followed._replace(near=np.array(near, np.int64))

    def candidates(self, rows: Rows, row: int = 0) -> tuple[Longs, FloatArray]:
        """Return the open stories that share a term with a row, and their similarities; close what is over by then."""
        products, length = self._products(rows, row)
        numbers = np.array(sorted(products), np.int64)
        date = float(rows.dates[row])
        values = [self._value(products[number], self._stories[number], date) / length for number in numbers.tolist()]
        return numbers, np.array(values, np.float64)

    def open(self, time: float) -> int:
        """Return the number of a new story without documents."""
        self._stories[self._next] = _Story(time)
        self._next += 1
        return self._next - 1

    def join(self, number: int, rows: Rows, row: int = 0, *, documents: int = 1) -> None:
        """Add a row to a story, as so many documents."""
        story, keep_over = self._stories[number], self._rules.keep_over
        story.documents += documents
        story.time = float(rows.times[row])
        date = float(rows.dates[row])
        if not story.date >= date and not math.isnan(date):
            story.date = date
        for term, count, weight in _cells(rows, row):
            if term not in story.weights:
                if weight / story.documents <= keep_over:
                    continue
                story.counts[term] = story.weights[term] = 0.0
                self._holders.setdefault(term, {})[number] = None
                story.check = min(story.check, _lasts(weight, keep_over))
            before = story.weights[term]
            story.square += weight * (2.0 * before + weight)
            story.weights[term] = before + weight
            story.counts[term] += count
        if story.documents >= story.check:
            self._drop_light(number, story)

    def close(self, number: int) -> None:
        """Close a story at once."""
        for term in self._stories.pop(number).weights:
            self._forget(term, number)

    def centroid(self, number: int) -> Centroid | None:
        """Return a story's sums, terms in the order they came; None if it is not open."""
        story = self._stories.get(number)
        if story is None or story.time < self._oldest:
            return None
        counts, weights = np.array(list(story.counts.values())), np.array(list(story.weights.values()))
        return Centroid(story.documents, np.array(list(story.weights), np.int32), counts, weights)

    def state(self) -> State:
        """Return all open stories as arrays."""
        live = {number: story for number, story in self._stories.items() if not story.time < self._oldest}
        stories = list(live.values())
        sizes = [len(story.weights) for story in stories]
        return State(
            numbers=np.array(list(live), np.int64),
            times=np.array([story.time for story in stories]),
            documents=np.array([story.documents for story in stories], np.int64),
            squares=np.array([story.square for story in stories]),
            checks=np.array([story.check for story in stories], np.int64),
            dates=np.array([story.date for story in stories]),
            ends=np.cumsum([0, *sizes], dtype=np.int64),
            terms=np.array([term for story in stories for term in story.weights], np.int32),
            counts=np.array([count for story in stories for count in story.counts.values()]),
            weights=np.array([weight for story in stories for weight in story.weights.values()]),
            scalars=np.array([self._oldest, float(self._next)]),
        )

    def _closest(self, rows: Rows, row: int) -> tuple[int, float, list[int]]:
        """Return the most similar open story (-1 if there is none), its similarity, and the stories near the row.

        Of equally similar ones the first opened comes first.
        """
        products, length = self._products(rows, row)
        date = float(rows.dates[row])
        values = {number: self._value(products[number], self._stories[number], date) for number in sorted(products)}
        if not values:
            return -1, 0.0, []
        best = max(values, key=lambda number: values[number])
        near = [number for number, value in values.items() if value >= self._rules.near_from]
        near.sort(key=lambda number: -values[number])
        return best, values[best] / length, near[: self._rules.near]

    def _products(self, rows: Rows, row: int) -> tuple[dict[int, float], float]:
        products: dict[int, float] = {}
        if rows.alone[row]:
            return products, 0.0
        self._advance(float(rows.times[row]))
        square = 0.0
        part = slice(int(rows.ends[row]), int(rows.ends[row + 1]))
        cells = zip(rows.terms[part].tolist(), rows.weights[part].tolist(), rows.factors[part].tolist(), strict=True)
        for term, weight, factor in cells:
            square += weight * weight
            for number in tuple(self._holders.get(term, ())) if factor > 0.0 else ():
                if self._stories[number].time < self._oldest:
                    self.close(number)
                else:
                    products[number] = products.get(number, 0.0) + factor * self._stories[number].weights[term]
        return products, square if self._rules.mean else math.sqrt(square)

    def _value(self, product: float, story: _Story, date: float) -> float:
        """Return the product with a story at its scale, less the further the story's last date lies away."""
        similarity = product * story.scale(mean=self._rules.mean)
        gap = abs(date - story.date)
        if gap > 0.0:  # not so without a date
            if gap > self._rules.reach:
                return 0.0
            similarity /= 1.0 + gap / self._rules.half_life
        return similarity

    def _advance(self, time: float) -> None:
        """Move on to a time; close the last stories if they ran ahead of it by more than the window."""
        oldest = time - self._rules.window
        if not oldest > LONG_AGO:  # no window, or NaN: no time yet
            oldest = LONG_AGO
        self._oldest = oldest
        while self._stories and self._stories[last := next(reversed(self._stories))].time > time + self._rules.window:
            self.close(last)

    def _drop_light(self, number: int, story: _Story) -> None:
        """Drop the terms that have become too light, and sum up the squares anew."""
        story.square, story.check = 0.0, NEVER
        for term, weight in reversed(list(story.weights.items())):
            if weight / story.documents <= self._rules.keep_over:
                del story.weights[term], story.counts[term]
                self._forget(term, number)
            else:
                story.square += weight * weight
                story.check = min(story.check, _lasts(weight, self._rules.keep_over))

    def _forget(self, term: int, number: int) -> None:
        holders = self._holders[term]
        del holders[number]
        if not holders:
            del self._holders[term]


def _cells(rows: Rows, row: int) -> Iterator[tuple[int, float, float]]:
    part = slice(int(rows.ends[row]), int(rows.ends[row + 1]))
    return zip(rows.terms[part].tolist(), rows.counts[part].tolist(), rows.weights[part].tolist(), strict=True)


def _lasts(weight: float, keep_over: float) -> int:
    """Return a number of documents up to which a summed weight is surely heavy enough, so that nobody need look."""
    return int(weight / keep_over) if weight < keep_over * NEVER else NEVER
