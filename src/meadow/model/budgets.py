"""Budgets: how long a summary may be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, cast

from meadow.errors import BudgetError

BudgetUnit = Literal["sentences", "words", "characters"]

Rounding = Literal["half-up", "up"]

MOST_AMOUNT: Final = 10**9  # more than any story has, and few enough for every sum of them in 64 bits


@dataclass(frozen=True, slots=True)
class Budget:
    """The maximum length of a summary: an amount of a unit, or a share (in percent) of all there is.

    A share of sentences is rounded half up (`rounding="up"` is the released MEAD's way) and is at least one.
    """

    unit: BudgetUnit
    amount: float
    share: bool = False
    rounding: Rounding = "half-up"

    def __post_init__(self) -> None:
        if not self.amount <= MOST_AMOUNT:
            raise BudgetError(
                f"{self.unit} was given {self.amount}.", given=str(self.amount),
                allowed=f"At most {MOST_AMOUNT:,} {self.unit}.", advice="A number over that of the story keeps all of it.",
            )  # fmt: skip

    def __str__(self) -> str:
        # Every digit: signatures of 1234567 and 1234568 must differ.
        number = str(int(self.amount)) if float(self.amount).is_integer() else str(float(self.amount))
        if not self.share:
            return f"{self.unit}={number}"
        return f"{self.unit}={number}% up" if self.rounding == "up" else f"{self.unit}={number}%"


_BUDGET = re.compile(r"(sentences|words|characters)=(\d+(?:\.\d+)?(?:e[+-]\d+)?)(%?)( up)?")


def parse_budget(text: str) -> Budget:
    """Return the budget that `str(budget)` wrote down: words=100, characters=5%, sentences=10% up."""
    match = _BUDGET.fullmatch(text)
    if match is None or (match[4] is not None and not match[3]):
        raise BudgetError(
            f"The length {text!r} cannot be read.", given=text,
            allowed="A length is words=N, sentences=N or characters=N, or a share: sentences=N%, characters=N%.",
        )  # fmt: skip
    amount, rounding = float(match[2]), "half-up" if match[4] is None else "up"
    whole = int(amount) if amount.is_integer() else amount
    return Budget(cast("BudgetUnit", match[1]), whole, bool(match[3]), cast("Rounding", rounding))
