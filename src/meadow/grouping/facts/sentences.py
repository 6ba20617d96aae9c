"""The sentences of a story as facts are read from them: told apart into words once, and into claims only if asked.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from meadow.grouping.facts.claim import Claim
from meadow.grouping.facts.figures import Figure, figure_of, figures_of
from meadow.grouping.facts.japanese import japanese_claims
from meadow.grouping.facts.past import is_background, may_lean, tells_of_the_past
from meadow.grouping.facts.reading import claims_among
from meadow.grouping.facts.rivals import Said, resolved
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.vectors.view import StoryView


class Sentences:
    """The sentences of a view. Agency copy stands in many documents: an equal sentence is read once for each day."""

    def __init__(self, view: StoryView) -> None:
        self._view = view
        self._document_of = view.document_of.tolist()
        self._tokens: dict[tuple[str, str], Tokens] = {}
        self._claims: dict[tuple[str, str, date | None], tuple[Claim, ...]] = {}

    def figures(self, rows: Iterable[int]) -> list[Figure]:
        """Return what the numbers of some sentences may state."""
        return [figure for row in rows for figure in self._figures(row)]

    def claims(self, rows: Iterable[int]) -> list[Said]:
        """Return what the numbers of some sentences state, in the order of the view."""
        return resolved([Said(claim, row, self._document_of[row]) for row in rows for claim in self._claims_of(row)])

    def _figures(self, row: int) -> list[Figure]:
        document = self._document_of[row]
        language = self._view.languages[document]
        if language == "ja":  # its claims need no tags
            return [figure_of(claim, row, document) for claim in self._claims_of(row)]
        tokens = self._tokens_of(row)
        figures = figures_of(tokens, language, row, document)
        published = self._view.documents[document].published
        past = figures and (tells_of_the_past(tokens.plain, language, published) or self._leans_on_past(row))
        return [] if past else figures

    def _claims_of(self, row: int) -> tuple[Claim, ...]:
        document = self._view.documents[self._document_of[row]]
        text, language = self._view.sentences[row].text, self._view.languages[self._document_of[row]]
        if self._leans_on_past(row):
            return ()
        known = text, language, None if document.published is None else document.published.date()
        if known not in self._claims:
            self._claims[known] = (
                japanese_claims(text, document.published)
                if language == "ja"
                else claims_among(text, self._tokens_of(row), language, document.published)
            )
        return self._claims[known]

    def _tokens_of(self, row: int) -> Tokens:
        known = self._view.sentences[row].text, self._view.languages[self._document_of[row]]
        if known not in self._tokens:
            self._tokens[known] = read_tokens(*known)
        return self._tokens[known]

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
