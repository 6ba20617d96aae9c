"""What must hold for any judges: relative utility under renaming, scaling, copying and linking."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.lab.evaluate.subsumption import counted_shares, possible_subsumers, random_shares
from meadow.lab.evaluate.utility import (
    RelativeUtility,
    all_rates,
    bootstrap,
    relative_utility,
    sentence_count,
    with_subsumption,
)
from meadow.lab.evaluate.utility_scores import Unit

TOTAL = 5
scores = st.lists(st.integers(0, 10), min_size=TOTAL, max_size=TOTAL)
useful_scores = scores.filter(any)
juries = st.lists(useful_scores, min_size=2, max_size=4)
counts = st.integers(1, TOTAL)
link_lists = st.lists(st.tuples(st.integers(0, TOTAL - 1), st.integers(0, TOTAL - 1)), max_size=8)


def _numbers(result: RelativeUtility) -> list[float | None]:
    return [result.agreement, result.random, result.system, *result.per_judge]


@given(juries, counts, st.permutations(range(4)))
def test_judges_may_come_in_any_order(judges: list[list[int]], count: int, order: list[int]) -> None:
    order = [judge for judge in order if judge < len(judges)]
    plain = relative_utility(judges, count=count, extract=range(count))
    shuffled = relative_utility([judges[judge] for judge in order], count=count, extract=range(count))
    assert shuffled.agreement == pytest.approx(plain.agreement)
    assert shuffled.random == pytest.approx(plain.random)
    assert shuffled.system == pytest.approx(plain.system)
    for row, judge in zip(shuffled.matrix, order, strict=True):
        assert row == pytest.approx([plain.matrix[judge][other] for other in order])


@given(juries, counts, st.integers(2, 7))
def test_a_generous_judge_counts_no_more_than_a_stern_one(judges: list[list[int]], count: int, factor: int) -> None:
    generous = [[factor * score for score in judges[0]], *judges[1:]]
    plain, scaled = (relative_utility(jury, count=count, extract=range(count)) for jury in (judges, generous))
    assert _numbers(scaled) == pytest.approx(_numbers(plain))


@given(useful_scores, counts)
def test_judges_of_one_mind_agree_and_reach_everything(judge: list[int], count: int) -> None:
    best = sorted(range(TOTAL), key=lambda sentence: (-judge[sentence], sentence))[:count]
    result = relative_utility([judge, judge, judge], count=count, extract=best)
    assert result.agreement == pytest.approx(1)
    assert result.system == pytest.approx(1)
    assert result.normalized is None or result.normalized == pytest.approx(1)


@given(juries, counts)
def test_a_useless_sentence_helps_nobody_but_dilutes_chance(judges: list[list[int]], count: int) -> None:
    longer = [[*judge, 0] for judge in judges]
    before = relative_utility(judges, count=count, extract=range(count))
    after = relative_utility(longer, count=count, extract=range(count))
    assert after.matrix == before.matrix
    assert after.system == before.system
    assert before.random is not None
    assert after.random == pytest.approx(before.random * TOTAL / (TOTAL + 1))


@given(juries, counts)
def test_the_mean_extract_scores_nothing_and_the_mean_judge_one(judges: list[list[int]], count: int) -> None:
    # D is linear in S: over all extracts it averages to 0, wherever it is defined.
    results = [relative_utility(judges, count=count, extract=one) for one in combinations(range(TOTAL), count)]
    assume(results[0].normalized is not None)
    normalized = [result.normalized for result in results if result.normalized is not None]
    agreement, random = results[0].agreement, results[0].random
    assert agreement is not None
    assert random is not None
    assert sum(normalized) / len(results) == pytest.approx(0, abs=1e-9 / (agreement - random))


@given(juries, st.lists(st.sampled_from([10, 25, 33, 50, 90, 100]), min_size=1, max_size=4, unique=True))
def test_all_rates_are_the_single_rates(judges: list[list[int]], percents: list[int]) -> None:
    extracts: dict[float, range] = {percent: range(sentence_count(TOTAL, percent)) for percent in percents}
    rates = all_rates(judges, percents=percents, extracts=extracts)
    assert list(rates) == percents
    for percent, rate in rates.items():
        count = sentence_count(TOTAL, percent)
        single = relative_utility(judges, count=count, extract=range(count))
        assert (rate.matrix, rate.notes) == (single.matrix, single.notes)
        assert _numbers(rate) == _numbers(single)


@given(juries, counts, st.sampled_from([0.0, 0.4, 1.0]))
def test_without_links_credit_does_not_matter(judges: list[list[int]], count: int, credit: float) -> None:
    plain = relative_utility(judges, count=count, extract=range(count))
    linked = with_subsumption(judges, [], count=count, credit=credit, extract=range(count))
    assert _numbers(linked) == pytest.approx(_numbers(plain))
    assert linked.signature != plain.signature


@given(link_lists, st.sets(st.integers(0, TOTAL - 1)))
def test_more_credit_never_earns_less(links: list[tuple[int, int]], extract: set[int]) -> None:
    subsumers = possible_subsumers(links, TOTAL)
    shares = [counted_shares(extract, subsumers, credit=credit) for credit in (0.0, 0.5, 1.0)]
    assert (shares[0] <= shares[1]).all()
    assert (shares[1] <= shares[2]).all()
    assert shares[2].sum() == len(extract)
    # Something of every extract counts in full: a redundant sentence is redundant to another one that is in it.
    assert not extract or shares[0].max() == 1


@given(link_lists, counts, st.sampled_from([0.0, 0.25, 1.0]))
def test_expected_shares_are_means_over_all_extracts(links: list[tuple[int, int]], count: int, credit: float) -> None:
    subsumers = possible_subsumers(links, TOTAL)
    every = [counted_shares(one, subsumers, credit=credit) for one in combinations(range(TOTAL), count)]
    expected = sum(every[1:], start=every[0]) / len(every)
    assert random_shares(subsumers, count=count, credit=credit) == pytest.approx(expected)


@given(link_lists, juries, counts)
def test_links_that_follow_from_others_change_nothing(
    links: list[tuple[int, int]], judges: list[list[int]], count: int
) -> None:
    closed = [(a, c) for a, b in links for other, c in links if other == b]
    short = with_subsumption(judges, links, count=count, credit=0.5, extract=range(count))
    long = with_subsumption(judges, [*links, *closed], count=count, credit=0.5, extract=range(count))
    assert _numbers(long) == _numbers(short)


@given(useful_scores, counts)
def test_judges_of_one_mind_have_an_interval_of_no_width(judge: list[int], count: int) -> None:
    intervals = bootstrap([judge, judge], count=count, unit="judges", extract=range(count), resamples=20)
    for interval in (intervals.random, intervals.system):
        assert interval is not None
        assert interval.low == pytest.approx(interval.value)
        assert interval.high == pytest.approx(interval.value)


JUDGES = [[10, 8, 2, 5, 1, 7], [10, 9, 3, 6, 2, 2], [5, 8, 4, 9, 6, 1]]


@pytest.mark.parametrize("unit", ["judges", "sentences"])
def test_intervals_surround_the_scores_and_name_their_unit(unit: Unit) -> None:
    scores = relative_utility(JUDGES, count=2, extract={0, 3})
    intervals = bootstrap(JUDGES, count=2, unit=unit, extract={0, 3}, resamples=400)
    assert f"unit={unit}, resamples=400, level=0.95, seed=0" in intervals.signature
    for name in ("agreement", "random", "system"):
        interval = getattr(intervals, name)
        assert interval.value == pytest.approx(getattr(scores, name))
        assert interval.low < interval.value < interval.high
        assert (interval.unit, interval.resamples, interval.seed, interval.level) == (unit, 400, 0, 0.95)


def test_a_judge_is_not_compared_with_their_own_copy() -> None:
    # The two pick different sentences and find nothing in each other's: J is 0 in every resample that has both.
    intervals = bootstrap([[10, 0], [0, 10]], count=1, unit="judges", resamples=200)
    assert intervals.agreement is not None
    assert (intervals.agreement.low, intervals.agreement.high) == (0, 0)
    assert "agreement is undefined in" in intervals.notes[0]


def test_the_extract_keeps_its_length_when_sentences_are_drawn() -> None:
    # The whole story as extract: whatever is drawn, the system has everything.
    intervals = bootstrap(JUDGES, count=6, unit="sentences", extract=range(6), resamples=50)
    assert intervals.system is not None
    assert (intervals.system.low, intervals.system.high) == pytest.approx((1, 1))
    assert intervals.normalized is None


def test_drawn_sentences_stay_in_story_order() -> None:
    # One sentence inside the extract and one outside, so every draw is the story itself. The first judge is indifferent
    # and takes the earlier sentence, which is all that the second one wants.
    intervals = bootstrap([[5, 5], [10, 0]], count=1, unit="sentences", extract={1}, resamples=20)
    assert intervals.agreement is not None
    assert (intervals.agreement.low, intervals.agreement.high) == (1, 1)


def test_without_an_extract_there_is_no_system() -> None:
    intervals = bootstrap(JUDGES, count=2, unit="judges", resamples=20)
    assert intervals.system is None
    assert intervals.normalized is None


def test_impossible_drawings_are_refused() -> None:
    with pytest.raises(UsageError, match=r"no resampling of 'topics'. unit is 'judges' or 'sentences'"):
        bootstrap(JUDGES, count=2, unit="topics")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"0 resamples at level 0.95 is impossible"):
        bootstrap(JUDGES, count=2, unit="judges", resamples=0)
    with pytest.raises(UsageError, match="level 1 is impossible"):
        bootstrap(JUDGES, count=2, unit="judges", level=1)
