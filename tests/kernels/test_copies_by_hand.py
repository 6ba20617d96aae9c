"""Who copies whom, against the definition in plain Python: winnowing, candidates, shares, ties, windows, growth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.shingles import CompiledBodyIndex
from meadow.kernels.word_runs import (
    CANDIDATES_READ,
    FEW_RUNS,
    POSTINGS_READ,
    RUN_FACTOR,
    SHARED_PART,
    WINNOW,
    Bodies,
    BodyIndex,
    Rule,
    figures_differ,
    fingerprints,
    read_bodies,
    sharing,
    starts_of,
    word_hash,
    words_in_runs,
)

RUN = 3
FORMS = (BodyIndex, CompiledBodyIndex)
LOOSE = Rule(0.5, 0.3)
Text = list[int]
Form = type[BodyIndex] | type[CompiledBodyIndex]


def bodies_of(rows: Sequence[Sequence[int]], run: int = RUN) -> Bodies:
    """Return bodies whose words are even numbers: none is a figure."""
    flat = np.array([2 * word + 2 for row in rows for word in row], np.uint64)
    return Bodies(flat, starts_of(map(len, rows)), np.full(len(rows), run, np.int64))


def run_hash(words: Sequence[int], run: int) -> int:
    """Return the hash of a run as it is written down: its length, then each word, mixed."""
    code = run
    for word in words:
        code = ((code ^ word) * RUN_FACTOR) % 2**64
        code ^= code >> 29
    return code


def winnowed(words: Sequence[int], run: int) -> list[int]:
    hashes = [run_hash(words[at : at + run], run) for at in range(len(words) - run + 1)]
    frame = WINNOW if len(hashes) > FEW_RUNS else 1
    return sorted({min(hashes[at : at + frame]) for at in range(len(hashes) - frame + 1)})


def covered(ours: Sequence[int], theirs: Sequence[int], run: int) -> int:
    runs = {tuple(theirs[at : at + run]) for at in range(len(theirs) - run + 1)}
    return len(
        {
            at + inside
            for at in range(len(ours) - run + 1)
            if tuple(ours[at : at + run]) in runs
            for inside in range(run)
        }
    )


def linked(rows: list[Text], rule: Rule) -> list[tuple[int, float]]:
    """Return parents and shares by comparing each body with those before it that share enough fingerprints."""
    every = [[2 * word + 2 for word in row] for row in rows]
    prints = [winnowed(words, RUN) for words in every]
    found: list[tuple[int, float]] = []
    for number, words in enumerate(every):
        oldest = max(0, number - rule.window) if rule.window else 0
        equal = [other for other in range(oldest, number) if every[other] == words] if words else []
        if equal:
            found.append((equal[-1], 1.0))
            continue
        tally: Counter[int] = Counter()
        for value in prints[number]:
            holders = [other for other in range(number) if value in prints[other]][-POSTINGS_READ:]
            tally.update(other for other in holders if other >= oldest)
        enough = [other for other, shared in tally.items() if shared * SHARED_PART >= len(prints[number])]
        best = (0.0, 0.0, 1)
        for other in sorted(enough, key=lambda other: (-tally[other], other))[:CANDIDATES_READ]:
            taken = covered(words, every[other], RUN) / len(words)
            kept = covered(every[other], words, RUN) / len(every[other])
            if max(taken, kept) >= rule.threshold and taken >= rule.least:
                best = max(best, (taken, kept, -other))
        found.append((-best[2], best[0]) if best[2] <= 0 else (-1, 0.0))
    return found


WORD = st.integers(0, 6)
ROW = st.one_of(st.lists(WORD, max_size=12), st.lists(WORD, min_size=25, max_size=40))


@given(ROW, st.sampled_from([2, 3, 5, 8]))
def test_fingerprints_are_the_least_of_every_frame(row: Text, run: int) -> None:
    words = [2 * word + 2 for word in row]
    assert fingerprints(np.array(words, np.uint64), run) == winnowed(words, run)


@given(ROW, ROW, st.integers(1, 6))
def test_words_in_runs_are_counted_place_by_place(ours: Text, theirs: Text, run: int) -> None:
    assert words_in_runs(np.array(ours, np.uint64), np.array(theirs, np.uint64), run) == covered(ours, theirs, run)


@settings(max_examples=40)
@given(st.lists(ROW, max_size=8), st.integers(0, 4), st.sampled_from([(0.5, 0.3), (0.9, 0.1), (0.0, 0.0), (1.0, 1.0)]))
def test_both_forms_link_as_the_definition_says(rows: list[Text], window: int, shares: tuple[float, float]) -> None:
    rule = Rule(*shares, window=window)
    wanted = linked(rows, rule)
    for form in FORMS:
        links = form().link(bodies_of(rows), rule)
        assert list(zip(links.parents.tolist(), links.shares.tolist(), strict=True)) == wanted


@given(st.lists(ROW, max_size=8), st.integers(1, 4))
def test_in_parts_or_at_once_the_links_are_the_same(rows: list[Text], size: int) -> None:
    for form in FORMS:
        whole, parts = form().link(bodies_of(rows), LOOSE), form()
        found: list[int] = []
        for start in range(0, len(rows), size):
            found += parts.link(bodies_of(rows[start : start + size]), LOOSE).parents.tolist()
        assert found == whole.parents.tolist()
        assert len(parts) == len(rows)
        assert [row.tolist() for row in parts.bodies().rows()] == [row.tolist() for row in bodies_of(rows).rows()]


@pytest.mark.parametrize("form", FORMS)
class TestByHand:
    """One rule at a time."""

    def test_the_closest_is_that_in_which_most_stands(self, form: Form) -> None:
        most, least, copy = list(range(20)), [*range(12), *range(100, 110)], list(range(20))[:-1]
        links = form().link(bodies_of([least, most, copy]), LOOSE)
        assert links.parents.tolist() == [-1, 0, 1]
        assert links.shares.tolist() == [0.0, 12 / 20, 1.0]

    def test_of_equal_shares_the_other_s_share_decides_and_then_age(self, form: Form) -> None:
        part = list(range(10))
        longer, shorter = [*part, *range(50, 60)], [*part, *range(70, 72)]
        assert form().link(bodies_of([longer, shorter, part]), LOOSE).parents.tolist() == [-1, 0, 1]
        twins = [[*part, 50], [*part, 60], part]
        assert form().link(bodies_of(twins), LOOSE).parents.tolist() == [-1, 0, 0]

    def test_of_equal_bodies_the_newest_is_the_parent(self, form: Form) -> None:
        same, other = list(range(9)), list(range(50, 59))
        assert form().link(bodies_of([same, other, same, same]), LOOSE).parents.tolist() == [-1, -1, 0, 2]

    def test_one_word_can_be_equal_though_it_has_no_run(self, form: Form) -> None:
        assert form().link(bodies_of([[1], [2], [1]]), LOOSE).parents.tolist() == [-1, -1, 0]

    def test_a_body_does_not_come_from_a_later_one(self, form: Form) -> None:
        whole = list(range(30))
        assert form().link(bodies_of([whole[:12], whole]), Rule(0.9, 0.3)).parents.tolist() == [-1, 0]
        assert form().link(bodies_of([whole[:12], whole]), Rule(0.9, 0.5)).parents.tolist() == [-1, -1]

    def test_only_the_newest_holders_of_a_phrase_are_read(self, form: Form) -> None:
        # All share one phrase; the first one shares more, but too many came after it.
        phrase, whole = list(range(8)), list(range(16))
        between = [[*phrase, *range(100 + 10 * at, 108 + 10 * at)] for at in range(POSTINGS_READ)]
        near = form().link(bodies_of([whole, *between[:3], whole[:-1]]), LOOSE).parents.tolist()
        assert near[-1] == 0
        wanted = linked([whole, *between, whole[:-1]], LOOSE)[-1][0]
        assert form().link(bodies_of([whole, *between, whole[:-1]]), LOOSE).parents.tolist()[-1] == wanted

    def test_huge_hashes_are_words_like_others(self, form: Form) -> None:
        flat = np.array([2**64 - 2, 2**63, 2**64 - 4, 2**64 - 2, 2**63, 2**64 - 4], np.uint64)
        some = Bodies(flat, np.array([0, 3, 6], np.int64), np.full(2, RUN, np.int64))
        assert form().link(some, LOOSE).parents.tolist() == [-1, 0]

    def test_nothing_at_all(self, form: Form) -> None:
        empty = bodies_of([])
        index = form()
        assert index.link(empty, LOOSE).parents.tolist() == []
        index.put(empty)
        assert (len(index), len(index.bodies())) == (0, 0)
        assert index.link(bodies_of([[], []]), Rule(0.0, 0.0)).parents.tolist() == [-1, -1]

    def test_many_long_bodies_find_room(self, form: Form) -> None:
        rows = [list(range(500 * at, 500 * at + 400)) for at in range(30)]
        index = form()
        index.put(bodies_of(rows))
        again = index.link(bodies_of([row[:-1] for row in rows]), LOOSE)
        assert again.parents.tolist() == list(range(30))
        assert again.shares.tolist() == [1.0] * 30


class TestFigures:
    """One form filled in twice."""

    @pytest.mark.parametrize(
        ("ours", "theirs", "differ"),
        [
            ("1 2", "1 2", False),
            ("1 2", "1 3", False),
            ("1 2", "3 4", True),
            ("1 2 3", "1 4 5", True),
            ("1 2 3 4", "1 2 5 6", False),
            ("1 2 3 4 5", "1 2 6 7 8", True),
            ("1", "2", False),
            ("1 1 1", "2 2 2", False),
            ("1 2 3", "", False),
            ("1 2 3 4", "5 6", True),
        ],
    )
    def test_more_than_one_differs_and_more_than_agree(self, ours: str, theirs: str, differ: bool) -> None:
        one, other = ([word_hash(word) for word in text.split()] for text in (ours, theirs))
        for first, second in ((one, other), (other, one)):
            assert figures_differ(np.array(first, np.uint64), np.array(second, np.uint64)) is differ

    @pytest.mark.parametrize("form", FORMS)
    def test_a_form_is_no_copy_in_either_index(self, form: Form) -> None:
        frame = " ".join(f"{'xyz'[at % 3]}{chr(97 + at)}" for at in range(20))
        texts = [f"{frame} 1 2 3", f"{frame} 4 5 6", f"{frame} 1 2 6"]
        assert form().link(read_bodies(texts), LOOSE).parents.tolist() == [-1, -1, 0]


@given(st.lists(ROW, max_size=7))
def test_who_shares_anything_is_found_from_both_sides(rows: list[Text]) -> None:
    words = [[2 * word + 2 for word in row] for row in rows]
    prints = [set(winnowed(row, RUN)) for row in words]
    wanted = [
        one
        for one in range(len(rows))
        if any((prints[one] & prints[two]) or words[one] == words[two] for two in range(len(rows)) if two != one)
    ]
    assert sharing(bodies_of(rows)) == wanted
