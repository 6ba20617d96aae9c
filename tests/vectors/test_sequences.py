"""Sequences hold the terms of each sentence in order, and the same terms as the counts."""

import numpy as np
from hypothesis import given, settings

from meadow.model import Document
from meadow.vectors.sequences import term_sequences
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view


def test_terms_stand_in_the_order_of_the_sentence_without_stop_words() -> None:
    story = view(["The ferry and the captain.", "Captain of the ferries?", "And the."])
    terms = story.counts("terms").terms
    rows = [[terms[column] for column in row.tolist()] for row in term_sequences(story).rows()]
    assert rows == [["ferri", "captain"], ["captain", "ferri"], []]


def test_languages_share_their_columns_and_rows_keep_their_place() -> None:
    made = [
        Document("a", text="Skerra ferry.", language="en"),
        Document("b", text="Veerboot Skerra.", language="nl"),
        Document("c", text="Ferry Skerra.", language="en"),
    ]
    story = view_documents(made, background=FLAT)
    terms = story.counts("terms").terms
    rows = [[terms[column] for column in row.tolist()] for row in term_sequences(story).rows()]
    assert rows == [["skerra", "ferri"], ["veerboot", "skerra"], ["ferri", "skerra"]]


@given(documents)
@settings(max_examples=40, deadline=None)
def test_sequences_add_up_to_the_counts(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    counts = story.counts("terms").matrix.toarray()
    for row, columns in enumerate(term_sequences(story).rows()):
        assert np.array_equal(np.bincount(columns, minlength=counts.shape[1]), counts[row])


def test_no_sentence_gives_no_sequence() -> None:
    assert list(term_sequences(view_documents([])).rows()) == []
