"""Sentences as sequences: the terms of each in the order in which they stand, for methods that care about order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import IntArray
from meadow.vectors.view import StoryView
from meadow.vectors.vocabulary import STOP


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """The terms of all sentences, one after the other: sentence i is `columns[starts[i]:starts[i + 1]]`.

    Columns are those of the view's counts of terms, so stop words are left out.
    """

    columns: IntArray
    starts: NDArray[np.int64]

    def rows(self) -> Iterator[IntArray]:
        """Iterate over the columns of each sentence."""
        return (self.columns[start:end] for start, end in zip(self.starts[:-1], self.starts[1:], strict=True))


def term_sequences(view: StoryView) -> Sequences:
    """Return the terms of each sentence in order; no text is read again."""
    known = {term: column for column, term in enumerate(view.counts("terms").terms)}
    columns, owners = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
    for part in view.words("words"):
        keys = part.vocabulary.term_of[part.ids]
        kept = keys != STOP
        distinct, places = np.unique(keys[kept], return_inverse=True)
        terms = part.vocabulary.terms
        columns.append(np.array([known[terms[key]] for key in distinct.tolist()], dtype=np.int32)[places])
        owners.append(np.repeat(part.rows, part.lengths)[kept])
    every = np.concatenate(owners)
    starts = np.zeros(len(view) + 1, np.int64)
    np.cumsum(np.bincount(every, minlength=len(view)), out=starts[1:])
    # Rows of one language stand in order already; where there are several, each has its own part.
    return Sequences(np.concatenate(columns)[np.argsort(every, kind="stable")], starts)
