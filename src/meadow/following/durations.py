"""Lengths of time as people write them: 30s, 15m, 2h, 1d."""

from __future__ import annotations

import re
from datetime import timedelta

from meadow.errors import UsageError

_WRITTEN = re.compile(r"([0-9]{1,9})\s?([smhd])", re.ASCII)
_UNITS = {
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
}
SHORTEST = timedelta(seconds=10)
LONGEST = timedelta(days=30)


def parse_duration(text: str) -> timedelta:
    """Return a length of time; one that is not understood, or of no use between two readings, is a `UsageError`."""
    written = _WRITTEN.fullmatch(text.strip().lower())
    if written is None:
        raise _refused(text, "is no length of time")
    duration = int(written[1]) * _UNITS[written[2]]
    if duration < SHORTEST:
        raise _refused(text, "is too short: it would ask servers all the time")
    if duration > LONGEST:
        raise _refused(text, "is too long")
    return duration


def format_duration(duration: timedelta) -> str:
    """Return a length of time in words, in its largest unit: `2 hours`; parts of a second are left out."""
    seconds = int(duration.total_seconds())
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size and (seconds % size == 0 or seconds >= 2 * size):
            return f"{seconds // size:,} {name}{'s'[: seconds // size != 1]}"
    return "0 seconds"


def _refused(text: str, why: str) -> UsageError:
    return UsageError(
        f"{text!r} {why}.",
        given=text,
        allowed="A length of time is a whole number and s, m, h or d: from 10s to 30d.",
        advice="For example 15m.",
    )
