"""The questions one asks of two sentences of a story: whether they say the same, and which covers which.

Source: our own; subsumption as Radev, Jing, Styś and Tam (2004), section 2.2, define it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.vectors.sameness.comparison import Comparison, compare_rows
from meadow.vectors.sameness.likelihood import likelihood
from meadow.vectors.sameness.rows import Encoder, SentenceRows, sentence_rows
from meadow.vectors.sameness.scoring import covered
from meadow.vectors.sameness.wording import SharedWording, read_wording, shared_wording
from meadow.vectors.view import StoryView


def compare(view: StoryView, first: IntArray, second: IntArray, *, encoder: Encoder | None = None) -> Comparison:
    """Return row `first[p]` of a view compared with row `second[p]`, for each p."""
    rows = _with_meaning(view, encoder)
    return compare_rows(rows, rows, first, second)


def same_statement(view: StoryView, first: IntArray, second: IntArray, *, encoder: Encoder | None = None) -> FloatArray:
    """Return for each pair of rows how surely they say the same, from 0 to 1; one half is as likely as not.

    That is among pairs that look alike: of pairs drawn from a whole story fewer say the same. The order within a pair does
    not matter. An encoder (`meadow.vectors.embed`) adds its view to the share of weight that is held.
    """
    return likelihood(compare(view, first, second, encoder=encoder), compare_wording(view, first, second))


def compare_wording(view: StoryView, first: IntArray, second: IntArray) -> SharedWording:
    """Return how row `first[p]` of a view puts it beside row `second[p]`, for each p; only these rows are read."""
    involved, places = np.unique(np.concatenate([first, second]).astype(np.int64), return_inverse=True)
    ours, theirs = places[: len(first)].astype(np.int32), places[len(first) :].astype(np.int32)
    return shared_wording(read_wording(view, involved), ours, theirs)


def subsumption(
    view: StoryView, first: IntArray, second: IntArray, *, encoder: Encoder | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return how far each first row is subsumed by the second, and each second by the first, from 0 to 1."""
    comparison = compare(view, first, second, encoder=encoder)
    return covered(comparison, comparison.forward), covered(comparison, comparison.backward)


def _with_meaning(view: StoryView, encoder: Encoder | None) -> SentenceRows:
    rows = sentence_rows(view)
    if encoder is None:
        return rows
    return replace(rows, meaning=encoder([sentence.text for sentence in view.sentences]))
