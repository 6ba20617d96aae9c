"""Which terms of a story are parts of names: words that stand with a capital inside sentences more often than not.

A language without capitals has none by this rule. One that writes all nouns with a capital has many, and where all terms
that matter are treated alike nothing changes.

Source: our own.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from meadow.text.stems import stem_words
from meadow.text.tokens import fold
from meadow.text.word_sets import LETTERS
from meadow.vectors.view import StoryView


def name_terms(view: StoryView) -> NDArray[np.bool_]:
    """Return for each term of the view's counts whether it is mostly written as a name."""
    balance: Counter[str] = Counter()
    for language, counts in _inner_words(view).items():
        words = [word for word in counts if word[0].isupper() or word[0].islower()]
        for word, term in zip(words, stem_words([fold(word) for word in words], language), strict=True):
            balance[term] += counts[word] if word[0].isupper() else -counts[word]
    return np.array([balance[term] > 0 for term in view.counts("terms").terms], dtype=bool)


def _inner_words(view: StoryView) -> dict[str, Counter[str]]:
    """Return by language how often each word stands in a sentence, its first word left out: any has a capital there."""
    found: dict[str, Counter[str]] = {language: Counter() for language in view.languages}
    for sentence, language in zip(view.sentences, view.row_languages, strict=True):
        found[language].update(LETTERS.findall(sentence.text)[1:])
    return found
