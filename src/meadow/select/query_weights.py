"""Query weights: how much each sentence of a story counts for a question, and how many documents address it.

Source: our own; pseudo-relevance feedback after Rocchio (1971), "Relevance feedback in information
retrieval".

Without a question a sentence counts by how early its document has it. With one it counts `relevance / ⁴√i`, i being its
number in its document. Relevance has two halves, each in shares of the largest: how well the sentence answers, with half of
how well its document does, since an article on a question does not repeat its words in every sentence; and its cosine with
the sum of the 200 sentences that answer best. A document answers as its best sentence does, times the sum of all over the
square root of their number.
"""

from __future__ import annotations

import numpy as np

from meadow.errors import SpecError
from meadow.model import FloatArray, Scores
from meadow.select.budget import Flags
from meadow.vectors.products import weighted_sums
from meadow.vectors.view import StoryView

_DOCUMENT = 0.5  # weight of the document's answer relative to the sentence's own
_READ_ROWS = 200  # sentences that say what else belongs to the answer
_ON_IT = 0.5  # documents with a sentence of at least that share of the best one's weight speak of the question


def query_weights(view: StoryView, scores: Scores, feature: str | None) -> FloatArray | None:
    """Return how much each sentence counts for the question that a feature of the scores was made for.

    None without a feature, and where no sentence holds a word of the question: the story is then told as without it.
    """
    if feature is None:
        return None
    if feature not in scores.features:
        raise SpecError(
            f"The scores have no feature {feature!r}.", given=feature,
            allowed=f"This ranking has: {', '.join(scores.features) or 'none'}.",
            advice='Rank with a question, such as --rank \'mix(centroid=1, focus=2, question="Why did it sink?")\'.',
        )  # fmt: skip
    answers = _shares(np.maximum(scores.features[feature], 0.0))
    if not answers.any():
        return None
    direct = _shares(answers + _DOCUMENT * _document_answers(view, answers)[view.document_of])
    relevance = _shares(direct + _shares(_likeness(view, direct)))
    weights: FloatArray = relevance / view.number**0.25
    return weights


def speaking(weights: FloatArray) -> Flags:
    """Return the sentences by which a document counts as one that speaks of the question."""
    on_it: Flags = weights >= _ON_IT * weights.max(initial=0.0)
    return on_it


def _document_answers(view: StoryView, answers: FloatArray) -> FloatArray:
    """Return how well each document answers: one good sentence, and how many more."""
    count = len(view.documents)
    best = np.zeros(count)
    np.maximum.at(best, view.document_of, answers)
    sizes = np.bincount(view.document_of, minlength=count)
    total = np.bincount(view.document_of, answers, minlength=count) / np.sqrt(np.maximum(1, sizes))
    return best * _shares(total)


def _likeness(view: StoryView, direct: FloatArray) -> FloatArray:
    """Return the cosine of each sentence with the sum of those that answer best."""
    foremost = np.argsort(-direct, kind="stable")[:_READ_ROWS]
    weights = np.zeros(len(view))
    weights[foremost] = direct[foremost]
    units = view.counts("terms").unit_rows()
    summed = np.bincount(
        units.indices, units.data * np.repeat(weights, np.diff(units.indptr)), minlength=units.shape[1]
    )
    norm = float(np.sqrt((summed * summed).sum()))
    return weighted_sums(units, summed / norm if norm > 0 else summed.astype(np.float64))


def _shares(values: FloatArray) -> FloatArray:
    largest = float(values.max(initial=0.0))
    return values / largest if largest > 0 else values
