"""A kind from plan to report without the runner, and the figures of its tables by name."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.experiment import CellResult, Experiment, find_kind
from meadow.lab.tables import Entry, Findings, Table
from meadow.lab.testbed import Testbed


def measured(bed: Testbed, experiment: Experiment) -> list[CellResult]:
    """Return the result of every cell that the experiment plans."""
    kind = find_kind(experiment.kind)
    return [CellResult(cell, kind.measure(bed, cell)) for cell in kind.plan(bed, experiment)]


def report(bed: Testbed, experiment: Experiment, results: Sequence[CellResult] | None = None) -> Findings:
    """Return what the experiment has to show, of these results or of all its cells."""
    held = measured(bed, experiment) if results is None else results
    return find_kind(experiment.kind).report(bed, experiment, held)


def failing(results: Sequence[CellResult], system: str, topic: str | None = None) -> list[CellResult]:
    """Return the results as if a system had failed, on one topic or on all."""
    return [
        CellResult(each.cell, None, "ValueError: no luck")
        if each.cell.system == system and topic in (None, each.cell.topic)
        else each
        for each in results
    ]


def table(found: Findings, name: str) -> Table:
    """Return the table of that name."""
    return next(each for each in found.tables if each.name == name)


def entries(shown: Table, *labels: str) -> dict[str, Entry]:
    """Return the entries of our row with these labels, by name of column (`S lead` where a system heads it)."""
    row = next(row for row in shown.rows if row.labels == labels and not row.theirs)
    names = [each.name if each.group is None else f"{each.name} {each.group}" for each in shown.columns]
    return dict(zip(names, row.entries, strict=True))


def figures(shown: Table, *labels: str) -> dict[str, float | None]:
    """Return the figures of our row with these labels, by name of column, headings of several columns left out."""
    row = next(row for row in shown.rows if row.labels == labels and not row.theirs)
    return {column.name: entry.value for column, entry in zip(shown.columns, row.entries, strict=True)}
