"""The tables and the figure of a study of judges: sizes, agreement beside chance, differences, behaviour of measures.

Source: Geiss (2009), Tables 1 to 3, Figure 1, and the counts of section 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from meadow.evaluate.significance import bootstrap
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured, Plain
from meadow.lab.kinds.cluster_measures import two_way_columns
from meadow.lab.scoring import failure_notes, how, published_rows, with_published
from meadow.lab.testbed import Testbed
from meadow.tables import Column, Entry, Findings, Plot, Row, Series, Table

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


def report_agreement(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
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
        tuple(plot for cell, found in _parts(results, "study") for plot in _plots(cell, found)),
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
    rows = [*(_row(cell, found, columns) for cell, found in _parts(results, part)), *more]
    theirs = published_rows(experiment, name, columns)
    told = (each.note for each in experiment.published if each.table == name and each.note is not None)
    printed = ("Rows marked ◦ are printed in the paper, on its own data.", *told) if theirs else ()
    failed = failure_notes([result for result in results if result.cell.settings["part"] == part])
    heads = ("set", "judge" if part == "size" else "judges")
    return Table(
        name,
        title,
        heads,
        columns,
        with_published(rows, theirs),
        notes=(*notes, *_NOTES[name], *failed, *printed),
        signature=how(experiment, draws=_asked(results, "random", "draws")),
    )


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
    found = [(result.cell, result.measured) for result in results if result.cell.settings["part"] == part]
    return [(cell, measured) for cell, measured in found if measured is not None]


def _row(cell: Cell, found: Measured, columns: Sequence[Column]) -> Row:
    labels = (str(cell.topic), "-".join(cell.settings["judges"]))
    return Row(labels, tuple(Entry(found.figures[column.name]) for column in columns), contends=False)


def _mean_entry(cells: Sequence[tuple[Cell, Measured]], column: str, experiment: Experiment) -> Entry:
    """Return the mean over cells with its interval; the cells of a story are drawn together, since they share judges."""
    per_topic: dict[str | None, list[float]] = {}
    for cell, found in cells:
        value = found.figures[column]
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
