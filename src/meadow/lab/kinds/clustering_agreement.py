"""How far judges agree on which sentences belong together: sizes, pairs of judges, chance, and how measures behave.

Four sorts of cells, each on one story: `size` counts a judge's clusters (Table 2), `pair` compares two judges in both ways
and counts what sets them apart (Table 3, G10), `random` compares a judge with random clusterings (its last row), and
`study` splits and merges one judge's clusters at random (Figure 1). The first of two judges is in the role of the clusters.

Source: Geiss (2009), sections 4.2, 5.7, 6 and 7, with Tables 1 to 3 and Figure 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated

import msgspec
import numpy as np

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.clustering_differences import differences
from meadow.lab.evaluate.clustering_measures import MEASURES
from meadow.lab.evaluate.clustering_studies import clustering_size, random_baseline, split_merge_study, two_ways
from meadow.lab.evaluate.significance import bootstrap
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured, Plain
from meadow.lab.kinds.asked import check_unused, lacking, typed_options
from meadow.lab.kinds.cluster_measures import (
    FILE,
    ClusterLabels,
    chosen_measures,
    clustered_topics,
    judge_labels,
    judge_names,
    two_way_columns,
    two_way_figures,
)
from meadow.lab.scoring import failure_notes, figure_row, paper_table
from meadow.lab.systems import view_of
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table
from meadow.lab.testbed import JudgeClustering, Testbed, Topic

NAME = "clustering-agreement"
DEFAULT_MEASURES = ("v_beta", "v_half", "nvi")
_NO_SYSTEMS = (
    "It compares the judges of a testbed with each other; the experiment `groups` compares groupers with them."
)
_SIZES = (
    Column("documents", digits=0, group="set"), Column("sentences", digits=0, group="set"),
    Column("s", digits=0, group="judge"), Column("c", digits=0, group="judge"), Column("s/c", digits=1, group="judge"),
)  # fmt: skip
_DIFFERENCES = (
    Column("irrelevant in both", digits=0, group="sentences"), Column("% irrelevant", digits=1, group="sentences"),
    Column("same clusters", digits=0, group="clusters"), Column("only first", digits=0, group="clusters"),
    Column("only second", digits=0, group="clusters"),
    *(Column(name, digits=0, group="sentences to change") for name in ("delete", "add", "move", "changes")),
)  # fmt: skip
# What the paper's figure shows, what those measures are made of, and what has no upper end of 1.
_FIGURES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "figure-1": ("value", ("v_beta", "v_half", "nvi", "rand", "entropy", "purity", "f")),
    "figure-1-parts": (
        "value", ("homogeneity", "completeness", "v", "nmi", "precision", "recall", "bcubed_precision", "bcubed_recall",
        "bcubed_f"),
    ),
    "figure-1-bits": ("bits", ("vi", "mutual_information")),
}  # fmt: skip


class _ClusteringAgreementOptions(msgspec.Struct):
    draws: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 100
    study_set: str | None = None
    study_judge: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return the cells of every clustered story, that of the study last."""
    options = typed_options(experiment, _ClusteringAgreementOptions)
    check_unused(experiment, "systems", "budgets", "baseline", instead=_NO_SYSTEMS)
    measures = list(chosen_measures(experiment, DEFAULT_MEASURES))
    topics = clustered_topics(testbed)
    _check_pairs(testbed, topics)
    studied, judge = _studied(topics, options.study_set, options.study_judge)
    study = Cell("split-merge", studied.id, {"part": "study", "judges": [judge], "seed": experiment.seed})
    return [*(cell for topic in topics for cell in _cells(topic, measures, options.draws, experiment.seed)), study]


