"""The claims of a whole story: which document states what, and how similar the sentences that state it are.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import TypeVar

import numpy as np

from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.likeness import Likeness
from meadow.grouping.figures.numbered import informative_rows
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.rivals import SourcedClaim
from meadow.model import Document, FloatArray
from meadow.text.language import UNSPACED
from meadow.vectors.cells import Longs
from meadow.vectors.holders import documents_holding
from meadow.vectors.view import StoryView

T = TypeVar("T")

_EVERYWHERE = 0.6  # share of documents from which on a name does not distinguish anything within the story
_MANY_DOCUMENTS = 8
_FEW_ROWS = 4  # times as many rows with numbers: then some rows are few
_CHUNK_CELLS = 4_000_000  # how many similarities are held at once: 32 MB


@dataclass(frozen=True, eq=False)
class StoryClaims:
    """A view with what comparing its claims needs: weights of its terms without numbers, and the documents of each term."""

    view: StoryView
    _likenesses: dict[str, Likeness] = field(default_factory=dict, repr=False)
    _everywhere: dict[str, bool] = field(default_factory=dict, repr=False)

    @cached_property
    def numbered(self) -> list[int]:
        """The sentences with numbers that are compared."""
        return informative_rows(self.view)

    @cached_property
    def title_claims(self) -> dict[int, tuple[Claim, ...]]:
        """What the numbers in the titles of documents state, by their index; without those that state nothing."""
        return {
            number: claims
            for number, (document, language) in enumerate(zip(self.view.documents, self.view.languages, strict=True))
            if document.title is not None and (claims := read_claims(document.title, language, document.published))
        }

    def _likeness_of(self, rows: frozenset[int]) -> Likeness:
        """Return how alike some rows are: of few twice for these alone, often all that is asked, else for all."""
        few = ("first", "second") if _FEW_ROWS * len(rows) <= len(self.numbered) else ()
        for name in (*few, "numbered"):
            if name not in self._likenesses:
                others = self.numbered if name == "numbered" else ()
                self._likenesses[name] = Likeness.of(self.view, sorted(rows.union(others)))
            if self._likenesses[name].place_of.keys() >= rows:
                return self._likenesses[name]
        return Likeness.of(self.view, sorted(rows))

    @cached_property
    def _documents_with(self) -> dict[str, int]:
        return dict(zip(self.view.counts("terms").terms, documents_holding(self.view).tolist(), strict=True))

    @cached_property
    def _unspaced(self) -> bool:
        return self.view.language in UNSPACED

    @cached_property
    def lasts_days(self) -> float:
        """How many days lie between the first and the last dated document."""
        times = [document.published for document in self.view.documents if document.published is not None]
        return (max(times) - min(times)) / timedelta(days=1) if times else 0.0

    def document(self, said: SourcedClaim) -> Document:
        """Return the document in which something is said."""
        return self.view.documents[said.document]

    def has_sources(self, claims: Iterable[SourcedClaim]) -> bool:
        """Say whether several outlets speak: what one outlet measures twice (a price, a rate) is a series, not a dispute."""
        return self.are_of_several_sources({said.document for said in claims})

    def are_of_several_sources(self, documents: Iterable[int]) -> bool:
        """Say whether some documents, by their index, come from several outlets."""
        each = (self.view.documents[document] for document in documents)
        return len({document.id if document.source is None else document.source for document in each}) > 1

    def time(self, said: SourcedClaim) -> float:
        """Return when something was said as a number that grows; not a number where nobody knows."""
        published = self.document(said).published
        return np.nan if published is None else published.timestamp()

    def days_apart(self, first: int, second: int) -> float:
        """Return how many days lie between two documents, by their index; 0 where one has no date."""
        one, other = (self.view.documents[document].published for document in (first, second))
        return 0.0 if one is None or other is None else abs(one.timestamp() - other.timestamp()) / 86_400

    def is_everywhere(self, term: str) -> bool:
        """Say whether so many documents hold a term that it tells no part of the story from another."""
        known = self._everywhere.get(term)
        if known is None:
            if self._unspaced:
                holding = sum(term in document.text for document in self.view.documents)
            else:
                holding = self._documents_with.get(term, 0)
            known = self._everywhere[term] = holding >= max(2, _EVERYWHERE * len(self.view.documents))
        return known

    def is_topic(self, term: str) -> bool:
        """Say whether a term is what a story of many documents is about, so that sharing it means little."""
        return len(self.view.documents) >= _MANY_DOCUMENTS and self.is_everywhere(term)

    def rarity(self, term: str) -> float:
        """Return how rare a term is in the language; 0 where the story does not hold it."""
        return self._rarities.get(term, 0.0)

    @cached_property
    def _rarities(self) -> dict[str, float]:
        counts = self.view.counts("terms")
        return dict(zip(counts.terms, counts.idf.tolist(), strict=True))

    def own_places(self, said: SourcedClaim) -> frozenset[str]:
        """Return the places for which something is said, without those that the whole story is about."""
        return frozenset(place for place in said.claim.places if not self.is_everywhere(place))

    def own_names(self, said: SourcedClaim) -> frozenset[str]:
        """Return of whom something is said, without the names that the whole story is about."""
        return frozenset(name for name in said.claim.names if not self.is_everywhere(name))

    def alike(self, first: int, second: int) -> float:
        """Return the share of their weight that two sentences have in common."""
        return max(
            (float(alike[0]) for *_, alike in self.alike_pairs([first, second], share=0.0, words=1)), default=0.0
        )

    def alike_pairs(
        self, rows: Sequence[int], *, share: float, words: int
    ) -> Iterator[tuple[Longs, Longs, FloatArray]]:
        """Iterate over pairs of places in `rows`, the first before the second, whose sentences are alike.

        That is: they share `words` words and `share` of their weight (Dice, by inverse document frequency), which is given
        for each pair.
        """
        likeness = self._likeness_of(frozenset(rows))
        places = np.array([likeness.place_of[row] for row in rows], dtype=np.int64)
        step = max(1, _CHUNK_CELLS // max(1, len(rows)))
        for start in range(0, len(rows), step):
            first, second, alike = likeness.pairs(places[start : start + step], places, share=share, words=words)
            after = second > first + start
            yield first[after] + start, second[after], alike[after]


def meet(one: frozenset[T], other: frozenset[T]) -> bool:
    """Say whether two scopes can be one: who names none leaves it open."""
    return not (one and other) or bool(one & other)
