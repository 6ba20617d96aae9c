"""Cells in other processes: each loads the testbed once, takes cells topic by topic, and ends when its parent does.

Processes are spawned, not forked: a fork of a process with threads may hang. Each computes with one thread, because sums
that several threads make may differ in their last bit. Compiled code gives the same bits as plain code; they load it at
once, because they work for long.

An interrupt is the parent's to handle, which then ends them all.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stdout
from itertools import groupby
from multiprocessing.connection import wait as wait_for

from meadow.errors import MeadowError
from meadow.kernels.loading import load_kernels
from meadow.lab.experiment import Cell, CellResult, Kind, Measured, find_kind
from meadow.lab.testbed import Testbed

_MOST_CELLS_AT_ONCE = 16
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

# What this worker works on; set once by `_begin`.
_held: dict[str, tuple[Kind, Testbed]] = {}


def measure(kind: Kind, testbed: Testbed, cell: Cell) -> CellResult:
    """Return what a cell finds, or the error that it ends in: one bad cell must not take the others with it."""
    try:
        # What a system prints is not a result: standard output belongs to the tables.
        with redirect_stdout(sys.stderr):
            found = kind.measure(testbed, cell)
        _check_plain(found)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a system may raise anything, and the table says so
        return CellResult(cell, None, _whole_characters(f"{type(error).__name__}: {error}"))
    return CellResult(cell, found)


def measure_here(kind: Kind, testbed: Testbed, cells: Sequence[Cell]) -> Iterator[CellResult]:
    """Yield the results of cells, one after the other, in this process; topic by topic, so that views are shared."""
    for batch in _batches(cells):
        for cell in batch:
            yield measure(kind, testbed, cell)


def measure_elsewhere(
    kind: Kind, testbed: Testbed, cells: Sequence[Cell], *, workers: int, plugins: Sequence[str] = ()
) -> Iterator[CellResult]:
    """Yield the results of cells as processes finish them."""
    context = multiprocessing.get_context("spawn")
    start = (kind.name, testbed, tuple(plugins))
    others = set(multiprocessing.active_children())
    with _one_thread(), ProcessPoolExecutor(workers, context, initializer=_begin, initargs=start) as pool:
        running: set[Future[list[CellResult]]] = set()
        try:
            with _no_interrupts():
                running = {pool.submit(_work, batch) for batch in _batches(cells)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        except BrokenProcessPool as error:
            raise _worker_died() from error
        finally:
            if running:  # nobody waits for these any more, and a system that hangs would never end
                for worker in set(multiprocessing.active_children()) - others:
                    worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(kind: str, testbed: Testbed, plugins: tuple[str, ...]) -> None:
    from meadow.registry import load_installed_plugins, load_plugin

    load_kernels()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    load_installed_plugins()
    for plugin in plugins:
        load_plugin(plugin)
    _held["work"] = find_kind(kind), testbed


def _work(batch: list[Cell]) -> list[CellResult]:
    kind, testbed = _held["work"]
    return [measure(kind, testbed, cell) for cell in batch]


def _end_with_parent() -> None:
    """End this process once its parent is gone: a killed run must not leave workers waiting for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _batches(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Return cells topic by topic, a few at a time."""
    by_topic = sorted(enumerate(cells), key=lambda item: (item[1].topic or "", item[0]))
    batches: list[list[Cell]] = []
    for topic, held in groupby((cell for _, cell in by_topic), key=lambda cell: cell.topic):
        own = list(held)
        # Cells on the whole testbed are large: one at a time.
        size = 1 if topic is None else _MOST_CELLS_AT_ONCE
        batches += [own[start : start + size] for start in range(0, len(own), size)]
    return batches


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold back interrupts; processes that start within never see one, so that none of them prints a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _one_thread:  # noqa: N801 - reads as a context
    """Let processes that start within compute with one thread."""

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))

    def __exit__(self, *error: object) -> None:
        for name, held in self._before.items():
            if held is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = held


def _check_plain(found: Measured) -> None:
    """Raise what is wrong with a result that JSON cannot hold as it is: a figure that is no finite number, say."""
    import json

    plain = json.dumps(
        {"figures": dict(found.figures), "output": dict(found.output)}, ensure_ascii=False, allow_nan=False
    )
    plain.encode("utf-8")


def _whole_characters(text: str) -> str:
    """Return a text that a file can hold: half a character is written as its number."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _worker_died() -> MeadowError:
    return MeadowError(
        "A worker process died, most likely because memory ran out.",
        advice="What was finished is kept with --out: run the same command again, with fewer --workers.",
    )
