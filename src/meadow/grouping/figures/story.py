"""A story as comparing its figures needs it: claims of its sentences, how alike two sentences are, and what is everywhere.

Source: our own; the measure of likeness is Dice's, weighted by inverse document frequency.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import islice
from typing import TypeVar

import numpy as np

from meadow.grouping.figures.claim import Claim, SourcedClaim
from meadow.grouping.figures.past import is_background, may_lean
from meadow.grouping.figures.reading import read_claims
from meadow.model import Document
from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.vectors.holders import documents_holding
from meadow.vectors.view import StoryView

T = TypeVar("T")

ALIKE, VERY_ALIKE = 0.3, 0.5  # share of weight that two sentences have in common
RARE = 3.5  # inverse document frequency of a noun that few stories count
_SHARED_WORDS = 3
_UNKNOWN = 9.0  # inverse document frequency of what is no word
_EVERYWHERE = 0.6  # share of documents from which on a name does not distinguish anything within the story
_PAIR = 2
_MANY_DOCUMENTS = 8
_ONE_EVENT_DAYS = 21.0  # a longer story contains many events
_FIFTH = 5  # the first and the last fifth of the documents say nothing of how long a story is
_SAME_NEWS_DAYS = 3.0  # how far apart documents of such a story may report one event


@dataclass(frozen=True, eq=False)
class StoryFigures:
    """A view, with what was asked of its sentences so far."""

    view: StoryView
    _everywhere: dict[str, bool] = field(default_factory=dict, repr=False)
    _terms: dict[int, tuple[frozenset[int], float]] = field(default_factory=dict, repr=False)
    _pairs: dict[tuple[int, int], float] = field(default_factory=dict, repr=False)

    @cached_property
    def _document_of(self) -> list[int]:
        owners: list[int] = self.view.document_of.tolist()
        return owners

    def text(self, row: int) -> str:
        """Return a sentence."""
        return self.view.sentences[row].text

    def document(self, said: SourcedClaim) -> Document:
        """Return the document in which something is said."""
        return self.view.documents[said.document]

    def nearest_to_the_top(
        self, rows: Collection[int], *, most: int, holds: Callable[[int], bool] | None = None
    ) -> list[int]:
        """Return sentences in their order: all, or as many as given of those that come first in their articles.

        Only those of which `holds` is true; of a large story it is asked of as few as are needed.
        """
        if len(rows) <= most:
            return sorted(rows if holds is None else filter(holds, rows))
        every = np.fromiter(rows, np.int64, len(rows))
        from_the_top: list[int] = every[np.lexsort((every, self.view.number[every]))].tolist()
        return sorted(islice(from_the_top if holds is None else filter(holds, from_the_top), most))

    # What sentences state ----------------------------------------------------------------------------------------

    def claims(self, rows: Iterable[int]) -> list[SourcedClaim]:
        """Return what the numbers of some sentences state, in order, those included whose fact only others can tell."""
        return [SourcedClaim(claim, row, self._document_of[row]) for row in rows for claim in self._claims_of(row)]

    def _claims_of(self, row: int) -> tuple[Claim, ...]:
        published = self.view.documents[self._document_of[row]].published
        if self._leans_on_past(row):
            return ()
        claims: tuple[Claim, ...] = self.view.told(_claims_on, row, None if published is None else published.date())
        return claims

    @cached_property
    def title_claims(self) -> dict[int, tuple[Claim, ...]]:
        """What the numbers in the titles of documents state, by their index; without those that state nothing."""
        return {
            number: claims
            for number, (document, language) in enumerate(zip(self.view.documents, self.view.languages, strict=True))
            if document.title is not None and (claims := read_claims(document.title, language, document.published))
        }

    def _leans_on_past(self, row: int) -> bool:
        """Say whether a sentence, or those it leans on in turn, speak on of one that tells of another time."""
        document = self._document_of[row]
        language, published = self.view.languages[document], self.view.documents[document].published
        while may_lean(self.text(row), language):
            row -= 1
            if row < 0 or self._document_of[row] != document:
                return False
            if is_background(self.text(row), language, published):
                return True
        return False

    # Time and sources --------------------------------------------------------------------------------------------

    @cached_property
    def is_long(self) -> bool:
        """Whether the story lasts so long that it holds many events."""
        times = sorted(document.published for document in self.view.documents if document.published is not None)
        apart = len(times) // _FIFTH  # an obituary a year later makes no story long
        return bool(times) and times[len(times) - 1 - apart] - times[apart] > timedelta(days=_ONE_EVENT_DAYS)

    def may_be_one_time(self, first: int, second: int) -> bool:
        """Say whether two documents may report one event: in a story of many they must be of nearly the same time."""
        one, other = (self.view.documents[each].published for each in (first, second))
        most = timedelta(days=_SAME_NEWS_DAYS if self.is_long else _ONE_EVENT_DAYS)
        return one is None or other is None or abs(one - other) <= most

    def is_earlier(self, first: SourcedClaim, second: SourcedClaim) -> bool:
        """Say whether one claim was published before another; not where one has no date."""
        one, other = self.document(first).published, self.document(second).published
        return one is not None and other is not None and one < other

    def are_of_several_sources(self, documents: Iterable[int]) -> bool:
        """Say whether some documents, by their index, are of several outlets; undated ones count as several."""
        given = [self.view.documents[document] for document in documents]
        return len({each.id if each.published is None else each.source for each in given}) > 1

    def own_places(self, said: SourcedClaim) -> frozenset[str]:
        """Return the places for which something is said, without those that the whole story is about."""
        return frozenset(place for place in said.claim.places if not self.is_everywhere(place))

    def is_elsewhere(self, said: SourcedClaim) -> bool:
        """Say whether a claim is set in places that no other document names: the background of another event."""
        setting = said.claim.setting - said.claim.places
        return (
            len(self.view.documents) > _PAIR
            and bool(setting)
            and all(self._documents_with.get(place, 0) < _PAIR for place in setting)
        )

    def own_names(self, said: SourcedClaim) -> frozenset[str]:
        """Return of whom something is said, without the names that the whole story is about."""
        return frozenset(name for name in said.claim.names if not self.is_everywhere(name))

    # Words -------------------------------------------------------------------------------------------------------

    def is_everywhere(self, term: str) -> bool:
        """Say whether so many documents hold a term that it tells no part of the story from another."""
        known = self._everywhere.get(term)
        if known is None:
            if self.view.language in UNSPACED:
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

    def is_rare(self, term: str) -> bool:
        """Say whether few stories count what a term names."""
        return RARE <= self.rarity(term) < _UNKNOWN

    @cached_property
    def _documents_with(self) -> dict[str, int]:
        return dict(zip(self.view.counts("terms").terms, documents_holding(self.view).tolist(), strict=True))

    @cached_property
    def _rarities(self) -> dict[str, float]:
        counts = self.view.counts("terms")
        return dict(zip(counts.terms, counts.idf.tolist(), strict=True))

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset().union(*(lexicon(language).table("numbers") for language in set(self.view.languages)))

    def alike(self, first: int, second: int) -> float:
        """Return the share of their weight that two sentences have in common, numbers apart; 0 below three words."""
        pair = (first, second) if first < second else (second, first)
        if pair not in self._pairs:
            (one, weight), (other, other_weight) = self._terms_of(first), self._terms_of(second)
            common = one & other
            idf = self.view.counts("terms").idf
            shared = sum(float(idf[term]) for term in sorted(common)) if len(common) >= _SHARED_WORDS else 0.0
            self._pairs[pair] = 2 * shared / (weight + other_weight) if shared else 0.0
        return self._pairs[pair]

    def length(self, row: int) -> int:
        """Return how many terms a sentence has, numbers apart."""
        return len(self._terms_of(row)[0])

    def _terms_of(self, row: int) -> tuple[frozenset[int], float]:
        """Return the terms of a sentence without numbers, and what they weigh."""
        if row not in self._terms:
            counts = self.view.counts("terms")
            held = counts.matrix.indices[counts.matrix.indptr[row] : counts.matrix.indptr[row + 1]].tolist()
            terms = [
                each for each in held if not (counts.terms[each][0].isdigit() or counts.terms[each] in self._numbers)
            ]
            self._terms[row] = frozenset(terms), sum(float(counts.idf[term]) for term in sorted(terms))
        return self._terms[row]


def meet(one: frozenset[T], other: frozenset[T]) -> bool:
    """Say whether two scopes can be one: who names none leaves it open."""
    return not (one and other) or bool(one & other)


def _claims_on(text: str, language: str, day: date | None) -> tuple[Claim, ...]:
    """Return what the numbers of a sentence state that was published on a day, at whatever hour."""
    return read_claims(text, language, None if day is None else datetime.combine(day, time(), UTC))
