"""Concepts of a story: its content words and pairs of neighbouring words, each weighed by how many say it.

Source: our own; pairs by documents after Gillick and Favre (2009), "A scalable global model for summarization".

A concept weighs by the share of the n documents that hold it; in one document alone, where all have the same share, by 1/√i,
i being the number of the first sentence that holds it. In a story of a day or more the last document weighs twice as
much as the first, and those between by their time: how it ended matters more. A sentence that an
earlier document has word for word adds nothing, so that copies of a report count as one document. Concepts of one
document alone are left out in stories of three or more, but not where documents share so little that most sentences
would hold nothing. A pair of two stop words is no concept.

Where a question was asked, a document gives a concept the weight of its sentence that counts most for the question
(`meadow.select.query_weights`), and n counts only documents that speak of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Longs
from meadow.select.query_weights import speaking
from meadow.select.times import DAY, published_seconds
from meadow.vectors.bigrams import neighbour_pairs
from meadow.vectors.counts import LanguageRows
from meadow.vectors.ordering import median, stable_order
from meadow.vectors.view import StoryView
from meadow.vectors.vocabulary import STOP

WORD, PAIR = 0.3, 0.7  # what a word and a pair count for
AGAIN = 0.5  # and a word that a second sentence holds, in shares of the first
RECENT = 1.0  # how much more the last document of a story weighs than the first
_USUAL_DOCUMENTS, _SMALL_STORY = 2, 3  # who must hold a concept, but not in a story of fewer documents than three


@dataclass(frozen=True, slots=True, eq=False)
class Concepts:
    """Which sentences hold which concepts (`rows` and `columns`, by concept), and what a holder of each brings.

    `first` is for the first holder in a summary, `second` for the second. `held` is the weight that each sentence holds,
    `rate` its median per word, `copied` says which sentences an earlier document has word for word, `documents` how many
    have words of their own.
    """

    rows: Longs
    columns: Longs
    first: FloatArray
    second: FloatArray
    held: FloatArray
    rate: float
    copied: Flags
    documents: int

    def of_rows(self, rows: Longs) -> tuple[Longs, Longs]:
        """Return where the concepts of each of some sentences start, and the concepts."""
        index_of = np.full(len(self.held), -1, np.int64)
        index_of[rows] = np.arange(len(rows))
        places = index_of[self.rows]
        inside = np.flatnonzero(places >= 0)
        places = places[inside]
        sizes = np.bincount(places, minlength=len(rows))
        return np.concatenate([[0], np.cumsum(sizes)]), self.columns[inside[stable_order(places)]]


def story_concepts(view: StoryView, asked: FloatArray | None = None) -> Concepts:
    """Return the concepts of a story; `asked` is how much each sentence counts for a question."""
    copied = copied_rows(view)
    counted = ~copied if asked is None else ~copied & speaking(asked)
    count = max(1, int(np.count_nonzero(np.bincount(view.document_of[counted]))))
    each = recency(view)[view.document_of]
    counts = asked if asked is not None else 1 / np.sqrt(view.number) if count == 1 else np.ones(len(view))
    weights = each * counts
    lengths = view.counts("terms").lengths
    for least in range(_USUAL_DOCUMENTS if count >= _SMALL_STORY else 1, 0, -1):
        parts = [_of_language(view, part, np.where(copied, -1.0, weights), least) for part in view.words("words")]
        rows, columns, weight, words = (np.concatenate(each) for each in zip(_NONE, *_numbered(parts), strict=True))
        first = np.where(words, WORD, PAIR) * weight / count
        sentence_weights = np.bincount(rows, first[columns], minlength=len(view)).astype(np.float64, copy=False)
        rate = median((sentence_weights / np.maximum(1, lengths))[lengths > 0]) if lengths.any() else 0.0
        if rate > 0:
            break
    return Concepts(rows, columns, first, np.where(words, AGAIN * first, 0.0), sentence_weights, rate, copied, count)


def copied_rows(view: StoryView) -> Flags:
    """Return which sentences have the same words as one of an earlier document, in the same order."""
    copied = np.zeros(len(view), np.bool_)
    for part in view.words("words"):  # one for each language: sentences of two are never the same
        seen: dict[bytes, int] = {}
        ids, width = part.ids.tobytes(), part.ids.itemsize
        ends = (width * np.cumsum(part.lengths)).tolist()
        documents = view.document_of[part.rows].tolist()
        for row, document, start, end in zip(part.rows.tolist(), documents, [0, *ends[:-1]], ends, strict=True):
            if end > start and seen.setdefault(ids[start:end], document) != document:
                copied[row] = True
    return copied


_Found = tuple[Longs, Longs, FloatArray, Flags]
_NONE: _Found = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0), np.empty(0, np.bool_)


def _numbered(parts: list[_Found]) -> list[_Found]:
    """Return the parts with columns that follow each other."""
    numbered, width = list[_Found](), 0
    for rows, columns, weight, words in parts:
        numbered.append((rows, columns + width, weight, words))
        width += len(weight)
    return numbered


def _of_language(view: StoryView, part: LanguageRows, weights: FloatArray, least: int) -> _Found:
    """Return row and column of each concept that a sentence of one language holds, its weight, and which are words.

    `weights` are those of sentences, below 0 for copied ones.
    """
    terms = part.vocabulary.term_of[part.ids].astype(np.int64)
    owners = np.repeat(part.rows, part.lengths)
    content = terms != STOP
    pair_rows, pairs = neighbour_pairs(part)
    # A word's code is below every pair's; small codes leave room for their places.
    width = 2 * len(part.vocabulary.words)
    codes = np.concatenate([terms[content], ((pairs >> 32) + 1) * width + (pairs & 0xFFFFFFFF)])
    rows = np.concatenate([owners[content], pair_rows])
    order = stable_order(codes)  # the rows of words and those of pairs are in order already
    codes, rows = codes[order], rows[order]
    new = _changes(codes)
    once = np.flatnonzero(new | _changes(rows))
    codes, rows, new = codes[once], rows[once], new[once]
    columns = np.cumsum(new) - 1
    documents, summed = _spread(view, rows, columns, weights)
    enough = documents >= least
    kept = np.flatnonzero(enough[columns])
    renumbered = np.cumsum(enough) - 1
    return rows[kept], renumbered[columns[kept]], summed[enough], (codes[new] < width)[enough]


def _spread(view: StoryView, rows: Longs, columns: Longs, weights: FloatArray) -> tuple[Longs, FloatArray]:
    """Return for each concept how many documents hold it in words of their own, and their best sentences' weights."""
    width = int(columns[-1]) + 1 if len(columns) else 0
    original = np.flatnonzero(weights[rows] >= 0)
    rows, columns = rows[original], columns[original]
    if not len(rows):
        return np.zeros(width, np.int64), np.zeros(width)
    # Rows of a concept are in the order of the story, so those of a document follow each other.
    opening = _changes(columns) | _changes(view.document_of[rows])
    best = np.maximum.reduceat(weights[rows], np.flatnonzero(opening))
    columns = columns[opening]
    summed = np.bincount(columns, best, minlength=width).astype(np.float64, copy=False)
    return np.bincount(columns, minlength=width), summed


def recency(view: StoryView) -> FloatArray:
    """Return the weight of each document: from 1 for the first to 2 for the last, by time, in a story of a day or more."""
    return view.kept(_recency)


def _recency(view: StoryView) -> FloatArray:
    times = published_seconds(view)
    first, last = np.min(times, initial=np.inf, where=times > -np.inf), np.max(times, initial=-np.inf)
    if not last - first >= DAY:
        return np.ones(len(times))
    return np.where(times > -np.inf, 1 + RECENT * (np.maximum(times, first) - first) / (last - first), 1.0)


def _changes(values: NDArray[np.integer]) -> Flags:
    """Return where a value differs from the one before it; the first does."""
    changed = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=changed[1:])
    return changed
