"""Chance by a seed: the one place where a generator of numpy is made."""

from __future__ import annotations

import numpy as np

from meadow.errors import UsageError


def generator(seed: int, *more: int) -> np.random.Generator:
    """Return a generator that draws the same from the same seed, which is a whole number of 0 or more.

    With more than one number, each of them makes another generator.
    """
    lowest = min((seed, *more))
    if lowest < 0:
        raise UsageError(
            f"seed was given {lowest}.", given=str(lowest), allowed="A seed is a whole number, 0 or more.",
            advice="Leave the sign off.",
        )  # fmt: skip
    return np.random.default_rng([seed, *more] if more else seed)
