"""Every experiment by one command on the sample's own testbed: whole, without a failed cell, and the same bytes twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path

import pytest

from lab.conftest import Run
from meadow.engines import Engine, open_engine, using_engine
from meadow.lab import drawing, plotting, runner
from meadow.lab.catalogue import experiment_names, load_experiment
from meadow.lab.journal import load_results
from meadow.lab.results import load_findings
from meadow.lab.tables import Table

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


# Of these experiments two topics show all there is to show, and the whole testbed takes a minute and a half.
LONG = ("groups", "headline-tables", "mead-tables", "summaries")


@pytest.fixture(scope="module")
def two_processes() -> Iterator[Engine]:
    """Return the engine of two processes that all experiments of this module are given: to start them takes seconds."""
    with open_engine("processes:2") as engine:
        yield engine


@pytest.mark.parametrize("name", experiment_names())
def test_one_command_makes_tables_and_plots_with_the_same_bytes_in_two_processes(
    name: str, meadow: Run, folder: Path, two_processes: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | Engine | None] = []

    def open_or_shared(engine: str | Engine | None, *, plugins: Sequence[str] = ()) -> AbstractContextManager[Engine]:
        asked.append(engine)
        return nullcontext(two_processes) if engine == "processes:2" else using_engine(engine, plugins=plugins)

    monkeypatch.setattr(runner, "using_engine", open_or_shared)
    # Equal plots are drawn once; that they are drawn alike each time is what `test_plotting` holds.
    monkeypatch.setattr(plotting, "draw", cache(drawing.draw))
    topics = "--topics wolf ferry-es" if name in LONG else ""
    said = _whole_run(name, topics, meadow, folder / "run")
    status, again, _ = meadow(f"lab run {name} {topics} --resamples 100 --workers 2 --out run2")
    assert (status, again) == (0, said)
    several = len(load_results(folder / "run")) > 1
    assert asked == [None, "processes:2" if several else None]
    assert _files(folder / "run") == _files(folder / "run2")


@pytest.mark.drill
@pytest.mark.parametrize("name", LONG)
def test_the_whole_testbed_is_shown_too(name: str, meadow: Run, folder: Path) -> None:
    _whole_run(name, "", meadow, folder / "run")


def _whole_run(name: str, topics: str, meadow: Run, run: Path) -> str:
    """Run an experiment in this process, look at all that it shows, and return what it prints."""
    status, out, err = meadow(f"lab run {name} {topics} --resamples 100 --workers 1 --strict --out {run.name}")
    assert status == 0, err
    findings = load_findings(run)
    shown = {table.name for table in findings.tables}
    assert TABLES[name] <= shown
    assert all(table.title in out for table in findings.tables)
    assert all(table.signature for table in findings.tables)
    assert all(_holds_figures(table) for table in findings.tables)
    for plot in findings.plots:
        for suffix in (".csv", ".svg", ".png"):
            assert (run / "plots" / f"{plot.name}{suffix}").stat().st_size > 0
    assert findings.plots
    published = {row.table for row in load_experiment(name).published}
    assert published <= {table.name for table in findings.tables if any(row.theirs for row in table.rows)}
    return out


def _holds_figures(table: Table) -> bool:
    ours = [entry.value for row in table.rows if not row.theirs for entry in row.entries]
    return any(value is not None for value in ours)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
