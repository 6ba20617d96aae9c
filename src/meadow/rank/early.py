"""Early: the position of a sentence in its document, weighted by the number of documents.

Source: our own; position after Radev, Jing, Styś and Tam (2004), Table 3.

A lead is what one desk thought most important. Ten leads together show what the story is; of two or three, each may
be about something else. So `1/√i` of the i-th sentence is weighed by `n / (n + half_at)` in a story of n documents.
"""

from __future__ import annotations

import numpy as np

from meadow.errors import check_range
from meadow.model import Scores
from meadow.vectors.view import StoryView


def early(view: StoryView, *, half_at: float = 10.0) -> Scores:
    """Return `1/√i · n/(n + half_at)` for the i-th sentence of a document in a story of n documents."""
    check_range("early", "half_at", half_at, least=0)
    documents = len(view.documents)
    belief = documents / (documents + half_at) if documents else 0.0
    values = belief / np.sqrt(view.number)
    return Scores(values, {"early": values})
