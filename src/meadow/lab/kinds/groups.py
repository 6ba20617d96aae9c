"""Automatic groups of sentences and people's: groupers, chance, trivial answers and the judges themselves in one table.

A cell is a method on a story: its groups are compared with the clusters of every judge, in both ways with irrelevant
sentences, and the figures averaged over judges. The bystanders are `random` (random clusterings, as G5 has it),
`singletons` (no two sentences together), `one-cluster` (all together) and, where a story has several judges, `judges`
(each judge against every other).

Source: Geiss (2009), sections 6 to 8, for the table that clusterers and judges share; the groupers name their own.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Annotated

import msgspec

from meadow.grouping import GROUPER_ALIASES, GROUPERS
from meadow.lab.evaluate.clustering_studies import TwoWays, random_baseline, two_ways
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, baseline_row, check_unused, method_specs, typed_options
from meadow.lab.kinds.cluster_measures import (
    ClusterLabels,
    chosen_measures,
    cluster_labels,
    clustered_topics,
    judge_labels,
    judge_names,
    mean_figures,
    two_way_columns,
    two_way_figures,
)
from meadow.lab.scoring import column_bars, failure_notes, gather, score_table
from meadow.lab.systems import view_of
from meadow.lab.tables import Findings, Plot, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import SentenceRef
from meadow.pipeline import group_view
from meadow.recipe import Recipe

NAME = "groups"
DEFAULT_MEASURES = ("v_beta", "v_half", "nvi", "bcubed_f", "rand", "f")
RANDOM, SINGLETONS, ONE_CLUSTER, JUDGES = "random", "singletons", "one-cluster", "judges"
BYSTANDERS = (RANDOM, SINGLETONS, ONE_CLUSTER, JUDGES)


class _GroupsOptions(msgspec.Struct):
    draws: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 100


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per method and clustered story, bystanders first."""
    options = typed_options(experiment, _GroupsOptions)
    check_unused(experiment, "budgets", instead="Groups have no length.")
    measures = list(chosen_measures(experiment, DEFAULT_MEASURES))
    topics = clustered_topics(testbed)
    systems = _groupers(experiment)
    several = [topic for topic in topics if len(topic.clusterings) > 1]
    aside = BYSTANDERS if several else BYSTANDERS[:-1]
    baseline(experiment, (*aside, *systems))
    chance = {"measures": measures, "draws": options.draws, "seed": experiment.seed}
    return [
        Cell(method, topic.id, chance if method == RANDOM else {"measures": measures})
        for method in (*aside, *systems)
        for topic in (several if method == JUDGES else topics)
    ]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return a method's figures, mean over the judges of the story; each judge's are kept, and the method's groups."""
    topic = testbed.topic(str(cell.topic))
    judges = {name: judge_labels(topic, name) for name in judge_names(topic)}
    groups = _groups(topic, cell.system)
    labels = cluster_labels(topic, groups, who=f"The method {cell.system}")
    per_judge = {
        name: mean_figures(
            [two_way_figures(ways, cell.settings["measures"]) for ways in _compared(cell, labels, judges, name)]
        )
        for name in judges
    }
    named = [[[ref.document_id, ref.index] for ref in members] for members in groups]
    return Measured(mean_figures(list(per_judge.values())), {"judges": per_judge, "groups": named})


def _groups(topic: Topic, system: str) -> list[tuple[SentenceRef, ...]]:
    """Return the groups that a method makes; chance and people make none here."""
    if system == ONE_CLUSTER:
        return [tuple(sentence.ref for sentence in view_of(topic).sentences)]
    if system in BYSTANDERS:
        return []
    return [group.members for group in group_view(view_of(topic), Recipe(group=system)).groups]


def _compared(cell: Cell, labels: ClusterLabels, judges: Mapping[str, ClusterLabels], judge: str) -> list[TwoWays]:
    """Return a method's comparisons with one judge: one, or for the judges themselves one per other judge."""
    classes = judges[judge]
    if cell.system == RANDOM:
        return [random_baseline(classes, draws=cell.settings["draws"], seed=cell.settings["seed"])]
    if cell.system == JUDGES:
        return [two_ways(other, classes) for name, other in judges.items() if name != judge]
    return [two_ways(labels, classes)]


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the table of means over stories, the same for each judge where there are several, and bars."""
    overall = _table(testbed, experiment, results)
    named = {judge for result in results if result.measured is not None for judge in result.measured.output["judges"]}
    tables = (overall, _by_judge(testbed, experiment, results)) if len(named) > 1 else (overall,)
    return Findings(tables, (_plot(overall),))


def _groupers(experiment: Experiment) -> tuple[str, ...]:
    """Return the groupers in canonical spelling; each is built once, so that a bad spec is reported before any work."""
    systems = method_specs(
        experiment,
        allowed=f"Groupers are {', '.join(GROUPERS)}, with parameters in brackets.",
        example='["statements", "agglomerative(threshold=0.4)"]',
    )
    for system in systems:
        GROUPERS.build(GROUPER_ALIASES.get(system, system))
    return systems


def _table(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Table:
    figures = gather(results)
    return score_table(
        "groups",
        f"Groups of sentences against the judges of {testbed.name}",
        figures,
        heads=("method",),
        columns=two_way_columns(results[0].cell.settings["measures"]),
        experiment=experiment,
        baseline=baseline_row(experiment),
        bystanders=[(name,) for name in BYSTANDERS],
        notes=(_roles(results), *failure_notes(results)),
    )


def _roles(results: Sequence[CellResult]) -> str:
    draws = next(result.cell.settings["draws"] for result in results if result.cell.system == RANDOM)
    return (
        f"random: the judge's clusters against {draws} random clusterings as classes, as in the paper; elsewhere the "
        "method's groups are the clusters and the judge's the classes, which v_half and the like tell apart."
    )


def _by_judge(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Table:
    """Return the table with a row per judge and method, so that each judge's stories can be read alone."""
    figures: dict[tuple[str, ...], dict[str, dict[Hashable, float | None]]] = {}
    pairs = [(result.cell, result.measured.output["judges"]) for result in results if result.measured is not None]
    for judge in dict.fromkeys(judge for _, judges in pairs for judge in judges):
        for cell, judges in pairs:
            for name, value in judges.get(judge, {}).items():
                figures.setdefault((judge, cell.system), {}).setdefault(name, {})[cell.topic] = value
    return score_table(
        "groups-by-judge",
        f"Groups of sentences against each judge of {testbed.name}",
        figures,
        heads=("judge", "method"),
        columns=two_way_columns(results[0].cell.settings["measures"]),
        experiment=experiment,
        bystanders=figures,  # rows of one judge do not contend with those of another
        notes=(_roles(results), *failure_notes(results)),
    )


def _plot(table: Table) -> Plot:
    """Return bars of the first measure, both ways, with their intervals."""
    half = len(table.columns) // 2
    series = tuple(column_bars(table, column, label=str(table.columns[column].group)) for column in (0, half))
    measure = table.columns[0].name.split()[0]
    return Plot("groups", table.title, "method", measure, series, kind="bars")


KIND = Kind(NAME, ("clusterings",), plan, measure, report)
