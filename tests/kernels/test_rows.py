"""Rows of counts by the kernel and by sorting are the same, to the bit."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.rows import count_rows
from meadow.vectors.local_terms import LocalTerms, number_plainly
from meadow.vectors.vocabulary import STOP

WORDS = 12
rows_of_words = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=90), max_size=6)
terms_of_words = st.one_of(st.none(), st.lists(st.integers(STOP, 5), min_size=WORDS, max_size=WORDS))


def _both(rows: list[list[int]], key_of: list[int] | None) -> tuple[LocalTerms, LocalTerms]:
    ids = np.array([word for row in rows for word in row], np.int32)
    lengths = np.array([len(row) for row in rows], np.int64)
    keys = None if key_of is None else np.array(key_of, np.int32)
    idf = np.linspace(9, 1, WORDS) ** 1.5
    compiled = LocalTerms(*count_rows(ids, lengths, np.empty(0, np.int32) if keys is None else keys, idf))
    return number_plainly(ids, lengths, keys, idf), compiled


@settings(deadline=None)
@given(rows_of_words, terms_of_words)
def test_both_ways_give_the_same(rows: list[list[int]], key_of: list[int] | None) -> None:
    plain, compiled = _both(rows, key_of)
    for name in LocalTerms.__slots__:
        left, right = getattr(plain, name), getattr(compiled, name)
        assert np.array_equal(left, right), name
        assert left.dtype == right.dtype, name


def test_columns_are_numbered_by_first_appearance_and_stop_words_left_out() -> None:
    # Words 3 and 4 are two forms of term 1, word 5 is a stop word: term 1 is seen first.
    key_of = [0, 0, 0, 1, 1, STOP, *[2] * (WORDS - 6)]
    for local in _both([[3, 5, 0], [4, 4, 3], []], key_of):
        assert local.keys.tolist() == [1, 0]
        assert local.starts.tolist() == [0, 2, 3, 3]
        assert local.columns.tolist() == [0, 1, 0]
        assert local.counts.tolist() == [1, 1, 3]


def test_the_most_common_form_of_a_term_sets_its_rarity() -> None:
    idf = np.linspace(9, 1, WORDS) ** 1.5
    for local in _both([[3, 4]], [0, 0, 0, 1, 1, *[2] * (WORDS - 5)]):
        assert local.idf.tolist() == [min(idf[3], idf[4])]


def test_a_row_longer_than_insertion_likes_is_sorted_too() -> None:
    rng = np.random.default_rng(3)
    ids = rng.permutation(500).astype(np.int32)
    first = np.arange(500, dtype=np.int32)  # an earlier row fixes the columns, so that the second is out of order
    words, lengths, idf = np.concatenate([first, ids]), np.array([500, 500]), np.ones(500)
    local = LocalTerms(*count_rows(words, lengths, np.empty(0, np.int32), idf))
    assert local.columns[500:].tolist() == list(range(500))
