from __future__ import annotations

import pytest

from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold

LISTED = ("ar", "cs", "de", "el", "en", "es", "fr", "he", "hi", "ja", "nl", "ru", "zh")


@pytest.mark.parametrize("language", LISTED)
def test_each_list_is_whole_and_folded(language: str) -> None:
    words = stop_words(language)
    assert 150 <= len(words) <= 350
    assert all(word and word == word.strip() and word == word.lower() for word in words)
    assert {fold(word) for word in words} <= words


@pytest.mark.parametrize(
    ("language", "members"),
    [
        ("en", ["the", "of", "don't", "it's", "themselves", "would"]),
        ("es", ["el", "de", "según", "había"]),
        ("nl", ["de", "het", "zo'n", "werd"]),
        ("ja", ["の", "です", "これ"]),
        ("el", ["της", "τησ"]),
        ("ru", ["и", "ещё"]),
    ],
)
def test_function_words_are_there(language: str, members: list[str]) -> None:
    assert stop_words(language).issuperset(members)


@pytest.mark.parametrize("word", ["ferry", "said", "police", "people", "new", "year", "government"])
def test_words_of_the_news_are_not(word: str) -> None:
    assert word not in stop_words("en")


@pytest.mark.parametrize("language", ["xx", "", "fi", "../stopwords/en", "EN"])
def test_a_language_without_a_list_has_none(language: str) -> None:
    assert stop_words(language) == frozenset()
