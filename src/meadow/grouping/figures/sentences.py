"""The sentences of a story with their figures, read once, and their claims, read on request.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time

from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.number_cues import Figure, figure_of, figures_of
from meadow.grouping.figures.past import NamedTime, is_background, may_lean, named_time
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.rivals import SourcedClaim, resolve_rivals
from meadow.text.phrases.tokens import read_tokens
from meadow.vectors.view import StoryView


class Sentences:
    """The sentences of a view. Agency copy stands in many documents: an equal sentence is read once for each day."""

    def __init__(self, view: StoryView) -> None:
        self._view = view
        self._document_of = view.document_of.tolist()
        self._claims: dict[tuple[str, str, date | None], tuple[Claim, ...]] = {}

    def figures(self, rows: Iterable[int]) -> list[Figure]:
        """Return what the numbers of some sentences may state."""
        every = list(rows)
        # The claims of Japanese need no tags.
        tagged = [row for row in every if self._view.languages[self._document_of[row]] != "ja"]
        read = dict(zip(tagged, self._view.told_together(_figures_and_times, tagged), strict=True))
        return [figure for row in every for figure in self._figures(row, read.get(row))]

    def claims(self, rows: Iterable[int]) -> list[SourcedClaim]:
        """Return what the numbers of some sentences state, in the order of the view."""
        return resolve_rivals(self.said(rows))

    def said(self, rows: Iterable[int]) -> list[SourcedClaim]:
        """Return the same, with the numbers whose fact only others can tell, and without what these tell."""
        return [SourcedClaim(claim, row, self._document_of[row]) for row in rows for claim in self.claims_of(row)]

    def claims_of(self, row: int) -> tuple[Claim, ...]:
        """Return what the numbers of one sentence state by themselves, those included whose fact only others can tell."""
        document = self._view.documents[self._document_of[row]]
        text, language = self._view.sentences[row].text, self._view.languages[self._document_of[row]]
        if self._leans_on_past(row):
            return ()
        day = None if document.published is None else document.published.date()
        known = text, language, day
        if known not in self._claims:
            self._claims[known] = self._view.told(_claims_on, row, day)
        return self._claims[known]

    def _figures(self, row: int, read: tuple[Sequence[Figure], NamedTime] | None) -> list[Figure]:
        document = self._document_of[row]
        if read is None:
            return [figure_of(claim, row, document) for claim in self.claims_of(row)]
        figures, named = read
        published = self._view.documents[document].published
        if not figures or named.is_past(published) or self._leans_on_past(row):
            return []
        return [Figure(row, document, *figure[2:]) for figure in figures]

    def _leans_on_past(self, row: int) -> bool:
        """Say whether a sentence, or those it leans on in turn, speak on of one that tells of another time."""
        document = self._document_of[row]
        language, published = self._view.languages[document], self._view.documents[document].published
        while may_lean(self._view.sentences[row].text, language):
            row -= 1
            if row < 0 or self._document_of[row] != document:
                return False
            if is_background(self._view.sentences[row].text, language, published):
                return True
        return False


def _claims_on(text: str, language: str, day: date | None) -> tuple[Claim, ...]:
    """Return what the numbers of a sentence state that was published on a day, at whatever hour."""
    return read_claims(text, language, None if day is None else datetime.combine(day, time(), UTC))


def _figures_and_times(texts: Sequence[str], language: str) -> list[tuple[tuple[Figure, ...], NamedTime]]:
    """Return the numbers of sentences, in whichever rows they stand, and the time that each sentence names."""
    every = [read_tokens(text, language) for text in texts]
    return [
        (tuple(figures), named_time(tokens.plain, language) if figures else NamedTime(None, bygone=False))
        for tokens, figures in zip(every, figures_of(every, language), strict=True)
    ]
