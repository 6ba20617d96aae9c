"""Every experiment by one command on the sample's own testbed: whole, without a failed cell, and the same bytes twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.conftest import Run
from meadow.lab.catalogue import experiment_names, load_experiment
from meadow.lab.results import load_findings
from meadow.tables import Table

# What the papers call them, and what each experiment is to show.
TABLES = {
    "clustering-agreement": {"table-2", "table-3", "differences"},
    "groups": {"groups"},
    "headline-tables": {"table-1", "table-2", "table-3"},
    "mead-features": {"table-2", "table-3"},
    "mead-tables": {"table-10", "table-11", "table-12"},
    "metric-correlation": {"within", "systems", "pooled"},
    "qarla": {"table-2"},
    "rating-tables": {"ratings", "judges"},
    "subsumption-agreement": {"table-8", "table-9", "links"},
    "summaries": {"summaries-words-100"},
    "tracking": {"tracking"},
    "tsc3-tables": {f"table-{number}" for number in range(3, 9)},
}


@pytest.mark.parametrize("name", experiment_names())
def test_one_command_makes_the_tables_and_plots(name: str, meadow: Run, folder: Path) -> None:
    status, out, err = meadow(f"lab run {name} --resamples 100 --workers 1 --strict --out run")
    assert status == 0, err
    findings = load_findings(folder / "run")
    shown = {table.name for table in findings.tables}
    assert TABLES[name] <= shown
    assert all(table.title in out for table in findings.tables)
    assert all(table.signature for table in findings.tables)
    assert all(_holds_figures(table) for table in findings.tables)
    for plot in findings.plots:
        for suffix in (".csv", ".svg", ".png"):
            assert (folder / "run" / "plots" / f"{plot.name}{suffix}").stat().st_size > 0
    assert findings.plots
    published = {row.table for row in load_experiment(name).published}
    assert published <= {table.name for table in findings.tables if any(row.theirs for row in table.rows)}


@pytest.mark.parametrize("name", experiment_names())
def test_one_process_and_two_give_the_same_bytes(name: str, meadow: Run, folder: Path) -> None:
    line = f"lab run {name} --topics wolf ferry-es --resamples 100"
    outputs = [meadow(f"{line} --workers {workers} --out run{workers}")[1] for workers in (1, 2)]
    assert outputs[0] == outputs[1] != ""
    assert _files(folder / "run1") == _files(folder / "run2")


def _holds_figures(table: Table) -> bool:
    ours = [entry.value for row in table.rows if not row.theirs for entry in row.entries]
    return any(value is not None for value in ours)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
