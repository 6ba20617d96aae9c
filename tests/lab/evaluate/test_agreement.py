from __future__ import annotations

import itertools
import math
import random
from random import Random

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError
from meadow.lab.evaluate.agreement import (
    Level,
    Weights,
    alpha_interval,
    cohen_kappa,
    fleiss_kappa,
    judge_agreement,
    krippendorff_alpha,
)
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")
# Krippendorff's own example: four observers, twelve units, some values missing.
EXAMPLE: list[list[int | None]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


@st.composite
def judged(draw: st.DrawFn) -> list[list[int | None]]:
    items = draw(st.integers(1, 8))
    answer = st.one_of(st.none(), st.integers(0, 4))
    return draw(st.lists(st.lists(answer, min_size=items, max_size=items), min_size=2, max_size=5))


@pytest.mark.parametrize(("level", "published"), list(zip(LEVELS, [0.743, 0.815, 0.849, 0.797], strict=True)))
def test_alpha_of_the_published_example(level: Level, published: float) -> None:
    assert krippendorff_alpha(EXAMPLE, level=level) == pytest.approx(published, abs=5e-4)


@given(judged(), st.sampled_from(LEVELS))
def test_alpha_equals_the_krippendorff_package(rows: list[list[int | None]], level: Level) -> None:
    found = krippendorff_alpha(rows, level=level)
    pairable = [column for column in zip(*rows, strict=True) if sum(answer is not None for answer in column) > 1]
    if len({answer for column in pairable for answer in column if answer is not None}) < 2:
        assert found is None
        return
    data = [[math.nan if answer is None else answer for answer in row] for row in rows]
    assert found == pytest.approx(krippendorff.alpha(reliability_data=data, level_of_measurement=level))


def test_alpha_of_words_follows_the_given_scale() -> None:
    names = {1: "poor", 2: "fair", 3: "good", 4: "fine", 5: "best"}
    rows = [[None if answer is None else names[answer] for answer in row] for row in EXAMPLE]
    assert krippendorff_alpha(rows) == krippendorff_alpha(EXAMPLE)
    ordered = krippendorff_alpha(rows, level="ordinal", scale=list(names.values()))
    assert ordered == krippendorff_alpha(EXAMPLE, level="ordinal")
    assert krippendorff_alpha(rows, level="ordinal") != ordered  # the alphabet is another order


def test_alpha_is_undefined_without_variation_or_pairs() -> None:
    assert krippendorff_alpha([[1, 1], [1, 1]]) is None
    assert krippendorff_alpha([[1, None], [None, 2]]) is None
    assert krippendorff_alpha([[None], [None]]) is None


def test_cohen_by_hand() -> None:
    # 35 of 50 agree; by chance 0.5·0.6 + 0.5·0.4 = 0.5 would.
    a = ["yes"] * 25 + ["no"] * 25
    b = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(a, b) == pytest.approx((0.7 - 0.5) / (1 - 0.5))


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=30),
    st.sampled_from([None, "linear", "quadratic"]),
)
def test_cohen_equals_scikit_learn(rows: list[tuple[int, int]], weights: Weights | None) -> None:
    from sklearn.metrics import cohen_kappa_score

    a, b = [x for x, _ in rows], [y for _, y in rows]
    assume(len({*a, *b}) > 1)
    assert cohen_kappa(a, b, weights=weights) == pytest.approx(cohen_kappa_score(a, b, weights=weights))


def test_a_scale_keeps_the_steps_that_nobody_used() -> None:
    from sklearn.metrics import cohen_kappa_score

    a, b = [1, 1, 5, 2, 2], [1, 5, 5, 2, 1]
    found = cohen_kappa(a, b, weights="linear", scale=[1, 2, 3, 4, 5])
    assert found == pytest.approx(cohen_kappa_score(a, b, weights="linear", labels=[1, 2, 3, 4, 5]))
    assert found != pytest.approx(cohen_kappa(a, b, weights="linear"))


def test_cohen_is_undefined_where_everyone_says_the_same() -> None:
    assert cohen_kappa(["a", "a"], ["a", "a"]) is None


def test_fleiss_of_the_published_example() -> None:
    # Fourteen raters, ten items, five categories: the counts of each category per item.
    counts = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    items = [[category for category, count in enumerate(row) for _ in range(count)] for row in counts]
    judges = np.array(items).T.tolist()
    assert fleiss_kappa(judges) == pytest.approx(0.210, abs=5e-4)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30))
def test_fleiss_of_two_judges_is_scotts_pi(rows: list[tuple[int, int]]) -> None:
    every = [answer for row in rows for answer in row]
    found = fleiss_kappa([[x for x, _ in rows], [y for _, y in rows]])
    if len(set(every)) == 1:
        assert found is None
        return
    agreed = sum(x == y for x, y in rows) / len(rows)
    chance = sum((every.count(answer) / len(every)) ** 2 for answer in set(every))
    assert found == pytest.approx((agreed - chance) / (1 - chance))


