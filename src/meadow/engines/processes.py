"""The engine `processes:N`: N processes on this machine, each with one thread, which end with this one.

They are new interpreters: a fork of a process with threads may hang, and multiprocessing's "spawn" runs the caller's script
again. Each computes with one thread, because sums that several threads make may differ in their last bit.

A worker has one batch, and a second one waiting where batches are of several items, so that it need not wait for us. When
it dies, the batch it was at is done again item by item. An item at which three workers have died is reported as failed.
"""

from __future__ import annotations

import os
import pickle
import queue
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from meadow.engines.batches import JobBatch, iter_batches, total_of
from meadow.engines.contract import Cancel, Failed, Meanwhile, Outcome, Progress
from meadow.engines.process_worker import DONE, READY, REFUSED
from meadow.engines.refusals import busy, cancelled, closed, poisonous, stillborn, unreadable
from meadow.engines.worker_process import Answer, WorkerProcess
from meadow.engines.working import outcome_of
from meadow.errors import SpecError

Result = TypeVar("Result")

_MOST_DEATHS = 3
_TICK_SECONDS = 0.1
_AHEAD_OF_US = 3


def processes(plugins: Sequence[str] = (), *, count: int | None = None) -> Processes:
    """Return the engine that works in `count` other processes of this machine; by default one per core."""
    if count is not None and count < 1:
        raise SpecError(f"The engine processes was given count={count}.", given=str(count), allowed="At least 1.")
    return Processes(cores() if count is None else count, plugins)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Worker(Protocol):
    """A worker as this engine sees it: the batches it was given, and the messages it accepts."""

    batches: deque[JobBatch]
    ready: bool

    @property
    def pid(self) -> int:
        """The number of its process."""
        ...

    def share(self, value: bytes) -> None:
        """Send the value that all items of the next map share."""
        ...

    def prepare(self, function: Callable[[], object]) -> None:
        """Send a function that is called before the next work."""
        ...

    def give(self, function: Callable[..., Any], batch: JobBatch) -> None:
        """Send a batch, which is done after those that it has."""
        ...

    def end(self) -> None:
        """End the process, whatever it does."""
        ...

    def how_it_ended(self) -> str:
        """Say by which signal or with which status a process ended that says nothing any more."""
        ...


class BatchAnswers(Protocol):
    """Messages of workers: the worker, and None if it has ended."""

    def empty(self) -> bool:
        """Return whether nobody has said anything that was not taken."""
        ...

    def get(self, *, timeout: float) -> Said:
        """Return the next message, or raise `queue.Empty` if none comes within `timeout` seconds."""
        ...


Said = tuple[Worker, bytes | None]


