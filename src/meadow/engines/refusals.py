"""Error messages of engines, the same for all of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from typing import Any

from meadow.engines.batches import JobBatch
from meadow.errors import EngineError, UsageError, WorkCancelledError, WorkerDiedError


def cancelled(done: int, total: int | None) -> WorkCancelledError:
    """Return the error of work that was called off."""
    of = "" if total is None else f" of {total}"
    return WorkCancelledError(f"The work was cancelled after {done}{of} items.", given=f"{done}{of}")


def closed(spec: str) -> UsageError:
    """Return the error of an engine that is asked for more work after its end."""
    return UsageError(f"The engine {spec} is closed.", given=spec, advice="Open another one for more work.")


def busy(spec: str) -> UsageError:
    """Return the error of an engine that is asked for a second map before the first one has ended."""
    return UsageError(
        f"The engine {spec} is at work on another map.", given=spec,
        advice="Take all results of that one, or close its iterator; or open a second engine.",
    )  # fmt: skip


def poisonous(key: Hashable, deaths: int, how: str) -> WorkerDiedError:
    """Return the error of an item that every worker died of."""
    return WorkerDiedError(
        f"{deaths} workers died at this item, the last one by {how}.",
        given=str(key),
        advice="Most often memory has run out: give workers more, or start fewer of them.",
    )


def stillborn(spec: str, how: str) -> EngineError:
    """Return the error of workers that end before they are ready."""
    return EngineError(
        f"The workers of {spec} do not start: they end by {how} before any work.", given=spec,
        advice="What they said is above. `meadow doctor` looks at the installation.",
    )  # fmt: skip


def packed_batch(function: Callable[..., Any], batch: JobBatch) -> bytes:
    """Return a function and its items as bytes that travel, or raise what to say where they cannot."""
    try:
        return pickle.dumps((function, batch.items), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise EngineError(
            f"An item for another process cannot travel ({error}).", given=str(batch.keys[0]),
            advice="Items are plain values, and the function is at the top level of a module.",
        ) from error  # fmt: skip


def unreadable(spec: str, why: str) -> EngineError:
    """Return the error of work that a worker could not load."""
    return EngineError(
        f"A worker of {spec} cannot load what it was given: {why}.", given=why,
        advice="A function that travels is at the top level of a module that workers can import.",
    )  # fmt: skip
