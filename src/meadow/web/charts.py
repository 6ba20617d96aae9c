"""Small charts as values that a template draws: each carries its numbers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta

from meadow.brief.wording import count_text, day_text
from meadow.model import Document

DAYS = 7
FEWEST_DAYS, MOST_DAYS = 2, 24
BAR_WIDTH, BAR_GAP, BAR_HEIGHT = 8, 2, 22
_LEAST = 3  # pixels, so that a day with one article is visible next to one with a hundred


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart, in its units."""

    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class Spark:
    """Articles per day over the last days, as bars and in words."""

    days: int
    bars: tuple[Bar, ...]
    text: str

    @property
    def width(self) -> int:
        """The width of the chart."""
        return self.days * (BAR_WIDTH + BAR_GAP) - BAR_GAP

    @property
    def ticks(self) -> tuple[int, ...]:
        """The offset of each day, for the line below it."""
        return tuple(day * (BAR_WIDTH + BAR_GAP) for day in range(self.days))


def spark(per_day: Mapping[date, int], last: date, days: int = DAYS) -> Spark:
    """Return how many articles were published on each of `days` days up to `last`, given their numbers by day."""
    counts = [per_day.get(last - timedelta(days=days - 1 - number), 0) for number in range(days)]
    most = max(counts)
    bars = [_bar(number, count, most) for number, count in enumerate(counts) if count]
    first = day_text(last - timedelta(days=days - 1))
    if not most:
        return Spark(days, (), f"no article from {first} to {day_text(last)}")
    listed = ", ".join(str(count) for count in counts)
    label = f"{count_text(sum(counts), 'article')} from {first} to {day_text(last)}, by day: {listed}"
    return Spark(days, tuple(bars), label)


def activity(documents: Sequence[Document]) -> Spark | None:
    """Return the articles of a story by day, of its last days where it is long; None where it has one day or none."""
    days = _days(documents)
    if len(set(days)) < FEWEST_DAYS:
        return None
    return spark(Counter(days), max(days), min(MOST_DAYS, (max(days) - min(days)).days + 1))


def _days(documents: Iterable[Document]) -> list[date]:
    return [each.published.astimezone(UTC).date() for each in documents if each.published is not None]


def _bar(number: int, count: int, most: int) -> Bar:
    height = max(_LEAST, round(BAR_HEIGHT * count / most))
    return Bar(number * (BAR_WIDTH + BAR_GAP), BAR_HEIGHT - height, height)
