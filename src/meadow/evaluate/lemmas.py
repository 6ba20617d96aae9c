"""Words and lemmas of report sentences, as the measures of information synthesis count them.

Snowball stems stand in for lemmas: the study lemmatised Spanish, and stems join the same inflected forms in all
languages that we have a stemmer for without a dictionary to ship. Signatures say `lemmas=snowball`.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004).
"""

from __future__ import annotations

from functools import lru_cache

from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import has_letter_or_digit, words

_REMEMBERED = 1 << 14  # sentences; comparing reports asks for each of them hundreds of times


@lru_cache(maxsize=_REMEMBERED)
def sentence_words(text: str, language: str) -> tuple[str, ...]:
    """Return the lower-cased words of a sentence: its tokens with a letter or digit."""
    return tuple(word for word in words(text, language) if has_letter_or_digit(word))


@lru_cache(maxsize=_REMEMBERED)
def sentence_lemmas(text: str, language: str) -> tuple[str, ...]:
    """Return one lemma per word of a sentence."""
    return tuple(stem_words(sentence_words(text, language), language))


@lru_cache(maxsize=_REMEMBERED)
def content_lemmas(text: str, language: str) -> tuple[str, ...]:
    """Return the lemmas of the words that are not stop words."""
    stopped = stop_words(language)
    return tuple(stem_words([word for word in sentence_words(text, language) if word not in stopped], language))
