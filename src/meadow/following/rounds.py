"""One reading of a source, as a value, and a guard around readers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from meadow.errors import MeadowError, ReadError
from meadow.ingest.items import Item
from meadow.model import SourceState
from meadow.registry import plugin_failure

_LINE = re.compile(r"(?::\d+)+$")


@dataclass(frozen=True, slots=True)
class Round:
    """One reading of a source, or a part of a long one: its items, and its state once they are stored.

    Items may be read while they are stored, and only once. `files` are the places that were read; None is the whole source.
    """

    items: Iterable[Item]
    state: SourceState
    files: frozenset[str] | None = None


def file_of(place: str, files: Collection[str]) -> str | None:
    """Return the file that holds an item, as a line or in an archive; None if it is none of the given files."""
    name = _LINE.sub("", place)
    while name and name not in files:
        name = name.rpartition("/")[0]
    return name or None


def guarded(items: Iterable[Item], place: str) -> Iterator[Item]:
    """Yield the items of a reader; what it raises is the last of them, as a `ReadError`.

    A run of weeks must not end, and then end again and again, over one file that nobody foresaw.
    """
    try:
        yield from items
    except MeadowError as error:
        yield error if isinstance(error, ReadError) else ReadError(place, str(error))
    except Exception as error:  # noqa: BLE001 - a bug of ours or of a plug-in, reported as one
        yield unforeseen(error, place)


def unforeseen(error: Exception, place: str) -> ReadError:
    """Return a bug of ours or of a plug-in as a fault of the source that met it, so that the others go on."""
    failure = plugin_failure(error)
    if failure is not None:
        return ReadError(place, str(failure))
    reason = f"reading it failed in a way that Meadow does not foresee: {type(error).__name__}: {error}"
    return ReadError(place, reason, advice="This is a bug in Meadow. Please report it.")
