"""Ids numbered anew, neighbouring pairs, centroids and collections, each against what it is defined to be."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.bigrams import story_bigrams
from meadow.vectors.centroid import story_centroid
from meadow.vectors.collection import Collection
from meadow.vectors.growing import GrowingArray
from meadow.vectors.local_terms import number_locally
from meadow.vectors.sequences import term_sequences
from meadow.vectors.view import StoryView, view_documents
from meadow.vectors.vocabulary import STOP


@given(
    st.lists(st.lists(st.integers(0, 5), max_size=9), max_size=4),
    st.one_of(st.none(), st.lists(st.integers(STOP, 3), min_size=6, max_size=6)),
)
def test_rows_of_counts_are_those_of_counters(texts: list[list[int]], key_of: list[int] | None) -> None:
    ids = np.array([word for text in texts for word in text], np.int32)
    lengths = np.array([len(text) for text in texts], np.int64)
    idf = np.array([3.0, 1.0, 2.0, 9.0, 4.0, 8.0])
    keys = list(range(6)) if key_of is None else key_of
    local = number_locally(ids, lengths, None if key_of is None else np.array(key_of, np.int32), idf)
    seen = list(dict.fromkeys(keys[word] for text in texts for word in text if keys[word] != STOP))
    assert local.keys.tolist() == seen
    used = set(ids.tolist())
    assert local.idf.tolist() == [min(idf[word] for word in used if keys[word] == key) for key in seen]
    for row, text in enumerate(texts):
        tally = Counter(seen.index(keys[word]) for word in text if keys[word] != STOP)
        part = slice(local.starts[row], local.starts[row + 1])
        assert list(zip(local.columns[part].tolist(), local.counts[part].tolist(), strict=True)) == sorted(
            tally.items()
        )
    same = number_locally(ids, lengths, None if key_of is None else np.array(key_of, np.int32), idf)
    assert same.columns.tolist() == local.columns.tolist()


@pytest.mark.parametrize("texts", [[], [[]], [[], [], []]])
def test_texts_without_words_have_empty_rows(texts: list[list[int]]) -> None:
    local = number_locally(np.empty(0, np.int32), np.array([len(text) for text in texts], np.int64), None, np.empty(0))
    assert local.starts.tolist() == [0] * (len(texts) + 1)
    assert (local.columns.tolist(), local.keys.tolist(), local.idf.tolist()) == ([], [], [])


def test_stop_words_alone_leave_nothing() -> None:
    local = number_locally(np.array([0, 0], np.int32), np.array([2], np.int64), np.array([STOP], np.int32), np.ones(1))
    assert (local.starts.tolist(), local.columns.tolist(), local.keys.tolist()) == ([0, 0], [], [])


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{number}", text=text, language=language) for number, text in enumerate(texts)])


WORDS = st.sampled_from(["ferry", "ferries", "sank", "the", "of", "harbour", "Skerra", "was", "divers", "old"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=7).map(lambda found: f"Boats {' '.join(found)} left.")
TEXTS = st.lists(st.lists(SENTENCE, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3)


def pairs_of(text: str, language: str = "en") -> set[tuple[str, str]]:
    """Return the neighbouring pairs of a sentence: stems of content words, stop words as they are, not two stop words."""
    stops = stop_words(language)
    found = [
        ("stop", word) if word in stops else ("stem", stem_words([word], language)[0]) for word in words(text, language)
    ]
    return {
        (f"{one[0]} {one[1]}", f"{two[0]} {two[1]}")
        for one, two in itertools.pairwise(found)
        if "stem" in (one[0], two[0])
    }


@given(TEXTS)
def test_bigrams_are_the_neighbouring_pairs_of_each_sentence(texts: list[str]) -> None:
    view = _view(*texts)
    bigrams = story_bigrams(view)
    every = [pairs_of(sentence.text) for sentence in view.sentences]
    assert np.diff(bigrams.matrix.indptr).tolist() == [len(found) for found in every]
    assert bigrams.matrix.shape == (len(view), len(set().union(*every)))
    # Two sentences share as many columns as they share pairs.
    shared = (bigrams.matrix @ bigrams.matrix.T).toarray()
    assert shared.tolist() == [[float(len(one & two)) for two in every] for one in every]
    holding: Counter[tuple[str, str]] = Counter()
    for number in range(len(texts)):
        rows = [found for row, found in enumerate(every) if view.document_of[row] == number]
        holding.update(set().union(*rows))
    assert sorted(bigrams.documents.tolist()) == sorted(holding.values())


@given(TEXTS)
def test_sequences_are_the_terms_of_each_sentence_in_order(texts: list[str]) -> None:
    view = _view(*texts)
    terms = view.counts("terms").terms
    for sentence, row in zip(view.sentences, term_sequences(view).rows(), strict=True):
        content = [word for word in words(sentence.text) if word not in stop_words("en")]
        assert [terms[column] for column in row.tolist()] == stem_words(content)


class TestCentroid:
    """The words that characterise a story."""

    @given(st.integers(0, 12))
    def test_so_many_of_the_best_stay_whatever_they_weigh(self, least: int) -> None:
        counts = _view("Zorpic divers saw the old ferry near Skerra harbour.").counts("words")
        centroid = story_centroid(counts, 1, keep_over=math.inf, keep_at_least=least)
        kept = min(least, len(counts.terms))
        assert np.count_nonzero(centroid.weights) == kept
        best = sorted(story_centroid(counts, 1, keep_over=-1.0).weights.tolist(), reverse=True)[:kept]
        assert [row.weight for row in centroid.table()] == pytest.approx(best)


def test_a_collection_finds_the_languages_that_nobody_named() -> None:
    text = "渡轮在港口附近沉没，所有乘客均被渔民救起。"
    assert Collection("mine", (Document("a", text=text),)).languages == ("zh",)


@given(st.lists(st.lists(st.integers(0, 9), max_size=900), max_size=5))
def test_what_was_handed_out_before_stays_as_it_was(parts: list[list[int]]) -> None:
    growing: GrowingArray[np.int32] = GrowingArray(np.int32)
    held, sofar = [growing.values], [list[int]()]
    for part in parts:
        growing.extend(np.array(part, np.int32))
        held.append(growing.values)
        sofar.append([*sofar[-1], *part])
    assert [each.tolist() for each in held] == sofar
    assert len(growing) == len(sofar[-1])
