"""The journal of a run: a line per finished cell, written as soon as it is known; a kill loses only what was running.

A line is found again by its id, a digest of the code, the data and the cell: another parameter, another text or another
line of code is another id, and a stale figure cannot come back. Its `check` is a digest of the line itself: one that was
torn or edited is no longer what a run found, and its cell is done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from meadow.lab.experiment import Cell, CellResult, Measured
from meadow.provenance import content_id
from meadow.store.files import LOCK, only_one, save_text, writing

JOURNAL = "cells.jsonl"


def format_result(identity: str, result: CellResult) -> str:
    """Return a finished cell as one line of JSON."""
    cell, measured = result.cell, result.measured
    line: dict[str, Any] = {"id": identity, "system": cell.system, "topic": cell.topic, "settings": cell.settings}
    if measured is None:
        line["error"] = result.error
    else:
        line |= {"figures": measured.figures, "output": measured.output}
    return _dumped({**line, "check": content_id(_dumped(line))})


def parse_result(line: str) -> tuple[str, CellResult]:
    """Return the id and the cell of a journal's line; one that is not as it was written is a `ValueError`."""
    fields = json.loads(line)
    if fields.pop("check") != content_id(_dumped(fields)):
        raise ValueError("the line was edited")
    cell = Cell(fields["system"], fields["topic"], fields["settings"])
    if "error" in fields:
        return fields["id"], CellResult(cell, None, fields["error"])
    return fields["id"], CellResult(cell, Measured(fields["figures"], fields["output"]))


def _dumped(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def load_results(folder: Path) -> dict[str, CellResult]:
    """Return the finished cells of a run by id; lines that a kill has torn or a hand has edited are left out."""
    path = folder / JOURNAL
    if not path.is_file():
        return {}
    return dict(_whole_lines(path))


def _whole_lines(path: Path) -> Iterator[tuple[str, CellResult]]:
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        if line:
            try:
                yield parse_result(line)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                continue


@contextmanager
def open_journal(folder: Path) -> Iterator[IO[bytes]]:
    """Open a run's journal for adding lines; a torn last line is closed first, and only one run at a time may write."""
    with only_one(folder):
        path = folder / JOURNAL
        with writing(path):
            torn = path.is_file() and path.read_bytes()[-1:] not in (b"", b"\n")
            # Unbuffered: what a full disk refuses must not be tried once more on closing.
            file = path.open("ab", buffering=0)
        with file:
            if torn:
                add_line(file, "")
            yield file


def add_line(journal: IO[bytes], line: str) -> None:
    """Add a line and hand it to the system, so that it outlives this process."""
    with writing(journal.name):
        rest = memoryview(f"{line}\n".encode())
        while rest:
            rest = rest[journal.write(rest) :]


def save_results(folder: Path, results: Iterable[tuple[str, CellResult]]) -> None:
    """Write the journal anew in the order given: equal results, equal bytes, whatever order they came in."""
    save_text(folder / JOURNAL, "".join(format_result(identity, result) + "\n" for identity, result in results))


def is_run(folder: Path) -> bool:
    """Tell whether a folder holds a run, or nothing that a run would be mixed up with."""
    names = {path.name for path in folder.iterdir()} - {LOCK} if folder.is_dir() else set()
    return not names or JOURNAL in names
