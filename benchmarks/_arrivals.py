"""Arrivals without end that can be entered anywhere: stories are born at a steady rate, grow by a power law and fade.

The words are those of real articles, drawn anew for each story, with three names that no story before it has used. A story
is made of its number alone, so documents of any day are made without those before it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from meadow.model import Document

START = datetime(2026, 1, 1, tzinfo=UTC)
# Half of the stories have one article, and the mean is about 3: sizes of 1, 2, 3 … by a power law, cut at 60.
_EXPONENT = 1.728
_LARGEST = 60
_LONGEST_DAYS = 6.0
_SENTENCES = 8


@dataclass(frozen=True, slots=True)
class Arrivals:
    """A stream of so many documents a day, in the words of these articles: titles and sentences."""

    per_day: float
    articles: Sequence[tuple[str, Sequence[str]]]

    @property
    def stories_per_day(self) -> float:
        """How many stories are born a day."""
        return self.per_day / _mean_size()

    def between(self, first: float, last: float) -> list[Document]:
        """Return the documents of the days from `first` to `last`, in the order of time."""
        rate = self.stories_per_day
        numbers = range(max(int((first - _LONGEST_DAYS) * rate), 0), int(last * rate) + 1)
        found = [each for number in numbers for each in self._story(number, first, last)]
        return sorted(found, key=lambda document: document.order)

    def _story(self, number: int, first: float, last: float) -> list[Document]:
        chance = random.Random(number)
        born = number / self.stories_per_day
        length = chance.random() ** 3 * _LONGEST_DAYS
        days = [born + length * chance.random() ** 2 for _ in range(_size(chance))]
        title, own = chance.choice(self.articles)
        names = [f"{chance.choice('BDKLMNRST')}{letter}{number:x}".capitalize() for letter in "aeo"]
        return [
            Document(
                f"{number}-{at}",
                title=f"{names[at % 3]}: {title}",
                text=self._text(random.Random(f"{number} {at}"), own, names),
                published=START + timedelta(days=day),
                language="en",
            )
            for at, day in enumerate(days)
            if first <= day < last
        ]

    def _text(self, chance: random.Random, own: Sequence[str], names: Sequence[str]) -> str:
        """Return most of the story's sentences, one of any other article, and two of the story's names in each other one."""
        told = chance.sample(own, max(1, min(len(own), _SENTENCES) * 3 // 4))
        lines = [*told, chance.choice(chance.choice(self.articles)[1])]
        return " ".join(
            f"{' and '.join(chance.sample(names, 2))}: {line}" if at % 2 == 0 else line for at, line in enumerate(lines)
        )


def _weights() -> list[float]:
    return [size**-_EXPONENT for size in range(1, _LARGEST + 1)]


def _mean_size() -> float:
    weights = _weights()
    return sum(size * weight for size, weight in enumerate(weights, start=1)) / sum(weights)


def _size(chance: random.Random) -> int:
    return chance.choices(range(1, _LARGEST + 1), _weights())[0]
