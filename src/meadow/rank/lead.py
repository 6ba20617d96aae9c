"""Lead: the first sentence of each document in time order, then the second of each, and so on (M9, T8).

Source: Radev, Jing, Styś and Tam (2004), section 5.3; Hirao, Okumura, Fukusima and Nanba (2004), the TSC-3 baseline.
"""

from __future__ import annotations

import numpy as np

from meadow.model import Scores
from meadow.vectors.view import StoryView


def lead(view: StoryView) -> Scores:
    """Return falling scores in round-robin order: 1 for the first sentence of the earliest document."""
    turns = np.lexsort((view.document_of, view.number))
    values = np.empty(len(view))
    values[turns] = 1 - np.arange(len(view)) / max(1, len(view))
    return Scores(values, {"lead": values})
