"""Budgets: how much goes into a summary, in sentences, words, characters, or a share of all there is (M6, T13).

Source: Radev, Jing, Styś and Tam (2004), section 3.5 (compression rate); Hirao et al. (2004), 5 and 10 % of characters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.errors import BudgetError
from meadow.model import Budget, BudgetUnit, FloatArray, IntArray

DEFAULT_WORDS = 100
_ALLOWED = "Exactly one of sentences, words, characters (also as a share such as '5%') or percent (of all sentences)."
_WHOLE = 100


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


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """The room that a budget leaves in one story: at most `limit`, where sentence i takes `sizes[i]`.

    `gap` is what stands between two sentences (the blank, when characters count). Sentences with `usable[i]` false,
    which rewriting emptied, never go in.
    """

    unit: BudgetUnit
    limit: int
    sizes: IntArray
    usable: np.ndarray[tuple[int], np.dtype[np.bool_]]
    gap: int = 0

    def fill(self, candidates: Iterable[int]) -> tuple[int, ...]:
        """Return the candidates that fit, taken in order; one that does not fit is passed over for a shorter one."""
        chosen: list[int] = []
        left = self.limit
        for row in candidates:
            cost = int(self.sizes[row]) + (self.gap if chosen else 0)
            if self.usable[row] and cost <= left:
                chosen.append(row)
                left -= cost
                if left <= 0:
                    break
        return tuple(chosen)


def make_room(budget: Budget, written: Sequence[str], sizes: IntArray, *, all_characters: int, gap: int) -> Room:
    """Return the room for sentences that would be printed as `written`, of the given sizes in the budget's unit.

    A share of characters is of `all_characters`, the characters of all sentences as the sources wrote them.
    """
    usable = np.array([bool(text) for text in written], dtype=np.bool_)
    if not budget.share:
        limit = int(budget.amount)
    elif budget.unit == "sentences":
        limit = sentence_share(len(written), budget.amount, budget.rounding)
    else:
        limit = math.floor(round(all_characters * budget.amount / _WHOLE, 9))
    return Room(budget.unit, limit, sizes, usable, gap if budget.unit == "characters" else 0)


def best_first(values: FloatArray) -> list[int]:
    """Return row numbers by falling value; of equal ones the earlier sentence comes first."""
    order: list[int] = np.argsort(-values, kind="stable").tolist()
    return order
