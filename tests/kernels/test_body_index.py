"""Which earlier body a later one was taken from: each part of the rule by hand, in both forms of the index."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.shingles import CompiledBodyIndex
from meadow.kernels.word_runs import Bodies, BodyIndex, Links, Rule, read_bodies, starts_of, words_in_runs

FORMS = (BodyIndex, CompiledBodyIndex)


class AnyIndex(Protocol):
    """What both forms offer."""

    def put(self, bodies: Bodies) -> None: ...

    def link(self, bodies: Bodies, rule: Rule) -> Links: ...

    def bodies(self) -> Bodies: ...


def words(first: int, last: int) -> str:
    """Return words with a number each; none of them is a figure."""
    return " ".join("w" + "".join(chr(97 + int(digit)) for digit in str(number)) for number in range(first, last))


def parents(form: type[AnyIndex], texts: list[str], rule: Rule) -> list[int]:
    found: list[int] = form().link(read_bodies(texts), rule).parents.tolist()
    return found


@pytest.mark.parametrize("form", FORMS)
class TestRule:
    """When a body counts as taken from another."""

    def test_the_share_that_must_stand_in_the_other_is_of_either(self, form: type[AnyIndex]) -> None:
        # Twenty words of forty: half of the longer one, all of the shorter one.
        whole, half = words(0, 40), words(0, 20)
        assert parents(form, [whole, half], Rule(0.9, 0.9)) == [-1, 0]
        assert parents(form, [half, whole], Rule(0.9, 0.5)) == [-1, 0]
        assert parents(form, [half, whole], Rule(0.9, 0.51)) == [-1, -1]

    def test_a_share_that_is_just_reached_is_enough(self, form: type[AnyIndex]) -> None:
        # Thirty of forty words stand in both, and each has ten of its own.
        texts = [words(0, 40), f"{words(0, 30)} {words(500, 510)}"]
        assert parents(form, texts, Rule(0.75, 0.75)) == [-1, 0]
        assert parents(form, texts, Rule(0.76, 0.3)) == [-1, -1]

    def test_only_so_many_before_it_are_looked_at(self, form: type[AnyIndex]) -> None:
        texts = [words(0, 30), words(100, 130), words(200, 230), words(0, 30)]
        assert parents(form, texts, Rule(0.6, 0.3)) == [-1, -1, -1, 0]
        assert parents(form, texts, Rule(0.6, 0.3, window=3)) == [-1, -1, -1, 0]
        assert parents(form, texts, Rule(0.6, 0.3, window=2)) == [-1, -1, -1, -1]

    def test_the_share_is_told_with_the_origin(self, form: type[AnyIndex]) -> None:
        links = form().link(read_bodies([words(0, 40), f"{words(0, 30)} {words(500, 510)}"]), Rule(0.6, 0.3))
        assert links.shares.tolist() == [0.0, 0.75]

    def test_a_form_that_was_filled_in_anew_is_no_copy(self, form: type[AnyIndex]) -> None:
        frame = words(0, 30)
        assert parents(form, [f"{frame} 11 12", f"{frame} 13 14"], Rule(0.6, 0.3)) == [-1, -1]
        assert parents(form, [f"{frame} 11 12", f"{frame} 11 14"], Rule(0.6, 0.3)) == [-1, 0]

    def test_no_words_are_taken_from_nobody(self, form: type[AnyIndex]) -> None:
        assert parents(form, ["", "", "…"], Rule(0.0, 0.0)) == [-1, -1, -1]
        assert parents(form, [], Rule(0.6, 0.3)) == []

    def test_what_was_only_put_there_is_found_too(self, form: type[AnyIndex]) -> None:
        index = form()
        index.put(read_bodies([words(0, 30), words(100, 130)]))
        assert index.link(read_bodies([words(100, 130)]), Rule(0.6, 0.3)).parents.tolist() == [1]
        assert len(index.bodies()) == 3


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=5), st.data())
def test_bodies_from_a_number_on_are_those(rows: list[list[int]], data: st.DataObject) -> None:
    ends = starts_of(map(len, rows))
    bodies = Bodies(np.array([word for row in rows for word in row], np.uint64), ends, np.full(len(rows), 3))
    start = data.draw(st.integers(0, len(rows)))
    rest = bodies.since(start)
    assert [row.tolist() for row in rest.rows()] == rows[start:]
    assert len(rest) == len(rows) - start
    assert rest.ends[0] == 0


@given(st.lists(st.integers(0, 3), max_size=20), st.lists(st.integers(0, 3), max_size=20), st.integers(1, 5))
def test_words_in_runs_are_those_that_some_common_run_covers(first: list[int], second: list[int], run: int) -> None:
    known = {tuple(second[at : at + run]) for at in range(len(second) - run + 1)}
    covered = {
        place
        for at in range(len(first) - run + 1)
        if tuple(first[at : at + run]) in known
        for place in range(at, at + run)
    }
    assert words_in_runs(np.array(first, np.uint64), np.array(second, np.uint64), run) == len(covered)
