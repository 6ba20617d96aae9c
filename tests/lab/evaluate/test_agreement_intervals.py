"""Intervals of α: each draw is the α of the items as they were drawn, counted one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from meadow.lab.evaluate.agreement import Level, alpha_interval, krippendorff_alpha
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def scores(items: int, *, seed: int = 3) -> list[list[int | None]]:
    """Return what three judges gave: about the same, now and then nothing."""
    chance = random.Random(seed)
    truth = [chance.randrange(1, 6) for _ in range(items)]
    return [[None if chance.random() < 0.15 else value + chance.randrange(2) for value in truth] for _ in range(3)]


@pytest.mark.parametrize("level", LEVELS)
def test_every_draw_is_the_alpha_of_the_items_it_holds(level: Level) -> None:
    judges = scores(12)
    answered = [item for item in range(12) if sum(row[item] is not None for row in judges) >= 2]
    drawn = []
    for weights in drawn_counts(len(answered), 40, np.random.default_rng(7)):
        items = [item for item, times in zip(answered, weights, strict=True) for _ in range(int(times))]
        drawn.append(krippendorff_alpha([[row[item] for item in items] for row in judges], level=level))
    known = np.array([value for value in drawn if value is not None])
    interval = alpha_interval(judges, level=level, resamples=40, seed=7)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(percentile_interval(known))
    assert interval.value == krippendorff_alpha(judges, level=level)


def test_more_items_make_it_surer() -> None:
    few, many = (alpha_interval(scores(items), level="interval") for items in (10, 400))
    assert few is not None
    assert many is not None
    assert many.high - many.low < (few.high - few.low) / 2


def test_judges_who_agree_on_all_have_no_doubt() -> None:
    interval = alpha_interval([[1, 2, 3, 4, 5, 1]] * 2, level="interval")
    assert interval is not None
    assert (interval.low, interval.value, interval.high) == (1.0, 1.0, 1.0)


def test_there_is_none_where_too_little_was_answered() -> None:
    assert alpha_interval([[1, 2, 3, 4], [1, 2, 3, 5]]) is None  # four items
    assert alpha_interval([[1, 2, 3, 4, 5, 6], [1, 2, None, None, None, 6]]) is None  # three with two answers
    assert alpha_interval([[1] * 9, [1] * 9]) is None  # one answer only: no alpha
    assert alpha_interval([[0] * 9 + [1], [0] * 10]) is None  # a third of the draws miss the one other answer


def test_the_same_seed_gives_the_same_interval_and_says_how_it_was_made() -> None:
    judges = scores(20)
    interval = alpha_interval(judges, level="ordinal")
    assert interval == alpha_interval(judges, level="ordinal")
    assert interval is not None
    assert "krippendorff_alpha(ordinal)" in interval.signature
    assert "unit:item" in interval.signature
