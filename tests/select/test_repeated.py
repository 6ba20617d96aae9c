"""Nothing is told twice in other words."""

from __future__ import annotations

import numpy as np
import pytest

import meadow
from meadow.errors import UsageError
from meadow.model import Document
from meadow.vectors.sameness import same_statement
from meadow.vectors.view import view_documents

# Four outlets on one arrest; the first two say the same in other words, without sharing half of them.
ARREST = (
    "Two leaders of smuggling rings with ties to Skerra have been arrested in Brackwater, charged with running guns.",
    "Two heads of smuggling groups in Brackwater have been arrested, the police of the island announced.",
    "The harbour of Brackwater was closed for nine hours while divers searched the hold of a trawler.",
    "Judge Ana Ruiz will hear the case in Sant Oriel, where three witnesses live under guard.",
)


def _documents(*texts: str) -> list[Document]:
    return [Document(f"d{n}", text=text, language="en", source=f"Paper {n}") for n, text in enumerate(texts)]


def test_the_pair_says_the_same_by_the_measure_of_the_constraint() -> None:
    view = view_documents(_documents(*ARREST))
    assert same_statement(view, np.array([0]), np.array([1]))[0] >= 0.4
    assert same_statement(view, np.array([0]), np.array([2]))[0] < 0.3


def test_of_two_that_say_the_same_one_is_told() -> None:
    strict, open_to_all = (
        {
            pick.ref.document_id
            for pick in meadow.summarize(
                _documents(*ARREST), words=100, select=f"whole(most=2, held=2, same={same}, retold=true)"
            ).picks
        }
        for same in (0.4, 2)
    )
    assert open_to_all == {"d0", "d1", "d2", "d3"}
    assert strict in ({"d0", "d2", "d3"}, {"d1", "d2", "d3"})


def test_another_figure_is_another_fact() -> None:
    first = "Twelve people died when the ferry sank off Skerra, the coast guard of the island said."
    later = "Fourteen people died as the ferry went down near Skerra, a coast guard spokesman said."
    told = {
        pick.ref.document_id
        for pick in meadow.summarize(
            _documents(first, later, *ARREST[2:]), words=100, select="whole(most=2, held=2, retold=true)"
        ).picks
    }
    assert {"d0", "d1"} <= told


def test_a_likelihood_below_zero_is_refused() -> None:
    with pytest.raises(UsageError, match="same"):
        meadow.summarize(_documents(*ARREST), words=50, select="whole(same=-1)")
