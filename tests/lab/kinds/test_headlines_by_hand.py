"""Tables I to III of headlines made of five words: recalls, lengths, penalties and Spearman's rho with a pencil."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any

import pytest

from lab.kinds.running import entries, failing, figures, measured, report, table
from meadow.lab.experiment import Experiment
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from stories import document

# One reference of four words and one of five, two words in common: nine words that recall is a share of.
REFERENCES = ("Mill burns in Orrin", "Mill of Orrin has gone")
HEADLINES = {"short": "Mill", "fit": "Mill burns in Tarn", "long": "Mill burns in Orrin but nobody knew why"}
# Hits over both references: mill twice; mill twice, burns and in once; mill and orrin twice, burns and in once.
HITS, WORDS = {"short": 2, "fit": 4, "long": 6}, {"short": 1, "fit": 4, "long": 8}
# The script that ROUGE comes from prints five digits.
RECALL = {name: round(hits / 9, 5) for name, hits in HITS.items()}
# Against each of two references, so that a headline's words count twice.
PRECISION = {name: round(hits / (2 * WORDS[name]), 5) for name, hits in HITS.items()}
QUALITY = {"short": (1.0, 2.0), "fit": (5.0, 4.0), "long": (3.0, 3.0)}


def topic(name: str, **more: Any) -> Topic:
    ratings = [
        Rating(system, "quality", judge, value, "headline")
        for system, values in QUALITY.items()
        for judge, value in zip(("Ada", "Ben"), values, strict=True)
    ]
    held = Topic(
        name,
        (document(name, ["Nobody was hurt."], title="Mill burns in Orrin"),),
        headlines=tuple(WrittenText(str(number), text) for number, text in enumerate(REFERENCES)),
        outputs=tuple(Output(system, text, "headline") for system, text in HEADLINES.items()),
        ratings=tuple(ratings),
    )
    return replace(held, **more)


BED = Testbed("towns", (topic("mill"), topic("fire")))
METRICS = ("rouge1-recall", "rouge1-precision")
ASKED = Experiment(
    "mine", "headline-tables", systems=("given",), metrics=METRICS, resamples=200, options={"stem": False}
)


@pytest.mark.golden("H8")
@pytest.mark.parametrize("name", HEADLINES)
def test_table_1_has_recall_precision_and_length(name: str) -> None:
    shown = figures(table(report(BED, ASKED), "table-1"), f"given({name})")
    assert shown == pytest.approx(
        {"rouge1-recall": RECALL[name], "rouge1-precision": PRECISION[name], "length": WORDS[name]}
    )


@pytest.mark.golden("H8")
def test_lengths_may_be_in_characters() -> None:
    found = report(BED, replace(ASKED, options={"unit": "characters", "stem": False}))
    assert figures(table(found, "table-1"), "given(short)")["length"] == len("Mill")
    (plot,) = found.plots
    assert {series.label: series.x[0] for series in plot.series} == {
        f"given({name})": len(text) for name, text in HEADLINES.items()
    }


@pytest.mark.golden("H7")
def test_table_2_has_means_over_judges_and_judges_their_agreement() -> None:
    found = report(BED, ASKED)
    assert figures(table(found, "table-2"), "short") == {"quality": 1.5}
    # Both judges order the three alike: short, long, fit. Each headline is there twice.
    assert figures(table(found, "judges"), "quality") == pytest.approx(
        {"mean rho": 1, "least rho": 1, "judges": 2, "headlines": 6}
    )


@pytest.mark.golden("H7")
def test_the_least_agreement_is_that_of_the_worst_pair() -> None:
    more = tuple(Rating(system, "quality", "Cy", value, "headline") for system, value in
                 {"short": 9.0, "fit": 5.0, "long": 7.0}.items())  # fmt: skip
    bed = Testbed("one", (topic("mill", ratings=(*BED.topics[0].ratings, *more)),))
    # Cy orders them the other way round: 1 with nobody, −1 with Ada and with Ben, who agree.
    shown = figures(table(report(bed, ASKED), "judges"), "quality")
    assert shown == pytest.approx({"mean rho": (1 - 1 - 1) / 3, "least rho": -1, "judges": 3, "headlines": 3})


@pytest.mark.golden("H7")
def test_a_judge_who_rated_a_headline_twice_counts_by_the_mean() -> None:
    again = Rating("short", "quality", "Ben", 8.0, "headline")  # with 2 a mean of 5, above his 4 for fit and 3 for long
    bed = Testbed("one", (topic("mill", ratings=(*BED.topics[0].ratings, again)),))
    # Ada: short 1, long 3, fit 5; Ben: long 3, fit 4, short 5. Ranks differ by 2, 1 and 1: 1 − 6·6/(3·8).
    assert figures(table(report(bed, ASKED), "judges"), "quality")["mean rho"] == pytest.approx(1 - 6 * 6 / 24)


def rho(score: dict[str, float], other: dict[str, float]) -> float:
    """Return Spearman's rho of three values each without ties: 1 − 6 Σd²/(n(n² − 1))."""
    ranks = [{name: sorted(side.values()).index(value) for name, value in side.items()} for side in (score, other)]
    return 1 - 6 * sum((ranks[0][name] - ranks[1][name]) ** 2 for name in score) / 24


