"""The compiled index and the plain one give the same fingerprints, the same links and the same memory."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels import shingles, word_runs
from meadow.kernels.loops import shingles as loops
from meadow.kernels.loops.types import run as run_loop
from meadow.kernels.shingles import CompiledBodyIndex
from meadow.kernels.word_runs import Bodies, BodyIndex, Rule, starts_of

LOOSE = Rule(threshold=0.5, least=0.3)

# Few different words, so that runs and whole bodies come again by chance.
BODY = st.lists(st.integers(0, 5), max_size=45)
RUN = st.sampled_from([2, 3, 5])


def bodies_of(rows: list[list[int]], runs: list[int]) -> Bodies:
    flat = np.array([word * 7919 for row in rows for word in row], np.uint64)
    return Bodies(flat, starts_of(map(len, rows)), np.array(runs, np.int64))


@st.composite
def bodies(draw: st.DrawFn) -> Bodies:
    rows = draw(st.lists(BODY, max_size=12))
    # A later body is often an earlier one with a part cut out: what copies look like.
    for source in draw(st.lists(st.integers(0, 11), max_size=4)):
        if source < len(rows):
            cut = draw(st.integers(0, len(rows[source])))
            rows.append(rows[source][:cut] + rows[source][cut + 2 :])
    run = draw(RUN)
    return bodies_of(rows, [run] * len(rows))


@settings(max_examples=300)
@given(bodies())
def test_fingerprints_equal(some: Bodies) -> None:
    prints, ends = shingles._fingerprints(some)
    found = [prints[start:end].tolist() for start, end in pairwise(ends)]
    rows = zip(some.rows(), some.runs.tolist(), strict=True)
    assert found == [word_runs.fingerprints(row, run) for row, run in rows]


@given(BODY, BODY, RUN)
def test_words_in_runs_equal(first: list[int], second: list[int], run: int) -> None:
    both = bodies_of([first, second], [run, run])
    found = run_loop(loops.words_in_runs, both.words, both.ends, 0, 1, run, np.empty(1024, np.int32))
    body, other = both.rows()
    assert found == word_runs.words_in_runs(body, other, run)


@given(BODY, BODY)
def test_figures_differ_alike(first: list[int], second: list[int]) -> None:
    both = bodies_of([first, second], [2, 2])
    room = (np.empty(64, np.uint64), np.empty(64, np.uint64))
    found = run_loop(loops.figures_differ, both.words, both.ends, 0, 1, *room)
    assert found == word_runs.figures_differ(*both.rows())


@settings(max_examples=300)
@given(bodies(), st.integers(0, 5))
def test_links_equal(some: Bodies, window: int) -> None:
    rule = LOOSE._replace(window=window)
    plain, compiled = BodyIndex().link(some, rule), CompiledBodyIndex().link(some, rule)
    assert compiled.parents.tolist() == plain.parents.tolist()
    assert compiled.shares.tolist() == plain.shares.tolist()


@given(bodies(), bodies())
def test_a_shelf_filled_in_parts_answers_alike(first: Bodies, second: Bodies) -> None:
    plain, compiled = BodyIndex(), CompiledBodyIndex()
    plain.put(first)
    compiled.put(first)
    expected = plain.link(second, LOOSE)
    found = compiled.link(second, LOOSE)
    assert found.parents.tolist() == expected.parents.tolist()
    assert [column.tolist() for column in compiled.bodies()] == [column.tolist() for column in plain.bodies()]
    assert len(compiled) == len(plain) == len(first) + len(second)


def test_arrays_grow_past_any_start_size() -> None:
    rng = np.random.default_rng(5)
    rows = [rng.integers(0, 5000, 40).tolist() for _ in range(400)]
    some = bodies_of([*rows, *rows], [5] * 800)
    links = CompiledBodyIndex().link(some, LOOSE)
    assert links.parents.tolist() == [-1] * 400 + list(range(400))


@pytest.mark.parametrize("count", [1, 300])
def test_many_equal_bodies_point_to_the_newest_before_them(count: int) -> None:
    row = list(range(4)) * 10
    some = bodies_of([row] * count, [5] * count)
    for index in (BodyIndex(), CompiledBodyIndex()):
        assert index.link(some, LOOSE).parents.tolist() == list(range(-1, count - 1))


def test_bodies_read_alike() -> None:
    texts = [
        "CARROWMERE, March 3 (LPA) — The ferry stopped.",
        "潮見港で臨時の会議が開かれた。",
        "",
        "half \ud800 pair é",
    ]
    plain, compiled = word_runs.read_bodies(texts), shingles.read_bodies(texts)
    assert [column.tolist() for column in compiled] == [column.tolist() for column in plain]
