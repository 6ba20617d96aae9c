"""One reading of a source, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from meadow.ingest.items import Item
from meadow.model import SourceState


@dataclass(frozen=True, slots=True)
class Round:
    """One reading of a source, or a part of a long one: its items, and its state once they are stored.

    Items may be read while they are stored, and only once.
    """

    items: Iterable[Item]
    state: SourceState
