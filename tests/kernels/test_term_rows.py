"""Word ids to rows of terms: compiled and uncompiled loops agree."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.intern import WordTable
from meadow.tracking import words
from meadow.tracking.words import WordDictionary
from uncompiled import with_plain_loops

PLAIN = with_plain_loops(words, loops="terms")


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 9), max_size=12), max_size=6),
    st.lists(st.integers(-1, 4), min_size=10, max_size=10),
)
def test_both_count_alike(texts: list[list[int]], terms: list[int]) -> None:
    ids = np.array([word for text in texts for word in text], np.int32)
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    term_of = np.array(terms, np.int32)
    plain_frequency, frequency = np.arange(5), np.arange(5)
    plain = PLAIN.count_terms(ids, ends, term_of, plain_frequency)
    compiled = words.count_terms(ids, ends, term_of, frequency)
    assert [array.tolist() for array in plain] == [array.tolist() for array in compiled]
    assert plain_frequency.tolist() == frequency.tolist()


def test_rows_are_in_order_of_appearance_and_frequencies_run_on() -> None:
    ids, ends = np.array([2, 0, 2, 1, 0], np.int32), np.array([3, 5], np.int64)
    frequency = np.zeros(3, np.int64)
    row_ends, terms, counts, met = words.count_terms(ids, ends, np.array([0, -1, 2], np.int32), frequency)
    assert (row_ends.tolist(), terms.tolist(), counts.tolist()) == ([0, 2, 3], [2, 0, 0], [2.0, 1.0, 1.0])
    assert met.tolist() == [1, 1, 2]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="abAB1.,' ", max_size=20), max_size=5))
def test_both_sets_of_words_give_the_same_ids_and_can_be_begun_with_known_words(texts: list[str]) -> None:
    plain, table = WordDictionary("en"), WordTable.empty()
    for own in ([], texts[:2], texts):
        assert [array.tolist() for array in plain.intern(own)] == [array.tolist() for array in table.intern(own)]
    known = plain.words()
    assert known == table.words()
    again = WordTable.empty()
    again.intern(known)
    assert again.words() == known
    assert WordDictionary("en", known).words(1) == known[1:]
