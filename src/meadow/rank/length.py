"""Length: the number of words of a sentence, which the released MEAD lists and uses as a cutoff (M4).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Table 3; released MEAD 3.12.
"""

from __future__ import annotations

import numpy as np

from meadow.model import Scores
from meadow.rank.readings import COUNTED_WORDS, check_reading
from meadow.vectors.view import StoryView


def length(view: StoryView, *, dialect: str = "meadow") -> Scores:
    """Return the number of words of each sentence, stop words included."""
    check_reading("table3", dialect)
    values = view.counts(COUNTED_WORDS[dialect]).lengths.astype(np.float64)
    return Scores(values, {"length": values})
