"""How many words two sentences share: overlap and containment of a pair (`products.overlaps_with` does a whole story)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def word_overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Return R_s = 2·overlap / (length + length), a repeated word counting min(m, n) times; 1 for equal, 0 for disjoint."""
    total = len(first) + len(second)
    return 2 * _common(first, second) / total if total else 0.0


def containment(first: Sequence[str], second: Sequence[str]) -> float:
    """Return the share of the first sentence's words that the second holds too: 1 when it says nothing more."""
    return _common(first, second) / len(first) if first else 0.0


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    return (Counter(first) & Counter(second)).total()