def _cells(topic: Topic, measures: list[str], draws: int, seed: int) -> Iterator[Cell]:
    names = judge_names(topic)
    for name in names:
        yield Cell(name, topic.id, {"part": "size", "judges": [name]})
    for pair in combinations(names, 2):
        yield Cell("-".join(pair), topic.id, {"part": "pair", "judges": list(pair), "measures": measures})
    chance = {"part": "random", "measures": measures, "draws": draws, "seed": seed}
    for name in names:
        yield Cell("random", topic.id, {**chance, "judges": [name]})


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the figures of a cell: sizes, agreement and differences, chance, or the points of the study."""
    topic = testbed.topic(str(cell.topic))
    part, labels = cell.settings["part"], [judge_labels(topic, judge) for judge in cell.settings["judges"]]
    if part == "size":
        return _size(topic, *labels)
    if part == "study":
        return _study(*labels, seed=cell.settings["seed"])
    if part == "pair":
        return _pair(topic, *labels, measures=cell.settings["measures"])
    chance = random_baseline(*labels, draws=cell.settings["draws"], seed=cell.settings["seed"])
    return Measured(two_way_figures(chance, cell.settings["measures"]))


def _size(topic: Topic, labels: ClusterLabels) -> Measured:
    size = clustering_size(labels)
    whole = {"documents": float(len(topic.documents)), "sentences": float(len(labels))}
    clustered = {"s": float(size.sentences), "c": float(size.clusters), "s/c": size.sentences_per_cluster}
    return Measured({**whole, **clustered})


def _pair(topic: Topic, first: ClusterLabels, second: ClusterLabels, *, measures: Sequence[str]) -> Measured:
    apart = differences(first, second)
    agreement = two_way_figures(two_ways(first, second), measures)
    shares = {"% irrelevant": 100 * apart.share_irrelevant_in_both, "changes": len(apart.changes)}
    refs = [sentence.ref for sentence in view_of(topic).sentences]
    changes = [[each.kind, refs[each.item].document_id, refs[each.item].index] for each in apart.changes]
    return Measured({**agreement, **apart.counts, **shares}, {"changes": changes})


def _study(labels: ClusterLabels, *, seed: int) -> Measured:
    """Study the sentences that the judge put into clusters; the paper's study leaves the irrelevant ones out as well."""
    relevant = [label for label in labels if label is not None]
    points = split_merge_study(relevant, seed=seed)
    lines = {measure: [getattr(point, measure) for point in points] for measure in MEASURES}
    clusters = [point.cluster_count for point in points]
    return Measured({"sentences": float(len(relevant))}, {"clusters": clusters, "measures": lines})


def _check_pairs(testbed: Testbed, topics: Sequence[Topic]) -> None:
    if all(len(topic.clusterings) < 2 for topic in topics):
        file = f"{FILE}: the clusters of one story, a line per judge"
        raise lacking(testbed, "clusters by two judges, so there is no agreement to measure", kind=NAME, file=file)


