"""The order in which chosen sentences are printed.

Source: our own. News opens with what matters most and then tells how it came about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Ordered(tuple[int, ...]):
    """Rows in the order in which they are to be printed; other choices are put into the order of time."""

    __slots__ = ()


def opening_first(rows: Iterable[int], openings: Sequence[int]) -> Ordered:
    """Return rows in the order of the story, but for the best of the possible openings, which comes first.

    `openings` are rows, the best first; the first of them that was chosen opens.
    """
    ordered = sorted(rows)
    opening = next((row for row in openings if row in ordered), None)
    return Ordered(ordered if opening is None else [opening, *(row for row in ordered if row != opening)])


def printed_order(rows: Sequence[int]) -> list[int]:
    """Return the rows of a choice as they are to be printed."""
    return list(rows) if isinstance(rows, Ordered) else sorted(rows)
