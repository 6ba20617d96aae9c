"""The engine `forks:N`: copies of this process, made for each map, which have all that this one has loaded and read.

It is `processes:N` without its two costs, loading everything again and sending items over: only results travel. The copy of
a process with threads may hang, so where there are any, and for items that are streamed, it works as `local` does.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from meadow.engines.contract import Cancel, Meanwhile, Outcome, Progress
from meadow.engines.forked_worker import ForkedAnswers, ForkedWorker
from meadow.engines.local import Local
from meadow.engines.processes import Processes, Worker, cores
from meadow.engines.refusals import busy, closed
from meadow.errors import SpecError

Result = TypeVar("Result")


def forks(plugins: Sequence[str] = (), *, count: int | None = None) -> Forks:  # noqa: ARG001 - copies have them loaded
    """Return the engine that works in `count` copies of this process, itself among them; by default one per core."""
    if count is not None and count < 1:
        raise SpecError(f"The engine forks was given count={count}.", given=str(count), allowed="At least 1.")
    return Forks(cores() if count is None else count)


def can_fork() -> bool:
    """Return whether this process may be copied now: on a system where copies are sound, and while it has one thread."""
    # macOS' own libraries do not survive a fork. BLAS ends its threads before one and starts them again.
    return sys.platform == "linux" and threading.active_count() == 1


class Forks(Processes):
    """Copies of this process, which live as long as a map."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.spec = f"forks:{count}"
        self._alone = Local()
        self._pipes = ForkedAnswers()
        self._job = _ForkJob(abs, (), None, None)

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
        if not isinstance(items, Sequence) or (here and min(self.width, len(items)) == 1) or not can_fork():
            yield from self._alone.map(function, items, keys=keys, shared=shared, progress=progress, cancel=cancel)
            return
        job = _ForkJob(function, items, shared, together)
        self._job, self._answers = job, self._pipes
        self._workers = [self._start() for _ in range(min(self.width, len(items)) - here)]
        yield from super().map(
            job.do, range(len(items)), keys=keys, size=size, together=None if together is None else job.place,
            progress=progress, cancel=cancel, here=here, meanwhile=meanwhile,
        )  # fmt: skip

    def prepare(self, function: Callable[[], object], *, here: bool = False) -> None:
        """Do nothing: copies have what is loaded here."""

    def _first_workers(self) -> list[Worker]:
        return []

    def _start(self) -> Worker:
        return ForkedWorker(self._pipes, self._job.do)

    def _at_work(self) -> list[Worker]:
        return self._workers

    def _drop_unfinished(self) -> None:
        """End all copies: the next map is of other items."""
        for worker in self._workers:
            worker.end()
        self._workers = []


@dataclass(frozen=True, slots=True)
class _ForkJob:
    """What a map is to do. Copies know it from the start, so that only numbers of items are sent."""

    function: Callable[..., Any]
    items: Sequence[Any]
    shared: object
    together: Callable[[Any], object] | None

    def do(self, number: int) -> Any:
        """Call the function for an item."""
        item = self.items[number]
        return self.function(item) if self.shared is None else self.function(item, self.shared)

    def place(self, number: int) -> object:
        """Return what the items that travel together with one have in common."""
        return None if self.together is None else self.together(self.items[number])
