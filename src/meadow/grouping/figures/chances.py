"""The chance that a finding is right, by the ground on which its values are taken for values of one fact.

Each is the share of findings that were right when they were read: those in every second story of the labelled facts, in 261
other stories of four collections, and in a business wire tracked as a stream; for nouns, like sentences and words, of which
these hold few, in the sample as well. A half is added to both sides (Jeffreys), so that no small count is certain.
`docs/results/facts.md` has the table.

Source: our own counts; Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion.
"""

from __future__ import annotations

from typing import Literal

from meadow.grouping.figures.facts import Ground

RIGHT_OF_READ: dict[Ground | Literal["words"], tuple[int, int]] = {
    "voices": (13, 15),
    "revised": (12, 14),
    "event": (14, 15),
    "noun": (5, 5),
    "alike": (11, 12),
    "words": (4, 4),
    "series": (8, 35),
}


def chance_of(ground: Ground | Literal["words"]) -> float:
    """Return the chance of a finding on a ground."""
    right, read = RIGHT_OF_READ[ground]
    return round((right + 0.5) / (read + 1), 3)