@pytest.mark.golden("H7")
def test_judges_agree_pair_by_pair() -> None:
    judges: dict[str, list[float | None]] = {
        "one": [5, 4, 3, 2, 1],
        "two": [5, 4, 3, 1, 2],
        "three": [5, None, 3, 2, 1],
    }
    found = judge_agreement(judges)
    # Two neighbours swapped among five: 1 − 6·2/(5·24) = 0.9; among the four that were scored: 1 − 6·2/(4·15) = 0.8.
    assert found.pairs == pytest.approx({("one", "two"): 0.9, ("one", "three"): 1.0, ("two", "three"): 0.8})
    assert found.mean == pytest.approx(0.9)
    assert found.least == pytest.approx(0.8)
    assert found.signature.startswith("measure:spearman(ties=mean)|pairs:3|v:")


def test_a_judge_with_one_score_leaves_the_mean() -> None:
    found = judge_agreement({"one": [1, 2, 3], "two": [1, 2, 3], "flat": [4, 4, 4]})
    assert found.pairs["one", "flat"] is None
    assert (found.mean, found.least) == pytest.approx((1, 1))
    assert judge_agreement({"one": [1, 2], "flat": [4, 4]}).mean is None


def test_errors_say_what_to_do() -> None:
    with pytest.raises(UnknownNameError, match=r"no level of measurement called 'nominel'. Did you mean 'nominal'"):
        krippendorff_alpha([[1], [1]], level="nominel")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"no weighting of kappa called 'cubic'.*linear, quadratic"):
        cohen_kappa([1], [1], weights="cubic")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"There are 1 judges, with 1 answers.*At least two judges"):
        krippendorff_alpha([[1]])
    with pytest.raises(InputError, match=r"There are 2 judges, with 1, 2 answers"):
        fleiss_kappa([[1], [1, 2]])
    with pytest.raises(InputError, match=r"Judge 1 gave no answer for item 0.*krippendorff_alpha"):
        cohen_kappa([1, 2], [None, 2])
    with pytest.raises(InputError, match=r"answer 6 is not on the scale.*1, 2, 3"):
        krippendorff_alpha([[1, 6], [1, 2]], level="ordinal", scale=[1, 2, 3])
    with pytest.raises(InputError, match=r"answers have no order.*`scale`"):
        krippendorff_alpha([[1, "a"], [1, 2]], level="ordinal")
    with pytest.raises(InputError, match=r"Intervals and ratios need numbers.*ordinal"):
        krippendorff_alpha([["a", "b"], ["a", "a"]], level="interval")


def disagreement(rows: list[list[int | None]]) -> tuple[float, float]:
    """Return observed and expected nominal disagreement, from Krippendorff's definition: pairs within items, and of all."""
    columns = [[answer for answer in column if answer is not None] for column in zip(*rows, strict=True)]
    pairable = [column for column in columns if len(column) > 1]
    every = [answer for column in pairable for answer in column]
    within = sum(sum(x != y for x, y in itertools.permutations(column, 2)) / (len(column) - 1) for column in pairable)
    chance = sum(x != y for x, y in itertools.permutations(every, 2))
    return within / len(every), chance / (len(every) * (len(every) - 1))


@given(judged())
def test_nominal_alpha_follows_its_definition(rows: list[list[int | None]]) -> None:
    found = krippendorff_alpha(rows)
    if found is not None:
        observed, expected = disagreement(rows)
        assert found == pytest.approx(1 - observed / expected)


@given(judged(), st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_alpha_does_not_depend_on_the_order_of_judges(
    rows: list[list[int | None]], level: Level, random: Random
) -> None:
    found = krippendorff_alpha(rows, level=level)
    shuffled = random.sample(rows, len(rows))
    again = krippendorff_alpha(shuffled, level=level)
    assert found == again or found == pytest.approx(again)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=20).filter(lambda answers: len(set(answers)) > 1))
def test_judges_who_agree_have_the_highest_values(answers: list[int]) -> None:
    assert cohen_kappa(answers, answers) == 1
    assert cohen_kappa(answers, answers, weights="quadratic") == 1
    assert fleiss_kappa([answers] * 3) == pytest.approx(1)
    assert all(krippendorff_alpha([answers] * 3, level=level) == 1 for level in LEVELS)


MEASURED_LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def scores(items: int, *, seed: int = 3) -> list[list[int | None]]:
    """Return what three judges gave: about the same, now and then nothing."""
    chance = random.Random(seed)
    truth = [chance.randrange(1, 6) for _ in range(items)]
    return [[None if chance.random() < 0.15 else value + chance.randrange(2) for value in truth] for _ in range(3)]


@pytest.mark.parametrize("level", MEASURED_LEVELS)
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
