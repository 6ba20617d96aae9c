"""Postings against a model that keeps every document: any calls in both forms, and states cut and carried on."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels import postings
from meadow.kernels.postings import Postings
from meadow.kernels.postings_rows import LONG_AGO, Rows, Rules, State, empty_state, unpack_state
from uncompiled import with_plain_loops

PlainPostings: type[Postings] = with_plain_loops(postings, loops="postings").Postings
FORMS = (PlainPostings, Postings)
Cells = dict[int, float]


def row_of(cells: Cells, time: float, date: float = math.nan, *, alone: bool = False) -> Rows:
    """Return one document as a row whose factors are its weights."""
    weights = np.array(list(cells.values()), np.float64)
    return Rows(
        ends=np.array([0, len(cells)], np.int64),
        terms=np.array(list(cells), np.int32),
        counts=np.ones(len(cells)),
        weights=weights,
        factors=weights.copy(),
        times=np.array([time]),
        alone=np.array([alone], np.bool_),
        dates=np.array([date]),
    )


@dataclass
class Kept:
    """A story as all its documents, in the order they came."""

    time: float
    documents: list[Cells] = field(default_factory=list)
    date: float = math.nan

    def weights(self, keep_over: float) -> Cells:
        """Return the summed weights, each dropped when its mean falls to the bound or below."""
        sums: Cells = {}
        for number, document in enumerate(self.documents, 1):
            for term, weight in document.items():
                sums[term] = sums.get(term, 0.0) + weight
            sums = {term: weight for term, weight in sums.items() if weight / number > keep_over}
        return sums


class Model:
    """Open stories as lists of documents: every answer is worked out anew."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.stories: dict[int, Kept] = {}
        self.opened = 0

    def similar(self, cells: Cells, date: float) -> dict[int, float]:
        """Return how similar each story is that shares a term."""
        found: dict[int, float] = {}
        length = math.sqrt(math.fsum(weight * weight for weight in cells.values()))
        for number, story in self.stories.items():
            weights = story.weights(self.rules.keep_over)
            if not weights.keys() & cells.keys():
                continue
            product = math.fsum(weights[term] * cells[term] for term in weights.keys() & cells.keys())
            if self.rules.mean:
                value = product / len(story.documents) / length**2
            else:
                value = product / math.sqrt(math.fsum(weight * weight for weight in weights.values())) / length
            gap = abs(date - story.date)
            if gap > 0.0:
                value = 0.0 if gap > self.rules.reach else value / (1.0 + gap / self.rules.half_life)
            found[number] = value
        return found

    def join(self, number: int, cells: Cells, time: float, date: float) -> None:
        story = self.stories[number]
        story.documents.append(cells)
        story.time = time
        story.date = date if math.isnan(story.date) else story.date if math.isnan(date) else max(story.date, date)


CELLS = st.dictionaries(st.integers(0, 7), st.sampled_from([0.5, 1.0, 2.0, 3.5]), min_size=1, max_size=5)
DATE = st.one_of(st.just(math.nan), st.sampled_from([0.0, 1.0, 2.5, 9.0]))
CALLS = st.lists(
    st.tuples(st.sampled_from(["open", "join", "close", "ask", "store"]), CELLS, DATE, st.integers(0, 5)), max_size=25
)
RULES = st.sampled_from(
    [
        Rules(0.5),
        Rules(0.5, keep_over=0.6),
        Rules(0.5, mean=True),
        Rules(0.5, keep_over=0.6, mean=True, half_life=2.0, reach=5.0),
        Rules(0.5, half_life=1.0),
    ]
)


def reopened(form: Postings, rules: Rules) -> Postings:
    """Return what goes on from a form's state, written down and read again."""
    stored = unpack_state(json.loads(json.dumps(form.state().packed())))
    return type(form)(rules, stored)


def joined(model: Model, forms: list[Postings], number: int, cells: Cells, date: float) -> None:
    """Let a document join a story everywhere; a new story is opened first."""
    if number == model.opened:
        assert [form.open(1.0) for form in forms] == [number] * 2
        model.stories[number] = Kept(1.0)
        model.opened += 1
    model.join(number, cells, 1.0, date)
    for form in forms:
        form.join(number, row_of(cells, 1.0, date))


