"""Which of the chosen sentences opens a summary, and in what order the others follow.

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
from meadow.select.latest import LEAST_LIKE
from meadow.select.order import Ordered, opening_first
from meadow.select.places import news_places
from meadow.text.standing.quotations import OPENING_MARKS
from meadow.vectors.definites import takes_up_unnamed
from meadow.vectors.standings import opening_standing
from meadow.vectors.view import StoryView

_GOES_ON = 10  # sentences; what an article tells further down mostly belongs to another side of the story


class Openings(NamedTuple):
    """The candidates that may open a summary, the best first.

    `akin` may stand before the best one where they come earlier in its article, and so may its lead, if it is of `leads`.
    """

    rows: tuple[int, ...]
    leads: frozenset[int] = frozenset()
    akin: frozenset[int] = frozenset()

    def order(self, view: StoryView, chosen: Iterable[int]) -> Ordered:
        """Return a choice as it is to be printed: the lead of the article with the best opening in it, or that opening.

        What its article tells soon behind it follows it. Those whose subject takes up, in another word, what only
        their own article has told come last among openings.
        """
        rows = set(chosen)
        # Only the few that were chosen are asked: to find the subject of a sentence takes as long as to judge it.
        possible = sorted((row for row in self.rows if row in rows), key=partial(takes_up_unnamed, view))
        opening = [*self._lead(view, rows, possible[:1]), *possible][:1]
        return opening_first(rows, [row for first in opening for row in self._run(view, rows, first)])

    def _run(self, view: StoryView, chosen: Collection[int], first: int) -> list[int]:
        """Return the opening with what its article tells of it right before, and up to ten sentences behind it.

        Those before it follow each other and are akin to the story.
        """
        start = first
        while start - 1 in chosen and start - 1 in self.akin and view.number[start] > 1:
            start -= 1
        document = view.document_of
        near = (row for row in chosen if start <= row <= first + _GOES_ON)
        return sorted(row for row in near if document[row] == document[first])

    def _lead(self, view: StoryView, chosen: Iterable[int], best: Sequence[int]) -> list[int]:
        """Return the lead of the article of the best opening, if it was chosen and stands before that."""
        document, leads = view.document_of, self.leads.intersection(chosen)
        return [lead for row in best for lead in leads if document[lead] == document[row] and lead < row]


def find_openings(
    view: StoryView, candidates: Candidates, problem: Problem, near: FloatArray, news: set[int]
) -> Openings:
    """Return the openings among candidates; `near` is how much sentences are like the story, `news` may open one.

    They go by what they are worth alone, early sentences of late documents before others. A lead has place 1 and is no side
    of the story. Where only one article is told, its lead may be a forecast, or its very first sentence.
    """
    early = recency(view)[view.document_of[candidates.rows]] / view.number[candidates.rows] ** 0.25
    strongest = candidates.rows[best_first(single_values(problem) * early)].tolist()
    first = candidates.rows[view.kept(news_places).place[candidates.rows] == 1].tolist()
    akin = {row for row in news if near[row] >= LEAST_LIKE}
    leads = akin.intersection(first)
    if len(view.documents) == 1:
        leads |= {row for row in first if row in news or _may_lead(view, row)}
    return Openings(tuple(row for row in strongest if row in news), frozenset(leads), frozenset(akin))


def _may_lead(view: StoryView, row: int) -> bool:
    """Say whether a sentence that is no opening of a story may be that of its own article."""
    standing = opening_standing(view, row)
    if standing is None or view.sentences[row].text.startswith(OPENING_MARKS):
        return False
    return bool(view.number[row] == 1) or not standing.scene
