"""Sentences in capitals alone among others that are not: headings, slogans and comments below an article, no news of it.

Source: our own rule. A bulletin that is in capitals throughout is written so, and none of its sentences is shouted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.vectors.view import StoryView

_MOST = 0.5  # of a document's sentences; where more are in capitals, that is how it is written


def shouted_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences have capitals and no small letter, in documents most of whose sentences have both."""
    capitals = np.array([_is_shouted(sentence.text) for sentence in view.sentences], dtype=np.bool_)
    if not capitals.any():
        return capitals
    count = len(view.documents)
    share = np.bincount(view.document_of, capitals, count) / np.maximum(
        1, np.bincount(view.document_of, minlength=count)
    )
    return capitals & (share <= _MOST)[view.document_of]


def _is_shouted(text: str) -> bool:
    """Say whether all letters are capitals; scripts without capitals have none, whatever acronym stands among them."""
    return text.isupper() and all(map(str.isupper, filter(str.isalpha, text)))
