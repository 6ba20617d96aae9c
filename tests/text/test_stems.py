"""Stems: something is left of every word, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.text.stems import stem_words

LANGUAGES = ("ar", "de", "el", "en", "es", "fi", "fr", "hi", "hu", "hy", "it", "nl", "pt", "ru", "ta", "tr", "zh")


@given(st.lists(st.text(min_size=1, max_size=12), max_size=20), st.sampled_from(LANGUAGES))
def test_a_word_never_stems_to_nothing(words: list[str], language: str) -> None:
    stems = stem_words(words, language)
    assert len(stems) == len(words)
    assert all(stems)


@pytest.mark.parametrize("word", ["όταν", "ίδιο", "είτε"])
def test_a_word_that_is_all_ending_stays_itself(word: str) -> None:
    assert stem_words([word], "el") == [word]


def test_forms_share_a_stem_and_languages_without_a_stemmer_keep_their_words() -> None:
    assert stem_words(["ferries", "ferry"]) == ["ferri", "ferri"]
    assert stem_words(["船"], "zh") == ["船"]


def test_a_greek_story_is_summarized() -> None:
    # Two accounts of one invented accident that differ in a number, with words that Snowball leaves nothing of.
    texts = [
        "Όταν το πλοίο βυθίστηκε στο λιμάνι πνίγηκαν 12 επιβάτες. Το ίδιο βράδυ έφτασαν οι διασώστες στο λιμάνι.",
        "Όταν το πλοίο βυθίστηκε στο λιμάνι πνίγηκαν 15 επιβάτες. Το ίδιο πλοίο είχε ελεγχθεί τον Μάιο.",
    ]
    documents = [meadow.Document(f"d{place}", text=text, language="el") for place, text in enumerate(texts)]
    summary = meadow.summarize(documents, sentences=2)
    assert len(summary.picks) == 2
