"""What a run found: every figure of every cell, the tables and plots, and all that is needed to make them again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from meadow.errors import InputError, MissingExtraError, UnknownNameError
from meadow.lab.catalogue import format_experiment
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.tables import Findings, Plot, Table, check_table
from meadow.lab.tables.spreadsheet import format_csv
from meadow.lab.testbed import Testbed
from meadow.provenance.installed import libraries_in_use
from meadow.store.files import only_one, save_text, writing
from meadow.version import __version__

RUN, FINDINGS, ITEMS, EXPERIMENT, PAGE = "run.json", "findings.json", "items.csv", "experiment.toml", "report.html"


@dataclass(frozen=True)
class Results:
    """A run of an experiment on a testbed; in a notebook it shows its tables. `notes` say what could not be kept."""

    experiment: Experiment
    testbed: Testbed
    code: str
    cells: tuple[CellResult, ...]
    findings: Findings
    notes: tuple[str, ...] = ()

    @property
    def failures(self) -> tuple[CellResult, ...]:
        """The cells that ended in an error."""
        return tuple(result for result in self.cells if result.error is not None)

    def table(self, name: str) -> Table:
        """Return the table called `name`."""
        tables = {table.name: table for table in self.findings.tables}
        if name not in tables:
            raise UnknownNameError("table", name, tables)
        return tables[name]

    def rows(self) -> list[dict[str, Any]]:
        """Return every figure as a row: system, topic, the settings that differ between cells, metric and value."""
        differing = _differing([result.cell.settings for result in self.cells])
        return [
            {
                "system": result.cell.system,
                "topic": result.cell.topic,
                **{key: result.cell.settings.get(key) for key in differing},
                "metric": metric,
                "value": value,
            }
            for result in self.cells
            if result.measured is not None
            for metric, value in result.measured.figures.items()
        ]

    def frame(self) -> Any:
        """Return `rows` as a pandas data frame."""
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError("A data frame", "frames") from error
        return pandas.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        from meadow.lab.plotting import plot_svg

        shown = [table._repr_html_() for table in self.findings.tables]
        # Without matplotlib the tables are all there is to see.
        pictures = map(plot_svg, self.findings.plots) if find_spec("matplotlib") is not None else ()
        return "\n".join((*shown, *pictures))


@dataclass(frozen=True, slots=True)
class Kept:
    """The files of a run that was kept, relative to its folder, and what could not be written and why."""

    files: tuple[str, ...]
    notes: tuple[str, ...] = ()


def save_run(results: Results, folder: str | Path, *, command: str | None = None) -> Kept:
    """Write a run into a folder, equal bytes for equal runs; the journal of its cells is there already.

    Files of an earlier run there that this one does not have are removed. Without matplotlib a plot is its CSV only.
    """
    root = Path(folder)
    with only_one(root), writing(root):
        return _saved(results, root, command)


def _saved(results: Results, root: Path, command: str | None) -> Kept:
    from meadow.lab.tables.rendering import SUFFIXES

    texts = {
        EXPERIMENT: format_experiment(results.experiment),
        ITEMS: format_items(results.rows()),
        FINDINGS: msgspec.json.format(msgspec.json.encode(results.findings, order="deterministic"), indent=1).decode(),
    }
    for table in results.findings.tables:
        texts |= {f"tables/{table.name}{suffix}": _as_file(table, form) for form, suffix in SUFFIXES.items()}
    for name, text in texts.items():
        save_text(root / name, text)
    plots, notes = _save_plots(results.findings, root)
    names = [*texts, *plots, PAGE]
    save_text(root / PAGE, _page(results, [] if notes else _pictures(results.findings, root)))
    _remove_others(root, names)
    stamp = {**_stamp(results, command), "files": sorted(names)}
    save_text(root / RUN, json.dumps(stamp, ensure_ascii=False, indent=2) + "\n")
    return Kept((*names, RUN), notes)


def _as_file(table: Table, form: str) -> str:
    """Return a table as a file holds it: in HTML a whole page, whose policy lets nothing be loaded or run."""
    from meadow.lab.tables.html import page
    from meadow.lab.tables.rendering import render

    return page([table], title=table.title) if form == "html" else render(table, form)


def _save_plots(findings: Findings, root: Path) -> tuple[list[str], tuple[str, ...]]:
    """Write the plots and return their files, and a note if matplotlib is missing: then a plot is its CSV only."""
    from meadow.lab.plotting import save_plot

    names: list[str] = []
    notes: dict[str, None] = {}
    for plot in findings.plots:
        try:
            names += [path.relative_to(root).as_posix() for path in save_plot(plot, root / "plots")]
        except MissingExtraError as error:
            names.append(f"plots/{plot.name}.csv")
            notes[str(error)] = None
    return names, tuple(notes)


def _pictures(findings: Findings, root: Path) -> list[tuple[Plot, str]]:
    """Return the plots with their SVG as it was written: to draw one takes longer than to measure a few cells."""
    return [(plot, (root / "plots" / f"{plot.name}.svg").read_bytes().decode("utf-8")) for plot in findings.plots]


def _page(results: Results, pictures: Sequence[tuple[Plot, str]]) -> str:
    """Return everything on one page, plots where they could be drawn."""
    from meadow.lab.tables.html import page

    return page(results.findings.tables, pictures, title=results.experiment.title or results.experiment.name)


def _remove_others(root: Path, names: Sequence[str]) -> None:
    """Remove what the run kept here before had and this one has not: a table of then beside those of now would mislead."""
    if not (root / RUN).is_file():
        return
    try:
        earlier = json.loads((root / RUN).read_text(encoding="utf-8")).get("files", [])
    except (ValueError, AttributeError):
        return  # not ours, or torn: nothing is known about its files
    for name in set(earlier) - set(names):
        path = (root / str(name)).resolve()
        if path.is_relative_to(root.resolve()):
            path.unlink(missing_ok=True)


def load_findings(folder: str | Path) -> Findings:
    """Return the tables and plots of a run that was kept in a folder."""
    path = Path(folder) / FINDINGS
    try:
        findings = msgspec.json.decode(path.read_bytes(), type=Findings)
        for table in findings.tables:
            check_table(table)
    except OSError as error:
        raise InputError(
            f"There is no finished run in {str(folder)!r}.", given=str(folder),
            allowed=f"A run holds {FINDINGS}.", advice="`meadow lab run NAME --out DIR` makes one.",
        ) from error  # fmt: skip
    except (msgspec.DecodeError, InputError) as error:
        problem = f"{str(path)!r} cannot be read: {str(error).removesuffix('.')}."
        advice = "Run the same command again: what is finished is reused."
        raise InputError(problem, given=str(path), advice=advice) from error
    return findings


def format_items(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV, every digit kept; lists and mappings are JSON."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    return format_csv(heads, ([row.get(head) for head in heads] for row in rows))


def _differing(settings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the settings that not all cells share: those tell rows apart."""
    keys = dict.fromkeys(key for each in settings for key in each)
    return [key for key in keys if any(each.get(key) != settings[0].get(key) for each in settings)]


def _stamp(results: Results, command: str | None) -> dict[str, Any]:
    """Return what the run rests on; no time and no path of this machine, so that equal runs have equal bytes."""
    testbed, experiment = results.testbed, results.experiment
    return {
        "experiment": asdict(experiment),
        "command": command,
        "testbed": {
            "name": testbed.name,
            "illustration": testbed.illustration,
            "digest": testbed.digest,
            "topics": {topic.id: topic.digest for topic in testbed},
        },
        "code": {"version": __version__, "digest": results.code, "libraries": libraries_in_use()},
        "cells": len(results.cells),
        "failed": [{"cell": json.loads(each.cell.key), "error": each.error} for each in results.failures],
        "tables": [table.name for table in results.findings.tables],
        "plots": [plot.name for plot in results.findings.plots],
    }
