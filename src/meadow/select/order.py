"""The order in which chosen sentences are printed.

Source: our own. News opens with what matters most and then tells how it came about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Self


class Ordered(tuple[int, ...]):
    """Rows in the order in which they are to be printed; other choices are put into the order of time.

    `named` has for some of them the surnames that are to be printed as names in full.
    """

    named: Mapping[int, tuple[str, ...]] = MappingProxyType({})

    def __new__(cls, rows: Iterable[int] = (), named: Mapping[int, tuple[str, ...]] | None = None) -> Self:
        """Return rows in this order."""
        order = super().__new__(cls, rows)
        if named is not None:
            order.named = named
        return order


def opening_first(rows: Iterable[int], opening: Sequence[int]) -> Ordered:
    """Return rows in the order of the story, but for those that open it, which come first."""
    return Ordered([*opening, *(row for row in sorted(rows) if row not in opening)])


def printed_order(rows: Sequence[int]) -> list[int]:
    """Return the rows of a choice as they are to be printed."""
    return list(rows) if isinstance(rows, Ordered) else sorted(rows)


def named_in(rows: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """Return which surnames of a choice are to be printed as names in full, by row."""
    return rows.named if isinstance(rows, Ordered) else {}
