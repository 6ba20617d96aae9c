"""How much a line says of what several documents say: √s · w^¼ for w content words and the sum s of their shares.

The share of a word is that of the documents which hold it, if these are two or more; of a single document only w^¼ is told.
A cosine alone prefers scraps: "Lund is on a trip" is all about the story and tells nothing of it.

Source: our own; the powers were chosen on untitled stories of two collections (docs/results/reading.md).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from meadow.model import FloatArray
from meadow.vectors.counts import Counts
from meadow.vectors.holders import documents_holding
from meadow.vectors.view import StoryView

_HOLDERS = 2  # documents of which a word counts
_NOTHING = 0.1  # the sum of shares of a line without such a word, so that unrelated articles have a headline too


def extents(view: StoryView, counts: Counts) -> FloatArray:
    """Return how much each row of counts says of what several documents of a story say."""
    matrix = counts.matrix
    owners = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    told: FloatArray = np.sqrt(np.sqrt(np.bincount(owners, matrix.data, minlength=matrix.shape[0])))
    if len(view.documents) < _HOLDERS:
        return told
    shares = view.kept(_shares)
    share_of = np.array([shares.get(term, 0.0) for term in counts.terms])
    told *= np.sqrt(_NOTHING + np.bincount(owners, matrix.data * share_of[matrix.indices], minlength=matrix.shape[0]))
    return told


def sentence_extents(view: StoryView) -> FloatArray:
    """Return the same for each sentence of the story; made once per view."""
    return view.kept(_of_sentences)


def _of_sentences(view: StoryView) -> FloatArray:
    return extents(view, view.counts("terms"))


def _shares(view: StoryView) -> Mapping[str, float]:
    holding = documents_holding(view)
    shares = np.where(holding >= _HOLDERS, holding / len(view.documents), 0.0)
    return dict(zip(view.counts("terms").terms, shares.tolist(), strict=True))
