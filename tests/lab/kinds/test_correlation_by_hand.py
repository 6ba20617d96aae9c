"""Words in an output against ratings: correlations of one to six numbers, at three levels, with a pencil."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from lab.kinds.running import entries, figures, measured, report, table
from meadow.errors import InputError
from meadow.lab.experiment import Experiment, Published
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from stories import document

SYSTEMS = ("one", "two", "three")
ASKED = Experiment("mine", "metric-correlation", metrics=("words",), resamples=200)
LEVELS = ("within", "systems", "pooled")
COEFFICIENTS = ("spearman", "kendall", "pearson")


def topic(name: str, words: Sequence[int], ratings: Sequence[float], *, language: str = "en", **more: Any) -> Topic:
    """Return a topic whose systems wrote so many words each, and were rated so."""
    held = Topic(
        name,
        (replace(document(name, ["Nothing else is known."]), language=language),),
        outputs=tuple(Output(system, " ".join(["rain"] * n)) for system, n in zip(SYSTEMS, words, strict=True)),
        ratings=tuple(Rating(system, "worth", "Ada", n) for system, n in zip(SYSTEMS, ratings, strict=True)),
    )
    return replace(held, **more)


RISING = topic("rising", (1, 2, 3), (1, 2, 3))
FALLING = topic("falling", (2, 4, 6), (30, 20, 10))
BED = Testbed("two", (RISING, FALLING))


def worth(bed: Testbed, level: str, experiment: Experiment = ASKED) -> dict[str, float | None]:
    shown = figures(table(report(bed, experiment), level), "words")
    return {name: shown[f"worth {name}"] for name in COEFFICIENTS}


def test_within_topics_the_mean_of_a_perfect_and_a_reversed_order_is_nothing() -> None:
    assert worth(BED, "within") == pytest.approx(dict.fromkeys(COEFFICIENTS, (1 - 1) / 2))
    shown = entries(table(report(BED, ASKED), "within"), "words")["worth kendall"]
    assert (shown.low, shown.high) == pytest.approx((-1, 1))


def test_systems_are_compared_by_their_means() -> None:
    # Words 1.5, 3 and 4.5; ratings 15.5, 11 and 6.5: the more the worse, on a line.
    assert worth(BED, "systems") == pytest.approx(dict.fromkeys(COEFFICIENTS, -1))


def test_pooled_outputs_are_compared_with_each_other() -> None:
    # Ranks of words 1, 2½, 4, 2½, 5, 6 and of ratings 1, 2, 3, 6, 5, 4, as gaps from 3½.
    a, b = (-2.5, -1, 0.5, -1, 1.5, 2.5), (-2.5, -1.5, -0.5, 2.5, 1.5, 0.5)
    rho = sum(x * y for x, y in zip(a, b, strict=True)) / sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    # Of 15 pairs ten agree, four do not, and two outputs of two words tie.
    tau = (10 - 4) / sqrt(14 * 15)
    # Gaps of words from 3 and of ratings from 11.
    words, ratings = (-2, -1, 0, -1, 1, 3), (-10, -9, -8, 19, 9, -1)
    r = sum(x * y for x, y in zip(words, ratings, strict=True)) / sqrt(
        sum(x * x for x in words) * sum(y * y for y in ratings)
    )
    assert worth(BED, "pooled") == pytest.approx({"spearman": rho, "kendall": tau, "pearson": r})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_metric_that_is_the_rating_agrees_fully(level: str, sign: int) -> None:
    # Other numbers of words in each topic, so that systems differ and no resample is level.
    lengths = {"ferry": (1, 3, 7), "wolf": (2, 5, 9), "oven": (1, 6, 8)}
    bed = Testbed("same", tuple(topic(name, words, [sign * n for n in words]) for name, words in lengths.items()))
    shown = entries(table(report(bed, ASKED), level), "words")
    for name in COEFFICIENTS:
        entry = shown[f"worth {name}"]
        assert (entry.value, entry.low, entry.high) == pytest.approx((sign, sign, sign))


def test_equal_ratings_have_no_correlation() -> None:
    bed = Testbed("level", (topic("ferry", (1, 2, 3), (4, 4, 4)), topic("wolf", (1, 2, 3), (4, 4, 4))))
    for level in LEVELS:
        assert worth(bed, level) == dict.fromkeys(COEFFICIENTS)
        assert {entry.low for entry in entries(table(report(bed, ASKED), level), "words").values()} == {None}


def test_languages_are_averaged_and_a_language_without_a_figure_is_left_out() -> None:
    spanish = topic("barco", (1, 2, 3), (3, 2, 1), language="es")
    french = topic("bateau", (1, 2, 3), (4, 4, 4), language="fr")
    bed = Testbed("three", (RISING, spanish, french))
    for level in ("systems", "pooled"):
        assert worth(bed, level) == pytest.approx(dict.fromkeys(COEFFICIENTS, (1 - 1) / 2))
        assert any("different languages" in note for note in table(report(bed, ASKED), level).notes)
        assert worth(Testbed("two", (RISING, french)), level) == pytest.approx(dict.fromkeys(COEFFICIENTS, 1))
    assert not any("different languages" in note for note in table(report(BED, ASKED), "pooled").notes)


def test_one_topic_a_language_leaves_nothing_to_resample() -> None:
    languages = Testbed("two", (RISING, topic("barco", (1, 2, 4), (3, 2, 1), language="es")))
    for level in ("systems", "pooled"):
        assert {entry.low for entry in entries(table(report(languages, ASKED), level), "words").values()} == {None}
        assert entries(table(report(BED, ASKED), level), "words")["worth kendall"].low is not None


def test_the_mean_rating_is_over_judges_and_of_the_task_only() -> None:
    more = (
        Rating("one", "worth", "Ben", 9.0),  # with Ada's 1 a mean of 5, above both others
        Rating("three", "worth", "Ada", 99.0, "headline"),
    )
    bed = Testbed("one", (replace(RISING, ratings=(*RISING.ratings, *more)),))
    # Ratings 5, 2 and 3: of three pairs one agrees.
    assert worth(bed, "within")["kendall"] == pytest.approx((1 - 2) / 3)


def test_outputs_of_several_lengths_are_told_apart_by_the_option() -> None:
    long = tuple(replace(output, text=f"{output.text} rain", length="long") for output in RISING.outputs[::-1])
    short = tuple(replace(output, length="short") for output in RISING.outputs)
    bed = Testbed("both", (replace(RISING, outputs=(*short, *long)),))
    for length, lengths in (("short", [1, 2, 3]), ("long", [4, 3, 2])):
        (found,) = measured(bed, replace(ASKED, options={"length": length}))
        assert found.measured is not None
        assert found.measured.output["values"] == lengths
    with pytest.raises(InputError, match="several outputs of 'one'"):
        measured(bed, ASKED)


def test_references_are_split_into_sentences_as_outputs_are() -> None:
    texts = ("Old ships wait nine crews left.", "Old ships wait. Nine crews left.")
    outputs = tuple(Output(system, text) for system, text in zip(SYSTEMS[:2], texts, strict=True))
    told = replace(RISING, outputs=outputs, references=(WrittenText("1", "Nine crews left. Old ships wait."),))
    (found,) = measured(Testbed("one", (told,)), replace(ASKED, metrics=("rougeLsum",)))
    # Each sentence of the reference is in both, though the order of the two is another.
    assert found.measured is not None
    assert found.measured.output["values"] == [1, 1]


def test_printed_figures_stand_beside_ours_at_each_level() -> None:
    printed = tuple(Published(level, ("words",), {"worth kendall": 2.0}) for level in LEVELS)
    for shown in report(BED, replace(ASKED, published=printed)).tables:
        assert [row.theirs for row in shown.rows] == [False, True]
        assert not any(shown.rows[place].theirs for place in shown.best(1))