LENGTHS = {name: float(words) for name, words in WORDS.items()}
MEANS = {name: (one + two) / 2 for name, (one, two) in QUALITY.items()}
# A method's penalty is from sums over its two headlines: short has 1 word where 4 are the fewest, long 8 where 5 are most.
BREVITY, LENGTH = {"short": exp(1 - 8 / 2)}, {"long": exp(1 - 16 / 10)}


@pytest.mark.golden("H8")
@pytest.mark.parametrize(("side", "plain"), [("recall", RECALL), ("precision", PRECISION)])
@pytest.mark.parametrize(("penalty", "factors"), [("plain", {}), ("brevity", BREVITY), ("length", LENGTH)])
def test_table_3_is_spearmans_rho_after_penalties(
    side: str, plain: dict[str, float], penalty: str, factors: dict[str, float]
) -> None:
    scores = {name: value * factors.get(name, 1) for name, value in plain.items()}
    shown = figures(table(report(BED, ASKED), "table-3"), f"rouge1-{side}", penalty)
    # Two topics with the same headlines: over all six, rho is that of the three.
    wanted = {"length": rho(scores, LENGTHS), "quality": rho(scores, MEANS)}
    assert shown == pytest.approx({**wanted, **{f"method {name}": value for name, value in wanted.items()}})


@pytest.mark.golden("H8")
def test_penalties_change_who_is_best() -> None:
    # 6/9 times exp(1 − 8/5) is 0.366, below the 4/9 of `fit`; 2/2 times exp(1 − 4) is 0.05, below all.
    assert RECALL["long"] * LENGTH["long"] < RECALL["fit"] < RECALL["long"]
    assert PRECISION["short"] * BREVITY["short"] < PRECISION["long"] < PRECISION["short"]


@pytest.mark.golden("H8")
def test_headlines_of_methods_that_nobody_rated_have_no_part_in_table_3() -> None:
    more = replace(ASKED, systems=("title", "given"))
    assert table(report(BED, more), "table-3").rows == table(report(BED, ASKED), "table-3").rows
    unrated = Testbed("unrated", tuple(replace(each, ratings=()) for each in BED))
    shown = figures(table(report(unrated, ASKED), "table-3"), "rouge1-recall", "plain")
    assert shown == {"length": 1, "quality": None, "method length": 1, "method quality": None}


@pytest.mark.golden("H8")
def test_intervals_of_table_3_are_over_topics() -> None:
    row = entries(table(report(BED, ASKED), "table-3"), "rouge1-recall", "plain")
    # The topics are alike, so that every resample has the same rho.
    assert (row["quality"].low, row["quality"].high) == pytest.approx((rho(RECALL, MEANS),) * 2)
    assert row["method quality"].low is None
    alone = entries(table(report(Testbed("one", BED.topics[:1]), ASKED), "table-3"), "rouge1-recall", "plain")
    assert alone["quality"].low is None


@pytest.mark.golden("H8")
def test_points_are_recall_over_length() -> None:
    (plot,) = report(BED, ASKED).plots
    points = {series.label: (series.x, series.y) for series in plot.series}
    for name in HEADLINES:
        x, y = points[f"given({name})"]
        assert (x, y) == ((WORDS[name],) * 2, (RECALL[name],) * 2)


def test_the_baseline_may_be_spelled_in_any_way() -> None:
    bed = Testbed("eight", tuple(topic(f"mill {number}") for number in range(8)))
    shown = table(report(bed, replace(ASKED, baseline='given("short")')), "table-1")
    # Eight differences of one sign, twice: p = 2/256 and Holm's factor of two.
    assert entries(shown, "given(long)")["rouge1-recall"].marks == ("†",)
    assert entries(shown, "given(short)")["rouge1-recall"].marks == ()


def test_a_failed_cell_is_told_wherever_it_is_missed() -> None:
    results = failing(measured(BED, ASKED), "given(fit)", "mill")
    found = report(BED, ASKED, results)
    said = "given(fit) failed on 1 of 2 cells (mill): ValueError: no luck"
    assert said in table(found, "table-1").notes
    assert said in table(found, "table-3").notes
    assert figures(table(found, "table-1"), "given(long)")["rouge1-recall"] == pytest.approx(RECALL["long"])
