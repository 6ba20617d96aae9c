from __future__ import annotations

import itertools
import math
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.synthesis import (
    Qarla,
    ReportLike,
    SynthesisReport,
    TripleCounts,
    mean_qarla,
    nicos,
    qarla,
    sentence_recall,
    sign_test,
)
from meadow.model import Sentence, SentenceRef


def report(*indices: int, name: str | None = None) -> SynthesisReport:
    return SynthesisReport(tuple(Sentence(SentenceRef("d", i), 0, 1, "x") for i in indices), name)


NINE = [report(1, place + 10) for place in range(9)]
TEN = [report(place + 100) for place in range(10)]
ONE = st.frozensets(st.integers(0, 4), max_size=4).map(lambda refs: report(*sorted(refs)))


@pytest.mark.golden("S7")
def test_nine_people_and_ten_baselines_give_720_triples() -> None:
    topic = qarla(sentence_recall, NINE, TEN)

    assert topic.total.total == 9 * 8 * 10 == 720
    assert sum((topic.total for _ in range(6)), TripleCounts(0, 0, 0)).total == 4320


@pytest.mark.golden("S7")
def test_a_constant_similarity_gives_nothing_and_a_perfect_one_everything() -> None:
    constant = qarla(lambda *_: 0.5, NINE, TEN)
    perfect = qarla(lambda report, _: float(report in NINE), NINE, TEN)

    assert (constant.value, constant.ties) == (0, 1)
    assert (perfect.value, perfect.ties) == (1, 0)


@pytest.mark.golden("S7")
def test_a_small_case_equals_a_hand_computation() -> None:
    manual = [report(1, 2), report(2, 3), report(3, 4)]
    automatic = [report(1), report(2, 4)]

    found = qarla(sentence_recall, manual, automatic)

    # Reference {1,2}: people ½, 0; baselines ½, ½: 0 won, 2 tied. {2,3}: ½, ½ against 0, ½: 2 won, 2 tied.
    # {3,4}: 0, ½ against 0, ½: ½ > 0 won, 0 = 0 and ½ = ½ tied.
    assert found.counts == (TripleCounts(0, 2, 4), TripleCounts(2, 2, 4), TripleCounts(1, 2, 4))
    assert found.per_reference == (0, 0.5, 0.25)
    assert (found.value, found.ties) == (0.25, 0.5)


@pytest.mark.golden("S7")
def test_a_sign_test_over_six_topics_cannot_reach_the_printed_p() -> None:
    assert sign_test([1] * 6, [0] * 6).p == 2 / 64 == 0.03125


@pytest.mark.golden("S7")
def test_a_sign_test_over_54_pairs_can() -> None:
    larger, smaller = [0.8] * 38 + [0.4] * 12 + [0.5] * 4, [0.5] * 54

    found = sign_test(larger, smaller)

    assert (found.more, found.less, found.equal) == (38, 12, 4)
    # Twice the tail of a fair coin: heads at most 12 times in 50.
    assert found.p == pytest.approx(2 * sum(math.comb(50, heads) for heads in range(13)) / 2**50)
    assert found.p < 0.005
    assert found.signature.startswith("test:sign(exact, two-sided)|beside:wilcoxon|pairs:50|v:")


def test_wilcoxons_ranks_stand_beside_the_signs() -> None:
    # Ranks 1 to 5, the smallest negative: sums of at most 1 are reached by 2 of 32 assignments, on each side.
    assert sign_test([-1, 2, 3, 4, 5], [0] * 5).wilcoxon_p == 4 / 32
    # 0.7 − 0.6 and 0.4 − 0.3 share the rank 1.5 although floats differ: the sums 1.5 | 1.5 leave no doubt either way.
    assert sign_test([0.7, 0.3], [0.6, 0.4]).wilcoxon_p == 1


def test_the_sign_test_works_on_values_per_reference() -> None:
    topics = [qarla(sentence_recall, NINE, TEN) for _ in range(6)]
    flat = [qarla(lambda *_: 0.0, NINE, TEN) for _ in range(6)]
    recall, constant = ([value for topic in each for value in topic.per_reference] for each in (topics, flat))

    assert len(recall) == len(constant) == 54
    assert sign_test(recall, constant).p == 2 / 2**54


@given(st.lists(ONE, min_size=2, max_size=5), st.lists(ONE, min_size=1, max_size=5))
def test_qarla_equals_the_definition_over_triples(
    manual: list[SynthesisReport], automatic: list[SynthesisReport]
) -> None:
    found = qarla(sentence_recall, manual, automatic)
    pairs = [
        (sentence_recall(manual[m], manual[r]), sentence_recall(a, manual[r]))
        for m, r in itertools.permutations(range(len(manual)), 2)
        for a in automatic
    ]

    assert found.value == sum(mine > theirs for mine, theirs in pairs) / len(pairs)
    assert found.ties == sum(mine == theirs for mine, theirs in pairs) / len(pairs)
    assert sum(found.per_reference) / len(manual) == pytest.approx(found.value)
    assert 0 <= found.value + found.ties <= 1


def test_two_people_with_the_same_report_are_still_two() -> None:
    assert qarla(sentence_recall, [report(1), report(1)], [report(2)]).value == 1


def test_infinity_does_not_beat_infinity() -> None:
    found = qarla(partial(nicos, concepts=["storm"]), NINE, TEN)

    assert (found.value, found.ties) == (0, 1)
    assert found.signature.startswith("qarla:nicos(concepts=1, lemmas=snowball)|manual:9|automatic:10|v:")


def test_the_mean_counts_each_topic_the_same() -> None:
    small = Qarla((TripleCounts(1, 0, 1),), "small")
    large = Qarla((TripleCounts(0, 0, 720),), "large")

    assert mean_qarla([small, large]) == 0.5
    with pytest.raises(InputError, match="mean over no topic"):
        mean_qarla([])


@pytest.mark.parametrize(("manual", "automatic"), [(NINE[:1], TEN), (NINE, []), ([], [])])
def test_too_few_reports_are_refused(manual: list[SynthesisReport], automatic: list[SynthesisReport]) -> None:
    with pytest.raises(InputError, match=f"{len(manual)} manual and {len(automatic)} automatic.*At least two manual"):
        qarla(sentence_recall, manual, automatic)


def test_a_similarity_that_is_no_number_is_refused() -> None:
    def broken(report: ReportLike, reference: ReportLike) -> float:
        return math.nan

    with pytest.raises(InputError, match="broken is not a number for report 'me' against an unnamed report"):
        qarla(broken, [report(1), report(2, name="me")], TEN)
