"""Plots of experiments as lines in a drawing of our own, with their numbers beside them for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from meadow.lab.tables import Plot, Series

WIDTH, HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 150, 12, 40
_TICKS = 5
# Lines are told apart by their dashes too, never by colour alone.
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")
MOST_SERIES = 12


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis, and what it says."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A series: its dashes, its points, the parts between gaps as paths, and where its name stands."""

    label: str
    dashes: str
    points: tuple[tuple[float, float], ...]
    paths: tuple[str, ...]
    name_at: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A plot laid out: axes, lines, and the numbers as rows of a table."""

    plot: Plot
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[PlotLine, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the table of numbers."""
        return (self.plot.x, *(series.label for series in self.plot.series[:MOST_SERIES]))


def draw(plot: Plot) -> Drawing | None:
    """Return a plot laid out; None where it has no number to show. Of more than twelve series the first are shown."""
    shown = plot.series[:MOST_SERIES]
    places = list(dict.fromkeys(x for series in shown for x in series.x))
    heights = [y for series in shown for y in series.y if y is not None]
    if not heights or not places:
        return None
    numbers = [x for x in places if isinstance(x, (int, float))]
    by_number = len(numbers) == len(places) and len(places) > 1
    across = _Scale(min(numbers), max(numbers), _LEFT, WIDTH - _RIGHT) if by_number else None
    at = {
        x: across.place(float(x)) if across is not None else _even(number, len(places))
        for number, x in enumerate(places)
    }
    up = _Scale(min(0.0, *heights), max(heights), HEIGHT - _BOTTOM, _TOP)
    ends = _apart([_end(series, up) for series in shown])
    lines = tuple(_line(series, number, at, up, ends[number]) for number, series in enumerate(shown))
    ordered = sorted(numbers) if by_number else places
    return Drawing(
        plot, tuple(Tick(at[x], _text(x)) for x in _some(ordered)),
        tuple(Tick(up.place(value), f"{value:.3g}") for value in up.ticks()), lines,
        tuple((_text(x), *(_value(series, x) for series in shown)) for x in ordered),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Scale:
    """From numbers to places in the drawing."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a number stands."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Return numbers at even distances."""
        step = (self.high - self.low) / (_TICKS - 1)
        return [self.low + number * step for number in range(_TICKS)] if step else [self.low]


def _line(series: Series, number: int, at: dict[float | str, float], up: _Scale, name_at: float) -> PlotLine:
    pairs = list(zip(series.x, series.y, strict=False))
    known = [(at[x], up.place(y)) for x, y in pairs if y is not None]
    drawn = [
        f"M{at[x]} {up.place(y)}L{at[other_x]} {up.place(other_y)}"
        for (x, y), (other_x, other_y) in pairwise(pairs)
        if y is not None and other_y is not None
    ]
    return PlotLine(series.label, DASHES[number % len(DASHES)], tuple(known), tuple(drawn), name_at)


def _end(series: Series, up: _Scale) -> float:
    last = next((y for y in reversed(series.y) if y is not None), None)
    return up.start if last is None else up.place(last)


def _apart(places: Sequence[float], least: float = 14.0) -> list[float]:
    """Return places for names beside the ends of lines, moved so far that none covers another."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved: dict[int, float] = {}
    below = float("-inf")
    for number in order:
        moved[number] = below = max(places[number], below + least)
    over = max(0.0, max(moved.values(), default=0.0) - (HEIGHT - _BOTTOM))
    return [round(moved[number] - over, 1) for number in range(len(places))]


def _even(number: int, count: int) -> float:
    return round(_LEFT + (number + 0.5) * (WIDTH - _RIGHT - _LEFT) / count, 1)


def _some(places: Sequence[float | str]) -> Sequence[float | str]:
    """Return as many of the places as an axis has room for."""
    step = -(-len(places) // (2 * _TICKS))
    return places[::step]


def _text(x: float | str) -> str:
    return x if isinstance(x, str) else f"{x:g}"


def _value(series: Series, x: float | str) -> str:
    value = next((y for at, y in zip(series.x, series.y, strict=False) if at == x), None)
    return "" if value is None else f"{value:.3f}"
