"""Focus: sentences score by how well they answer a question.

Source: Robertson, Walker, Jones, Hancock-Beaulieu and Gatford (1995), BM25, with sentences as the documents; that names
weigh more is our own.

`Σ_t q(t) · idf(t) · f·(k1 + 1) / (f + k1·(1 − b + b·|s|/mean |s|))` over the terms t of the question, f being a term's count
in the sentence, |s| the sentence's content words, k1 = 1.2 and b = 0.75. The idf is that among the story's own sentences,
`ln(1 + (N − n + ½)/(n + ½))`: a term of every sentence distinguishes none. q(t) is how often the question has the term, and
`names` times as much where that is within a name. A question is read in every language of the story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
from scipy import sparse

from meadow.errors import SpecError, check_range
from meadow.model import Scores
from meadow.rank.scaling import one_feature
from meadow.text.phrases import names as names_of
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.bm25 import rarity, relative_lengths, saturated
from meadow.vectors.products import row_sums, weighted_sums, with_values
from meadow.vectors.view import StoryView


def focus(view: StoryView, *, question: str | None = None, names: float = 2.0, scaled: bool = False) -> Scores:
    """Return the BM25 score of each sentence for a question, in which words of a name weigh `names` times as much.

    `mix(centroid=1, focus=2, question="…")` weighs it against what matters in the story. With `scaled` the best sentence
    has 1.
    """
    if question is None or not question.strip():
        raise SpecError(
            "focus was given no question.", given="focus", allowed='Such as focus(question="Why did it sink?").',
            advice="Give the question.",
        )  # fmt: skip
    check_range("focus", "names", names, least=0)
    counts = view.counts("terms")
    asked = question_weights(view, question, names)
    wanted = np.array([asked.get(term, 0.0) for term in counts.terms], dtype=np.float64)
    idf = rarity(np.bincount(counts.matrix.indices, minlength=counts.matrix.shape[1]), len(view))
    return one_feature("focus", weighted_sums(_saturated(counts.matrix), wanted * idf), scaled=scaled)


def question_weights(view: StoryView, question: str, names: float) -> Mapping[str, float]:
    """Return how much each term of a question is asked for; of the story's languages the one that gives it most counts."""
    asked: dict[str, float] = {}
    for language in dict.fromkeys(view.languages):
        named = " ".join(span.text for name in names_of(question, language) for span in name.spans)
        every, within = _terms(question, language), _terms(named, language)
        for term, times in every.items():
            weight = times + (names - 1) * min(times, within[term])
            asked[term] = max(asked.get(term, 0.0), weight)
    return asked


def _terms(text: str, language: str) -> Counter[str]:
    content = [word for word in words(text, language) if word not in stop_words(language)]
    return Counter(stem_words(content, language))


def _saturated(counts: sparse.csr_array) -> sparse.csr_array:
    """Return counts damped by their own size and by the length of the sentence."""
    lengths = np.repeat(relative_lengths(row_sums(counts, counts.data)), np.diff(counts.indptr))
    return with_values(counts, saturated(counts.data, lengths))
