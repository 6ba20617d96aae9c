"""Cells at work on an engine: each worker loads the testbed once and takes cells topic by topic."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout

from meadow.engines import Engine, Failed
from meadow.kernels.loading import load_kernels
from meadow.lab.experiment import Cell, CellResult, Kind, Measured, find_kind
from meadow.lab.testbed import Testbed

_MOST_CELLS_AT_ONCE = 16


def measure_cells(kind: Kind, testbed: Testbed, cells: Sequence[Cell], engine: Engine) -> Iterator[CellResult]:
    """Yield the results of cells as an engine finishes them; one that ends its workers has that as its error."""
    # Cells on the whole testbed are large: they come first, one at a time.
    whole = [cell for cell in cells if cell.topic is None]
    rest = sorted((cell for cell in cells if cell.topic is not None), key=lambda cell: str(cell.topic))
    for some, size in ((whole, 1), (rest, _MOST_CELLS_AT_ONCE)):
        by_key = {cell.key: cell for cell in some}
        outcomes = engine.map(_measure, some, keys=by_key, shared=(kind.name, testbed), size=size, together=_topic)
        for key, outcome in outcomes if some else ():
            yield CellResult(by_key[str(key)], None, _named(outcome)) if isinstance(outcome, Failed) else outcome


def measure(kind: Kind, testbed: Testbed, cell: Cell) -> CellResult:
    """Return what a cell finds, or the error that it ends in: one bad cell must not take the others with it."""
    try:
        # What a system prints is not a result: standard output belongs to the tables.
        with redirect_stdout(sys.stderr):
            measured = kind.measure(testbed, cell)
        _check_plain(measured)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a system may raise anything, and the table says so
        return CellResult(cell, None, _named(Failed(error)))
    return CellResult(cell, measured)


def _measure(cell: Cell, shared: tuple[str, Testbed]) -> CellResult:
    load_kernels()  # a worker works for long; compiled code gives the same bits as plain code
    kind, testbed = shared
    return measure(find_kind(kind), testbed, cell)


def _topic(cell: Cell) -> str | None:
    return cell.topic


def _named(failed: Failed) -> str:
    """Return an error with its name as a text that a file can hold: half a character is written as its number."""
    said = f"{type(failed.error).__name__}: {failed.error}"
    return said.encode("utf-8", "backslashreplace").decode("utf-8")


def _check_plain(measured: Measured) -> None:
    """Raise what is wrong with a result that JSON cannot hold as it is: a figure that is no finite number, say."""
    import json

    plain = json.dumps(
        {"figures": dict(measured.figures), "output": dict(measured.output)}, ensure_ascii=False, allow_nan=False
    )
    plain.encode("utf-8")
