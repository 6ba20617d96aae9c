"""Closeness to a story: the cosines of a matrix, by plain sums, and by hand."""

from __future__ import annotations

import math
from itertools import groupby

import numpy as np
import pytest
from scipy import sparse

from meadow.headlines.closeness import closeness, document_closeness, sentence_closeness
from meadow.ingest import read
from meadow.model import FloatArray
from meadow.sample import sample_path
from meadow.vectors.centroid import story_centroid
from meadow.vectors.counts import Counts, count_texts
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, document


def of_a_matrix(view: StoryView, counts: Counts) -> FloatArray:
    """Return the cosines of rows with the centroid as products of sparse matrices."""
    centroid = story_centroid(view.counts("terms"), len(view.documents))
    length = float(np.linalg.norm(centroid.weights)) or 1.0
    weight_of = dict(zip(centroid.terms, (centroid.weights / length).tolist(), strict=True))
    cosines: FloatArray = counts.unit_rows() @ np.array([weight_of.get(term, 0.0) for term in counts.terms])
    return cosines


def sample_views() -> list[StoryView]:
    every = sorted(read(sample_path()), key=lambda each: (each.language or "", each.order))
    alike = [list(some) for _, some in groupby(every, key=lambda each: each.language)]
    return [
        view_documents(some[start : start + 6]) for some in [every[::9], *alike] for start in range(0, len(some), 6)
    ]


def test_cosines_are_those_of_matrices_to_the_bit() -> None:
    for view in sample_views():
        counts = view.counts("terms")
        members = (np.ones(len(view)), (view.document_of, np.arange(len(view))))
        together = sparse.csr_array(members, shape=(len(view.documents), len(view))) @ counts.matrix
        whole = Counts(sparse.csr_array(together), counts.terms, counts.idf, np.ones(len(view.documents), np.int32))
        titles = [each.title or "" for each in view.documents]
        titled = count_texts(titles, view.languages, view.backgrounds(view.languages))

        assert np.array_equal(document_closeness(view), of_a_matrix(view, whole))
        assert np.array_equal(sentence_closeness(view), of_a_matrix(view, counts))
        assert np.array_equal(closeness(view, titles, view.languages), of_a_matrix(view, titled))


def test_a_text_of_one_of_two_equal_terms_has_half_the_square_of_the_whole() -> None:
    # Both terms occur twice at IDF 2, so each weighs 4 and is kept: the centroid is (1, 1) / √2.
    view = view_documents([document("a", ["Ferry wolf.", "Ferry wolf."])], background=FLAT)

    found = closeness(view, ["Wolf", "wolf ferry", "storm"], ["en"] * 3)

    assert found.tolist() == pytest.approx([1 / math.sqrt(2), 1.0, 0.0])


def test_a_story_without_words_is_close_to_nothing() -> None:
    view = view_documents([document("a", ["… !"]), document("b", ["?"])])

    assert document_closeness(view).tolist() == [0.0, 0.0]
    assert closeness(view, ["Wolf"], ["en"]).tolist() == [0.0]
