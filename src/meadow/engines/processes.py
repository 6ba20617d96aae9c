"""The engine `processes:N`: so many other processes of this machine, each with one thread, which end with this one.

They are new interpreters: a fork of a process with threads may hang, and multiprocessing's "spawn" runs the caller's script
again. Each computes with one thread, because sums that several threads make may differ in their last bit.

A worker has one batch, and a second one waiting where batches are of several items, so that it need not wait for us. When
it dies, the batch it was at is done again item by item. An item at which three workers have died is told as failed.
"""

from __future__ import annotations

import os
import pickle
import queue
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, TypeVar

from meadow.engines.batches import Batch, iter_batches, total_of
from meadow.engines.contract import Cancel, Failed, Outcome, Progress
from meadow.engines.process_worker import DONE, READY, REFUSED
from meadow.engines.refusals import busy, cancelled, closed, poisonous, stillborn, unreadable
from meadow.engines.worker_process import Answer, WorkerProcess
from meadow.errors import SpecError

Result = TypeVar("Result")

_MOST_DEATHS = 3
_TICK_SECONDS = 0.1


def processes(plugins: Sequence[str] = (), *, count: int | None = None) -> Processes:
    """Return the engine that works in `count` other processes of this machine; by default one per core."""
    if count is not None and count < 1:
        raise SpecError(f"The engine processes was given count={count}.", given=str(count), allowed="At least 1.")
    return Processes(cores() if count is None else count, plugins)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes:
    """Other processes of this machine."""

    def __init__(self, count: int, plugins: Sequence[str] = ()) -> None:
        self.width = count
        self.spec = f"processes:{count}"
        self._plugins = tuple(plugins)
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._open, self._busy = True, False
        self._stillborn = 0
        self._workers = [self._start() for _ in range(count)]

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
    ) -> Generator[Outcome[Result]]:
        """Iterate over what became of each item, as workers finish them."""
        if not self._open:
            raise closed(self.spec)
        if self._busy:
            raise busy(self.spec)
        batches = iter_batches(items, keys, size=size, together=together)
        work = _Work(function, batches, pickle.dumps(shared, pickle.HIGHEST_PROTOCOL), ahead=min(size, 2))
        done, total = 0, total_of(items)
        self._busy = True
        try:
            for worker in self._workers:
                worker.share(work.shared)
            while self._hand_out(work):
                worker, data = self._answer(cancel, done, total)
                for outcome in self._bury(worker, work) if data is None else self._told(worker, data):
                    done += 1
                    if progress is not None:
                        progress(done, total)
                    yield outcome
        finally:
            self._busy = False
            self._drop_unfinished()

    def prepare(self, function: Callable[[], object]) -> None:
        """Let each worker call a function before its next work."""
        for worker in self._workers:
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

    def _start(self) -> WorkerProcess:
        return WorkerProcess(self._answers, self._plugins)

    def _hand_out(self, work: _Work) -> bool:
        """Give workers what they have room for, and say whether any of them is at work."""
        for depth in range(1, work.ahead + 1):
            for worker in self._workers:
                if len(worker.batches) < depth and (batch := work.next()) is not None:
                    worker.give(work.function, batch)
        return any(worker.batches for worker in self._workers)

    def _answer(self, cancel: Cancel | None, done: int, total: int | None) -> Answer:
        """Wait for what a worker says next."""
        while True:
            if cancel is not None and cancel():
                raise cancelled(done, total)
            try:
                worker, data = self._answers.get(timeout=_TICK_SECONDS)
            except queue.Empty:
                continue
            if worker in self._workers:  # else one that was ended, and what it still said
                return worker, data

    def _told(self, worker: WorkerProcess, data: bytes) -> Iterator[Outcome[Any]]:
        """Yield what an answer tells of items."""
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

    def _bury(self, worker: WorkerProcess, work: _Work) -> Iterator[Outcome[Any]]:
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
        for place, worker in enumerate(self._workers):
            if worker.batches:
                worker.end()
                if self._open:
                    self._workers[place] = self._start()


class _Work:
    """What one map asks for: its function, the shared value, and the batches that wait, those to be done again first."""

    def __init__(self, function: Callable[..., Any], batches: Iterator[Batch], shared: bytes, *, ahead: int) -> None:
        self.function = function
        self.shared = shared
        self.ahead = ahead
        self._batches = batches
        self._again: deque[Batch] = deque()

    def next(self) -> Batch | None:
        return self._again.popleft() if self._again else next(self._batches, None)

    def again(self, batches: Iterable[Batch]) -> None:
        """Take back batches; one that a worker died of is divided, for one of its items is to blame."""
        for batch in batches:
            self._again.extend(batch.apart() if batch.deaths else [batch])
