"""A story day by day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from meadow.model.documents import SentenceRef
from meadow.model.summaries import Pick
from meadow.model.values import Value


@dataclass(frozen=True, slots=True)
class FirstReport:
    """A value of a fact that sources differ on or that was updated, and the sentence that gave it first."""

    what: str
    value: str
    ref: SentenceRef


@dataclass(frozen=True, slots=True, repr=False)
class TimelineDay(Value):
    """What a story's articles of one day add; `day` is None for those without a date, which come last.

    `new_sources` are outlets that had not reported before. `told` is the sentence that best says what was new that day; None
    where nothing was. `figures` are values that were given for the first time.
    """

    day: date | None
    document_ids: tuple[str, ...]
    sources: tuple[str, ...]
    new_sources: tuple[str, ...] = ()
    told: Pick | None = None
    figures: tuple[FirstReport, ...] = ()
