"""TF·IDF: sentences score by the words that the story repeats and other texts seldom hold (T9).

Source: Zechner (1996), as a baseline of Hirao, Okumura, Fukusima and Nanba (2004), equations 10 and 11.

`S(s) = Σ_{t ∈ s} tf(t, DS) · ln(|DB| / df(t))` over content words, every occurrence counted. The logarithm is the
background's IDF: that of the language, of a table, or of a collection (`meadow.text.background.background_from_texts`).
"""

from __future__ import annotations

from meadow.model import FloatArray, Scores
from meadow.rank.scaling import one_feature
from meadow.vectors.counts import Counts
from meadow.vectors.products import column_sums, weighted_sums
from meadow.vectors.view import StoryView


def tfidf(view: StoryView, *, scaled: bool = False) -> Scores:
    """Return the summed TF·IDF of each sentence's content words; with `scaled` the best sentence has 1."""
    counts = view.counts("terms")
    return one_feature("tfidf", weighted_sums(counts.matrix, term_weights(counts)), scaled=scaled)


def term_weights(counts: Counts) -> FloatArray:
    """Return `tf(t, DS) · idf(t)` of each term: its occurrences in the whole story times its rarity elsewhere."""
    return column_sums(counts.matrix) * counts.idf
