"""From raw numbers to scores: as a method's paper has them, with the best sentence at 1, or from an order of choice.

Source: our own; that features meet with the best sentence at 1 is how the released MEAD 3.12 mixes them.

A ranker alone gives its paper's numbers. Selectors do not care about their unit, but a weighted sum does: hence `scaled`,
which `mix` asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import FloatArray, Scores


def one_feature(name: str, raw: FloatArray, *, scaled: bool) -> Scores:
    """Return scores of a single feature: raw, or divided by the best sentence where that has more than 0."""
    best = float(raw.max(initial=0.0))
    values = raw / best if scaled and best > 0 else raw
    return Scores(values, {name: values})


def falling(name: str, order: Sequence[int], sentences: int) -> Scores:
    """Return scores that fall evenly from 1 along an order of choice; sentences that it leaves out get 0."""
    values = np.zeros(sentences)
    values[list(order)] = 1 - np.arange(len(order)) / max(1, sentences)
    return Scores(values, {name: values})
