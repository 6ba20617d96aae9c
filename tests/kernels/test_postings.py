"""Postings: compiled and uncompiled loops agree to the last bit, and both do what the rules say."""

from __future__ import annotations

import json
import math
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels import postings
from meadow.kernels.postings import Postings
from meadow.kernels.postings_rows import Followed, Rows, Rules, State, empty_state, unpack_state
from uncompiled import with_plain_loops

Cell = tuple[int, int, float]
Line = tuple[list[Cell], float, bool]

PlainPostings: type[Postings] = with_plain_loops(postings, loops="postings").Postings
FORMS = (PlainPostings, Postings)


def make_rows(lines: list[Line]) -> Rows:
    """Return rows of (term, count, idf) with the time since the row before; a row that is alone runs 50 ahead."""
    ends, cells, times, alone, now = [0], list[Cell](), list[float](), list[bool](), 0.0
    for own, later, stands_alone in lines:
        cells += own
        ends.append(len(cells))
        now += later
        times.append(now + 50 if stands_alone else now)
        alone.append(stands_alone)
    counts = np.array([count for _, count, _ in cells], np.float64)
    idf = np.array([value for *_, value in cells], np.float64)
    terms = np.array([term for term, *_ in cells], np.int32)
    weights = counts * idf
    told = np.array(times, np.float64), np.array(alone, np.bool_)
    dates = np.array([math.nan if at % 4 == 3 else 5.0 * (at % 3) for at in range(len(times))])
    return Rows(np.array(ends, np.int64), terms, counts, weights, weights * idf, *told, dates)


def parts(rows: Rows, start: int, end: int) -> Rows:
    """Return the rows from `start` to `end`."""
    first, last = int(rows.ends[start]), int(rows.ends[end])
    return Rows(
        rows.ends[start : end + 1] - first,
        rows.terms[first:last],
        rows.counts[first:last],
        rows.weights[first:last],
        rows.factors[first:last],
        rows.times[start:end],
        rows.alone[start:end],
        rows.dates[start:end],
    )


def same(one: State, other: State) -> bool:
    """Say whether two states are equal to the last bit; no known time equals itself."""
    return one.packed() == other.packed()


def listed(followed: Followed) -> list[list[float]]:
    """Return the answers as lists, and of the near stories how many each row has."""
    return [array.tolist() for array in followed._replace(near_ends=np.diff(followed.near_ends))]


_cell = st.tuples(st.integers(0, 14), st.integers(1, 3), st.sampled_from([0.0, 0.3, 1.0, 2.5, 7.0]))
_line = st.tuples(
    st.lists(_cell, max_size=8, unique_by=lambda cell: cell[0]),
    st.sampled_from([0.0, 0.1, 1.0, 3.0]),
    st.sampled_from([False] * 9 + [True]),
)
streams = st.lists(_line, max_size=40).map(make_rows)
rule_sets = st.sampled_from(
    [
        Rules(1.5, 3.0),
        Rules(0.6),
        Rules(1.0, 1.0, 4.0),
        Rules(0.2, 0.5, 2.0),
        Rules(0.0, 0.0, 1.0),
        Rules(2.0, mean=True),
        Rules(2.0, 0.5, 4.0, mean=True, half_life=3.0, reach=7.0),
        Rules(2.0, 0.5, 4.0, mean=True, near=3, near_from=2.0),
        Rules(0.5, mean=True, half_life=3.0, near=2),
    ]
)


@settings(max_examples=200, deadline=None)
@given(streams, rule_sets)
def test_compiled_and_uncompiled_loops_agree(rows: Rows, rules: Rules) -> None:
    plain, compiled = PlainPostings(rules), Postings(rules)
    assert listed(plain.follow(rows)) == listed(compiled.follow(rows))
    assert same(plain.state(), compiled.state())


