"""Intervals of relative utility: the unit is named, the seed repeats, and simple cases come out by hand."""

from __future__ import annotations

import pytest

from meadow.errors import UsageError
from meadow.lab.evaluate.utility import bootstrap, relative_utility
from meadow.lab.evaluate.utility_scores import Unit

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