def closed(model: Model, forms: list[Postings], number: int) -> None:
    """Close a story everywhere."""
    del model.stories[number]
    for form in forms:
        form.close(number)
        assert form.centroid(number) is None


def assert_alike(model: Model, form: Postings) -> None:
    """Ask for every open story."""
    for number, story in model.stories.items():
        centroid = form.centroid(number)
        assert centroid is not None
        assert centroid.documents == len(story.documents)
        weights = dict(zip(centroid.terms.tolist(), centroid.weights.tolist(), strict=True))
        assert weights == pytest.approx(story.weights(model.rules.keep_over))


@settings(max_examples=40)
@given(CALLS, RULES)
def test_any_sequence_of_calls_is_answered_as_by_whole_stories(
    calls: list[tuple[str, Cells, float, int]], rules: Rules
) -> None:
    model = Model(rules)
    forms: list[Postings] = [form(rules) for form in FORMS]
    for call, cells, date, which in calls:
        numbers = list(model.stories)
        if call == "store":
            forms = [reopened(form, rules) for form in forms]
        elif call == "open" or not numbers:
            joined(model, forms, model.opened, cells, date)
        elif call == "join":
            joined(model, forms, numbers[which % len(numbers)], cells, date)
        elif call == "close":
            closed(model, forms, numbers[which % len(numbers)])
        wanted = model.similar(cells, date)
        for form in forms:
            found, values = form.candidates(row_of(cells, 1.0, date))
            assert found.tolist() == sorted(wanted)
            assert values.tolist() == pytest.approx([wanted[number] for number in sorted(wanted)])
    for form in forms:
        assert_alike(model, form)
    assert forms[0].state().packed() == forms[1].state().packed()


@settings(max_examples=30)
@given(st.lists(st.tuples(CELLS, st.sampled_from([0.0, 1.0, 2.0])), max_size=14), st.sampled_from([0.3, 0.7, 0.95]))
def test_with_a_window_a_stream_joins_what_is_open(documents: list[tuple[Cells, float]], threshold: float) -> None:
    rules = Rules(threshold, window=2.0)
    stories: list[Kept] = []
    model, now = Model(rules), 0.0
    wanted: list[int] = []
    for cells, later in documents:
        now += later
        model.stories = {number: story for number, story in enumerate(stories) if story.time >= now - 2.0}
        values = model.similar(cells, math.nan)
        best = max(values, key=lambda number: (values[number], -number), default=-1)
        # A value that is all but equal to another, or to the threshold, may fall on either side of it.
        near = [value for value in values.values() if best >= 0 and abs(value - values[best]) < 1e-9]
        if len(near) > 1 or any(abs(value - threshold) < 1e-9 for value in values.values()):
            break
        if best < 0 or values[best] < threshold:
            best = len(stories)
            stories.append(Kept(now))
            model.stories[best] = stories[best]
        model.join(best, cells, now, math.nan)
        wanted.append(best)
    for form in FORMS:
        live, now, found = form(rules), 0.0, list[int]()
        for cells, later in documents[: len(wanted)]:
            now += later
            found += live.follow(row_of(cells, now)).stories.tolist()
        assert found == wanted


@pytest.mark.parametrize("form", FORMS)
class TestWindow:
    """When a story is over."""

    def test_it_is_open_for_as_long_as_the_window_and_no_longer(self, form: type[Postings]) -> None:
        for later, stories in ((5.0, [0]), (math.nextafter(5.0, 9.0), [1])):
            live = form(Rules(0.1, window=5.0))
            live.follow(row_of({0: 1.0}, 0.0))
            assert live.follow(row_of({0: 1.0}, later)).stories.tolist() == stories

    def test_joining_keeps_it_open(self, form: type[Postings]) -> None:
        live = form(Rules(0.1, window=5.0))
        for time in (0.0, 4.0, 8.0, 12.0):
            assert live.follow(row_of({0: 1.0}, time)).stories.tolist() == [0]

    def test_who_shares_no_word_moves_time_on_all_the_same(self, form: type[Postings]) -> None:
        live = form(Rules(0.1, window=5.0))
        live.follow(row_of({0: 1.0}, 0.0))
        live.follow(row_of({9: 1.0}, 6.0))
        assert live.centroid(0) is None
        assert live.state().numbers.tolist() == [1]

    def test_a_row_that_stands_alone_asks_nobody(self, form: type[Postings]) -> None:
        live = form(Rules(0.1, window=5.0))
        live.follow(row_of({0: 1.0}, 0.0))
        followed = live.follow(row_of({0: 1.0}, 3.0, alone=True))
        assert (followed.stories.tolist(), followed.closest.tolist(), followed.similarities.tolist()) == (
            [1],
            [-1],
            [0.0],
        )


