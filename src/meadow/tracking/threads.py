"""Stories of one language that may be threads of one event: what the tracker left apart, and a reader would compare.

Source: our own, by the weights of `weighing` and the names of `related`. Two stories are threads if each is the closest to
the other by the mean similarity of their documents, if that is two thirds of what makes them one and a good part of what
holds each of them together, and if they share names besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from meadow.model import Document, FloatArray
from meadow.text.background import Background
from meadow.tracking.linking import similar_pairs
from meadow.tracking.weighing import rows_alone

# Chosen on what the tracker leaves apart of five collections, where 49 of 65 links are of one event
# (docs/explanation/tracking.md).
_SHARED_NAMES = 0.1
_LEAST_SIMILARITY = 0.08
_LEAST_SHARE = 0.35
# What one pair of documents says less than many, as in the tracker.
_FEW = 1 / 3


def find_threads(
    stories: Sequence[Sequence[Document]], names: Sequence[Mapping[str, float]], background: Background | None
) -> list[tuple[int, int, float]]:
    """Return the pairs of stories that are threads of one event, by their places, with their mean similarity.

    `names` are weighed rows of what each story names; stories that share none are not compared.
    """
    if len(stories) < 2:
        return []
    pairs = similar_pairs(_matrix(names), _SHARED_NAMES)
    ones, others = pairs.rows, pairs.others
    asked = np.unique(ones)
    if not len(asked):
        return []
    means, sizes, holds = _means([stories[at] for at in asked.tolist()], background)
    one, other = np.searchsorted(asked, ones), np.searchsorted(asked, others)
    products = np.asarray(means[one].multiply(means[other]).sum(axis=1)).ravel()
    values = products / (1.0 + _FEW / (sizes[one] * sizes[other]))
    best = np.full(len(asked), -1)
    best[one[np.argsort(values, kind="stable")]] = other[np.argsort(values, kind="stable")]
    # A story of one document has no cohesion: that of the other counts for both, and without any there is no share to ask.
    left, right = (np.where(np.isnan(holds[a]), holds[b], holds[a]) for a, b in ((one, other), (other, one)))
    share = np.nan_to_num(values / np.sqrt(left * right), nan=1.0)
    mutual = (best[one] == other) & (best[other] == one) & (one < other)
    mutual &= (values >= _LEAST_SIMILARITY) & (share >= _LEAST_SHARE)
    return [*zip(ones[mutual].tolist(), others[mutual].tolist(), values[mutual].tolist(), strict=True)]


def _matrix(rows: Sequence[Mapping[str, float]]) -> sparse.csr_array:
    places: dict[str, int] = {}
    terms = [places.setdefault(key, len(places)) for row in rows for key in row]
    ends = np.cumsum([0, *map(len, rows)])
    values = np.array([value for row in rows for value in row.values()], np.float64)
    made = sparse.csr_array((values, np.array(terms, np.int64), ends), shape=(len(rows), max(len(places), 1)))
    made.sort_indices()
    return made


def _means(
    stories: Sequence[Sequence[Document]], background: Background | None
) -> tuple[sparse.csr_array, FloatArray, FloatArray]:
    """Return the mean rows of stories, how many documents each has, and what holds them together; NaN for one document."""
    rows = rows_alone([document for own in stories for document in own], background).matrix()
    sizes = np.array([len(own) for own in stories], np.float64)
    of = np.repeat(np.arange(len(stories)), [len(own) for own in stories])
    which = sparse.csr_array((1.0 / sizes[of], (of, np.arange(len(of)))), shape=(len(stories), len(of)))
    means = sparse.csr_array(which @ rows)
    squares, own = (np.asarray(each.multiply(each).sum(axis=1)).ravel() for each in (means, rows))
    within = squares * sizes**2 - np.bincount(of, own)
    pairs = sizes * (sizes - 1.0)
    return means, sizes, np.divide(within, pairs, out=np.full(len(sizes), np.nan), where=pairs > 0)
