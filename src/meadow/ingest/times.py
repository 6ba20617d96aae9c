"""Times as news files write them: ISO 8601 and RFC 2822, each with or without a zone or a time of day."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

from meadow.errors import InputError

_DAY = r"(?P<day>\d{4}-\d{2}-\d{2}|\d{8})"
_CLOCK = r"(?P<clock>\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?)"
_OFFSET = r"[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?"
_ISO = re.compile(rf"{_DAY}(?:(?:[Tt]|[ ]+){_CLOCK}[ ]*(?P<zone>[Zz]|UTC|GMT|{_OFFSET})?)?", re.ASCII)

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
# The zone names of RFC 2822 and no others: a name such as IST means several hours, so guessing is worse than asking.
_ZONES = {
    "z": 0,
    "ut": 0,
    "utc": 0,
    "gmt": 0,
    "est": -5,
    "edt": -4,
    "cst": -6,
    "cdt": -5,
    "mst": -7,
    "mdt": -6,
    "pst": -8,
    "pdt": -7,
}
_MAIL = re.compile(
    r"(?:[a-z]{3},?\s+)?(?P<day>\d{1,2})\s+(?P<month>[a-z]{3})\s+(?P<year>\d{4})"
    r"(?:\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:\s*(?P<offset>[+-]\d{4})|\s+(?P<zone>[a-z]{1,3}))?)?",
    re.ASCII | re.IGNORECASE,
)
_LONGEST = 64


def parse_time(text: str) -> tuple[datetime, bool]:
    """Return the time with its zone, and whether the text gives the day only; a time without a zone is UTC."""
    stripped = text.strip()
    for pattern, build in _FORMS:
        match = pattern.fullmatch(stripped) if len(stripped) <= _LONGEST else None
        if match is None:
            continue
        try:
            time, day_only = build(match)
            time.astimezone(UTC)  # the first and last hours of the calendar have no UTC, and sorting would fail later
        except (ValueError, OverflowError, KeyError):
            break
        return time, day_only
    raise InputError(
        f"{_shown(text)!r} is not a time.",
        given=text,
        allowed="Allowed: ISO 8601, such as 2005-01-08, 2005-01-08T12:30:00Z or 2005-01-08 12:30+01:00,"
        " and mail dates, such as Sat, 08 Jan 2005 12:30:00 GMT.",
    )


def is_time(cell: object) -> bool:
    """Return whether a cell holds a time as text."""
    try:
        return isinstance(cell, str) and parse_time(cell) is not None
    except InputError:
        return False


def _from_iso(match: re.Match[str]) -> tuple[datetime, bool]:
    day = match["day"] if "-" in match["day"] else f"{match['day'][:4]}-{match['day'][4:6]}-{match['day'][6:]}"
    if match["clock"] is None:
        return datetime.fromisoformat(day).replace(tzinfo=UTC), True
    zone = (match["zone"] or "Z").upper()
    offset = "+00:00" if zone in {"Z", "UTC", "GMT"} else zone
    return datetime.fromisoformat(f"{day}T{match['clock']}{offset}"), False


def _from_mail(match: re.Match[str]) -> tuple[datetime, bool]:
    year, month, day = int(match["year"]), _MONTHS[match["month"].lower()], int(match["day"])
    if match["hour"] is None:
        return datetime(year, month, day, tzinfo=UTC), True
    clock = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    return datetime(year, month, day, *clock, tzinfo=_mail_zone(match)), False


def _mail_zone(match: re.Match[str]) -> timezone:
    if match["offset"] is None:
        return timezone(timedelta(hours=_ZONES[(match["zone"] or "utc").lower()]))
    sign = -1 if match["offset"][0] == "-" else 1
    return timezone(sign * timedelta(hours=int(match["offset"][1:3]), minutes=int(match["offset"][3:])))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[datetime, bool]]], ...] = (
    (_ISO, _from_iso),
    (_MAIL, _from_mail),
)


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
