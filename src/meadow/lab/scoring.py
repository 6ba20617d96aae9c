"""From cells to tables: means over topics with their intervals, daggers, published figures beside ours, and what failed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.standings import Standing, standings
from meadow.provenance import signature
from meadow.tables import Column, Entry, Row, Table

Labels = tuple[str, ...]
# Labels of a row -> name of a column -> unit (a topic, mostly) -> figure.
Figures = Mapping[Labels, Mapping[str, Mapping[Hashable, float | None]]]

_DAGGERS = (("‡", 0.01), ("†", 0.05))
_THEIRS = "printed in the paper"


def by_system(result: CellResult) -> Labels:
    """Return the labels of a row per system."""
    return (result.cell.system,)


def by_topic(result: CellResult) -> Hashable:
    """Return the topic as the unit that figures are averaged over."""
    return result.cell.topic


def gather(
    results: Iterable[CellResult],
    *,
    labels: Callable[[CellResult], Labels] = by_system,
    unit: Callable[[CellResult], Hashable] = by_topic,
) -> dict[Labels, dict[str, dict[Hashable, float | None]]]:
    """Return the figures of cells by row (a system), column and unit (a topic); cells that failed are left out."""
    found: dict[Labels, dict[str, dict[Hashable, float | None]]] = {}
    for result in results:
        if result.measured is not None:
            row = found.setdefault(labels(result), {})
            for metric, value in result.measured.figures.items():
                row.setdefault(metric, {})[unit(result)] = value
    return found


def score_table(
    name: str,
    title: str,
    figures: Figures,
    *,
    heads: Labels,
    columns: Sequence[Column],
    experiment: Experiment,
    baseline: Labels | None = None,
    unit: str = "topic",
    bystanders: Iterable[Labels] = (),
    notes: Sequence[str] = (),
) -> Table:
    """Return the table of means over units, a row per labels in the order given, tested against the baseline's row.

    Bystanders are rows that do not contend for the best. Published rows of the experiment for this table follow ours.
    """
    own = {column.name: _standings(figures, column.name, baseline, experiment) for column in columns}
    aside = set(bystanders)
    ours = [
        Row(labels, tuple(_entry(own[column.name][labels]) for column in columns), contends=labels not in aside)
        for labels in figures
    ]
    used = {mark for row in ours for entry in row.entries for mark in entry.marks}
    against = "" if baseline is None else f" from {' '.join(baseline)}"
    marks = {
        mark: f"differs{against}, p < {bound:g} (paired permutation over {unit}s, Holm over rows)"
        for mark, bound in reversed(_DAGGERS)
        if mark in used
    }
    theirs = published_rows(experiment, name, columns)
    return Table(
        name,
        title,
        heads,
        tuple(columns),
        with_published(ours, theirs),
        marks=marks,
        notes=(*notes, *([f"Rows marked ◦ are {_THEIRS}, on its own data."] if theirs else [])),
        signature=how(experiment, unit=unit),
    )


def how(experiment: Experiment, *, unit: str = "topic", **more: object) -> str:
    """Return the line that says what could change the figures of a table."""
    interval = f"bootstrap({unit}, level=0.95, resamples={experiment.resamples}, seed={experiment.seed})"
    return signature({"experiment": experiment.kind, **more, "interval": interval})


def published_rows(experiment: Experiment, table: str, columns: Sequence[Column]) -> list[Row]:
    """Return what a paper printed for a table of this name, as rows of ours."""
    return [
        Row(each.labels, tuple(Entry(each.values.get(column.name)) for column in columns), theirs=True)
        for each in experiment.published
        if each.table == table
    ]


def with_published(ours: Sequence[Row], theirs: Sequence[Row]) -> tuple[Row, ...]:
    """Return our rows, each followed by the published one with the same labels; the rest of theirs come last."""
    known = {row.labels for row in ours}
    paired = [each for row in ours for each in (row, *(their for their in theirs if their.labels == row.labels))]
    return (*paired, *(row for row in theirs if row.labels not in known))


def failure_notes(results: Sequence[CellResult]) -> tuple[str, ...]:
    """Return a line per system that failed somewhere: where, on how many cells, and why first."""
    lines = []
    for system in dict.fromkeys(result.cell.system for result in results):
        own = [result for result in results if result.cell.system == system]
        failed = [result for result in own if result.error is not None]
        if failed:
            topics = ", ".join(dict.fromkeys(str(result.cell.topic or "the testbed") for result in failed))
            lines.append(f"{system} failed on {len(failed)} of {len(own)} cells ({topics}): {failed[0].error}")
    return tuple(lines)


def _standings(
    figures: Figures, column: str, baseline: Labels | None, experiment: Experiment
) -> dict[Labels, Standing]:
    # One order for all, whatever order the topics came in and wherever a system failed: resamples then draw the same units.
    units = sorted({unit for row in figures.values() for unit in row.get(column, {})}, key=repr)
    names = {labels: repr(labels) for labels in figures}
    values = {names[labels]: [row.get(column, {}).get(unit) for unit in units] for labels, row in figures.items()}
    found = standings(
        values,
        baseline=None if baseline is None else names.get(baseline),
        resamples=experiment.resamples,
        seed=experiment.seed,
    )
    return {labels: found[name] for labels, name in names.items()}


def _entry(standing: Standing) -> Entry:
    p_value = standing.p_value
    mark = next((mark for mark, bound in _DAGGERS if p_value is not None and p_value < bound), None)
    return Entry(standing.mean, standing.low, standing.high, () if mark is None else (mark,))
