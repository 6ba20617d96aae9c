"""Runs of experiments in a folder: which there are, and what each has to show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow.errors import UnknownNameError
from meadow.lab.results import FINDINGS, RUN, load_findings
from meadow.lab.tables import Findings, Plot, Table

MOST_RUNS = 500


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run that was kept: the name of its folder, and what it says about itself; nothing where that cannot be read."""

    name: str
    folder: Path
    stamp: Mapping[str, Any]

    @property
    def title(self) -> str:
        """What the experiment is called."""
        experiment = self._part("experiment")
        return str(experiment.get("title") or experiment.get("name") or self.name)

    @property
    def testbed(self) -> str:
        """The testbed that it ran on; one that is an illustration says so."""
        testbed = self._part("testbed")
        name = str(testbed.get("name", "an unknown testbed"))
        return f"{name} (an illustration: its figures prove nothing)" if testbed.get("illustration") else name

    @property
    def failed(self) -> int:
        """How many cells ended in an error."""
        failed = self.stamp.get("failed", ())
        return len(failed) if isinstance(failed, list) else 0

    @property
    def command(self) -> str | None:
        """The command that makes it again."""
        given = self.stamp.get("command")
        return given if isinstance(given, str) else None

    def findings(self) -> Findings:
        """Return its tables and plots."""
        return load_findings(self.folder)

    def table(self, name: str) -> Table:
        """Return a table by its name."""
        tables = {table.name: table for table in self.findings().tables}
        if name not in tables:
            raise UnknownNameError("table", name, tables)
        return tables[name]

    def picture(self, plot: Plot) -> str | None:
        """Return the drawing of a plot that was kept with the run; None where matplotlib was missing then."""
        path = self.folder / "plots" / f"{plot.name}.svg"
        try:
            inside = path.resolve().is_relative_to(self.folder.resolve())
            return path.read_text("utf-8") if inside else None
        except (OSError, ValueError):
            return None

    def _part(self, name: str) -> Mapping[str, Any]:
        part = self.stamp.get(name)
        return part if isinstance(part, Mapping) else {}


def list_runs(folder: Path | None) -> list[RunFolder]:
    """Return the finished runs right below a folder, by name; none where there is no such folder."""
    if folder is None or not folder.is_dir():
        return []
    kept = sorted(each for each in folder.iterdir() if (each / FINDINGS).is_file())
    return [RunFolder(each.name, each, _stamp(each)) for each in kept[:MOST_RUNS]]


def find_run(folder: Path | None, name: str) -> RunFolder:
    """Return a run by name; only what the list has is ever opened."""
    runs = {run.name: run for run in list_runs(folder)}
    if name not in runs:
        raise UnknownNameError("run", name, runs, advice="`meadow lab run NAME --out DIR` makes one.")
    return runs[name]


def _stamp(folder: Path) -> Mapping[str, Any]:
    try:
        stamp = json.loads((folder / RUN).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return stamp if isinstance(stamp, dict) else {}
