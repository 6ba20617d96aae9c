"""The journal of a run: a line per finished cell, written as soon as it is known; a kill loses only what was running.

A line is found again by its id, a digest of the code, the data and the cell: another parameter, another text or another
line of code is another id, and a stale figure cannot come back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from meadow.errors import UsageError
from meadow.lab.experiment import Cell, CellResult, Measured

JOURNAL = "cells.jsonl"
_LOCK = ".running"


def format_result(identity: str, result: CellResult) -> str:
    """Return a finished cell as one line of JSON."""
    cell, measured = result.cell, result.measured
    line: dict[str, Any] = {"id": identity, "system": cell.system, "topic": cell.topic, "settings": cell.settings}
    if measured is None:
        line["error"] = result.error
    else:
        line |= {"figures": measured.figures, "output": measured.output}
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def parse_result(line: str) -> tuple[str, CellResult]:
    """Return the id and the cell of a journal's line."""
    held = json.loads(line)
    cell = Cell(held["system"], held["topic"], held["settings"])
    if "error" in held:
        return held["id"], CellResult(cell, None, held["error"])
    return held["id"], CellResult(cell, Measured(held["figures"], held["output"]))


def load_results(folder: Path) -> dict[str, CellResult]:
    """Return the finished cells of a run by id; a last line that a kill has torn is left out."""
    path = folder / JOURNAL
    if not path.is_file():
        return {}
    return dict(_whole_lines(path))


def _whole_lines(path: Path) -> Iterator[tuple[str, CellResult]]:
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        if line:
            try:
                yield parse_result(line)
            except (ValueError, KeyError, TypeError):
                continue


@contextmanager
def open_journal(folder: Path) -> Iterator[IO[str]]:
    """Open a run's journal for adding lines; a torn last line is closed first, and only one run at a time may write."""
    folder.mkdir(parents=True, exist_ok=True)
    with _only_one(folder):
        path = folder / JOURNAL
        torn = path.is_file() and path.read_bytes()[-1:] not in (b"", b"\n")
        with path.open("a", encoding="utf-8") as file:
            if torn:
                file.write("\n")
            yield file


def add_line(journal: IO[str], line: str) -> None:
    """Add a line and hand it to the system, so that it outlives this process."""
    journal.write(line + "\n")
    journal.flush()


def save_results(folder: Path, results: Iterable[tuple[str, CellResult]]) -> None:
    """Write the journal anew in the order given: equal results, equal bytes, whatever order they came in."""
    save_text(folder / JOURNAL, "".join(format_result(identity, result) + "\n" for identity, result in results))


def save_text(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    draft.replace(path)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; the system lets go of it even after a kill."""
    try:
        import fcntl
    except ImportError:  # not on Windows, where an open file cannot be replaced either
        yield
        return
    with (folder / _LOCK).open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"Another run is writing to {str(folder)!r}."
            raise UsageError(message, given=str(folder), advice="Wait for it, or give another --out.") from error
        try:
            yield
        finally:
            (folder / _LOCK).unlink(missing_ok=True)


def is_run(folder: Path) -> bool:
    """Tell whether a folder holds a run, or nothing that a run would be mixed up with."""
    held = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    return not held or JOURNAL in held
