"""No two sentences of a summary say the same in other words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.errors import UsageError
from meadow.model import Document
from meadow.select.redundancy import _say_the_same
from meadow.vectors.sameness import same_statement
from meadow.vectors.sameness.comparison import compare_rows
from meadow.vectors.sameness.rows import sentence_rows
from meadow.vectors.sameness.scoring import same
from meadow.vectors.view import view_documents

# Four outlets on one arrest; the first two say the same in other words, without sharing half of them.
ARREST = (
    "Two leaders of smuggling rings with ties to Skerra have been arrested in Brackwater, charged with running guns.",
    "Two heads of smuggling groups in Brackwater have been arrested, the police of the island announced.",
    "The harbour of Brackwater was closed for nine hours while divers searched the hold of a trawler.",
    "Judge Ana Ruiz will hear the case in Sant Oriel, where three witnesses live under guard.",
)

SENTENCES = (
    *ARREST,
    "Two leaders of smuggling rings were arrested in Brackwater.",
    "Twelve people died when the ferry sank off Skerra, the coast guard said.",
    "Fourteen people died when the ferry sank off Skerra, the coast guard said.",
    "The ferry sank off Skerra, and the coast guard of the island said twelve people had died.",
    "The harbour of Brackwater was closed for nine hours.",
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
                _documents(*ARREST), words=100, select=f"coverage(most=2, held=2, same={same}, retold=true)"
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
            _documents(first, later, *ARREST[2:]), words=100, select="coverage(most=2, held=2, retold=true)"
        ).picks
    }
    assert {"d0", "d1"} <= told


def test_a_likelihood_below_zero_is_refused() -> None:
    with pytest.raises(UsageError, match="same"):
        meadow.summarize(_documents(*ARREST), words=50, select="coverage(same=-1)")


@settings(max_examples=25)
@given(st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=6, unique=True), st.sampled_from([0.2, 0.4, 0.6]))
def test_what_is_read_in_steps_is_what_a_whole_comparison_says(texts: list[str], least: float) -> None:
    view = view_documents(_documents(*texts))
    rows = np.arange(len(view))[::-1]
    first, second = (places.astype(np.int32) for places in np.triu_indices(len(rows), 1))
    every = sentence_rows(view)
    whole = compare_rows(every, every, rows[first].astype(np.int32), rows[second].astype(np.int32))
    expected = (same(whole) >= least) & (whole.numbers_apart == 0)
    assert _say_the_same(view, rows, first, second, least=least).tolist() == expected.tolist()
