"""Judges and groupers on stories of four sentences: agreement, bystanders and the ends of Figure 1 with a pencil."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from lab.kinds.running import entries, figures, report, table
from meadow.errors import UnknownNameError
from meadow.grouping import GROUPERS
from meadow.lab.experiment import Experiment, Published
from meadow.lab.testbed import JudgeClustering, Testbed, Topic
from meadow.model import SentenceRef
from stories import document

SENTENCES = ("Nine crews left.", "Ships came in.", "Old bells rang.", "Bread was dear.")


def story(name: str, judges: Mapping[str, Sequence[Sequence[int]]]) -> Topic:
    """Return a story whose sentences the judges put into clusters by number."""
    clusterings = tuple(
        JudgeClustering(judge, tuple(tuple(SentenceRef(name, number) for number in group) for group in groups))
        for judge, groups in judges.items()
    )
    return Topic(name, (document(name, SENTENCES),), clusterings=clusterings)


# Ben finds the last two sentences irrelevant.
FERRY = story("ferry", {"Ada": [[0, 1], [2, 3]], "Ben": [[0, 1]]})
AGREED = story("wolf", {judge: [[0, 1], [2, 3]] for judge in ("Ada", "Ben", "Cy")})
BED = Testbed("two", (FERRY, AGREED))
AGREEMENT = Experiment(
    "mine", "clustering-agreement", metrics=("rand", "f", "purity"), resamples=300, options={"draws": 3}
)
GROUPS = replace(AGREEMENT, kind="groups", systems=("pair",))


@pytest.fixture(autouse=True)
def pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be a grouper that puts the first two sentences together and leaves the rest."""
    monkeypatch.setattr(GROUPERS, "_targets", {**GROUPERS._targets, "pair": lambda view: [[0, 1]]})


@pytest.mark.golden("G3")
@pytest.mark.golden("G7")
def test_table_3_of_two_judges_in_both_ways() -> None:
    shown = figures(table(report(BED, AGREEMENT), "table-3"), "ferry", "Ada-Ben")
    # As singletons: Ada joins two of six pairs and Ben one of them, so that they agree on five; of Ada's clusters as a
    # whole, two sentences and one of two are in one class. In a bucket, Ben's last two are a class like Ada's.
    assert shown == pytest.approx(
        {"rand s": 5 / 6, "f s": 2 * (1 / 2) * 1 / (1 / 2 + 1), "purity s": 3 / 4, "rand b": 1, "f b": 1, "purity b": 1}
    )


@pytest.mark.golden("G7")
def test_the_mean_is_over_pairs_and_its_interval_over_stories() -> None:
    mean = entries(table(report(BED, AGREEMENT), "table-3"), "mean", "pairs")["rand s irrelevant as singletons"]
    # One pair of judges on the ferry, and three on the wolf, who agree.
    assert mean.value == pytest.approx((5 / 6 + 3 * 1) / 4)
    assert (mean.low, mean.high) == pytest.approx((5 / 6, 1))
    alone = entries(table(report(Testbed("one", (FERRY,)), AGREEMENT), "table-3"), "mean", "pairs")
    assert {entry.low for entry in alone.values()} == {None}


@pytest.mark.golden("G7")
def test_table_2_counts_clusters_and_what_is_in_them() -> None:
    shown = table(report(BED, AGREEMENT), "table-2")
    assert shown.heads == ("set", "judge")
    assert figures(shown, "ferry", "Ada") == {"documents": 1, "sentences": 4, "s": 4, "c": 2, "s/c": 2}
    assert figures(shown, "ferry", "Ben") == {"documents": 1, "sentences": 4, "s": 2, "c": 1, "s/c": 2}
    assert figures(shown, "wolf", "Cy") == {"documents": 1, "sentences": 4, "s": 4, "c": 2, "s/c": 2}


@pytest.mark.golden("G10")
def test_differences_are_from_the_first_judge_to_the_second() -> None:
    there, back = (
        figures(table(report(Testbed("one", (each,)), AGREEMENT), "differences"), "ferry", pair)
        for each, pair in ((FERRY, "Ada-Ben"), (replace(FERRY, clusterings=FERRY.clusterings[::-1]), "Ben-Ada"))
    )
    same = {"irrelevant in both": 0, "% irrelevant": 0, "same clusters": 1, "move": 0, "changes": 2}
    assert there == same | {"only first": 1, "only second": 0, "delete": 2, "add": 0}
    assert back == same | {"only first": 0, "only second": 1, "delete": 0, "add": 2}


@pytest.mark.golden("G6")
def test_figure_1_from_one_cluster_to_singletons() -> None:
    plots = report(Testbed("one", (FERRY,)), AGREEMENT).plots
    series = {line.label: line for plot in plots for line in plot.series}
    assert {line.x for line in series.values()} == {(1, 2, 3, 4)}
    first, own, last = ({name: line.y[place] for name, line in series.items()} for place in (0, 1, -1))
    # All four in one cluster: two of six pairs are right, and nothing is known of the two classes of two, one bit.
    together = {"rand": 2 / 6, "precision": 2 / 6, "recall": 1, "purity": 1 / 2, "v": 0, "vi": 1, "nmi": 0,
                "homogeneity": 0, "bcubed_precision": 1 / 2, "bcubed_recall": 1, "bcubed_f": 2 / 3,
                "mutual_information": 0, "f": 1 / 2}  # fmt: skip
    # Each alone: the four pairs that belong apart are right, and a bit too much is said of every sentence.
    alone = {"rand": 4 / 6, "recall": 0, "purity": 1, "homogeneity": 1, "completeness": 1 / 2, "v": 2 / 3, "vi": 1,
             "bcubed_precision": 1, "bcubed_recall": 1 / 2, "mutual_information": 1, "f": 0}  # fmt: skip
    assert {name: first[name] for name in together} == pytest.approx(together)
    assert {name: last[name] for name in alone} == pytest.approx(alone)
    assert (own["rand"], own["v_beta"], own["nvi"], own["vi"]) == (1, 1, 0, 0)
    assert plots[2].y == "bits"
    assert "4 sentences" in plots[0].notes[0]


