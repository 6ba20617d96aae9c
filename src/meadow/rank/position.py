"""Positional value: sentences score by how early they are in their document (M4).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.2 and Table 3.
"""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray, Scores
from meadow.rank.centroid import centroid_sums
from meadow.rank.readings import check_reading
from meadow.vectors.view import StoryView


def position(view: StoryView, *, reading: str = "table3", dialect: str = "meadow") -> Scores:
    """Return `1/√i` for the i-th sentence of a document (`table3`), or `(n-i+1)/n · C_max` of its document (`section3`)."""
    check_reading(reading, dialect)
    values = 1 / np.sqrt(view.number) if reading == "table3" else _linear(view, dialect)
    return Scores(values, {"position": values})


def _linear(view: StoryView, dialect: str) -> FloatArray:
    best = np.zeros(len(view.documents))
    np.maximum.at(best, view.document_of, centroid_sums(view, dialect=dialect))
    sizes = np.bincount(view.document_of, minlength=len(view.documents))[view.document_of]
    linear: FloatArray = (sizes - view.number + 1) / np.maximum(sizes, 1) * best[view.document_of]
    return linear
