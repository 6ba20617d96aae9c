"""People's ratings as tables: means by system, Spearman's ρ between judges, for summaries and for headlines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy.stats import spearmanr

from lab.kinds.running import entries, figures, measured, report, table
from lab.kinds.whole_bed import BED
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.testbed import Rating, Testbed, Topic

PLAIN = Experiment("mine", "rating-tables", resamples=100)
# Story, system: what Ada and Ben gave for readability, 1 to 5.
GIVEN = {("a", "trim"): (4, 5), ("a", "compress"): (2, 3), ("b", "trim"): (3, 5), ("b", "compress"): (4, 1)}


def bed() -> Testbed:
    stories = [
        Topic(
            name,
            (),
            ratings=tuple(
                Rating(system, "readability", judge, float(value))
                for (story, system), values in GIVEN.items()
                if story == name
                for judge, value in zip(("Ada", "Ben"), values, strict=True)
            ),
        )
        for name in ("a", "b")
    ]
    return Testbed("rated", tuple(stories))


@pytest.mark.golden("T1")
def test_readability_of_summaries_is_the_mean_over_judges_then_over_stories() -> None:
    found = report(bed(), PLAIN)
    shown = table(found, "ratings")
    assert figures(shown, "trim") == {"readability": (4.5 + 4.0) / 2}
    assert figures(shown, "compress") == {"readability": (2.5 + 2.5) / 2}
    assert entries(shown, "trim")["readability"].low == 4.0
    (plot,) = found.plots
    assert plot.series[0].y == (4.25, 2.5)


@pytest.mark.golden("T1")
def test_judges_agree_by_spearman_over_what_both_rated() -> None:
    shown = table(report(bed(), PLAIN), "judges")
    ada, ben = zip(*GIVEN.values(), strict=True)
    rho = spearmanr(ada, ben).statistic
    assert figures(shown, "readability") == pytest.approx(
        {"mean rho": rho, "least rho": rho, "judges": 2, "summaries": 4}
    )


def test_some_systems_scales_and_a_baseline() -> None:
    asked = replace(PLAIN, systems=("compress", "trim"), baseline="trim", options={"scales": ["readability"]})
    assert [each.cell.system for each in measured(bed(), asked)] == ["compress", "compress", "trim", "trim"]
    shown = table(report(bed(), asked), "ratings")
    assert [row.labels[0] for row in shown.rows] == ["compress", "trim"]


def test_headlines_have_the_same_tables() -> None:
    found = report(BED, replace(PLAIN, options={"task": "headline"}))
    assert table(found, "ratings").title == "Headlines in the eyes of people"
    assert "headlines" in [column.name for column in table(found, "judges").columns]


@pytest.mark.golden("H7")
def test_the_papers_agreement_about_headlines_stands_beside_ours() -> None:
    asked = replace(load_experiment("headline-tables"), systems=("given",), baseline=None, resamples=100)
    shown = table(report(BED, asked), "judges")
    theirs = next(row for row in shown.rows if row.theirs)
    names = [column.name for column in shown.columns]
    assert (theirs.labels, theirs.entries[names.index("least rho")].value) == (("quality",), 0.675)
    assert any("above .675" in note for note in shown.notes)
