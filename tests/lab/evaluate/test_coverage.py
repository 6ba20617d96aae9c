"""Precision, coverage, weighted coverage and redundancy: Table 1's extracts and what must hold for any."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.coverage import (
    Gold,
    Missed,
    coverage,
    minimum_cover,
    missed,
    parse_extract,
    precision,
    redundant,
    unit_scores,
    weighted_coverage,
)

TABLE_1 = [[{1}, {10, 11}], [{3, 5, 6}], [{20, 21, 23}, {1, 30, 60}]]
FIRST = parse_extract("s10 s11 s5 s17 s60 s61")
SECOND = parse_extract("s1 s10 s11 s3 s5 s60")
LONG = parse_extract("s10 s11 s3 s5 s6 s20 s21 s23")

sets = st.frozensets(st.integers(1, 8), min_size=1, max_size=4)
golds = st.lists(st.lists(sets, min_size=1, max_size=3), min_size=1, max_size=4)
extracts = st.frozensets(st.integers(1, 10), max_size=6)


@pytest.mark.golden("T4")
def test_precision_of_both_extracts() -> None:
    assert precision(FIRST, TABLE_1) == 4 / 6
    assert precision(SECOND, TABLE_1) == 1
    assert precision(LONG, TABLE_1) == 1  # eight correct sentences of eight
    assert precision([*SECOND, *SECOND], TABLE_1) == 1  # a sentence named twice counts once
    assert precision([*SECOND, 98, 99], TABLE_1) == 6 / 8
    assert precision([1, 3], TABLE_1) == 2 / 6


@pytest.mark.golden("T5")
def test_coverage_of_both_extracts() -> None:
    assert unit_scores(FIRST, TABLE_1) == (Fraction(1), Fraction(1, 3), Fraction(1, 3))
    assert unit_scores(SECOND, TABLE_1) == (Fraction(1), Fraction(2, 3), Fraction(2, 3))
    assert coverage(FIRST, TABLE_1) == pytest.approx(5 / 9)  # printed 0.553, from rounded parts
    assert coverage(SECOND, TABLE_1) == pytest.approx(7 / 9)  # printed 0.780
    assert coverage(LONG, TABLE_1) == 1


@pytest.mark.golden("T6")
def test_weighted_coverage_of_both_extracts() -> None:
    rounded = (1, 0.5, 0.3)
    # First: (1·1 + ½·⅓ + ⅓·⅓) / (1 + ½ + ⅓)
    assert weighted_coverage(FIRST, TABLE_1, "ABC") == pytest.approx(23 / 33)
    assert weighted_coverage(FIRST, TABLE_1, "ABC", weights=rounded) == pytest.approx(19 / 27)
    assert weighted_coverage(SECOND, TABLE_1, "ABC") == pytest.approx(28 / 33)
    assert weighted_coverage(SECOND, TABLE_1, ["a", "b", "c"], weights={"A": 1, "B": 0.5, "C": 0.3}) == pytest.approx(
        23 / 27
    )
    # Ranks are places in the alphabet, whichever of them occur.
    assert weighted_coverage({1}, [[{1}], [{2}]], "BD") == pytest.approx((1 / 2) / (1 / 2 + 1 / 4))


@pytest.mark.golden("T16")
def test_redundancy_of_both_extracts() -> None:
    assert redundant(SECOND, TABLE_1) == 2  # s10 and s11 repeat what s1 says
    assert redundant(FIRST, TABLE_1) == 0
    assert redundant(LONG, TABLE_1) == 0
    assert redundant([98, 99], TABLE_1) == 0


@given(extracts, golds)
def test_redundancy_is_what_trying_all_subsets_finds(extract: frozenset[int], gold: Gold) -> None:
    before = unit_scores(extract, gold)
    correct = [one for one in extract if any(one in chosen for unit in gold for chosen in unit)]
    removable = max(
        size
        for size in range(len(correct) + 1)
        for gone in combinations(correct, size)
        if unit_scores(extract - set(gone), gold) == before
    )
    assert redundant(extract, gold) == removable


@given(extracts, golds)
def test_coverage_is_one_exactly_when_every_unit_is_covered(extract: frozenset[int], gold: Gold) -> None:
    covered = all(any(set(chosen) <= extract for chosen in unit) for unit in gold)
    assert (coverage(extract, gold) == 1) == covered
    assert (missed(extract, gold) == ()) == covered
    assert (weighted_coverage(extract, gold, "A" * len(gold)) == 1) == covered


@given(extracts, golds, st.integers(1, 10))
def test_more_sentences_never_cover_less(extract: frozenset[int], gold: Gold, sentence: int) -> None:
    assert 0 <= coverage(extract, gold) <= coverage(extract | {sentence}, gold) <= 1
    assert 0 <= precision(extract, gold) <= 1


@given(golds)
def test_the_minimum_cover_is_perfect_and_free_of_redundancy(gold: Gold) -> None:
    cover = minimum_cover(gold)
    assert (precision(cover, gold), coverage(cover, gold), redundant(cover, gold)) == (1, 1, 0)
    assert precision(cover, gold, cover_size=len(cover)) == 1


@pytest.mark.golden("T5")
def test_what_is_missed_is_linked_to_sentences() -> None:
    assert missed(SECOND, TABLE_1) == (
        Missed(1, 2 / 3, frozenset({3, 5, 6}), present=frozenset({3, 5}), absent=frozenset({6})),
        Missed(2, 2 / 3, frozenset({1, 30, 60}), present=frozenset({1, 60}), absent=frozenset({30})),
    )
    nothing = missed([], TABLE_1)
    assert [(one.unit, one.reached) for one in nothing] == [(0, 0.0), (1, 0.0), (2, 0.0)]
    assert [sorted(one.closest) for one in nothing] == [[1], [3, 5, 6], [20, 21, 23]]


def test_bad_gold_and_ranks_are_explained() -> None:
    with pytest.raises(InputError, match="The gold extract has no sentence"):
        coverage([1], [])
    with pytest.raises(InputError, match="no source, or an empty set, for the abstract sentence at position 1"):
        precision([1], [[{1}], [set()]])
    with pytest.raises(InputError, match="There are 2 ranks for 3 abstract sentences"):
        weighted_coverage([1], TABLE_1, "AB")
    with pytest.raises(InputError, match="'1' is not a rank"):
        weighted_coverage([1], TABLE_1, "AB1")
    with pytest.raises(InputError, match="rank 'C' has the weight None"):
        weighted_coverage([1], TABLE_1, "ABC", weights=(1, 0.5))
    with pytest.raises(InputError, match="rank 'A' has the weight -1"):
        weighted_coverage([1], TABLE_1, "ABC", weights=(-1, 1, 1))
    with pytest.raises(InputError, match=r"weights sum to 0.*A sum above 0"):
        weighted_coverage([1], TABLE_1, "AAA", weights=(0,))


@given(extracts, golds, st.permutations(range(4)))
def test_scores_do_not_depend_on_order(extract: frozenset[int], gold: Gold, order: list[int]) -> None:
    shuffled = [list(reversed(gold[at])) for at in order if at < len(gold)]
    assert coverage(extract, shuffled) == coverage(extract, gold)
    assert precision(extract, shuffled) == precision(extract, gold)
    assert redundant(extract, shuffled) == redundant(extract, gold)


@given(extracts, golds)
def test_equal_weights_are_no_weights(extract: frozenset[int], gold: Gold) -> None:
    for rank in "AC":
        assert weighted_coverage(extract, gold, rank * len(gold)) == coverage(extract, gold)
    heavy = weighted_coverage(extract, gold, "A" * len(gold), weights={"A": 12.5})
    assert heavy == coverage(extract, gold)


@given(extracts, golds)
def test_what_is_missed_adds_up(extract: frozenset[int], gold: Gold) -> None:
    lacking = missed(extract, gold)
    for one in lacking:
        assert one.closest in [frozenset(chosen) for chosen in gold[one.unit]]
        assert one.present | one.absent == one.closest
        assert one.present <= extract
        assert one.absent.isdisjoint(extract)
        assert one.reached == pytest.approx(len(one.present) / len(one.closest))
    # With all that is absent added, nothing is missed any more.
    assert coverage(extract.union(*(one.absent for one in lacking)), gold) == 1
