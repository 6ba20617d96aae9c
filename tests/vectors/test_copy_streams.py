"""A stream's memory of texts against all documents at once, and views taken apart and put together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.kernels.word_runs import BodyIndex, Rule, read_bodies
from meadow.model import Document
from meadow.vectors.bm25 import bm25
from meadow.vectors.kept_views import KeptViews
from meadow.vectors.near_copies import CopyIndex, near_copies
from meadow.vectors.products import overlaps_with, paired_products, products_with, unit_rows
from meadow.vectors.similarity import containment, word_overlap
from meadow.vectors.view import StoryView, view_documents

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
SENTENCES = (
    "The ferry Alma left Skerra harbour at noon with forty people and a dog on board.",
    "Divers of the coast guard found the door of the ferry open on the morning after.",
    "Bakers in Carrowmere closed their shops in protest against the new levy on flour.",
    "The council of the island wants the sister ship to stay in port until the spring.",
)
TEXTS = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3).map(" ".join)


def documents_of(texts: list[str]) -> list[Document]:
    return [
        Document(f"d{number}", text=text, published=START + timedelta(hours=number), language="en")
        for number, text in enumerate(texts)
    ]


@given(st.lists(TEXTS, max_size=9), st.one_of(st.none(), st.integers(1, 4)), st.integers(1, 4))
def test_a_stream_with_a_window_names_the_first_that_each_copy_comes_from(
    texts: list[str], window: int | None, size: int
) -> None:
    documents = documents_of(texts)
    links = BodyIndex().link(read_bodies(texts), Rule(0.6, 0.3, window or 0))
    firsts: list[str] = []
    for document, parent in zip(documents, links.parents.tolist(), strict=True):
        firsts.append(firsts[parent] if parent >= 0 else document.id)
    index, found = CopyIndex(threshold=0.6, least=0.3, window=window), list[tuple[str, float] | None]()
    for start in range(0, len(documents), size):
        found += index.extend(documents[start : start + size])
    # However often it forgets, and in whatever parts the stream comes.
    assert [document.id if each is None else each[0] for document, each in zip(documents, found, strict=True)] == firsts
    shares = [share for share, each in zip(links.shares.tolist(), found, strict=True) if each is not None]
    assert [each[1] for each in found if each is not None] == shares


@given(st.lists(TEXTS, max_size=7))
def test_groups_of_copies_are_those_of_a_stream_without_a_window(texts: list[str]) -> None:
    documents = documents_of(texts)
    index = CopyIndex(window=None)
    copied = {document.id: first for document in documents if (first := index.add(document)) is not None}
    groups = {group.first: list(group.copies) for group in near_copies(documents)}
    wanted: dict[str, list[str]] = {}
    for document in documents:
        if document.id in copied:
            wanted.setdefault(copied[document.id], []).append(document.id)
    assert groups == wanted


@pytest.mark.parametrize(("threshold", "least", "window"), [(1.0, 1.0, 1), (0.5, 0.5, None), (0.01, 0.01, 9)])
def test_shares_and_windows_at_their_bounds_are_allowed(threshold: float, least: float, window: int | None) -> None:
    assert CopyIndex(threshold=threshold, least=least, window=window).extend([]) == []


@pytest.mark.parametrize(
    ("threshold", "least", "window"), [(1.01, 0.5, 1), (0.0, 0.0, 1), (0.5, 0.51, 1), (0.5, 0.0, 1), (0.5, 0.5, 0)]
)
def test_shares_and_windows_beyond_their_bounds_are_not(threshold: float, least: float, window: int) -> None:
    with pytest.raises(UsageError):
        CopyIndex(threshold=threshold, least=least, window=window)


class TestViews:
    """Views taken apart and put together."""

    @given(st.lists(TEXTS, min_size=1, max_size=4), st.data())
    def test_a_part_counts_what_its_sentences_count(self, texts: list[str], data: st.DataObject) -> None:
        view = view_documents(documents_of(texts))
        rows = sorted(data.draw(st.sets(st.integers(0, len(view) - 1), min_size=1)))
        part = view.part(rows)
        assert part.sentences == tuple(view.sentences[row] for row in rows)
        assert [part.language_of(at) for at in range(len(part))] == [view.language_of(row) for row in rows]
        assert [part.documents[part.document_of[at]].id for at in range(len(part))] == [
            view.sentences[row].ref.document_id for row in rows
        ]
        assert part.number.tolist() == view.number[rows].tolist()
        assert tallies(part) == [tallies(view)[row] for row in rows]

    @given(st.lists(TEXTS, min_size=1, max_size=3), st.lists(TEXTS, min_size=1, max_size=3))
    def test_two_beside_each_other_count_as_each_alone(self, first: list[str], second: list[str]) -> None:
        one, other = view_documents(documents_of(first)), view_documents(documents_of(second))
        both = one.beside(other)
        assert len(both) == len(one) + len(other)
        assert tallies(both) == tallies(one) + tallies(other)
        assert both.document_of[len(one) :].tolist() == [
            len(one.documents) + number for number in other.document_of.tolist()
        ]

    def test_a_view_that_takes_half_of_the_room_is_kept_and_a_larger_one_is_not(self) -> None:
        documents = documents_of([SENTENCES[0]])
        view, size = view_documents(documents), len(SENTENCES[0])
        for room, kept in ((2 * size, True), (2 * size - 1, False)):
            views = KeptViews(room)
            views.put(view)
            assert (views.get(documents, None) is view) is kept

    def test_the_view_that_was_asked_for_longest_ago_goes_first(self) -> None:
        views, size = KeptViews(3 * len(SENTENCES[0])), len(SENTENCES[0])
        texts = [f"{letter}{SENTENCES[0][1:]}" for letter in "ABCD"]
        made = [view_documents([Document(text[0], text=text, language="en")]) for text in texts]
        assert {len(text) for text in texts} == {size}
        for view in made[:3]:
            views.put(view)
        assert views.get(made[0].documents, None) is made[0]
        views.put(made[3])
        assert [views.get(view.documents, None) is view for view in made] == [True, False, True, True]
        views.put(made[3])  # once more: it takes no more room than before
        assert [views.get(view.documents, None) is view for view in made] == [True, False, True, True]


def tallies(view: StoryView) -> list[dict[str, float]]:
    """Return for each sentence its terms and how often each stands there."""
    counts = view.counts("terms")
    rows = np.split(np.arange(counts.matrix.nnz), counts.matrix.indptr[1:-1])
    return [{counts.terms[counts.matrix.indices[at]]: float(counts.matrix.data[at]) for at in row} for row in rows]


WORDS = st.lists(st.sampled_from("abcde"), max_size=7)


class TestLikeness:
    """How much two sentences share, in three ways to compute it."""

    @given(WORDS, WORDS)
    def test_overlap_is_the_same_from_both_sides_and_between_nothing_and_one(
        self, first: list[str], second: list[str]
    ) -> None:
        assert word_overlap(first, second) == word_overlap(second, first)
        assert 0.0 <= word_overlap(first, second) <= 1.0
        assert word_overlap(first, first) == (1.0 if first else 0.0)
        assert containment(first, first + second) == (1.0 if first else 0.0)

    @given(st.lists(TEXTS, min_size=1, max_size=3))
    def test_rows_of_a_story_overlap_as_their_words_do(self, texts: list[str]) -> None:
        view = view_documents(documents_of(texts))
        counts = view.counts("words")
        lengths = np.asarray(counts.matrix.sum(axis=1), np.int64).ravel().astype(np.int32)
        every = [[term for term, count in row.items() for _ in range(int(count))] for row in word_tallies(view)]
        for row in range(len(view)):
            found = overlaps_with(counts.matrix, lengths, row)
            assert found.tolist() == [word_overlap(other, every[row]) for other in every]

    @given(st.lists(TEXTS, min_size=1, max_size=3))
    def test_cosines_are_one_with_themselves_and_the_same_in_pairs(self, texts: list[str]) -> None:
        counts = view_documents(documents_of(texts)).counts("terms")
        rows = unit_rows(counts.matrix, counts.idf)
        every = np.arange(rows.shape[0])
        assert paired_products(rows, every, every).tolist() == pytest.approx([1.0] * len(every))
        for row in every:
            one = paired_products(rows, every, np.full(len(every), row))
            assert one.tolist() == pytest.approx(products_with(rows, int(row)).tolist())

    @given(st.lists(WORDS, min_size=1, max_size=5), WORDS)
    def test_scores_of_a_question_add_up_word_by_word(self, texts: list[list[str]], question: list[str]) -> None:
        index = bm25(texts)
        single = sum((index.scores([word]) for word in question), np.zeros(len(texts)))
        assert index.scores(question).tolist() == pytest.approx(single.tolist())
        assert all(
            bool(score > 0) is bool(set(question) & set(text))
            for score, text in zip(index.scores(question), texts, strict=True)
        )
        order = index.ranking(question)
        assert order == sorted(range(len(texts)), key=lambda at: (-index.scores(question)[at], at))


def word_tallies(view: StoryView) -> list[dict[str, float]]:
    """Return the same for all words."""
    counts = view.counts("words")
    rows = np.split(np.arange(counts.matrix.nnz), counts.matrix.indptr[1:-1])
    return [{counts.terms[counts.matrix.indices[at]]: float(counts.matrix.data[at]) for at in row} for row in rows]
