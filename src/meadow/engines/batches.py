"""Batches: consecutive items that are sent together, so that a small item does not cost a message each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from dataclasses import dataclass
from itertools import count
from typing import Any

from meadow.errors import UsageError


@dataclass(frozen=True, slots=True)
class JobBatch:
    """Items with their keys, and how many workers have ended while they had it."""

    keys: tuple[Hashable, ...]
    items: tuple[Any, ...]
    deaths: int = 0

    def __len__(self) -> int:
        return len(self.items)

    def apart(self) -> list[JobBatch]:
        """Return each item as a separate batch: it may be the one that ends workers."""
        return [JobBatch((key,), (item,), self.deaths) for key, item in zip(self.keys, self.items, strict=True)]


def iter_batches(
    items: Iterable[Any],
    keys: Iterable[Hashable] | None = None,
    *,
    size: int = 1,
    together: Callable[[Any], object] | None = None,
    spread: int = 0,
) -> Iterator[JobBatch]:
    """Yield items in batches of at most `size`, as they come; neighbours for which `together` differs are kept apart.

    Of items whose number is known, the last are divided over `spread` batches at least: a worker that ends first would
    else wait for one that has a batch left.
    """
    if size < 1:
        raise UsageError(f"Batches of {size} items were asked for.", given=str(size), allowed="At least 1.")
    named = zip(count(), items) if keys is None else zip(keys, items, strict=True)
    pending: list[tuple[Hashable, Any]] = []
    left = total_of(items) if spread else None
    for key, item in named:
        apart = together is not None and pending and together(pending[-1][1]) != together(item)
        if apart or len(pending) == (size if left is None else max(1, min(size, left // spread))):
            yield _batch(pending)
            left = None if left is None else left - len(pending)
            pending = []
        pending.append((key, item))
    if pending:
        yield _batch(pending)


def total_of(items: Iterable[Any]) -> int | None:
    """Return how many items there are, where that is known before they are taken."""
    return len(items) if isinstance(items, Sized) else None


def _batch(pairs: list[tuple[Hashable, Any]]) -> JobBatch:
    return JobBatch(tuple(key for key, _ in pairs), tuple(item for _, item in pairs))
