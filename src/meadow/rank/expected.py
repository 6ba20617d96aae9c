"""What to expect of ordinary text: how often a word occurs in it, and in how many of its sentences.

Source: our own. The background of a view says how rare a word is among texts; the methods that ask how much a story
differs from ordinary text need to know it among words and among sentences. Both follow if words fall independently: with
`d = e^(−idf)` the share of texts of 300 words that hold a word, it has the probability `−ln(1 − d)/300` at each place, and
a share `1 − (1 − d)^(L/300)` of sentences of L words hold it.
"""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray

# The length of text for which `meadow.text.background` turns word frequencies into document frequencies; a table of the
# user's is read the same way.
_TEXT_WORDS = 300
# A table may give 0 to a word that every text holds: then the share of texts no longer shows its frequency, and it counts as
# about as frequent as "the".
_LARGEST_SHARE = 1 - 1e-9


def word_probabilities(idf: FloatArray) -> FloatArray:
    """Return the probability of each word at any one place of ordinary text."""
    probabilities: FloatArray = -np.log1p(-_text_shares(idf)) / _TEXT_WORDS
    return probabilities


def sentence_shares(idf: FloatArray, *, words: float) -> FloatArray:
    """Return for each word the share of sentences of `words` words that hold it."""
    shares: FloatArray = -np.expm1(np.log1p(-_text_shares(idf)) * words / _TEXT_WORDS)
    return shares


def _text_shares(idf: FloatArray) -> FloatArray:
    return np.minimum(np.exp(-idf), _LARGEST_SHARE)
