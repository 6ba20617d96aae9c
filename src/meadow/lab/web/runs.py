"""Runs of experiments in a folder: which there are, what each has to show, and what a system wrote on each topic."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow.errors import UnknownNameError, check_choice
from meadow.lab.journal import JOURNAL
from meadow.lab.results import FINDINGS, RUN, load_findings
from meadow.lab.tables import Findings, Plot, Table

MOST_RUNS = 500

MOST_CELLS = 500
_LONGEST = 1 << 20  # of a line; a summary is a few thousand characters


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
        check_choice("table", name, tables)
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


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence that a system chose: its text where the journal has it, and the document and number (from 1) it is of."""

    text: str | None
    document: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class CellView:
    """One topic of one system: by which settings, the figures by name, and what was written."""

    system: str
    topic: str
    settings: str
    figures: tuple[tuple[str, str], ...]
    sentences: tuple[Written, ...]


def systems_of(folder: Path) -> list[str]:
    """Return the systems of a run that wrote something, in the order of its journal."""
    return list(dict.fromkeys(cell.system for cell in _cells(folder) if cell.sentences))


def cells_of(folder: Path, system: str) -> list[CellView]:
    """Return the cells of a system with something written, by topic; at most 500 of them."""
    cells = [cell for cell in _cells(folder) if cell.system == system and cell.sentences]
    return sorted(cells, key=lambda cell: (cell.topic, cell.settings))[:MOST_CELLS]


def _cells(folder: Path) -> Iterator[CellView]:
    """Iterate over the cells of a journal; a line that is no cell, such as one that was cut short, is passed over."""
    path = folder / JOURNAL
    if not path.is_file():
        return
    with path.open("rb") as lines:
        for line in lines:
            cell = _parse(line) if len(line) <= _LONGEST else None
            if cell is not None:
                yield cell


def _parse(line: bytes) -> CellView | None:
    try:
        value = json.loads(line)
        figures = tuple((str(name), _figure(each)) for name, each in dict(value["figures"]).items())
        output = value["output"]
        written = output.get("sentences", ()) if isinstance(output, Mapping) else ()
        settings = _settings(value.get("settings"))
        return CellView(str(value["system"]), str(value["topic"]), settings, figures, tuple(map(_sentence, written)))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _settings(value: object) -> str:
    """Return the settings that are plain words or numbers: budget words=100, rate 10."""
    given = value.items() if isinstance(value, Mapping) else ()
    return ", ".join(f"{name} {each}" for name, each in given if isinstance(each, str | int | float) and name != "seed")


def _sentence(value: object) -> Written:
    """Return a sentence as a journal keeps it: with its text, or as a document and a number."""
    if isinstance(value, Mapping):
        document, index = value.get("document"), value.get("index")
        return Written(str(value["text"]), None if document is None else str(document), _number(index))
    if isinstance(value, list) and len(value) == len(("document", "index")):
        return Written(None, str(value[0]), _number(value[1]))
    raise ValueError(value)


def _number(index: object) -> int | None:
    return index + 1 if isinstance(index, int) else None


def _figure(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
