"""The engine `local`: one item after the other, in this process and in the order given."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from meadow.engines.batches import iter_batches, total_of
from meadow.engines.contract import Cancel, Meanwhile, Outcome, Progress
from meadow.engines.refusals import cancelled, closed
from meadow.engines.working import outcome_of

Result = TypeVar("Result")


def local(plugins: Sequence[str] = ()) -> Local:  # noqa: ARG001 - they are loaded where the caller is, which is here
    """Return the engine that works in this process, without any other."""
    return Local()


class Local:
    """One item after the other, here."""

    spec = "local"
    width = 1

    def __init__(self) -> None:
        self._closed = False

    def map(
        self,
        function: Callable[..., Result],
        items: Iterable[Any],
        *,
        keys: Iterable[Hashable] | None = None,
        shared: object = None,
        size: int = 1,  # noqa: ARG002 - nothing travels
        together: Callable[[Any], object] | None = None,  # noqa: ARG002 - see above
        progress: Progress | None = None,
        cancel: Cancel | None = None,
        here: bool = False,  # noqa: ARG002 - see above
        meanwhile: Meanwhile | None = None,  # noqa: ARG002 - nothing is waited for
    ) -> Generator[Outcome[Result]]:
        """Iterate over what became of each item."""
        if self._closed:
            raise closed(self.spec)
        total = total_of(items)
        for done, batch in enumerate(iter_batches(items, keys)):
            if cancel is not None and cancel():
                raise cancelled(done, total)
            outcome = outcome_of(function, batch.items[0], shared)
            if progress is not None:
                progress(done + 1, total)
            yield batch.keys[0], outcome

    def prepare(self, function: Callable[[], object], *, here: bool = False) -> None:
        """Do nothing: what is needed is loaded when it is."""

    def close(self) -> None:
        """Map nothing any more."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
