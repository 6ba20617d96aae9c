"""The learned weights of `sequence`: three logistic functions, each a constant and a weight per feature.

`opening` says how likely a sentence is the best opening of its story, `next` what share of the highest worth a sentence
has after a printed beginning, `repeats` how likely two sentences state the same fact.
`meadow lab fit --summaries` learns them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from meadow.model import FloatArray
from meadow.select.sequence.features import Columns, Shortlist, Table
from meadow.vectors.logistic import logistic

CONSTANT = "constant"


@dataclass(frozen=True, slots=True)
class SequenceWeights:
    """A table of weights for each of the three functions."""

    opening: Table
    next: Table
    repeats: Table


@cache
def shipped_weights() -> SequenceWeights:
    """Return the weights that come with the package."""
    text = files("meadow.select.sequence").joinpath("weights.json").read_text(encoding="utf-8")
    tables: Mapping[str, Table] = json.loads(text)["weights"]
    return SequenceWeights(**tables)


def weighted(table: Table, columns: Columns) -> FloatArray | float:
    """Return the constant of a table and the weighted sum of those of its features that are given."""
    total: FloatArray | float = table.get(CONSTANT, 0.0)
    for name, weight in table.items():
        if name in columns:
            total = total + weight * columns[name]
    return total


class Estimates:
    """What the weights say of a shortlist: of openings, of pairs, and of what may follow a beginning."""

    def __init__(self, short: Shortlist, weights: SequenceWeights) -> None:
        self._short = short
        self._next = weights.next
        self.alone: FloatArray = np.asarray(weighted(weights.next, short.features))
        logits = np.asarray(weighted(weights.opening, short.features) + np.zeros(len(short.candidates.rows)))
        self.openings: FloatArray = logits - logits.max()
        self.openings -= np.log(np.exp(self.openings).sum())
        self.repeats: FloatArray = logistic(np.asarray(weighted(weights.repeats, short.pairs)))

    def following(self, printed: Sequence[int]) -> FloatArray:
        """Return the worth of each candidate after some, from 0 to 1."""
        after = weighted({**self._next, CONSTANT: 0.0}, self.columns_after(printed))
        return logistic(np.asarray(self.alone + after))

    def columns_after(self, printed: Sequence[int]) -> Columns:
        """Return the features of each candidate after some."""
        return self._short.following(printed) | {"repeats": self.repeated(printed)}

    def repeated(self, printed: Sequence[int]) -> FloatArray:
        """Return how likely each candidate states a fact that a printed one states."""
        highest: FloatArray = self.repeats[:, list(printed)].max(axis=1)
        return highest