@settings(max_examples=60, deadline=None)
@given(streams, rule_sets, st.integers(0, 40), st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_a_stream_may_stop_and_go_on_in_either_form(
    rows: Rows, rules: Rules, cut: int, before: type[Postings], after: type[Postings]
) -> None:
    size, half = len(rows.times), min(cut, len(rows.times))
    whole = PlainPostings(rules)
    wanted = listed(whole.follow(rows))
    first = before(rules)
    begun = listed(first.follow(parts(rows, 0, half)))
    stored = unpack_state(json.loads(json.dumps(first.state().packed())))
    second = after(rules, stored)
    rest = listed(second.follow(parts(rows, half, size)))
    assert [one + other for one, other in zip(begun, rest, strict=True)] == wanted
    assert same(second.state(), whole.state())


@settings(max_examples=60, deadline=None)
@given(streams, rule_sets)
def test_the_closest_of_the_candidates_is_what_follow_takes(rows: Rows, rules: Rules) -> None:
    for form in FORMS:
        followed, asked = form(rules).follow(rows), form(rules)
        for row in range(len(rows.times)):
            numbers, values = asked.candidates(rows, row)
            best = float(values.max(initial=0.0))
            assert followed.similarities[row] == pytest.approx(best)
            joins = len(numbers) > 0 and followed.similarities[row] >= rules.threshold
            assert bool(followed.opened[row]) is not joins
            number = int(followed.stories[row]) if joins else asked.open(float(rows.times[row]))
            assert number == followed.stories[row]
            asked.join(number, rows, row)


def by_hand(rows: Rows, rules: Rules) -> list[tuple[int, float]]:
    """Return stories and similarities from whole centroids, each made anew from the rule that drops light terms."""
    stories: list[tuple[int, dict[int, float]]] = []
    answers = []
    for row in range(len(rows.times)):
        cells = slice(int(rows.ends[row]), int(rows.ends[row + 1]))
        own = dict(zip(rows.terms[cells].tolist(), rows.weights[cells].tolist(), strict=True))
        factors = dict(zip(rows.terms[cells].tolist(), rows.factors[cells].tolist(), strict=True))
        best, highest = -1, 0.0
        for number, (_, weights) in enumerate(stories):
            if any(factors.get(term, 0.0) > 0.0 for term in weights):
                product = math.fsum(factors.get(term, 0.0) * weight for term, weight in weights.items())
                value = product / math.hypot(*own.values()) / math.hypot(*weights.values())
                if best < 0 or value > highest + 1e-12:
                    best, highest = number, value
        if best < 0 or highest < rules.threshold:
            best = len(stories)
            stories.append((0, {}))
        documents, weights = stories[best][0] + 1, dict(stories[best][1])
        for term, weight in own.items():
            weights[term] = weights.get(term, 0.0) + weight
        kept = {term: weight for term, weight in weights.items() if weight / documents > rules.keep_over}
        stories[best] = documents, kept
        answers.append((best, highest))
    return answers


@settings(max_examples=100, deadline=None)
@given(streams, st.sampled_from([Rules(1.49, 3.0), Rules(0.61), Rules(1.03, 1.0), Rules(0.21, 0.5)]))
def test_lists_give_what_whole_centroids_give(rows: Rows, rules: Rules) -> None:
    believed = rows._replace(alone=np.zeros(len(rows.times), np.bool_))
    followed = PlainPostings(rules).follow(believed)
    wanted = by_hand(believed, rules)
    assert followed.similarities.tolist() == pytest.approx([value for _, value in wanted], abs=1e-9)
    assert followed.stories.tolist() == [number for number, _ in wanted]


@pytest.mark.parametrize("form", FORMS)
class TestRules:
    """The rules one by one, in both forms."""

    def test_a_light_term_leaves_the_centroid_though_nobody_meets_it(self, form: type[Postings]) -> None:
        # Term 1 weighs 4: alone in its document 4 > 1, as a mean over four documents 1, which is not over 1.
        line: Line = ([(0, 1, 8.0)], 1.0, False)
        rows = make_rows([([(0, 1, 8.0), (1, 1, 4.0)], 0.0, False), line, line, line])
        postings = form(Rules(0.5, keep_over=1.0))
        for row, terms in enumerate(([0, 1], [0, 1], [0, 1], [0])):
            assert postings.follow(parts(rows, row, row + 1)).stories.tolist() == [0]
            found = postings.centroid(0)
            assert found is not None
            assert found.terms.tolist() == terms
        assert found is not None
        assert (found.documents, found.counts.tolist(), found.weights.tolist()) == (4, [4.0], [32.0])
        assert postings.state().squares.tolist() == [1024.0]

    def test_a_story_closes_after_the_window_and_its_number_is_not_used_again(self, form: type[Postings]) -> None:
        line = [(0, 1, 2.0)]
        rows = make_rows([(line, 0.0, False), (line, 5.0, False), (line, 5.1, False)])
        postings = form(Rules(0.1, window=5.0))
        assert postings.follow(rows).stories.tolist() == [0, 0, 1]
        assert postings.centroid(0) is None
        assert postings.state().numbers.tolist() == [1]

    def test_who_runs_ahead_is_alone_until_borne_out(self, form: type[Postings]) -> None:
        line = [(0, 1, 2.0)]
        ahead = make_rows([(line, 0.0, False), (line, 0.0, True)])
        borne_out = parts(make_rows([(line, 50.0, False)]), 0, 1)
        refuted = parts(make_rows([(line, 1.0, False)]), 0, 1)
        for then, stories in ((borne_out, [1]), (refuted, [0])):
            postings = form(Rules(0.1, window=5.0))
            assert postings.follow(ahead).stories.tolist() == [0, 1]
            assert postings.follow(then).stories.tolist() == stories
            assert postings.state().numbers.tolist() == stories

    def test_without_a_time_nothing_closes(self, form: type[Postings]) -> None:
        line = [(0, 1, 2.0)]
        rows = make_rows([(line, 0.0, False), (line, 1.0, False)])
        postings = form(Rules(0.1, window=5.0))
        timeless = rows._replace(times=np.full(2, math.nan))
        assert postings.follow(timeless).stories.tolist() == [0, 0]
        assert postings.follow(parts(rows, 1, 2)).stories.tolist() == [0]

    def test_stories_can_be_merged_by_hand(self, form: type[Postings]) -> None:
        rows = make_rows([([(0, 1, 2.0)], 0.0, False), ([(1, 1, 3.0)], 0.0, False), ([(1, 2, 3.0)], 0.0, False)])
        postings = form(Rules(0.1))
        postings.follow(parts(rows, 0, 2))
        postings.join(0, rows, 1)
        postings.close(1)
        found = postings.centroid(0)
        assert found is not None
        assert (found.documents, found.weights.tolist()) == (2, [2.0, 3.0])
        assert postings.centroid(1) is None
        assert postings.follow(parts(rows, 2, 3)).stories.tolist() == [0]

    def test_a_row_without_weight_meets_nobody(self, form: type[Postings]) -> None:
        rows = make_rows([([(0, 1, 2.0)], 0.0, False), ([(0, 1, 0.0)], 0.0, False), ([], 0.0, False)])
        followed = form(Rules(0.0)).follow(rows)
        assert followed.opened.tolist() == [True, True, True]
        assert followed.similarities.tolist() == [0.0, 0.0, 0.0]

    def test_of_equal_stories_the_first_wins(self, form: type[Postings]) -> None:
        lines: list[Line] = [([(number, 1, 2.0), (9, 1, 2.0)], 0.0, False) for number in (1, 2)]
        # d = (2), c = (2, 2), idf 2: 8 / (2 · √8) = 1.41 with either story; the two stories with each other only 1.
        followed = form(Rules(1.4)).follow(make_rows([*lines, ([(9, 1, 2.0)], 0.0, False)]))
        assert followed.stories.tolist() == [0, 1, 0]


def test_arrays_follow_the_open_stories_not_the_stream() -> None:
    rng = np.random.default_rng(7)
    postings = Postings(Rules(3.0, window=2.0))
    sizes = []
    for batch in range(12):
        lines: list[Line] = [
            ([(int(term), 1, 2.0) for term in np.unique(rng.integers(0, 5000, 12))], 0.01, False) for _ in range(2000)
        ]
        rows = make_rows(lines)
        postings.follow(rows._replace(times=rows.times + 20.0 * batch))
        arrays = (getattr(postings._index, name) for name in ("slots", "weights", "counts", "node_terms", "numbers"))
        sizes.append(sum(np.asarray(array).nbytes for array in arrays))
    assert len(postings.state().numbers) <= 201
    assert max(sizes[2:]) <= 1.01 * min(sizes[2:])


def test_every_growth_and_sweep_keeps_the_answer() -> None:
    rng = np.random.default_rng(3)
    lines: list[Line] = [
        ([(int(term), 1, 1.0 + term % 5) for term in np.unique(rng.zipf(1.4, 20) % 9000)], 0.1, False)
        for _ in range(4000)
    ]
    rows = make_rows(lines)
    for rules in (Rules(1.6, 1.5, 30.0), Rules(2.5)):
        plain, compiled = PlainPostings(rules), Postings(rules)
        assert listed(plain.follow(rows)) == listed(compiled.follow(rows))
        assert same(plain.state(), compiled.state())


def test_a_state_survives_packing() -> None:
    rows = make_rows([([(3, 2, 1.5), (1, 1, 0.1)], 1.0, False), ([(2, 1, 9.0)], 1.0, False)])
    postings = PlainPostings(Rules(0.5, window=9.0))
    postings.follow(rows)
    state = postings.state()
    again = unpack_state(state.packed())
    assert all(np.array_equal(getattr(again, each.name), getattr(state, each.name)) for each in fields(State))
    assert same(unpack_state(empty_state().packed()), empty_state())
    assert state.with_terms(np.array([9, 8, 7, 6], np.int32)).terms.tolist() == [6, 8, 7]
