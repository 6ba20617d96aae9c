"""Trackers on two stories and a stranger: B-cubed by document, what was merged and split, intervals with a pencil."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from lab.kinds.running import entries, figures, measured, report, table
from meadow.lab.experiment import Experiment, Measured
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document
from stories import START

CREWS, SHIPS = "Crews wait at the quay of Skerra", "Bakers quarrel about ovens"
ASKED = Experiment("mine", "tracking", systems=("average-link(threshold=0.5)",), resamples=400)


def article(name: str, title: str, hour: int | None) -> Document:
    published = None if hour is None else START + timedelta(hours=hour)
    return Document(name, "Courier", title, published=published, language="en")


# Documents are alike where their titles are equal: the ferry's third goes with the wolf, and a stranger with its others.
WOLF = Topic("wolf", tuple(article(f"w{number}", SHIPS, number) for number in range(4)))
FERRY = Topic("ferry", (article("f0", CREWS, 4), article("f1", CREWS, 5), article("f2", SHIPS, 6)))
STRANGER = article("stranger", CREWS, 1)
BED = Testbed("two", (FERRY, WOLF), loose=(STRANGER,))
# Of each document of the ferry, and of each of the four of the wolf.
FERRY_PRECISION, FERRY_RECALL = (1, 1, 1 / 5), (2 / 3, 2 / 3, 1 / 3)
WOLF_PRECISION, WOLF_RECALL = 4 / 5, 1
PRECISION = (sum(FERRY_PRECISION) + 4 * WOLF_PRECISION) / 7
RECALL = (sum(FERRY_RECALL) + 4 * WOLF_RECALL) / 7


def found(bed: Testbed = BED, experiment: Experiment = ASKED) -> Measured:
    result = measured(bed, experiment)[-1].measured
    assert result is not None
    return result


@pytest.mark.golden("M1")
def test_bcubed_is_the_mean_over_documents() -> None:
    shown = found().figures
    assert (shown["bcubed_precision"], shown["bcubed_recall"]) == pytest.approx((PRECISION, RECALL))
    assert shown["bcubed_f"] == pytest.approx(2 * PRECISION * RECALL / (PRECISION + RECALL))
    # Of 21 pairs the stories join 3 + 6 and the tracker 1 + 10, of which 1 + 6 are right.
    assert (shown["precision"], shown["recall"]) == pytest.approx((7 / 11, 7 / 9))
    assert shown["purity"] == pytest.approx((2 + 4) / 7)


@pytest.mark.golden("M1")
def test_each_story_adds_the_sums_of_its_own_documents() -> None:
    parts = found().output["parts"]
    assert parts["ferry"] == pytest.approx([3, sum(FERRY_PRECISION), sum(FERRY_RECALL)])
    assert parts["wolf"] == pytest.approx([4, 4 * WOLF_PRECISION, 4 * WOLF_RECALL])


@pytest.mark.golden("M1")
def test_what_was_merged_and_what_was_split() -> None:
    shown = found()
    assert (shown.figures["stories"], shown.figures["merged"], shown.figures["split"]) == (2, 1, 1)
    assert [parts[1:] for parts in shown.output["merged"]] == [["wolf", "ferry"]]  # in the order of the stream
    ((whole, *pieces),) = shown.output["split"]
    assert (whole, len(pieces)) == ("ferry", 2)


@pytest.mark.golden("M1")
def test_loose_documents_take_no_part_in_the_figures() -> None:
    without = found(replace(BED, loose=()))
    assert without.figures == found().figures
    assert without.output["parts"] == found().output["parts"]


def test_intervals_go_from_one_story_to_the_other() -> None:
    shown = entries(table(report(BED, ASKED), "tracking"), ASKED.systems[0])
    # Of two stories a resample is one of them twice, or both.
    precisions, recalls = (sum(FERRY_PRECISION) / 3, WOLF_PRECISION), (sum(FERRY_RECALL) / 3, WOLF_RECALL)
    for name, bounds in (("bcubed_precision", precisions), ("bcubed_recall", recalls)):
        assert (shown[name].low, shown[name].high) == pytest.approx((min(bounds), max(bounds)))
    assert shown["f"].low is shown["merged"].low is None


def test_a_point_has_the_interval_of_its_precision() -> None:
    (plot,) = report(BED, ASKED).plots
    points = {series.label: series for series in plot.series}
    mine = points[ASKED.systems[0]]
    assert (mine.x[0], mine.y[0]) == pytest.approx((RECALL, PRECISION))
    assert (mine.low[0], mine.high[0]) == pytest.approx((sum(FERRY_PRECISION) / 3, WOLF_PRECISION))


def test_the_threshold_of_the_yardstick_counts() -> None:
    nothing_alike = found(experiment=replace(ASKED, systems=("average-link(threshold=0)",)))
    assert nothing_alike.figures["stories"] == 1
    default = found(experiment=replace(ASKED, systems=("average-link",)))
    assert default.figures["stories"] == 2


def test_the_baseline_may_be_spelled_in_any_way_and_bystanders_are_never_marked() -> None:
    names = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
    topics = [Topic(name, tuple(article(f"{name}{n}", f"{name} {name}s", n) for n in range(2))) for name in names]
    bed = Testbed("ten", tuple(topics))
    systems = ("average-link(threshold=0.5)", "average-link(threshold=0)")
    shown = table(report(bed, replace(ASKED, systems=systems, baseline="average-link( threshold = 0 )")), "tracking")
    # Ten stories apart are found by the one, all together by the other and by `one-story`, which is not tested.
    assert {row.labels[0] for row in shown.rows if any(entry.marks for entry in row.entries)} == {systems[0]}
    assert figures(shown, "one-story")["bcubed_f"] == figures(shown, systems[1])["bcubed_f"]
    assert "Holm over rows" in shown.marks["†"]
