"""A story that runs for days is told with how it stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

import meadow
from meadow.model import Document
from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem
from meadow.select.latest import REQUIRED, with_latest
from meadow.select.positions import article_positions
from meadow.vectors.view import view_documents

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_THEFT = (
    "Two thieves in overalls stole the painting Dawn from the National Gallery in Carrowmere on Monday. "
    "Guards of the National Gallery saw two thieves in overalls carry a pipe."
)
_AGAIN = (
    "Police hunted the two thieves who stole the painting Dawn from the National Gallery in Carrowmere. "
    "Overalls lay in a bin behind the National Gallery, and two thieves were seen in a van."
)
_FOUND = (
    "Divers found the painting Dawn of the National Gallery in a flooded cellar at Vellin. "
    "Two thieves in overalls stole the painting from the National Gallery in Carrowmere last week."
)
_ASIDE = (
    "Bakers in Tolsby raised the price of rye bread by a tenth because flour and butter are scarce this spring. "
    "Two thieves in overalls stole the painting Dawn from the National Gallery in Carrowmere last week."
)


def _story(*texts: str, hours: float) -> list[Document]:
    return [
        Document(f"d{at}", f"Paper {at}", None, text, _START + timedelta(hours=hours * at), language="en")
        for at, text in enumerate(texts)
    ]


def _wanted(documents: list[Document], news: set[int] | None = None, *, near: float = 0.5) -> list[int]:
    """Return the rows that a problem over all sentences wants after all."""
    view = view_documents(documents)
    rows = np.arange(len(view))
    found = Candidates(rows, np.full(len(rows), 10), 100)
    none = np.zeros(0, np.int64)
    plain = Problem(
        found.costs, 100, np.ones(len(rows), np.int64), np.zeros(len(rows) + 1, np.int64), none, none, none,
        np.ones(len(rows), np.int64), np.eye(len(rows), dtype=np.int64), np.zeros((len(rows), len(rows)), np.bool_), 1.0,
    )  # fmt: skip
    likeness = np.full(len(rows), near)
    known = set(range(len(rows))) if news is None else news
    given = with_latest(view, found, plain, likeness, article_positions(view), known)
    return np.flatnonzero(given.worth >= REQUIRED).tolist()


def test_the_summary_tells_what_the_last_day_opened_with() -> None:
    summary = meadow.summarize(_story(_THEFT, _AGAIN, _FOUND, hours=72), method="coverage", words=40)
    assert summary.picks[0].written.startswith("Divers found the painting")


def test_the_opening_of_the_last_day_is_wanted_in_a_story_of_days_alone() -> None:
    assert _wanted(_story(_THEFT, _AGAIN, _FOUND, hours=72)) == [4]
    assert _wanted(_story(_THEFT, _AGAIN, _FOUND, hours=3)) == []


def test_of_several_openings_of_the_last_day_one_is_wanted() -> None:
    documents = _story(_THEFT, _AGAIN, _FOUND, hours=72)
    late = replace(documents[1], published=documents[2].published)
    assert len(_wanted([documents[0], late, documents[2]])) == 1


def test_what_may_not_open_or_is_a_side_of_the_story_is_not_wanted() -> None:
    documents = _story(_THEFT, _AGAIN, _FOUND, hours=72)
    assert _wanted(documents, news={0, 2}) == []
    assert _wanted(documents, near=0.3) == []
    texts = [
        pick.written
        for pick in meadow.summarize(_story(_THEFT, _AGAIN, _ASIDE, hours=72), method="coverage", words=40).picks
    ]
    assert not texts[0].startswith("Bakers")


def test_articles_without_a_time_are_not_late() -> None:
    documents = _story(_THEFT, _FOUND, _AGAIN, hours=72)
    assert _wanted([documents[0], documents[1], replace(documents[2], published=None)]) == [2]
    assert _wanted([replace(each, published=None) for each in documents]) == []
