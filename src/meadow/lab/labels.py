"""Names of rows as a paper prints them: `mine` becomes "Our system" in tables, notes and plots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from meadow.errors import UnknownNameError
from meadow.lab.systems import given_spec
from meadow.lab.tables import Findings, Plot, Table


def relabelled(findings: Findings, labels: Mapping[str, str]) -> tuple[Findings, tuple[str, ...]]:
    """Return findings whose rows have other names, and a note for each label that no row has.

    `labels` maps a system, or the name of a given one, to its label. A label without a row is no error, since the figures
    have been measured by then.
    """
    rows = list(dict.fromkeys(row.labels[0] for table in findings.tables for row in table.rows if row.labels))
    found = {system: next((row for row in (system, given_spec(system)) if row in rows), None) for system in labels}
    names = {row: labels[system] for system, row in found.items() if row is not None}
    unknown = tuple(str(UnknownNameError("row to label", system, rows)) for system, row in found.items() if row is None)
    tables = tuple(_table(table, names) for table in findings.tables)
    plots = tuple(_plot(plot, names) for plot in findings.plots)
    return replace(findings, tables=tables, plots=plots), unknown


def _table(table: Table, names: Mapping[str, str]) -> Table:
    rows = tuple(replace(row, labels=tuple(names.get(label, label) for label in row.labels)) for row in table.rows)
    marks = {mark: _said(words, names) for mark, words in table.marks.items()}
    return replace(table, rows=rows, marks=marks, notes=tuple(_said(note, names) for note in table.notes))


def _plot(plot: Plot, names: Mapping[str, str]) -> Plot:
    series = tuple(
        replace(
            each,
            label=names.get(each.label, each.label),
            x=tuple(names.get(x, x) if isinstance(x, str) else x for x in each.x),
        )
        for each in plot.series
    )
    return replace(plot, series=series)


def _said(words: str, names: Mapping[str, str]) -> str:
    """Return a note or mark in which a row is called by its label, where it is named as the row or as the baseline."""
    for row, label in names.items():
        words = re.sub(rf"^{re.escape(row)}(?= )|(?<=from ){re.escape(row)}(?=[, ])", label.replace("\\", r"\\"), words)
    return words
