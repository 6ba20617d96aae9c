"""The minimum cover: exact, lexicographically first, and silent."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate import minimum_cover as solving
from meadow.lab.evaluate.coverage import (
    PRICE,
    CoverProof,
    Gold,
    cover_certificate,
    coverage,
    is_certified,
    minimum_cover,
    prove,
    proves,
)

TABLE_1 = [[{1}, {10, 11}], [{3, 5, 6}], [{20, 21, 23}, {1, 30, 60}]]


sets = st.frozensets(st.integers(1, 9), min_size=1, max_size=4)
golds = st.lists(st.lists(sets, min_size=1, max_size=4), max_size=6)


def _brute_force(gold: Gold) -> set[int]:
    sentences = sorted({one for unit in gold for chosen in unit for one in chosen})
    for size in range(len(sentences) + 1):
        for cover in combinations(sentences, size):  # in lexicographic order
            if all(any(set(chosen) <= set(cover) for chosen in unit) for unit in gold):
                return set(cover)
    raise AssertionError("all sentences together are always a cover")


@pytest.mark.golden("T3")
def test_table_1() -> None:
    assert minimum_cover(TABLE_1) == {1, 3, 5, 6, 30, 60}
    certificate = cover_certificate(TABLE_1)
    assert certificate.cover == {1, 3, 5, 6, 30, 60}
    assert certificate.used == (0, 0, 1)
    assert is_certified(TABLE_1, certificate)
    assert certificate.proof.leaves == 1


@given(golds)
def test_it_is_what_trying_all_sets_finds(gold: Gold) -> None:
    assert minimum_cover(gold) == _brute_force(gold)


@given(golds, st.integers(1, 3))
def test_settling_few_sentences_at_a_time_changes_nothing(gold: Gold, bits: int) -> None:
    usual = minimum_cover(gold)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "_BITS_AT_ONCE", bits)
        assert minimum_cover(gold) == usual


@given(golds.filter(bool))
def test_the_certificate_proves_that_it_covers(gold: Gold) -> None:
    certificate = cover_certificate(gold)
    assert all(unit[used] <= certificate.cover for unit, used in zip(gold, certificate.used, strict=True))  # type: ignore[operator]
    assert coverage(certificate.cover, gold) == 1
    assert is_certified(gold, certificate)
    assert not proves(gold, len(certificate.cover) + 1, certificate.proof)


@given(golds.filter(bool), st.integers(1, 12))
def test_nothing_is_proved_that_is_not_so(gold: Gold, size: int) -> None:
    """Whatever prices say, the check holds only for sizes that every cover has."""
    prices = tuple({one: PRICE // (1 + place) for chosen in unit for one in chosen} for place, unit in enumerate(gold))
    if proves(gold, size, CoverProof(prices)):
        assert len(minimum_cover(gold)) >= size


def test_a_proof_may_branch() -> None:
    # Any two of three: prices reach 1.5, and the proof must tell with and without a sentence apart.
    triangle: Gold = [[{1}, {2}], [{2}, {3}], [{1}, {3}]]
    proof = prove(triangle, 2)
    assert proves(triangle, 2, proof)
    assert prove([[{1}, {2}], [{2}, {3}], [{1}, {3}], [{4}]], 3).leaves >= 1
    pentagon: Gold = [[{n}, {n % 5 + 1}] for n in range(1, 6)] + [[{n + 10}, {n % 5 + 11}] for n in range(1, 6)]
    branched = prove(pentagon, 6)  # 2.5 for each ring of five, and 5 < 6
    assert branched.leaves > 1
    assert proves(pentagon, 6, branched)
    assert not proves(pentagon, 7, branched)


@pytest.mark.parametrize(
    "proof",
    [
        CoverProof(({1: PRICE, 10: PRICE, 11: PRICE},) * 3),  # a sentence is paid for more than once
        CoverProof(({1: -1},) * 3),
        CoverProof(({1: PRICE},)),  # not a price list per abstract sentence
        CoverProof((), 1, None, None),  # a branch with nothing behind it
    ],
)
def test_proofs_that_prove_nothing_are_seen(proof: CoverProof) -> None:
    assert not proves(TABLE_1, 6, proof)


def test_what_is_not_so_cannot_be_proved() -> None:
    with pytest.raises(InputError, match="No proof with at most"):
        prove(TABLE_1, 7)


def test_of_equal_covers_the_first_is_taken() -> None:
    assert minimum_cover([[{7, 9}, {2, 30}, {2, 29}]]) == {2, 29}
    assert minimum_cover([[{1, 9}, {2, 3}], [{2, 4}, {1, 8}], [{9}, {3}, {8}, {4}]]) == {1, 8, 9}


def test_a_large_story_is_split_and_solved() -> None:
    # Forty copies of one problem that share no sentence: each is solved by itself, and the answers add up.
    copies = [[{one + 100 * copy for one in chosen} for chosen in unit] for copy in range(40) for unit in TABLE_1]
    assert minimum_cover(copies) == {one + 100 * copy for copy in range(40) for one in (1, 3, 5, 6, 30, 60)}


def test_a_hard_problem_is_never_beaten_by_chance() -> None:
    draw = random.Random(3)
    gold = [[set(draw.sample(range(1, 41), 3)) for _ in range(3)] for _ in range(25)]
    cover = minimum_cover(gold)
    assert coverage(cover, gold) == 1
    for _ in range(2000):
        picked = set().union(*(draw.choice(unit) for unit in gold))
        assert (len(picked), sorted(picked)) >= (len(cover), sorted(cover))


@pytest.mark.parametrize("gold", [[[{1}], []], [[{1}], [{2}, set()]]])
def test_a_sentence_without_source_is_refused(gold: Gold) -> None:
    with pytest.raises(InputError, match=r"at position 1 has no source, or an empty set.*Leave sentences without"):
        minimum_cover(gold)


@given(golds)
def test_supersets_and_copies_do_not_matter(gold: Gold) -> None:
    padded = [[*unit, *unit, {*unit[0], 99}] for unit in gold]
    assert minimum_cover([*padded, *gold]) == minimum_cover(gold)


@given(golds, st.integers(1, 50))
def test_only_the_order_of_numbers_matters(gold: Gold, step: int) -> None:
    spread = [[{one * step + 7 for one in chosen} for chosen in unit] for unit in gold]
    assert minimum_cover(spread) == {one * step + 7 for one in minimum_cover(gold)}


@given(golds, golds)
def test_a_cover_of_more_is_never_smaller(gold: Gold, more: Gold) -> None:
    both = len(minimum_cover([*gold, *more]))
    assert max(len(minimum_cover(gold)), len(minimum_cover(more))) <= both
    assert both <= len(minimum_cover(gold)) + len(minimum_cover(more))


def test_forced_sentences_settle_what_they_can() -> None:
    # 3 is forced, which satisfies the second and leaves {4} or {5, 6} of the third; the last is {9} in disguise.
    forced, rest = solving._reduced([_unit({3}), _unit({3}, {7, 8}), _unit({3, 4}, {5, 6}), _unit({9}, {9, 10})])
    assert forced == {3, 9}
    assert rest == {_unit({4}, {5, 6})}


def test_parts_that_share_no_sentence_are_told_apart() -> None:
    # The last one joins what the first three had left apart; the fourth stays alone.
    units = [_unit({1}, {2}), _unit({5}, {6}), _unit({2}, {3}), _unit({7}, {8}), _unit({3}, {5})]
    parts = {frozenset(part) for part in solving._independent_parts(units)}
    assert parts == {frozenset([units[3]]), frozenset([*units[:3], units[4]])}


def _unit(*alternatives: set[int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(chosen) for chosen in alternatives)
