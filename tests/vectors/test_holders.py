"""How many documents hold each term."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.holders import documents_holding
from meadow.vectors.view import view_documents

_WORDS = ("ferry", "harbour", "captain", "storm", "trawler", "island")


def test_a_term_is_counted_once_for_each_document() -> None:
    texts = ("The ferry sank. The ferry was old.", "A ferry burned.", "Nobody was hurt in the harbour.")
    view = view_documents(Document(f"d{number}", text=text, language="en") for number, text in enumerate(texts))
    holding = dict(zip(view.counts("terms").terms, documents_holding(view).tolist(), strict=True))
    assert holding["ferri"] == 2
    assert holding["harbour"] == holding["sank"] == 1


@given(st.lists(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8), min_size=1, max_size=6))
def test_counts_are_those_of_sets(stories: list[list[str]]) -> None:
    view = view_documents(
        Document(f"d{number}", text=f"{' '.join(words)}.", language="en") for number, words in enumerate(stories)
    )
    holding = documents_holding(view).tolist()
    assert sorted(holding) == sorted(
        sum(word in words for words in stories) for word in set(chain.from_iterable(stories))
    )
