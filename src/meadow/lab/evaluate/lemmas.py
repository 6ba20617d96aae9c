"""Words and lemmas of report sentences, as the measures of information synthesis count them.

Snowball stems replace lemmas by default: they join the same inflected forms in all languages that we have a stemmer
for. The study lemmatised Spanish with a dictionary; `simplemma` does so for the languages that it has, Spanish, Dutch and
English among them. Signatures say which.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004); Barbaresi (2021), Simplemma.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Literal, get_args

from meadow.errors import MissingExtraError, UsageError, check_choice
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import has_letter_or_digit, words

Lemmas = Literal["snowball", "simplemma"]

_REMEMBERED = 1 << 14  # sentences; comparing reports asks for each of them hundreds of times


def check_lemmas(lemmas: str, language: str) -> None:
    """Raise an error for a way to lemmatise that is not there, or not for this language."""
    check_choice("way to find lemmas", lemmas, get_args(Lemmas))
    if lemmas != "simplemma":
        return
    if find_spec("simplemma") is None:
        raise MissingExtraError("Lemmas by simplemma", "lab")
    if language not in _dictionaries():
        raise UsageError(
            f"Simplemma has no dictionary for the language {language!r}.",
            given=language,
            allowed=f"It has: {', '.join(sorted(_dictionaries()))}.",
            advice="Take lemmas=snowball.",
        )


@lru_cache(maxsize=_REMEMBERED)
def sentence_words(text: str, language: str) -> tuple[str, ...]:
    """Return the lower-cased words of a sentence: its tokens with a letter or digit."""
    return tuple(word for word in words(text, language) if has_letter_or_digit(word))


@lru_cache(maxsize=_REMEMBERED)
def sentence_lemmas(text: str, language: str, lemmas: Lemmas = "snowball") -> tuple[str, ...]:
    """Return one lemma per word of a sentence."""
    return _lemmatised(sentence_words(text, language), language, lemmas)


@lru_cache(maxsize=_REMEMBERED)
def content_lemmas(text: str, language: str, lemmas: Lemmas = "snowball") -> tuple[str, ...]:
    """Return the lemmas of the words that are not stop words."""
    stopped = stop_words(language)
    return _lemmatised([word for word in sentence_words(text, language) if word not in stopped], language, lemmas)


def _lemmatised(words: Sequence[str], language: str, lemmas: Lemmas) -> tuple[str, ...]:
    if lemmas == "snowball":
        return tuple(stem_words(words, language))
    from simplemma import lemmatize  # its dictionaries take a second to load, and most measures need none

    return tuple(lemmatize(word, lang=language).lower() for word in words)


@lru_cache(maxsize=1)
def _dictionaries() -> frozenset[str]:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return frozenset(SUPPORTED_LANGUAGES)
