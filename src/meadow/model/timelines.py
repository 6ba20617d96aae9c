"""A story day by day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from meadow.model.documents import SentenceRef
from meadow.model.summaries import Pick


@dataclass(frozen=True, slots=True)
class FirstReport:
    """A value of a fact that sources differ on or that was updated, and the sentence that gave it first."""

    what: str
    value: str
    ref: SentenceRef


@dataclass(frozen=True, slots=True)
class TimelineDay:
    """The news of a story on one day; `day` is None for articles without a date, which come last.

    `new_sources` are outlets that had not reported before. `told` is the sentence that best says what was new that day; None
    where nothing was. `figures` are values that were given for the first time.
    """

    day: date | None
    document_ids: tuple[str, ...]
    sources: tuple[str, ...]
    new_sources: tuple[str, ...] = ()
    told: Pick | None = None
    figures: tuple[FirstReport, ...] = ()
