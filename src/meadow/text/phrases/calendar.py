"""Days of the calendar: what a day without a year, a weekday or "yesterday" means, seen from another day."""

from __future__ import annotations

from datetime import date, timedelta


def day_of(year: int, month: int, day: int) -> date | None:
    """Return a date, or None where the calendar has none such."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def shifted(today: date, days: int) -> date | None:
    """Return the day so many days later, or None beyond the end of the calendar."""
    try:
        return today + timedelta(days=days)
    except OverflowError:
        return None


def nearest(month: int, day: int, today: date | None) -> date | None:
    """Return the day of that month whose year brings it closest to today; None without a today."""
    if today is None:
        return None
    years = (today.year - 1, today.year, today.year + 1)
    candidates = [that_day for year in years if (that_day := day_of(year, month, day)) is not None]
    return min(candidates, key=lambda candidate: abs(candidate - today), default=None)


def nearest_month(day: int, today: date | None) -> date | None:
    """Return the day of that number that lies closest to today, in its month or a neighbouring one."""
    if today is None:
        return None
    months = [(today.year * 12 + today.month - 1 + shift) for shift in (-1, 0, 1)]
    candidates = [that_day for month in months if (that_day := day_of(month // 12, month % 12 + 1, day)) is not None]
    return min(candidates, key=lambda candidate: abs(candidate - today), default=None)


def past_weekday(today: date, weekday: int, *, strictly: bool = False) -> date | None:
    """Return the last such weekday (Monday is 0) up to today; before today if `strictly`."""
    back = (today.weekday() - weekday) % 7
    return shifted(today, -(7 if strictly and back == 0 else back))


def next_weekday(today: date, weekday: int) -> date | None:
    """Return the first such weekday after today."""
    return shifted(today, 7 - (today.weekday() - weekday) % 7)
