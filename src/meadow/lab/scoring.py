"""From cells to tables: means over topics with their intervals, daggers, published figures next to ours, and what failed.

A table may hold all rows against one (`score_table`), or each against its own, such as Lead at the same length
(`compared_table`); its entries are lines or bars of a plot, with their intervals where there are any.

A system's mean has a bootstrap interval over topics; it is tested against a baseline with Holm's correction. All systems and
metrics share one set of resamples, so that a resample is a matrix product: 10,000 of them over 50 topics, 20 systems and 10
metrics take well under a second.

Source: Efron (1979) for the bootstrap; Fisher (1935) and Pitman (1937) for permutations; Holm (1979).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from meadow.lab.evaluate.metric import Item, Measure, metric_settings, parse_measure, score_items
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval
from meadow.lab.evaluate.significance import holm, paired_permutation
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.tables import Column, Entry, Row, Series, Table
from meadow.model import FloatArray
from meadow.provenance import signature
from meadow.vectors.chance import generator

Labels = tuple[str, ...]
# Labels of a row -> name of a column -> unit (a topic, mostly) -> figure.
Figures = Mapping[Labels, Mapping[str, Mapping[Hashable, float | None]]]

_DAGGERS = (("‡", 0.01), ("†", 0.05))
_FEWEST_ROWS = 2  # one row has nothing to differ from
_THEIRS = "Rows marked ◦ are printed in the paper, on its own data."

_FEWEST_UNITS = 2
Values = Sequence[float | None]


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
    figures: dict[Labels, dict[str, dict[Hashable, float | None]]] = {}
    for result in results:
        if result.measured is not None:
            row = figures.setdefault(labels(result), {})
            for metric, value in result.measured.figures.items():
                row.setdefault(metric, {})[unit(result)] = value
    return figures


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
    by_column = {column.name: _standings(figures, column.name, baseline, experiment) for column in columns}
    aside = set(bystanders)
    ours = [
        Row(labels, tuple(_entry(by_column[column.name][labels]) for column in columns), contends=labels not in aside)
        for labels in figures
    ]
    used = {mark for row in ours for entry in row.entries for mark in entry.marks}
    against = "" if baseline is None else f" from {' '.join(baseline)}"
    marks = {
        mark: f"differs{against}, p < {bound:g} (paired permutation over {unit}s, Holm over rows)"
        for mark, bound in reversed(_DAGGERS)
        if mark in used
    }
    return paper_table(name, title, heads, columns, ours, experiment, notes=notes, marks=marks, unit=unit)


def paper_table(
    name: str,
    title: str,
    heads: Labels,
    columns: Sequence[Column],
    rows: Sequence[Row],
    experiment: Experiment,
    *,
    notes: Sequence[str] = (),
    marks: Mapping[str, str] | None = None,
    **said: object,
) -> Table:
    """Return a table of our rows and those that a paper printed for it; `said` goes into the signature."""
    theirs = published_rows(experiment, name, columns)
    remarks = [each.note for each in experiment.published if each.table == name and each.note is not None]
    printed = [_THEIRS, *remarks] if theirs else []
    shown, how_said = with_published(rows, theirs), how(experiment, **said)
    return Table(name, title, heads, tuple(columns), shown, marks or {}, (*notes, *printed), how_said)


def figure_row(
    labels: Labels, figures: Mapping[str, float | None], columns: Sequence[Column], *, contends: bool = True
) -> Row:
    """Return the row of figures that are kept by the names of columns; None where one is not there."""
    return Row(labels, tuple(Entry(figures.get(column.name)) for column in columns), contends=contends)


def how(experiment: Experiment, *, unit: object = "topic", **more: object) -> str:
    """Return the line that says what could change the figures of a table."""
    interval = f"bootstrap({unit}, level=0.95, resamples={experiment.resamples}, seed={experiment.seed})"
    return signature({"experiment": experiment.kind, **more, "interval": interval})


def published_rows(experiment: Experiment, table: str, columns: Sequence[Column]) -> list[Row]:
    """Return what a paper printed for a table of this name, as rows of ours."""
    return [
        replace(figure_row(each.labels, each.values, columns), theirs=True)
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
        cells = [result for result in results if result.cell.system == system]
        failed = [result for result in cells if result.error is not None]
        if failed:
            topics = ", ".join(dict.fromkeys(str(result.cell.topic or "the testbed") for result in failed))
            lines.append(f"{system} failed on {len(failed)} of {len(cells)} cells ({topics}): {failed[0].error}")
    return tuple(lines)


def untested_notes(figures: Figures, baseline: Labels | None) -> tuple[str, ...]:
    """Return a line where several rows could be tested and none is, since no baseline is among them."""
    if len(figures) < _FEWEST_ROWS or baseline in figures:
        return ()
    why = "No baseline was named" if baseline is None else f"The baseline {' '.join(baseline)} is no row"
    return (f"{why}, so no difference is tested: name a row with --baseline.",)


def _standings(
    figures: Figures, column: str, baseline: Labels | None, experiment: Experiment
) -> dict[Labels, SystemStanding]:
    # One order for all, whatever order the topics came in and wherever a system failed: resamples then draw the same units.
    units = sorted({unit for row in figures.values() for unit in row.get(column, {})}, key=repr)
    names = {labels: repr(labels) for labels in figures}
    values = {names[labels]: [row.get(column, {}).get(unit) for unit in units] for labels, row in figures.items()}
    stood = standings(
        values,
        baseline=None if baseline is None else names.get(baseline),
        resamples=experiment.resamples,
        seed=experiment.seed,
    )
    return {labels: stood[name] for labels, name in names.items()}


def _entry(standing: SystemStanding) -> Entry:
    p_value = standing.p_value
    mark = next((mark for mark, bound in _DAGGERS if p_value is not None and p_value < bound), None)
    return Entry(standing.mean, standing.low, standing.high, () if mark is None else (mark,))


def series_of(
    label: str, x: Sequence[float] | Sequence[str], entries: Sequence[Entry], *, theirs: bool = False
) -> Series:
    """Return entries over x; bounds are left out where no entry has any."""
    y, low, high = (tuple(getattr(entry, part) for entry in entries) for part in ("value", "low", "high"))
    sure = any(bound is not None for bound in low)
    return Series(label, tuple(x), y, low if sure else (), high if sure else (), theirs)


def column_bars(table: Table, column: int, *, label: str) -> Series:
    """Return a column of a table as bars, one for each of our rows under its first label."""
    ours = [row for row in table.rows if not row.theirs]
    return series_of(label, [row.labels[0] for row in ours], [row.entries[column] for row in ours])


def compared_table(
    name: str,
    title: str,
    figures: Figures,
    *,
    heads: Labels,
    columns: Sequence[Column],
    experiment: Experiment,
    against: Callable[[Labels], Labels | None],
    rival: str,
    shown: Collection[Labels] | None = None,
    notes: Sequence[str] = (),
) -> Table:
    """Return the table of means over topics, in which `against` says what each row is tested against (None: nothing).

    Rows that are tested against the same one are a family to Holm's correction. `rival` says in words what a dagger speaks
    of; only the rows in `shown` are printed, though others may be tested against.
    """
    wanted = [labels for labels in figures if shown is None or labels in shown]
    ours: dict[Labels, Row] = {}
    marks: dict[str, str] = {}
    table = score_table(name, title, {}, heads=heads, columns=columns, experiment=experiment, notes=notes)
    for against_row in dict.fromkeys(map(against, wanted)):
        family = {labels: figures[labels] for labels in wanted if against(labels) == against_row}
        baseline = against_row if against_row in figures else None
        tested = family if baseline is None else {baseline: figures[baseline], **family}
        part = score_table(
            name,
            title,
            tested,
            heads=heads,
            columns=columns,
            experiment=replace(experiment, published=()),
            baseline=baseline,
        )
        # Rows of one length contend with each other only: of all, the best would be the longest.
        contending = (replace(row, among=" ".join(row.labels[1:])) for row in part.rows)
        ours |= {row.labels: row for row in contending if row.labels in family}
        named = "" if against_row is None else f" from {' '.join(against_row)}"
        marks |= {mark: _reworded(words, named, rival) for mark, words in part.marks.items()}
    rows = with_published([ours[labels] for labels in wanted], published_rows(experiment, name, columns))
    return replace(table, rows=rows, marks=dict(sorted(marks.items())))


def _reworded(words: str, name: str, rival: str) -> str:
    return words.replace(name, f" from {rival}", 1).replace("Holm over rows", "Holm over rows with the same rival", 1)


@dataclass(frozen=True, slots=True)
class SystemStanding:
    """A system's mean over the units that it has a figure for, its interval, and its difference from the baseline.

    `p_value` is corrected by Holm over the systems compared; it and `difference` are over units that both have.
    """

    mean: float | None
    low: float | None
    high: float | None
    units: int
    difference: float | None = None
    p_value: float | None = None


def standings(
    values: Mapping[str, Values], *, baseline: str | None = None, resamples: int = 10_000, seed: int = 0
) -> dict[str, SystemStanding]:
    """Return how each system stands; `values` hold a figure per unit, in one order for all, None where there is none."""
    tests = _tests(values, baseline, resamples, seed) if baseline is not None and baseline in values else {}
    return {name: _standing(figures, tests.get(name), resamples, seed) for name, figures in values.items()}


def _standing(values: Values, test: tuple[float, float] | None, resamples: int, seed: int) -> SystemStanding:
    known = [value for value in values if value is not None]
    if not known:
        return SystemStanding(None, None, None, 0)
    low, high = _interval(values, resamples, seed) if len(known) >= _FEWEST_UNITS else (None, None)
    difference, p_value = test if test is not None else (None, None)
    return SystemStanding(float(np.mean(known)), low, high, len(known), difference, p_value)


def _interval(values: Values, resamples: int, seed: int) -> tuple[float, float]:
    """Return the percentile interval of the mean over resampled units; a resample without a known unit says nothing."""
    weights = _weights(len(values), resamples, seed)
    known = np.array([value is not None for value in values], dtype=np.float64)
    numbers = np.array([0.0 if value is None else value for value in values])
    sums, sizes = weights @ numbers, weights @ known
    means = sums[sizes > 0] / sizes[sizes > 0]
    return percentile_interval(means)


@lru_cache(maxsize=8)
def _weights(units: int, resamples: int, seed: int) -> FloatArray:
    return drawn_counts(units, resamples, generator(seed))


def _tests(values: Mapping[str, Values], baseline: str, resamples: int, seed: int) -> dict[str, tuple[float, float]]:
    """Return each other system's difference from the baseline, and Holm's p."""
    tested: dict[str, tuple[float, float]] = {}
    for name, figures in values.items():
        pairs = [(a, b) for a, b in zip(figures, values[baseline], strict=True) if a is not None and b is not None]
        if name != baseline and len(pairs) >= _FEWEST_UNITS:
            test = paired_permutation(*zip(*pairs, strict=True), resamples=resamples, seed=seed)
            tested[name] = test.difference, test.p_value
    corrected = holm([p_value for _, p_value in tested.values()]) if tested else ()
    return {name: (tested[name][0], p_value) for name, p_value in zip(tested, corrected, strict=True)}


def figures_of(
    texts: Sequence[str], references: Sequence[str], notations: Sequence[str], *, language: str
) -> list[list[float]]:
    """Return the figure of each text by each notation; what cannot be measured is worth nothing."""
    items = [Item((text,), tuple(references), language) for text in texts]
    rows = score_items(items, [parse_measure(notation) for notation in notations])
    return [[value or 0.0 for value in row.values()] for row in rows]


def dialect_notes(measures: Iterable[Measure]) -> tuple[str, ...]:
    """Return the dialect of the ROUGE measures whose notation names none, in a line; no line where all name theirs."""
    named: dict[str, list[str]] = {}
    for measure in measures:
        dialect = metric_settings(measure).get("dialect")
        if dialect is not None and "dialect" not in dict(measure.spec.keywords):
            named.setdefault(str(dialect), []).append(str(measure))
    return tuple(f"Dialect {dialect}: {', '.join(each)}." for dialect, each in named.items())
