"""The interning kernel and its plain twin give the same ids, in every script and across every growth of its arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.intern import WordTable
from meadow.text.tokens import words
from meadow.vectors.vocabulary import PlainReader, Reader

HARD = [
    "Don’t ask U.S. officials about 25,000.5 crowns at 5 p.m. Friday",
    "ΟΔΟΣ οδός ς İstanbul ISTANBUL straße STRASSE",
    "हिन्दी भाषा में שָׁלוֹם العربيّة e\u0301cole",
    "snake_case a_b __ x² ½ 3.2m 1a.b don't.x end.Next a.b.c. 'quoted' l'eau",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🐺🐺 日本語テキスト",
    "",
    "1.2.3, 4,5 . , ' ''",
]


def _rows(reader: Reader, texts: list[str]) -> list[list[str]]:
    """Return the words that a reader finds in each text."""
    ids, ends = reader.intern(texts)
    known = reader.words()
    return [[known[word] for word in row] for row in np.split(ids, ends[:-1])] if texts else []


@pytest.mark.parametrize("capacity", [(2, 16), (4096, 65_536)])
def test_kernel_equals_plain_words_on_hard_text(capacity: tuple[int, int]) -> None:
    table = WordTable.empty(words=capacity[0], size=capacity[1])
    assert _rows(table, HARD) == [words(text) for text in HARD]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), max_size=6))
def test_kernel_equals_plain_words_on_any_text(texts: list[str]) -> None:
    table = WordTable.empty(words=2, size=16)
    assert _rows(table, texts) == [words(text) for text in texts]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="aAbB1.,'’ _-é\u0301", max_size=30), max_size=6))
def test_kernel_equals_plain_words_where_marks_join(texts: list[str]) -> None:
    table = WordTable.empty()
    assert _rows(table, texts) == [words(text) for text in texts]


def test_a_table_keeps_its_ids_when_more_text_comes() -> None:
    table = WordTable.empty(words=2, size=16)
    first, _ = table.intern(["red fox red"])
    second, _ = table.intern(["fox dog red"])
    assert first.tolist() == [0, 1, 0]
    assert second.tolist() == [1, 2, 0]
    assert table.words() == ["red", "fox", "dog"]
    assert table.words(start=2) == ["dog"]


def test_one_word_longer_than_all_arrays_grows_them() -> None:
    table = WordTable.empty(words=2, size=16)
    ids, _ = table.intern(["x" * 100_000])
    assert ids.tolist() == [0]
    assert table.words() == ["x" * 100_000]


def test_the_plain_reader_gives_the_same_ids() -> None:
    plain, compiled = PlainReader("words", "en"), WordTable.empty()
    for texts in (HARD, HARD[::-1], ["one more text"]):
        (ids, ends), (own, own_ends) = plain.intern(texts), compiled.intern(texts)
        assert np.array_equal(ids, own)
        assert np.array_equal(ends, own_ends)
    assert plain.words() == compiled.words()
    assert plain.words(3) == compiled.words(3)
