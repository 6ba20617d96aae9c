"""The contract of engines: a map over items that gives keyed results, with progress and cancellation."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeVar

Progress = Callable[[int, int | None], None]  # how many items are done, of how many; None where that is not known
Cancel = Callable[[], bool]  # asked between items: True ends the work
Meanwhile = Callable[[], bool]  # does a piece of other work, and says whether there was any to do

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failed:
    """The failure of an item: the exception of its function, or the death of every worker that tried it."""

    error: BaseException


Outcome = tuple[Hashable, Result | Failed]


class Engine(Protocol):
    """Carries out maps. It is open from the start; `close`, or the end of a `with` block, ends its workers."""

    @property
    def spec(self) -> str:
        """The engine in the notation that `open_engine` takes."""
        ...

    @property
    def width(self) -> int:
        """The number of items it works on at once."""
        ...

    def map(
        self,
        function: Callable[..., Result],
        items: Iterable[Item],
        *,
        keys: Iterable[Hashable] | None = None,
        shared: object = None,
        size: int = 1,
        together: Callable[[Item], object] | None = None,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
        here: bool = False,
        meanwhile: Meanwhile | None = None,
    ) -> Generator[Outcome[Result]]:
        """Iterate over (key, result or `Failed`) of every item, in whatever order they are done.

        Without keys these are the items' numbers from 0. Items are taken lazily, a few ahead of the results. Where a
        `shared` value is given, each worker receives it once and the function gets it as its second argument. Up to
        `size` items travel together, and only neighbours for which `together` says the same.

        A worker that dies takes nothing with it: what it had is done again elsewhere, and an item that ends every worker
        it is given to fails with a `WorkerDiedError` while the others go on. `progress` hears how many items are done.
        With `here` this process may do some of the items itself, in the place of one of several on this machine: it need not
        load what it has loaded, but is not safe from an item that ends its process. Before it waits for others or does an
        item itself it calls `meanwhile`, again while that says True; an engine that never waits may leave it out.
        Where `cancel` says True the work ends with a `WorkCancelledError`; closing the iterator ends it quietly.
        """
        ...

    def prepare(self, function: Callable[[], object], *, here: bool = False) -> None:
        """Let workers call a function that loads what later work needs; nobody waits for it, and it may be left out.

        `here` is the value that the map will receive.
        """
        ...

    def close(self) -> None:
        """End the workers. An engine that is closed maps nothing any more."""
        ...

    def __enter__(self) -> Self:
        """Return the engine, which is open already."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine."""
        ...


def result_of(outcome: Result | Failed) -> Result:
    """Return a result, or raise the error that an item failed with."""
    if isinstance(outcome, Failed):
        raise outcome.error
    return outcome
