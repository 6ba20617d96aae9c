"""Bayes phrase: a noun phrase with a trigger word, from the sentence that looks most like one with a headline in it (H1).

Source: van Kesteren and Kraaij (2005), the method that ranks sentences by a Naive Bayes; features, bins and trigger words as
WITNESSES decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meadow.headlines.bayes_table import BayesTable, shipped_table
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import trigger_words
from meadow.headlines.compress import compress, resting_on
from meadow.headlines.phrase import sentence_phrases
from meadow.vectors.counts import count_texts
from meadow.vectors.view import StoryView


def bayes_phrase(view: StoryView, rank: Rank) -> Candidate:
    """Return the noun phrase with the heaviest trigger words, from the likeliest sentence that has one with any.

    Trigger words are the ten heaviest of the centroid. The table is that of the story's language, or the pooled one. If no
    sentence has such a phrase, the best one is compressed.
    """
    return bayes_phrase_by(view, rank, shipped_table(view.language))


def bayes_phrase_by(view: StoryView, rank: Rank, table: BayesTable) -> Candidate:
    """Return the same as `bayes_phrase`, with a table of one's own."""
    candidate = triggered_phrase(view, table, sentence_phrases)
    return compress(view, rank) if candidate is None else candidate


def triggered_phrase(
    view: StoryView, table: BayesTable, phrases_of: Callable[[StoryView, int], Sequence[str]]
) -> Candidate | None:
    """Return the heaviest phrase of the likeliest sentence that has one with a trigger word; None if none has."""
    triggers = trigger_words(view)
    for row in table.ranked_rows(view):
        language = view.language_of(row)
        phrases = phrases_of(view, row)
        if not phrases:
            continue
        counts = count_texts(phrases, [language] * len(phrases), view.backgrounds([language]))
        weights = counts.matrix.astype(bool) @ np.array([triggers.get(term, 0.0) for term in counts.terms])
        best = int(np.argmax(weights))
        if weights[best] > 0:
            return resting_on(view, row, phrases[best])
    return None