@pytest.mark.golden("G6")
def test_the_study_leaves_irrelevant_sentences_out() -> None:
    options = {"draws": 3, "study_judge": "Ben", "study_set": "ferry"}
    plot = report(BED, replace(AGREEMENT, options=options)).plots[0]
    assert plot.series[0].x == (1, 2)
    assert "of Ben on ferry" in plot.title


# What a method gets on the ferry against Ada (clusters 01, 23) and against Ben (01), as singletons and in a bucket.
BYSTANDERS = {
    # No pair is joined: of six pairs two are wrong to Ada, one to Ben. In a bucket all four are together.
    "singletons": {"rand s": (4 / 6 + 5 / 6) / 2, "f s": 0, "purity s": 1, "rand b": 2 / 6, "purity b": 1 / 2},
    # All pairs are joined: two of six are right to Ada, one to Ben, whose bucket is another.
    "one-cluster": {"rand s": (2 / 6 + 1 / 6) / 2, "f s": (1 / 2 + 2 / 7) / 2, "purity s": (2 / 4 + 2 / 4) / 2,
                    "rand b": 2 / 6, "purity b": 1 / 2},
    # Ada as clusters to Ben has 3/4 purity, Ben as clusters to Ada all.
    "judges": {"rand s": 5 / 6, "f s": 2 / 3, "purity s": (3 / 4 + 1) / 2, "rand b": 1, "purity b": 1},
    # The pair is what Ben says, and to Ada one of two.
    "pair": {"rand s": (5 / 6 + 1) / 2, "f s": (2 / 3 + 1) / 2, "purity s": 1, "rand b": 1, "purity b": 1},
}  # fmt: skip


@pytest.mark.golden("G9")
@pytest.mark.parametrize("method", BYSTANDERS)
def test_each_method_is_compared_with_every_judge_in_both_ways(method: str) -> None:
    shown = figures(table(report(Testbed("one", (FERRY,)), GROUPS), "groups"), method)
    assert {name: shown[name] for name in BYSTANDERS[method]} == pytest.approx(BYSTANDERS[method])


@pytest.mark.golden("G9")
def test_rows_by_judge_are_what_the_mean_is_of() -> None:
    shown = table(report(Testbed("one", (FERRY,)), GROUPS), "groups-by-judge")
    purity = {
        (judge, method): figures(shown, judge, method)["purity s"]
        for judge in ("Ada", "Ben")
        for method in ("judges", "pair", "one-cluster")
    }
    assert purity == {
        ("Ada", "judges"): 1, ("Ben", "judges"): 3 / 4, ("Ada", "pair"): 1, ("Ben", "pair"): 1,
        ("Ada", "one-cluster"): 1 / 2, ("Ben", "one-cluster"): 1 / 2,
    }  # fmt: skip
    assert not shown.best(0)


@pytest.mark.golden("G5")
@pytest.mark.parametrize(("kind", "name", "labels"), [("groups", "groups", ("random",)),
                                                      ("clustering-agreement", "table-3", ("base", "random"))])  # fmt: skip
def test_against_chance_the_judge_is_in_the_role_of_the_clusters(kind: str, name: str, labels: tuple[str, ...]) -> None:
    # All in one cluster: whatever random classes join is joined there, and more besides.
    bed = Testbed("one", (story("oven", {judge: [[0, 1, 2, 3]] for judge in ("Ada", "Ben")}),))
    asked = replace(GROUPS if kind == "groups" else AGREEMENT, metrics=("recall", "bcubed_recall", "precision"))
    shown = figures(table(report(bed, asked), name), *labels)
    assert (shown["recall s"], shown["bcubed_recall s"], shown["recall b"]) == (1, 1, 1)
    assert shown["precision s"] is not None
    assert shown["precision s"] < 1


@pytest.mark.golden("G9")
def test_the_judges_row_is_over_stories_with_several_judges() -> None:
    one_judge = story("oven", {"Ada": [[0, 1]]})
    shown = table(report(Testbed("two", (FERRY, one_judge)), GROUPS), "groups")
    assert figures(shown, "judges")["rand s"] == pytest.approx(5 / 6)
    # The pair is Ada's own on the oven, where she is alone.
    assert figures(shown, "pair")["rand s"] == pytest.approx(((5 / 6 + 1) / 2 + 1) / 2)


def test_judges_are_a_baseline_only_where_there_are_several() -> None:
    with pytest.raises(UnknownNameError, match="no baseline among the systems called 'judges'"):
        report(Testbed("one", (story("oven", {"Ada": [[0, 1]]}),)), replace(GROUPS, baseline="judges"))
    shown = report(BED, replace(GROUPS, baseline="judges"))
    assert shown.tables


def test_printed_figures_stand_beside_ours_and_do_not_contend() -> None:
    printed = (
        Published("table-3", ("ferry", "Ada-Ben"), {"rand s": 0.9}),
        Published("groups", ("pair",), {"rand s": 2}),
    )
    agreement = table(report(BED, replace(AGREEMENT, published=printed)), "table-3")
    assert [row.entries[0].value for row in agreement.rows if row.theirs] == [0.9]
    assert any("◦" in note for note in agreement.notes)
    assert not any("◦" in note for note in table(report(BED, AGREEMENT), "table-3").notes)
    groups = table(report(BED, replace(GROUPS, published=printed)), "groups")
    assert not any(groups.rows[place].theirs for place in groups.best(0))
