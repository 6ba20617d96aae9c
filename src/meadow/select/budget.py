"""Budgets: how much goes into a summary, in sentences, words, characters, or a share of all there is (M6, T13).

Source: Radev, Jing, Styś and Tam (2004), section 3.5 (compression rate); Hirao et al. (2004), 5 and 10 % of characters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.errors import BudgetError
from meadow.model import Budget, BudgetUnit, FloatArray, IntArray

DEFAULT_WORDS = 100
_ALLOWED = "Exactly one of sentences, words, characters (also as a share such as '5%') or percent (of all sentences)."
_WHOLE = 100

Flags = NDArray[np.bool_]


def make_budget(
    *,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    rounding: str = "half-up",
) -> Budget:
    """Return the one budget that was given, or 100 words if none was; two at once or an impossible one is an error."""
    given = {"sentences": sentences, "words": words, "characters": characters, "percent": percent}
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) > 1:
        listed = ", ".join(f"{name}={value}" for name, value in named.items())
        raise BudgetError(
            f"More than one length was given: {listed}.", given=listed, allowed=_ALLOWED, advice="Keep one."
        )
    if not named:
        return Budget("words", DEFAULT_WORDS)
    ((name, value),) = named.items()
    if name == "percent":
        return Budget("sentences", _share(name, value), share=True, rounding="up" if rounding == "up" else "half-up")
    if isinstance(value, str) and value.strip().endswith("%"):
        return _character_share(name, value)
    return Budget(_unit(name), _amount(name, value))


def _unit(name: str) -> BudgetUnit:
    return "sentences" if name == "sentences" else "words" if name == "words" else "characters"


def _character_share(name: str, value: str) -> Budget:
    if name != "characters":
        raise BudgetError(
            f"{name} was given {value!r}.",
            given=value,
            allowed="Only characters take a share; percent is of sentences.",
        )
    return Budget("characters", _share(name, value.strip()[:-1]), share=True)


def _share(name: str, value: object) -> float:
    number = _number(value)
    if number is None or not 0 < number <= _WHOLE:
        raise BudgetError(
            f"{name} was given {value!r}.", given=str(value), allowed="A percentage is over 0 and at most 100."
        )
    return number


def _amount(name: str, value: object) -> int:
    number = _number(value)
    if number is None or number < 1 or number != int(number):
        raise BudgetError(
            f"{name} was given {value!r}.", given=str(value), allowed=f"A whole number of {name}, 1 or more."
        )
    return int(number)


def _number(value: object) -> float | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    return number if math.isfinite(number) and not isinstance(value, bool) else None


def sentence_share(total: int, percent: float, rounding: str = "half-up") -> int:
    """Return how many of `total` sentences a percentage is: rounded half up (or up), at least 1."""
    exact = total * percent / _WHOLE
    # A share such as 20 % of 15 must give exactly 3 although 0.2 has no finite binary form.
    exact = round(exact, 9)
    return max(1, math.ceil(exact) if rounding == "up" else math.floor(exact + 0.5))


class Note(NamedTuple):
    """Why a selector chose or left a sentence: a kind of `meadow.brief.choices`, the row of another sentence, a figure."""

    kind: str
    other: int | None = None
    value: float | None = None


class RemainingBudget:
    """What a budget allows in one story: at most `limit`, where sentence i takes `sizes[i]`.

    `gap` is what stands between two sentences (the blank, when characters count). Sentences with `usable[i]` false,
    which rewriting emptied, never go in. `notes` are kept where somebody asks why; else they are None, and cost nothing.
    `opening` is the sentence to open with, where it was chosen before the others.
    """

    notes: dict[int, Note] | None = None
    opening: int | None = None

    def __init__(self, unit: BudgetUnit, limit: int, sizes: IntArray, usable: Flags, gap: int = 0) -> None:
        self.unit: BudgetUnit = unit
        self.limit = limit
        self.gap = gap
        self._sizes = sizes
        self._usable = usable

    @property
    def sizes(self) -> IntArray:
        """What each sentence takes; without meaning where it cannot be used."""
        return self._sizes

    @property
    def usable(self) -> Flags:
        """Which sentences can be used."""
        return self._usable

    def measure(self, row: int) -> int | None:
        """Return what a sentence takes, or None where it cannot be used."""
        return int(self.sizes[row]) if self.usable[row] else None

    def note(self, row: int, kind: str, *, other: int | None = None, value: float | None = None) -> None:
        """Keep why a sentence is in or not, where somebody asks; of several reasons the first."""
        if self.notes is not None:
            self.notes.setdefault(row, Note(kind, other, value))

    def fill(self, candidates: Iterable[int]) -> tuple[int, ...]:
        """Return the candidates that fit, taken in order; one that does not fit is passed over for a shorter one."""
        chosen: list[int] = []
        left = self.limit
        for row in candidates:
            size = self.measure(row)
            if size is None:
                continue
            cost = size + (self.gap if chosen else 0)
            if cost <= left:
                chosen.append(row)
                left -= cost
                if left <= 0:
                    break
        return tuple(chosen)


class LazyBudget(RemainingBudget):
    """A budget that measures a sentence when first asked: who looks at twenty of a thousand pays for twenty."""

    def __init__(
        self, unit: BudgetUnit, limit: int, rows: int, measure: Callable[[int], int | None], *, gap: int = 0
    ) -> None:
        super().__init__(unit, limit, np.empty(0, np.int32), np.empty(0, np.bool_), gap)
        self._rows = rows
        self._measure = measure

    def measure(self, row: int) -> int | None:
        """Return what a sentence takes, or None where it cannot be used."""
        return self._measure(row)

    @cached_property
    def _every(self) -> list[int | None]:
        return [self._measure(row) for row in range(self._rows)]

    @property
    def sizes(self) -> IntArray:
        """What each sentence takes; 0 where it cannot be used. Measures all of them."""
        return np.array([0 if size is None else size for size in self._every], dtype=np.int32)

    @property
    def usable(self) -> Flags:
        """Which sentences can be used. Measures all of them."""
        return np.array([size is not None for size in self._every], dtype=np.bool_)


def limit_of(budget: Budget, *, sentences: int, characters: int) -> int:
    """Return how much a budget allows in a story of so many sentences and characters."""
    if not budget.share:
        return int(budget.amount)
    if budget.unit == "sentences":
        return sentence_share(sentences, budget.amount, budget.rounding)
    return math.floor(round(characters * budget.amount / _WHOLE, 9))


def best_first(values: FloatArray) -> list[int]:
    """Return row numbers by falling value; of equal ones the earlier sentence comes first."""
    order: list[int] = np.argsort(-values, kind="stable").tolist()
    return order
