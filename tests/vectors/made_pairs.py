"""Pairs of made sentences that share so many words, for tests of what is fitted to judged pairs."""

from __future__ import annotations

import numpy as np

LENGTH = 7
_WORDS = ("ferry", "harbour", "storm", "captain", "bakers", "strike", "bridge", "mayor", "vote", "quake", "not", "12")


def made_pairs(count: int) -> tuple[list[str], list[int]]:
    """Return the two sentences of each pair, one after the other, and how many of their seven words both have."""
    random = np.random.default_rng(1)
    texts, shared = [], []
    for _ in range(count):
        first = random.choice(_WORDS, LENGTH, replace=False).tolist()
        kept = int(random.integers(0, LENGTH + 1))
        others = [word for word in _WORDS if word not in first][: LENGTH - kept]
        texts += [" ".join(first), " ".join(first[:kept] + others)]
        shared.append(kept)
    return texts, shared
