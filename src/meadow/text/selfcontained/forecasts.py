"""Forecasts: sentences that say what is going to happen, and on which day if they name one.

A forecast is news until its day has passed. Lists and patterns per language; words between quotation marks do not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache

from meadow.text.phrases import dates
from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.quotations import read_quotations
from meadow.text.selfcontained.word_flags import FORECAST

_PATTERNS: Mapping[str, str] = {
    "en": r"\b(?:will|shall)\s(?:not\s|also\s|now\s|soon\s|be\s|have\s|likely\s|next\s)*[a-z]{2,}"
    r"|['’]ll\s[A-Za-z]|\b(?:is|are)\s\w+ing\b.{0,60}\btomorrow\b"
    r"|\b(?:is|are|be|been|was|were)\s(?:now\s|also\s|widely\s|currently\s|still\s)?"
    r"(?:expected|scheduled|due|set|slated|planned|poised|likely|forecast|predicted)\s(?:to|for|in|on|by|next|later)\b"
    r"|\b(?:expects?|plans?|intends|aims|hopes|vows|pledges)\sto\b",
    "es": r"\b[Ss]e\s(?:espera|prevé)\b|\best[áé]n?\sprevist|\bprev[ée]n?\b|\bvan?\sa\s\w+[aei]r\b|\bplanean?\b"
    r"|\b\w+[aeibdr]r(?:á|án)\b",  # "saldrá", "habrá", "querrá" lost their vowel
    "nl": r"\bzal\b|\bzullen\b|\bwordt?\s(?:\w+\s){0,3}verwacht\b|\bnaar\sverwachting\b|\bgepland\b"
    r"|\bga(?:at|an)\s(?:\w+\s){0,6}\w+en\b.*\b(?:volgende|morgen|binnenkort)\b",
    "fr": r"\bdevrai(?:t|ent)\b|\best?\s(?:prévu|attendu)|\bsont\s(?:prévu|attendu)|\bv(?:a|ont)\s\w+(?:er|ir|re)\b",
    "de": r"\bsoll(?:en)?\b|\bvoraussichtlich\b|\bwird\s(?:\w+\s){0,6}erwartet\b|\bist\s(?:\w+\s){0,4}geplant\b",
    "ja": r"予定(?:だ|で|。|し|する|とな|と発表|とい|と(?!よ))|見通し|見込み|方針(?:だ|を|で)"
    r"|する(?:こと(?:を|に)決|計画)|(?:開催|発売|公開|出馬)へ(?:。|$)",
}
# English headlines put "to" for "will": "Bank to Cut Rates". They have no full stop.
_HEADLINE = re.compile(
    r"(?!According\b)[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,5}\s[Tt]o\s(?:[A-Z]|announce|appear|be"
    r"|become|begin|build|buy|close|cut|expand|face|get|host|launch|leave|meet|open|pay|play|receive|replace|return|sell|sign|speak|start|step"
    r"|stop|take|visit|vote)"
)
# The Spanish future is an ending, not a word.
_ENDING = {"es": re.compile(r"rán?\b")}


def is_forecast(outside: str, flags: int, language: str) -> bool:
    """Say whether the writer's words, which bear these marks, tell what is going to happen."""
    if language == "en" and outside[-1:] != "." and _HEADLINE.match(outside) is not None:
        return True
    if not flags & FORECAST and listed(language, "forecast"):
        return False
    pattern = _pattern(language)
    return pattern is not None and pattern.search(outside) is not None


def has_ending(text: str, language: str) -> bool:
    """Say whether a word of a text has the ending of the future, in a language whose future is one."""
    ending = _ENDING.get(language)
    return ending is not None and ending.search(text) is not None


def forecast_day(text: str, language: str = "en", *, anchor: datetime | None = None) -> date | None:
    """Return the last day that a forecast names, seen from the time it was published; None where it names none.

    Days before the anchor are not what it forecasts: "The ship that sank on Monday will be raised on Friday" means Friday.
    """
    mentions = dates(read_quotations(text).outside, language, anchor=anchor)
    days = [mention.day for mention in mentions if mention.day is not None]
    ahead = [day for day in days if anchor is None or day >= anchor.date()]
    return max(ahead, default=None)


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    source = _PATTERNS.get(language)
    return None if source is None else re.compile(source)
