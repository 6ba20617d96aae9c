"""The marks of a story's sentences (`meadow.text.standing.marks`), told by the ids of their words.

A story's words are read once for all methods, and which marks a word bears is asked once for each word of a language. What
a sentence's words bear together is then a union of small numbers, and no sentence is taken apart again to be judged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.text.language import UNSPACED
from meadow.text.standing.cues import marks_of_word, tells_words_alike
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView


def sentence_marks(view: StoryView) -> list[int | None]:
    """Return the marks of each sentence's words as it stands; None where they are to be read from its text."""
    return view.kept(_sentence_marks)


def _sentence_marks(view: StoryView) -> list[int | None]:
    found: list[int | None] = [None] * len(view)
    alike = [tells_words_alike(document.text) for document in view.documents]
    owners = view.document_of.tolist()
    for part in view.words("words"):
        if part.vocabulary.language not in UNSPACED:
            for row, flags in zip(part.rows.tolist(), _unions(part).tolist(), strict=True):
                found[row] = flags if alike[owners[row]] else None
    return found


def _unions(part: LanguageRows) -> NDArray[np.int64]:
    """Return the marks that the words of each row bear together."""
    flags = part.vocabulary.answers(marks_of_word(part.vocabulary.language))[part.ids]
    unions = np.zeros(len(part.lengths), np.int64)
    filled = part.lengths > 0  # rows without words have no place of their own to begin at
    if filled.any():
        unions[filled] = np.bitwise_or.reduceat(flags, (np.cumsum(part.lengths) - part.lengths)[filled])
    return unions
