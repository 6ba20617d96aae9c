"""One reading of a source, as a value, and a guard around readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meadow.errors import MeadowError, ReadError
from meadow.ingest.items import Item
from meadow.model import SourceState
from meadow.registry import plugin_failure


@dataclass(frozen=True, slots=True)
class Round:
    """One reading of a source, or a part of a long one: its items, and its state once they are stored.

    Items may be read while they are stored, and only once.
    """

    items: Iterable[Item]
    state: SourceState


def guarded(items: Iterable[Item], place: str) -> Iterator[Item]:
    """Yield the items of a reader; what it raises is the last of them, as a `ReadError`.

    A run of weeks must not end, and then end again and again, over one file that nobody foresaw.
    """
    try:
        yield from items
    except MeadowError as error:
        yield error if isinstance(error, ReadError) else ReadError(place, str(error))
    except Exception as error:  # noqa: BLE001 - a bug of ours or of a plug-in, told as one
        failure = plugin_failure(error)
        reason = f"reading it failed as nobody foresaw: {type(error).__name__}: {error}"
        advice = "This is a bug in Meadow. Please report it."
        yield ReadError(place, reason, advice=advice) if failure is None else ReadError(place, str(failure))
