"""Forecasts: sentences that say what is going to happen, and on which day if they name one.

A forecast is news until its day has passed. Words between quotation marks do not count.
"""

from __future__ import annotations

from datetime import date, datetime

from meadow.text.phrases import dates
from meadow.text.rulebook import rulebook
from meadow.text.selfcontained.quotations import read_quotations


def is_forecast(outside: str, flags: int, language: str) -> bool:
    """Say whether the writer's words, which have these flags, tell what is going to happen."""
    return rulebook(language).kind("forecast").find(outside, flags) is not None


def forecast_day(text: str, language: str = "en", *, anchor: datetime | None = None) -> date | None:
    """Return the last day that a forecast names, seen from the time it was published; None where it names none.

    Days before the anchor are not what it forecasts: "The ship that sank on Monday will be raised on Friday" means Friday.
    """
    mentions = dates(read_quotations(text).outside, language, anchor=anchor)
    days = [mention.day for mention in mentions if mention.day is not None]
    ahead = [day for day in days if anchor is None or day >= anchor.date()]
    return max(ahead, default=None)