@pytest.mark.parametrize("form", FORMS)
class TestStates:
    """A state as data."""

    @staticmethod
    def filled(form: type[Postings]) -> Postings:
        live = form(Rules(0.5, keep_over=0.1, window=50.0))
        for cells, time, date in (
            ({0: 1.0, 1: 2.0}, 0.0, 1.0),
            ({5: 3.0}, 2.0, math.nan),
            ({0: 1.0, 1: 2.0}, 4.0, 3.0),
        ):
            live.follow(row_of(cells, time, date))
        return live

    def test_what_it_holds(self, form: type[Postings]) -> None:
        state = self.filled(form).state()
        assert (state.numbers.tolist(), state.documents.tolist(), state.times.tolist()) == ([0, 1], [2, 1], [4.0, 2.0])
        assert (state.ends.tolist(), state.terms.tolist()) == ([0, 2, 3], [0, 1, 5])
        assert (state.weights.tolist(), state.counts.tolist()) == ([2.0, 4.0, 3.0], [2.0, 2.0, 1.0])
        assert state.squares.tolist() == [20.0, 9.0]
        assert state.dates.tolist()[0] == 3.0
        assert math.isnan(state.dates[1])
        assert state.scalars.tolist() == [-46.0, 2.0]

    def test_of_a_later_time_it_holds_what_is_open_then(self, form: type[Postings]) -> None:
        state = self.filled(form).state()
        later = state.since(3.0)
        assert (later.numbers.tolist(), later.terms.tolist(), later.ends.tolist()) == ([0], [0, 1], [0, 2])
        assert later.scalars.tolist() == [3.0, 2.0]
        assert state.since(2.0).numbers.tolist() == [0, 1]
        assert state.since(9.0).numbers.tolist() == []
        # Time never goes back.
        assert state.since(-99.0).scalars.tolist() == [-46.0, 2.0]

    def test_terms_can_be_renamed(self, form: type[Postings]) -> None:
        state = self.filled(form).state().with_terms(np.array([7, 8, 0, 0, 0, 9], np.int32))
        live = form(Rules(0.5, window=50.0), state)
        assert live.follow(row_of({9: 1.0}, 5.0)).stories.tolist() == [1]
        assert live.follow(row_of({7: 1.0, 8: 2.0}, 5.0)).stories.tolist() == [0]

    def test_it_is_json_and_comes_back_to_the_bit(self, form: type[Postings]) -> None:
        state = self.filled(form).state()
        again = unpack_state(json.loads(json.dumps(state.packed())))
        for each in fields(State):
            one, other = getattr(state, each.name), getattr(again, each.name)
            assert (one.tobytes(), one.dtype) == (other.tobytes(), other.dtype), each.name

    def test_numbers_go_on_behind_a_state(self, form: type[Postings]) -> None:
        live = form(Rules(0.5, window=50.0), self.filled(form).state().since(99.0))
        assert live.follow(row_of({3: 1.0}, 100.0)).stories.tolist() == [2]


def test_the_empty_state_is_long_ago_and_numbers_from_nothing() -> None:
    state = empty_state()
    assert state.scalars.tolist() == [LONG_AGO, 0.0]
    assert [len(getattr(state, each.name)) for each in fields(State)] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]
    for form in FORMS:
        assert form(Rules(0.5)).state().packed() == state.packed()


@pytest.mark.parametrize("form", FORMS)
def test_the_heaviest_and_the_lightest_weights_that_there_are(form: type[Postings]) -> None:
    live = form(Rules(0.5))
    for cells in ({0: 1e150}, {1: 1e-150}, {2**20: 1.0}):
        live.follow(row_of(cells, 0.0))
    found = [live.candidates(row_of(cells, 0.0)) for cells in ({0: 1e150}, {1: 1e-150}, {2**20: 1.0})]
    assert [numbers.tolist() for numbers, _ in found] == [[0], [1], [2]]
    assert [values.tolist() for _, values in found] == [[1.0], [1.0], [1.0]]
