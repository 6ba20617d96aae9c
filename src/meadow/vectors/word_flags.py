"""Word flags of a story's sentences (`meadow.text.rulebook`), from the ids of their words.

The flags of a word are looked up once per language, so that those of a sentence are a union of small numbers, and no
sentence is tokenized again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.text.language import UNSPACED
from meadow.text.rulebook import rulebook
from meadow.text.selfcontained.wording import splits_words_alike
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView


def sentence_flags(view: StoryView) -> list[int | None]:
    """Return the flags of each sentence's words; None where they must be read from its text."""
    return view.kept(_sentence_flags)


def _sentence_flags(view: StoryView) -> list[int | None]:
    found: list[int | None] = [None] * len(view)
    alike = [splits_words_alike(document.text) for document in view.documents]
    owners = view.document_of.tolist()
    for part in view.words("words"):
        if part.vocabulary.language not in UNSPACED:
            for row, flags in zip(part.rows.tolist(), _unions(part).tolist(), strict=True):
                found[row] = flags if alike[owners[row]] else None
    return found


def _unions(part: LanguageRows) -> NDArray[np.int64]:
    """Return the union of the flags of the words of each row."""
    flags = part.vocabulary.answers(rulebook(part.vocabulary.language).flags_of_word)[part.ids]
    unions = np.zeros(len(part.lengths), np.int64)
    filled = part.lengths > 0  # rows without words have no start of their own
    if filled.any():
        unions[filled] = np.bitwise_or.reduceat(flags, (np.cumsum(part.lengths) - part.lengths)[filled])
    return unions
