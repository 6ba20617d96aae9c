"""Whiskers: an interval drawn as a small line with a dot, all of a column to one scale.

Source: our own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from meadow.brief.markup import Html, element
from meadow.lab.tables import Entry

_WIDTH, _HEIGHT, _EDGE = 112, 8, 3
_TICK = 2


@dataclass(frozen=True, slots=True)
class Scale:
    """The least and the largest number that a column draws."""

    least: float
    most: float

    def place(self, value: float) -> str:
        """Return where a number stands from left to right; all in the middle where there is only one."""
        span = self.most - self.least
        share = (value - self.least) / span if span > 0 else 0.5
        return f"{_EDGE + share * (_WIDTH - 2 * _EDGE):.1f}"


def column_scale(entries: Iterable[Entry]) -> Scale | None:
    """Return the scale that holds every figure and bound of a column; None where there is none."""
    numbers = [
        number
        for entry in entries
        for number in (entry.value, entry.low, entry.high)
        if number is not None and math.isfinite(number)
    ]
    return Scale(min(numbers), max(numbers)) if numbers else None


def whisker(entry: Entry, scale: Scale) -> Html | None:
    """Return the interval as a drawing; None where a bound is missing. The text beside it says the same."""
    drawn = (entry.value, entry.low, entry.high)
    if any(number is None or not math.isfinite(number) for number in drawn):
        return None
    value, low, high = (scale.place(number) for number in drawn if number is not None)
    middle = _HEIGHT // 2
    return element(
        "svg",
        element("line", x1=low, x2=high, y1=middle, y2=middle),
        *(element("line", x1=end, x2=end, y1=middle - _TICK, y2=middle + _TICK) for end in (low, high)),
        element("circle", cx=value, cy=middle, r="1.5"),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        width=_WIDTH,
        height=_HEIGHT,
        aria_hidden="true",
    )
