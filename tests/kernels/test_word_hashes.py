"""The hashing kernel reads the same words as the plain tokenizer and gives each the same hash."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.kernels.word_hashes import hash_words
from meadow.kernels.word_runs import word_hash
from meadow.text.tokens import words

HARD = [
    "Don’t ask U.S. officials about 25,000.5 crowns at 5 p.m. Friday",
    "ΟΔΟΣ οδός ς İstanbul ISTANBUL straße STRASSE",
    "हिन्दी भाषा में שָׁלוֹם العربيّة e\u0301cole",
    "snake_case a_b __ x² ½ 3.2m 1a.b don't.x end.Next a.b.c. 'quoted' l'eau",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🐺🐺 日本語テキスト",
    "",
    "1.2.3, 4,5 . , ' ''",
]


def _plain(texts: list[str]) -> list[list[int]]:
    return [[word_hash(word) for word in words(text)] for text in texts]


def _compiled(texts: list[str]) -> list[list[int]]:
    hashes, ends = hash_words(texts)
    return [hashes[start:end].tolist() for start, end in pairwise(ends)]


def test_hashes_of_hard_text() -> None:
    assert _compiled(HARD) == _plain(HARD)


def test_no_text_at_all() -> None:
    assert _compiled([]) == []


@settings(max_examples=200)
@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), max_size=6))
def test_hashes_of_any_text(texts: list[str]) -> None:
    assert _compiled(texts) == _plain(texts)


@given(st.lists(st.text(alphabet="aAbB1.,'’ _-é\u0301", max_size=30), max_size=6))
def test_hashes_where_marks_join(texts: list[str]) -> None:
    assert _compiled(texts) == _plain(texts)


def test_the_hash_is_fnv_with_halves_combined_and_a_mark_for_figures() -> None:
    # FNV-1a of "a" is af63dc4c8601ec8c (the published test vector).
    assert word_hash("a") == (0xAF63DC4C8601EC8C ^ 0xAF63DC4C) & ~1
    assert [word_hash(word) % 2 for word in ("ten", "10", "b2b", "１０", "½")] == [0, 1, 1, 1, 0]
