"""The lead of a summary: which chosen sentence comes first, and in what order the others follow.

Source: our own rules. The strongest sentence opens that is no scene, forecast or quotation; but whoever an article is about
is told in its lead, so its lead stands before its other sentences wherever that is on the story.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from meadow.model import FloatArray
from meadow.select.budget import best_first
from meadow.select.candidates import Candidates
from meadow.select.concepts import recency
from meadow.select.exchange import Problem, single_values
from meadow.select.latest import MIN_COSINE
from meadow.select.order import Ordered, opening_first
from meadow.select.positions import article_positions
from meadow.text.selfcontained.quotations import OPENING_MARKS
from meadow.vectors.coreference.definites import refers_by_another_word
from meadow.vectors.sentence_checks import lead_check
from meadow.vectors.view import StoryView

_GOES_ON = 10  # sentences; further down, an article is mostly about another aspect of the story


class Leads(NamedTuple):
    """The candidates that may open a summary, the best first.

    Sentences of the same article may be printed before the best one: its lead, if that is in `article_leads`, and those
    right before it that are `similar` to the story.
    """

    rows: tuple[int, ...]
    article_leads: frozenset[int] = frozenset()
    similar: frozenset[int] = frozenset()

    def order(self, view: StoryView, chosen: Iterable[int]) -> Ordered:
        """Return the chosen rows in printing order: first the best lead, or the lead of its article if that was chosen too.

        Chosen sentences that soon follow in the same article come next. A lead whose subject refers, in another word, to
        something that only its own article mentions is the last choice.
        """
        rows = set(chosen)
        # Only chosen rows: finding the subject of a sentence takes as long as checking the sentence.
        possible = sorted((row for row in self.rows if row in rows), key=partial(refers_by_another_word, view))
        first = [*self._article_lead(view, rows, possible[:1]), *possible][:1]
        return opening_first(rows, [row for lead in first for row in self._run(view, rows, lead)])

    def _run(self, view: StoryView, chosen: Collection[int], first: int) -> list[int]:
        """Return a lead with chosen sentences of its article: right before it, if similar to the story, and soon after."""
        start = first
        while start - 1 in chosen and start - 1 in self.similar and view.number[start] > 1:
            start -= 1
        document = view.document_of
        nearby = (row for row in chosen if start <= row <= first + _GOES_ON)
        return sorted(row for row in nearby if document[row] == document[first])

    def _article_lead(self, view: StoryView, chosen: Iterable[int], best: Sequence[int]) -> list[int]:
        """Return the lead of the article of the best row, if it was chosen and comes before that row."""
        document, leads = view.document_of, self.article_leads.intersection(chosen)
        return [lead for row in best for lead in leads if document[lead] == document[row] and lead < row]


def find_leads(
    view: StoryView, candidates: Candidates, problem: Problem, similarity: FloatArray, lead_rows: set[int]
) -> Leads:
    """Return the candidates that may open the summary, among `lead_rows`; `similarity` is the cosine with the story.

    They are ordered by what they are worth alone, with a bonus for early sentences of late documents. The lead of an article
    has position 1 and is similar to the story. If there is only one article, its lead may be a forecast or its very first
    sentence.
    """
    early = recency(view)[view.document_of[candidates.rows]] / view.number[candidates.rows] ** 0.25
    strongest = candidates.rows[best_first(single_values(problem) * early)].tolist()
    first = candidates.rows[view.kept(article_positions).position[candidates.rows] == 1].tolist()
    similar = {row for row in lead_rows if similarity[row] >= MIN_COSINE}
    article_leads = similar.intersection(first)
    if len(view.documents) == 1:
        article_leads |= {row for row in first if row in lead_rows or _may_lead(view, row)}
    return Leads(tuple(row for row in strongest if row in lead_rows), frozenset(article_leads), frozenset(similar))


def _may_lead(view: StoryView, row: int) -> bool:
    """Say whether a sentence that may not open a story may open its own article."""
    check = lead_check(view, row)
    if check is None or view.sentences[row].text.startswith(OPENING_MARKS):
        return False
    return bool(view.number[row] == 1) or not check.scene
