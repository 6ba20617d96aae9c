"""Times in words, as the app says them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from meadow.brief.wording import count_text, day_text

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_SPANS = ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute"))
_LONGEST = timedelta(days=7)


def moment_text(moment: datetime) -> str:
    """Return a time in UTC: 3 Mar 2026, 07:40 UTC."""
    there = moment.astimezone(UTC)
    return f"{day_text(there.date())}, {there:%H:%M} UTC"


def iso_text(moment: datetime) -> str:
    """Return a time as machines read it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def ago_text(moment: datetime, now: datetime) -> str:
    """Return how long ago something was, within a week: 18 minutes ago; else when it was."""
    passed = now - moment
    if not timedelta() <= passed < _LONGEST:
        return moment_text(moment)
    for span, name in _SPANS:
        if passed >= span:
            return f"{count_text(passed // span, name)} ago"
    return "just now"
