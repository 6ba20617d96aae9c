"""How many sentences of a real collection hold a growing pattern: f(p, rest) of T10, counted.

Source: Hirao, Okumura, Fukusima and Nanba (2004), equation 13; sentences are followed as in Pei et al. (2001), "PrefixSpan".

A pattern is followed in every sentence that holds it by the place where it is first complete: the next word must occur
after that place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadow.model import Document
from meadow.rank.gathering import Places
from meadow.vectors.collection import Collection


@dataclass(frozen=True, slots=True, eq=False)
class CountedText:
    """The sentences of a collection as places of the story's terms: the row of each place, and the places of each term."""

    sentences: int
    row: Places
    places: Places
    bounds: Places

    def grow(self, holders: Places | None, term: int, length: int) -> tuple[Places, int]:  # noqa: ARG002 - the protocol's
        """Return in each sentence that holds the longer pattern the place where it is first complete, and how many."""
        places = self.places[self.bounds[term] : self.bounds[term + 1]]
        if holders is not None:
            places = self._behind(holders, places)
        first = np.ones(len(places), np.bool_)
        first[1:] = self.row[places[1:]] != self.row[places[:-1]]
        longer: Places = places[first]
        return longer, len(longer)

    def _behind(self, holders: Places, places: Places) -> Places:
        """Return the places of a term behind those in the same sentence; walked from the side that is shorter."""
        if not len(holders) or not len(places):
            return places[:0]
        if len(places) < len(holders):
            at = np.minimum(np.searchsorted(self.row[holders], self.row[places]), len(holders) - 1)
            behind: Places = places[(self.row[holders[at]] == self.row[places]) & (holders[at] < places)]
            return behind
        at = np.searchsorted(places, holders, side="right")
        inside = at < len(places)
        after = places[at[inside]]
        behind = after[self.row[after] == self.row[holders[inside]]]
        return behind  # noqa: RET504 - the name has a type, the expression has none


def counted_text(collection: Collection, story: Sequence[Document], terms: Sequence[str]) -> CountedText:
    """Return the sentences of a collection without the story's, as places of the story's terms."""
    kept = collection.rest(story)
    sequences = collection.sequences()
    column_of = {term: column for column, term in enumerate(terms)}
    columns = np.array([column_of.get(term, -1) for term in collection.view.counts("terms").terms], np.int64)
    column = columns[sequences.columns]
    row = np.repeat(np.arange(len(kept)), np.diff(sequences.starts))
    wanted = (column >= 0) & kept[row]
    column, row = column[wanted], row[wanted]
    bounds = np.searchsorted(np.sort(column), np.arange(len(terms) + 1))
    return CountedText(int(kept.sum()), row, np.argsort(column, kind="stable"), bounds)