def _studied(topics: Sequence[Topic], topic_id: str | None, judge: str | None) -> tuple[Topic, str]:
    """Return whose clusters are studied: as the options say, else those of the first clustering with the most of them."""
    named = [topic for topic in topics if topic_id is None or topic.id == topic_id]
    if not named:
        raise UnknownNameError("story with clusterings", str(topic_id), [topic.id for topic in topics])
    every: list[tuple[Topic, JudgeClustering]] = [(topic, each) for topic in named for each in topic.clusterings]
    able = [(topic, each) for topic, each in every if judge is None or each.judge == judge]
    if not able:
        raise UnknownNameError("judge of the study", str(judge), {each.judge for _, each in every})
    studied, clustering = max(able, key=lambda pair: len(pair[1].groups))
    return studied, clustering.judge


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the tables of sizes, of agreement and of differences, and the figures of the study."""
    # A figure that is not there has no place for a note, so that the table of the clusters studied has it.
    unstudied = failure_notes([result for result in results if result.cell.settings["part"] == "study"])
    title = f"Clusters that judges made of {testbed.name}"
    return Findings(
        (
            _table("table-2", title, _SIZES, experiment, results, part="size", notes=unstudied),
            _agreement(testbed, experiment, results),
            _table("differences", "What sets judges apart", _DIFFERENCES, experiment, results, part="pair"),
        ),
        tuple(plot for cell, study in _parts(results, "study") for plot in _plots(cell, study)),
    )


def _table(
    name: str,
    title: str,
    columns: tuple[Column, ...],
    experiment: Experiment,
    results: Sequence[CellResult],
    *,
    part: str,
    more: Sequence[Row] = (),
    notes: Sequence[str] = (),
) -> Table:
    """Return a table with a row per cell of one part; none contends, for people are not ranked here."""
    rows = [_row(cell, measured, columns) for cell, measured in _parts(results, part)]
    failed = failure_notes([result for result in results if result.cell.settings["part"] == part])
    heads = ("set", "judge" if part == "size" else "judges")
    said = (*notes, *_NOTES[name], *failed)
    draws = _asked(results, "random", "draws")
    return paper_table(name, title, heads, columns, [*rows, *more], experiment, notes=said, draws=draws)


_NOTES: Mapping[str, tuple[str, ...]] = {
    "table-2": ("s: sentences in clusters; c: clusters; the other sentences of the set are irrelevant to the judge.",),
    "table-3": (
        "A-B: the clusters of A against those of B as classes; only v_half and the like depend on who is which.",
        "mean: over pairs of judges, intervals over stories. base: judges against random clusterings, mean over judges.",
    ),
    "differences": (
        "A-B: what must change in the clusters of A to get those of B; pairs of clusters are those with the fewest moves.",
        "only first: clusters of A whose sentences are all irrelevant to B; only second the reverse.",
    ),
}


def _agreement(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Table:
    columns = two_way_columns(_asked(results, "pair", "measures"))
    means = {("mean", "pairs"): _parts(results, "pair"), ("base", "random"): _parts(results, "random")}
    rows = [
        Row(labels, tuple(_mean_entry(cells, column.name, experiment) for column in columns), contends=False)
        for labels, cells in means.items()
        if cells
    ]
    title = f"Agreement of judges on {testbed.name}"
    failed = failure_notes([result for result in results if result.cell.settings["part"] == "random"])
    return _table("table-3", title, columns, experiment, results, part="pair", more=rows, notes=failed)


def _asked(results: Iterable[CellResult], part: str, setting: str) -> Plain:
    """Return a setting that all cells of a part share."""
    return next(result.cell.settings[setting] for result in results if result.cell.settings["part"] == part)


def _parts(results: Iterable[CellResult], part: str) -> list[tuple[Cell, Measured]]:
    """Return the cells of a part that did not fail, with what they found."""
    pairs = [(result.cell, result.measured) for result in results if result.cell.settings["part"] == part]
    return [(cell, measured) for cell, measured in pairs if measured is not None]


def _row(cell: Cell, measured: Measured, columns: Sequence[Column]) -> Row:
    labels = (str(cell.topic), "-".join(cell.settings["judges"]))
    return figure_row(labels, measured.figures, columns, contends=False)


def _mean_entry(cells: Sequence[tuple[Cell, Measured]], column: str, experiment: Experiment) -> Entry:
    """Return the mean over cells with its interval; the cells of a story are drawn together, since they share judges."""
    per_topic: dict[str | None, list[float]] = {}
    for cell, measured in cells:
        value = measured.figures[column]
        if value is not None:
            per_topic.setdefault(cell.topic, []).append(value)
    units = np.array([(sum(values), len(values)) for values in per_topic.values()], dtype=np.float64)
    mean = float(units[:, 0].sum() / units[:, 1].sum())
    if len(units) < 2:
        return Entry(mean)
    interval = bootstrap(units, statistic="ratio", resamples=experiment.resamples, seed=experiment.seed)
    return Entry(mean, interval.low, interval.high)


def _plots(cell: Cell, study: Measured) -> list[Plot]:
    x = tuple(float(count) for count in study.output["clusters"])
    lines: Mapping[str, Sequence[float]] = study.output["measures"]
    title = f"Measures as the clusters of {cell.settings['judges'][0]} on {cell.topic} are split and merged at random"
    sentences = study.figures["sentences"]
    note = f"{sentences:.0f} sentences, from one cluster of all to a cluster each; a random step from point to point."
    return [
        Plot(name, title, "clusters", y, tuple(Series(each, x, tuple(lines[each])) for each in shown), notes=(note,))
        for name, (y, shown) in _FIGURES.items()
    ]


KIND = Kind(NAME, ("clusterings",), plan, measure, report, {"clusterings": 2})
