"""The life of a story: open, growing, quiet, closed; how well it holds together, and which document does not fit.

Source: our own. The mean similarity of all pairs comes from one sum: (‖Σx‖² − n) / (n(n − 1)) for unit vectors x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import numpy as np

from meadow.errors import UsageError
from meadow.model import Document, FloatArray, Story
from meadow.text.background import Background, default_background
from meadow.text.language import detect_language
from meadow.vectors.counts import count_texts

Phase = Literal["open", "growing", "quiet", "closed"]

# Two or three documents cannot outvote one.
_LEAST_FOR_ALARM = 4


@dataclass(frozen=True, slots=True)
class Cohesion:
    """How similar a story's documents are: the mean over all pairs, each one's mean with the rest, and the odd ones out."""

    value: float
    closeness: tuple[float, ...]
    odd: tuple[str, ...]


def phase(
    story: Story, now: datetime, *, quiet_after_hours: float = 24.0, closed_after_hours: float = 72.0
) -> Phase | None:
    """Return where a story stands at a time; None for a story without times.

    It is open with its first document, growing with more, quiet when none has come for a while, and closed in the end.
    """
    if quiet_after_hours > closed_after_hours:
        raise UsageError(
            f"A story cannot be quiet after {quiet_after_hours:g} hours and closed after {closed_after_hours:g}.",
            given=f"{quiet_after_hours:g} and {closed_after_hours:g} hours",
            allowed="quiet_after_hours is at most closed_after_hours.",
        )
    if story.last is None:
        return None
    still = now - story.last
    if still > timedelta(hours=closed_after_hours):
        return "closed"
    if still > timedelta(hours=quiet_after_hours):
        return "quiet"
    return "growing" if len(story.document_ids) > 1 else "open"


def cohesion(
    documents: Sequence[Document], *, background: Background | None = None, alarm_below: float = 0.3
) -> Cohesion:
    """Return how well documents hold together; one is odd whose closeness is under that share of the middle one's.

    A story of fewer than two documents holds together by definition, and fewer than four raise no alarm.
    """
    if len(documents) < 2:
        return Cohesion(1.0, (1.0,) * len(documents), ())
    close = _closeness(documents, background)
    limit = alarm_below * float(np.median(close)) if len(documents) >= _LEAST_FOR_ALARM else 0.0
    odd = tuple(each.id for each, own in zip(documents, close.tolist(), strict=True) if own < limit)
    return Cohesion(float(close.mean()), tuple(close.tolist()), odd)


def _closeness(documents: Sequence[Document], background: Background | None) -> FloatArray:
    texts = [each.text if each.title in (None, each.text) else f"{each.title}\n{each.text}" for each in documents]
    languages = [each.language or detect_language(text) for each, text in zip(documents, texts, strict=True)]
    backgrounds = {code: default_background(code) if background is None else background for code in languages}
    rows = count_texts(texts, languages, backgrounds).unit_rows()
    total = np.asarray(rows.sum(axis=0)).ravel()
    own = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
    # A document's product with the sum holds its product with itself, which says nothing.
    close: FloatArray = np.maximum((rows @ total - own) / (len(documents) - 1), 0.0)
    return close
