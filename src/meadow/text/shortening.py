"""Shortening: the last resort where nothing fits a length, a cut at a clause, marked with an ellipsis.

Source: our own rule; INTERFACE: a budget is never exceeded.
"""

from __future__ import annotations

import re
from collections.abc import Callable

MARK = "…"
# Where a clause may end, best first: before a semicolon, colon or dash, at a comma, at a blank, anywhere (no spaces).
_ENDS = (re.compile(r"\s*[;:；：]|\s+[–—-]+\s|--"), re.compile(r"\s*[,，、،]"), re.compile(r"\s+"))
# A clause that holds less than this share of what fits is given up for one that ends at the next weaker mark.
_SMALLEST_SHARE = 0.4


def shorten(text: str, fits: Callable[[str], bool]) -> str:
    """Return the longest beginning of `text` that ends at a clause, is marked "…" and satisfies `fits`; "" if none does."""
    longest = _longest_prefix(text, fits)
    for ends in _ENDS:
        places = [match.start() for match in ends.finditer(text) if 0 < match.start() <= longest]
        if places and places[-1] >= longest * _SMALLEST_SHARE:
            return text[: places[-1]].rstrip() + MARK
    return text[:longest].rstrip() + MARK if longest > 0 else ""


def _longest_prefix(text: str, fits: Callable[[str], bool]) -> int:
    """Return the largest length whose marked prefix fits, by bisection: a shorter prefix always fits too."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle].rstrip() + MARK) else (low, middle - 1)
    return low
