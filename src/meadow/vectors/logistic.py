"""The logistic function, without what takes longest to load of SciPy: a first summary waits for it."""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray


def logistic(logits: FloatArray) -> FloatArray:
    """Return 1 / (1 + e^-x) of each value; large ones of either sign overflow nowhere."""
    small = np.exp(-np.abs(logits))
    chances: FloatArray = np.where(logits >= 0, 1.0, small) / (1.0 + small)
    return chances