class Processes:
    """Other processes of this machine."""

    def __init__(self, count: int, plugins: Sequence[str] = ()) -> None:
        self.width = count
        self.spec = f"processes:{count}"
        self._plugins = tuple(plugins)
        self._queue: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._answers: BatchAnswers = self._queue
        self._open, self._busy = True, False
        self._stillborn, self._idle = 0, 0
        self._workers = self._first_workers()

    def map(
        self,
        function: Callable[..., Result],
        items: Iterable[Any],
        *,
        keys: Iterable[Hashable] | None = None,
        shared: object = None,
        size: int = 1,
        together: Callable[[Any], object] | None = None,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
        here: bool = False,
        meanwhile: Meanwhile | None = None,
    ) -> Generator[Outcome[Result]]:
        """Iterate over what became of each item, as workers finish them."""
        if not self._open:
            raise closed(self.spec)
        if self._busy:
            raise busy(self.spec)
        here, done, total = here and self.width > 1, 0, total_of(items)
        ahead = _AHEAD_OF_US if here else min(size, 2)
        batches = iter_batches(items, keys, size=size, together=together, spread=2 * ahead * self.width)
        work = _Work(function, batches, pickle.dumps(shared, pickle.HIGHEST_PROTOCOL), ahead=ahead)
        self._busy, self._idle = True, int(here)
        try:
            for worker in self._at_work():
                worker.share(work.shared)
            while self._hand_out(work):
                answer = self._answer(work, partial(_check_wanted, cancel, done, total), meanwhile)
                for outcome in work.done_here(shared) if answer is None else self._understood(answer, work):
                    done += 1
                    if progress is not None:
                        progress(done, total)
                    yield outcome
        finally:
            self._busy, self._idle = False, 0
            self._drop_unfinished()

    def prepare(self, function: Callable[[], object], *, here: bool = False) -> None:
        """Let each worker call a function before its next work."""
        for worker in self._workers[int(here and self.width > 1) :]:
            worker.prepare(function)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(worker.pid for worker in self._workers)

    def close(self) -> None:
        """End all workers, those at work too."""
        self._open = False
        for worker in self._workers:
            worker.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _first_workers(self) -> list[Worker]:
        return [self._start() for _ in range(self.width)]

    def _start(self) -> Worker:
        return WorkerProcess(self._queue, self._plugins)

    def _at_work(self) -> list[Worker]:
        """Return the workers that get work: all of them, or all but the one in whose place this process is."""
        return self._workers[self._idle :]

    def _hand_out(self, work: _Work) -> bool:
        """Give each worker as many batches as it may hold, and return whether any work is under way."""
        for depth in range(1, work.ahead + 1):
            for worker in self._at_work():
                if len(worker.batches) < depth and (batch := work.next()) is not None:
                    worker.give(work.function, batch)
        return work.has_own() or any(worker.batches for worker in self._workers)

    def _answer(self, work: _Work, check_wanted: Callable[[], None], meanwhile: Meanwhile | None) -> Said | None:
        """Return what a worker says next; None where none has said anything, and there is an item to be done here."""
        while True:
            check_wanted()
            if self._answers.empty() and meanwhile is not None and meanwhile():
                continue
            if self._answers.empty() and self._idle and work.keep_one():
                return None
            with suppress(queue.Empty):
                worker, data = self._answers.get(timeout=_TICK_SECONDS)
                if worker in self._workers:  # else one that was ended, and what it still said
                    return worker, data

    def _understood(self, answer: Said, work: _Work) -> Iterator[Outcome[Any]]:
        worker, data = answer
        return self._bury(worker, work) if data is None else self._outcomes(worker, data)

    def _outcomes(self, worker: Worker, data: bytes) -> Iterator[Outcome[Any]]:
        """Yield the outcomes in an answer."""
        kind, value = pickle.loads(data)  # noqa: S301 - from our own child, through a pipe nobody else has
        if kind == READY:
            self._stillborn = 0
        elif kind == DONE:
            batch = worker.batches.popleft()
            outcomes = (pickle.loads(each) for each in value)  # noqa: S301 - see above
            yield from zip(batch.keys, outcomes, strict=True)
        elif kind == REFUSED:
            raise value
        else:
            raise unreadable(self.spec, value)

    def _bury(self, worker: Worker, work: _Work) -> Iterator[Outcome[Any]]:
        """Put a new worker in the place of one that died, and take back what it had; yield the item that is to blame."""
        how, had = worker.how_it_ended(), list(worker.batches)
        self._stillborn += not worker.ready
        if self._stillborn >= _MOST_DEATHS:
            raise stillborn(self.spec, how)
        self._workers[self._workers.index(worker)] = fresh = self._start()
        fresh.share(work.shared)
        if had and worker.ready:
            had[0] = replace(had[0], deaths=had[0].deaths + 1)
        if had and len(had[0]) == 1 and had[0].deaths >= _MOST_DEATHS:
            guilty = had.pop(0)
            yield guilty.keys[0], Failed(poisonous(guilty.keys[0], guilty.deaths, how))
        work.again(had)

    def _drop_unfinished(self) -> None:
        """Replace the workers that are still at something nobody waits for: what hangs would never end."""
        for index, worker in enumerate(self._workers):
            if worker.batches:
                worker.end()
                if self._open:
                    self._workers[index] = self._start()


def _check_wanted(cancel: Cancel | None, done: int, total: int | None) -> None:
    if cancel is not None and cancel():
        raise cancelled(done, total)


class _Work:
    """The state of one map: its function, the shared value, and waiting batches, repeated ones first."""

    def __init__(self, function: Callable[..., Any], batches: Iterator[JobBatch], shared: bytes, *, ahead: int) -> None:
        self.function = function
        self.shared = shared
        self.ahead = ahead
        self._batches = batches
        self._again: deque[JobBatch] = deque()
        self._own: deque[JobBatch] = deque()

    def has_own(self) -> bool:
        """Return whether there is something to be done here."""
        return bool(self._own)

    def keep_one(self) -> bool:
        """Keep a batch to be done here, item by item, and say whether there is any; not one that a worker died of."""
        if not self._own and not self._again and (batch := next(self._batches, None)) is not None:
            self._own.extend(batch.apart())
        return bool(self._own)

    def done_here(self, shared: object) -> Iterator[Outcome[Any]]:
        """Do one item here, and yield what became of it."""
        batch = self._own.popleft()
        yield batch.keys[0], outcome_of(self.function, batch.items[0], shared)

    def next(self) -> JobBatch | None:
        return self._again.popleft() if self._again else next(self._batches, None)

    def again(self, batches: Iterable[JobBatch]) -> None:
        """Take back batches; one that a worker died of is divided, for one of its items is to blame."""
        for batch in batches:
            self._again.extend(batch.apart() if batch.deaths else [batch])
