"""The engine `dask:tcp://HOST:8786`: the workers of a Dask cluster, on any number of machines.

Workers need the package in the same version, and the libraries that results rest on; that is checked before any work.
The scheduler gives the work of a worker that died to another. After a few deaths it gives up on a batch, and those that
only waited on the same worker count as suspects too. So the items of such a batch are done again, one at a time with
nothing else running, and the one that ends workers even then is reported as failed.
"""

from __future__ import annotations

import math
import pickle
import queue
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import uuid4

from meadow.engines.batches import JobBatch, iter_batches, total_of
from meadow.engines.cluster_checks import check_workers, connect, lost_scheduler, no_worker, other_installation
from meadow.engines.cluster_worker import OTHER, Order, hold, run_batch
from meadow.engines.contract import Cancel, Failed, Meanwhile, Outcome, Progress
from meadow.engines.process_worker import DONE
from meadow.engines.refusals import busy, cancelled, closed, packed_batch, poisonous, unreadable
from meadow.errors import SpecError
from meadow.provenance.installed import installation

Result = TypeVar("Result")
Client = Any  # of distributed, which is loaded where it is used, and whose calls have no types
Future = Any

_TICK_SECONDS = 0.1
_LOOK_SECONDS = 2.0
_WITHOUT_WORKERS_SECONDS = 30.0
_AHEAD = 2


def dask(plugins: Sequence[str] = (), *, address: str | None = None) -> ClusterEngine:
    """Return the engine that works on the Dask cluster whose scheduler has this address, such as `tcp://host:8786`."""
    if address is None:
        raise SpecError(
            "The engine dask needs the address of a scheduler.", given="dask", allowed="Write dask:tcp://HOST:8786."
        )
    client = connect(address)
    try:
        check_workers(client, address)
    except BaseException:
        client.close()
        raise
    return ClusterEngine(client, address, plugins)


class ClusterEngine:
    """The workers of a Dask cluster."""

    def __init__(self, client: Client, address: str, plugins: Sequence[str] = ()) -> None:
        self.spec = f"dask:{address}"
        self._client = client
        self._address = address
        self._plugins = tuple((Path(each).name, Path(each).read_text(encoding="utf-8")) for each in plugins)
        self._open, self._busy = True, False
        self._counted, self._count = -math.inf, 0

    @property
    def width(self) -> int:
        """The number of items it works on at once: the threads of all current workers."""
        return max(1, self._threads())

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
        here: bool = False,  # noqa: ARG002 - a cluster has workers enough
        meanwhile: Meanwhile | None = None,
    ) -> Generator[Outcome[Result]]:
        """Iterate over what became of each item, as workers finish them."""
        if not self._open:
            raise closed(self.spec)
        if self._busy:
            raise busy(self.spec)
        batches = iter_batches(items, keys, size=size, together=together)
        done, total = 0, total_of(items)
        self._busy = True
        running = _Running(self._client, function, Order(shared, self._plugins, installation()))
        try:
            while self._hand_out(running, batches):
                for outcome in self._outcomes(running, *self._next(running, cancel, done, total, meanwhile)):
                    done += 1
                    if progress is not None:
                        progress(done, total)
                    yield outcome
        finally:
            self._busy = False
            running.stop()

    def prepare(self, function: Callable[[], object], *, here: bool = False) -> None:
        """Do nothing: workers of a cluster are there for long, and have loaded what they need."""

    def close(self) -> None:
        """Leave the cluster, which goes on without us."""
        if self._open:
            self._open = False
            self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hand_out(self, running: _Running, batches: Iterator[JobBatch]) -> bool:
        """Submit batches up to the cluster's limit, and return whether any is under way."""
        free = self.width * _AHEAD - len(running.batches)
        for _ in range(free if not running.alone else 0):
            batch = next(batches, None)
            if batch is None:
                break
            running.submit(batch)
        if not running.batches and running.suspects:
            running.submit(running.suspects.popleft(), alone=True)
        return bool(running.batches)

    def _next(
        self, running: _Running, cancel: Cancel | None, done: int, total: int | None, meanwhile: Meanwhile | None
    ) -> tuple[JobBatch, Future]:
        """Wait for a batch that has ended, in whatever way."""
        seen = time.monotonic()
        while True:
            if cancel is not None and cancel():
                raise cancelled(done, total)
            if running.ended.empty() and meanwhile is not None and meanwhile():
                continue
            try:
                future = running.ended.get(timeout=_TICK_SECONDS)
            except queue.Empty:
                seen = time.monotonic() if self._threads() else seen
                if time.monotonic() - seen > _WITHOUT_WORKERS_SECONDS:
                    raise no_worker(self._address) from None
                continue
            return running.batches.pop(future.key), future

    def _outcomes(self, running: _Running, batch: JobBatch, future: Future) -> Iterator[Outcome[Any]]:
        """Yield the outcomes of an ended batch; if it ended workers, its items become suspects."""
        from distributed import KilledWorker

        if future.status == "cancelled":
            raise lost_scheduler(self._address)
        alone, running.alone = running.alone, False
        try:
            kind, value = future.result()
        except KilledWorker as error:
            if not alone:
                running.suspects.extend(batch.apart())
                return
            deaths = error.allowed_failures + 1
            yield batch.keys[0], Failed(poisonous(batch.keys[0], deaths, f"{error.last_worker.address} going away"))
            return
        except (OSError, CancelledError) as error:
            raise lost_scheduler(self._address) from error
        except ImportError as error:  # a worker that came after the others were asked
            raise other_installation(self._address, {}, str(error)) from error
        if kind == OTHER:
            raise other_installation(self._address, value)
        if kind != DONE:
            raise unreadable(self.spec, value)
        outcomes = (pickle.loads(each) for each in value)  # noqa: S301 - from workers that we chose to trust with our work
        yield from zip(batch.keys, outcomes, strict=True)

    def _threads(self) -> int:
        """Return the number of threads of the current workers; the scheduler is asked at intervals."""
        if time.monotonic() - self._counted > _LOOK_SECONDS:
            try:
                self._count = sum(self._client.nthreads().values())
            except OSError as error:
                raise lost_scheduler(self._address) from error
            self._counted = time.monotonic()
        return self._count


class _Running:
    """The state of one map: batches by the names of their tasks, those that ended, and suspects."""

    def __init__(self, client: Client, function: Callable[..., Any], order: Order) -> None:
        self.batches: dict[str, JobBatch] = {}
        self.ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self.suspects: deque[JobBatch] = deque()
        self.alone = False
        self._client = client
        self._function = function
        self._futures: dict[str, Future] = {}
        self._name = f"meadow-{uuid4().hex}"
        self._numbers = count()
        self._order = client.submit(hold, order, key=f"{self._name}-order")

    def submit(self, batch: JobBatch, *, alone: bool = False) -> None:
        """Give a batch to the cluster."""
        key = f"{self._name}-{next(self._numbers)}"
        self.batches[key], self.alone = batch, alone
        future = self._client.submit(run_batch, packed_batch(self._function, batch), self._order, key=key)
        self._futures[key] = future
        future.add_done_callback(self._note)

    def stop(self) -> None:
        """Call off what nobody waits for, and let the cluster forget the rest."""
        if self._client.status == "running":
            with suppress(OSError, CancelledError):  # the scheduler has gone, and all is forgotten
                self._client.cancel([*self._futures.values(), self._order], force=True)
        self._futures.clear()

    def _note(self, future: Future) -> None:
        self.ended.put(future)
