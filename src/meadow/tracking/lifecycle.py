"""The life of a story: open, growing, quiet, closed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from meadow.errors import UsageError
from meadow.model import Story

Phase = Literal["open", "growing", "quiet", "closed"]


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
