"""The order in which chosen sentences are printed.

Source: our own. News opens with what matters most and then tells how it came about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Ordered(tuple[int, ...]):
    """Rows in the order in which they are to be printed; other choices are put into the order of time."""

    __slots__ = ()


def opening_first(rows: Iterable[int], opening: Sequence[int]) -> Ordered:
    """Return rows in the order of the story, but for those that open it, which come first."""
    return Ordered([*opening, *(row for row in sorted(rows) if row not in opening)])


def printed_order(rows: Sequence[int]) -> list[int]:
    """Return the rows of a choice as they are to be printed."""
    return list(rows) if isinstance(rows, Ordered) else sorted(rows)
