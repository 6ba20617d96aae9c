"""Entries of chronicles and live pages: "21.55 h: …", "9 March: …", "23: …".

Source: our own rule. What follows a day or an hour and a colon is understood from the list around it.
"""

from __future__ import annotations

import re

from meadow.text.datelines import is_date

_HOUR = re.compile(r"\d{1,2}(?:[:.h]\d\d)?\.?(?:\s?(?:h|hs|horas|uur|[ap]\.?m)\b\.?)?\s?:\s+\S")
_DAY = re.compile(r"(\d{1,2}[^\W\d_]{0,3}\s[^:–—]{3,30}?)\s?[:–—]\s+\S")


def is_entry(text: str) -> bool:
    """Say whether a line opens with an hour, a number or a day, and a colon or a dash behind it."""
    if not text[:1].isdigit():
        return False
    if _HOUR.match(text) is not None:
        return True
    day = _DAY.match(text)
    return day is not None and is_date(day[1])
