"""Runs of experiments: cells in parallel, reused where code, data and settings agree, with the same results each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO

from meadow.engines import Engine, using_engine
from meadow.errors import InputError, UsageError
from meadow.kernels.loading import load_kernels
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, find_kind
from meadow.lab.journal import (
    add_line,
    format_result,
    is_run,
    load_results,
    open_journal,
    parse_result,
    save_results,
)
from meadow.lab.results import Results
from meadow.lab.tables import Table, check_table
from meadow.lab.testbed import Testbed
from meadow.lab.workers import measure_cells
from meadow.provenance import content_id
from meadow.provenance.code_version import code_version
from meadow.store.files import writing

Progress = Callable[[int, int], None]

_SHORT = 8


def run(
    experiment: Experiment,
    testbed: Testbed,
    *,
    out: str | Path | None = None,
    workers: int = 1,
    engine: str | Engine | None = None,
    plugins: Sequence[str] = (),
    command: str | None = None,
    progress: Progress | None = None,
) -> Results:
    """Return what an experiment finds on a testbed, the same on any engine with any number of workers.

    With `out` the run is kept in that folder, and what an earlier run there has finished under the same code, data and
    settings is not done again. More than one of `workers` are processes of this machine, an `engine` may be a cluster.
    `plugins` are files that they load; `progress` hears how many cells of how many are done. A system that raises on a
    topic, or ends every worker it is given to, leaves an error in that cell, and the run goes on.
    """
    _check_workers(workers, engine)
    load_kernels()  # for speed only: a run reads much
    folder = None if out is None else _run_folder(Path(out))
    kind = find_kind(experiment.kind)
    cells = _plan(kind, testbed, experiment)
    identities = _identities(kind, testbed, cells)
    names = {cell.key: identity for identity, cell in zip(identities, cells, strict=True)}
    # The folder is held before its journal is read: what another run has just finished must be seen, not written over.
    with nullcontext() if folder is None else open_journal(folder) as journal:
        done = {} if folder is None else _finished(folder, identities)
        todo = [cell for identity, cell in zip(identities, cells, strict=True) if identity not in done]
        with _engine(engine, min(workers, len(todo)), plugins) as opened:
            for result in measure_cells(kind, testbed, todo, opened):
                done[names[result.cell.key]] = _kept(names[result.cell.key], result, journal)
                if progress is not None:
                    progress(len(done), len(cells))
        ordered = [(identity, done[identity]) for identity in identities]
        if folder is not None:
            save_results(folder, ordered)
    results = [result for _, result in ordered]
    _check_some(results)
    findings = kind.report(testbed, experiment, results)
    tables = tuple(check_table(_stamped(table, testbed, command)) for table in findings.tables)
    return Results(experiment, testbed, code_version(), tuple(results), replace(findings, tables=tables))


def _finished(folder: Path, identities: Sequence[str]) -> dict[str, CellResult]:
    """Return what an earlier run has found of these cells, failures left out."""
    known = load_results(folder)
    return {identity: known[identity] for identity in identities if identity in known and known[identity].error is None}


def _engine(engine: str | Engine | None, workers: int, plugins: Sequence[str]) -> AbstractContextManager[Engine]:
    """Return the engine that was asked for; without any, processes where there are several workers."""
    wanted = f"processes:{workers}" if engine is None and workers > 1 else engine
    return using_engine(wanted, plugins=plugins)


def _plan(kind: Kind, testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return the cells of an experiment as a journal would give them back, so that both are the same to `measure`."""
    planned = kind.plan(testbed, experiment)
    cells = [parse_result(format_result("", CellResult(cell, None, "")))[1].cell for cell in planned]
    twice = [key for key, times in Counter(cell.key for cell in cells).items() if times > 1]
    if twice:
        raise UsageError(
            f"A cell is planned twice: {twice[0]}.",
            given=twice[0],
            advice="Name each system, each length and each topic once.",
        )
    if not cells:
        raise UsageError(
            f"The experiment {experiment.name!r} has nothing to do.", advice="Name at least one system and one metric."
        )
    return cells


def _identities(kind: Kind, testbed: Testbed, cells: Sequence[Cell]) -> list[str]:
    """Return the id of each cell: a digest of the code, of the data that it may look at, and of the cell itself."""
    code = code_version()
    data = {topic.id: topic.digest for topic in testbed}
    return [
        content_id(code, kind.name, testbed.digest if cell.topic is None else data[cell.topic], cell.key)
        for cell in cells
    ]


def _kept(identity: str, result: CellResult, journal: IO[bytes] | None) -> CellResult:
    """Return a result as the journal holds it, and add it there if there is one."""
    line = format_result(identity, result)
    if journal is not None:
        add_line(journal, line)
    return parse_result(line)[1]


def _stamped(table: Table, testbed: Testbed, command: str | None) -> Table:
    """Return a table that names its data in the signature, and the command that makes it again."""
    how, bar, version = (table.signature or "").rpartition("|")
    data = f"data:{testbed.digest[:_SHORT]}"
    return replace(table, signature=f"{how}|{data}|{version}" if bar else data, command=command or table.command)


def _run_folder(folder: Path) -> Path:
    with writing(folder):
        fits = not folder.exists() or (folder.is_dir() and is_run(folder))
    if not fits:
        raise UsageError(
            f"{str(folder)!r} holds other things than a run.", given=str(folder),
            advice="Give a folder that is new, empty, or holds an earlier run.",
        )  # fmt: skip
    return folder


def _check_workers(workers: int, engine: str | Engine | None) -> None:
    if workers < 1:
        raise UsageError(f"The number of workers is {workers}.", given=str(workers), allowed="It must be at least 1.")
    if workers > 1 and engine is not None:
        raise UsageError(
            "Both workers and an engine were given.", given=str(workers), advice=f"Give one: processes:{workers}."
        )


def _check_some(results: Sequence[CellResult]) -> None:
    """Raise an error where nothing worked: a table without a figure helps nobody."""
    if all(result.error is not None for result in results):
        first: CellResult = results[0]
        raise InputError(
            f"All {len(results)} cells failed, the first ({first.cell.key}) with: {first.error}",
            given=first.cell.system,
            advice="Mend that first; what works is kept and need not be done again.",
        )
