"""Stems: word forms that count as the same term.

Snowball's stems where it knows the language, Sudachi's dictionary forms in Japanese where it is installed, the word forms
elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from meadow.text.japanese import dictionary_form, has_sudachi
from meadow.text.per_thread import once_per_thread
from meadow.text.per_word import PerWord

# Snowball's algorithms by ISO 639-1 code; a language that is not here keeps its word forms.
_SNOWBALL: Mapping[str, str] = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stem_words(words: Sequence[str], language: str = "en") -> list[str]:
    """Return the stem of each word, or the word itself where its language has no stemmer or nothing would be left of it."""
    if language == "ja" and has_sudachi():
        return [dictionary_form(word) for word in words]
    stemmer = _stemmer(language)
    if stemmer is None:
        return list(words)
    # Some Greek words are all ending to Snowball.
    return [stem or word for stem, word in zip(stemmer.stemWords(list(words)), words, strict=True)]


@cache
def stem_of(language: str) -> PerWord[str]:
    """Return the stems of single words that come one by one, each found once."""
    return PerWord(lambda word: stem_words([word], language)[0])


def has_stems(language: str) -> bool:
    """Say whether word forms of a language fall together."""
    return language in _SNOWBALL or (language == "ja" and has_sudachi())


@once_per_thread
def _stemmer(language: str) -> Any:
    name = _SNOWBALL.get(language)
    if name is None:
        return None
    import Stemmer

    stemmer = Stemmer.Stemmer(name)
    stemmer.maxCacheSize = 0  # a vocabulary stems each word once, so a cache only costs
    return stemmer
