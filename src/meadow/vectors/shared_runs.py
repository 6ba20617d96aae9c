"""Whether any document of a story can be a near-copy, told by the ids of its words before a text is read for it.

A copy has a good part of its words in runs that stand in another document too. The words of a story are read for other ends
as well, so that to count those in such runs takes a sixth of the time of looking for copies. In doubt there may be one.

Source: our own; what is asked here is a bound of the rule of `meadow.vectors.near_copies`.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.word_runs import SHORT_TEXT, WORD_RUN, body_text
from meadow.text.language import UNSPACED
from meadow.vectors.cells import Longs
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView

# A stop behind several letters is part of no word, whatever follows it at once.
_ENDS_A_WORD = re.compile(r"[^\W\d_]{2}[.!?]")
_ENDING = 3
_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


def may_hold_copies(view: StoryView, *, least: float) -> bool:
    """Say whether a document of a story may have `least` of its words in runs that stand in another document too."""
    if len(set(view.languages)) > 1 or view.language in UNSPACED or not _reads_as_its_sentences(view):
        return True
    (part,) = view.words("words")
    sizes = np.bincount(view.document_of, part.lengths, minlength=len(view.documents))
    if (sizes < WORD_RUN).any():
        return True  # of so few words all are compared at once
    shared = np.bincount(_owners(view, part), _in_shared_runs(part.ids), minlength=len(sizes))
    # What is compared of a short text lacks its dateline and credits, and so may hold all that it shares.
    enough = np.where([len(document.text) < SHORT_TEXT for document in view.documents], 1, least * sizes)
    return bool((shared >= enough).any())


def _reads_as_its_sentences(view: StoryView) -> bool:
    """Say whether the words of each document are those of its sentences: all of it is compared, and blanks part them."""
    if any(document.spans is not None for document in view.documents):
        return False
    texts = [document.text for document in view.documents]
    if not all(map(_is_told_by_runs, texts)):
        return False
    glued = (
        row
        for row, (sentence, following) in enumerate(pairwise(view.sentences))
        if following.start <= sentence.end and view.number.item(row + 1) > 1
    )
    return all(_ENDS_A_WORD.fullmatch(view.sentences[row].text[-_ENDING:]) is not None for row in glued)


def _is_told_by_runs(text: str) -> bool:
    """Say whether what is compared of a text has words parted by blanks, enough of them for a run."""
    body, run = body_text(text)
    if run != WORD_RUN:
        return False
    # Each piece with a letter is a word or holds some.
    return len(text) >= SHORT_TEXT or sum(any(map(str.isalpha, piece)) for piece in body.split()) >= WORD_RUN


def _owners(view: StoryView, part: LanguageRows) -> Longs:
    """Return the document of each word."""
    return np.repeat(view.document_of[part.rows], part.lengths).astype(np.int64)


def _in_shared_runs(ids: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which words stand in a run that stands twice; runs across documents or twice in one make it some more."""
    hashes, width = ids.astype(np.uint64), 1
    while width < WORD_RUN:  # a power of two
        hashes = hashes[:-width] * _FACTOR + hashes[width:]
        hashes ^= hashes >> _SHIFT
        width *= 2
    # A hash and its place share one number, so that one sorting of plain numbers finds both: the hash lacks some bits.
    room = np.uint64(len(hashes).bit_length())
    ordered = np.sort(((hashes >> room) << room) | np.arange(len(hashes), dtype=np.uint64))
    equal = np.flatnonzero((ordered[1:] >> room) == (ordered[:-1] >> room))
    places = (ordered[np.concatenate([equal, equal + 1])] & ((np.uint64(1) << room) - np.uint64(1))).astype(np.int64)
    shared = np.zeros(len(ids), np.bool_)
    for offset in range(WORD_RUN):
        shared[places + offset] = True
    return shared
