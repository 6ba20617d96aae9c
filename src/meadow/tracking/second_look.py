"""A second look at all open clusters: which are one after all, and which make a story together.

Source: our own. Absolute evidence decides whether anything joins at all: clusters whose documents have a mean similarity
of the threshold become one (average link). Relative evidence acts only between clusters that have shown themselves,
by three documents or more: they make one story while the mean similarity between them is a good part of what holds each
of them together. A smaller cluster goes to a story if it has as good a part of that story's cohesion in common with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.linking import Groups, Pairs, cohesion, link, similar_pairs

# From this many documents on a cluster has a cohesion that says something.
SHOWN = 3.0
# Similarities below this are taken for none; they are nine in ten.
LEAST = 0.03


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The mean similarity at which clusters are one, and the shares of cohesion at which clusters and strays join."""

    alike: float
    join: float
    stray: float


class Clusters(NamedTuple):
    """Clusters as rows of mean weights, how many documents each has, and their first and last dates."""

    means: sparse.csr_array
    sizes: FloatArray
    first: FloatArray
    last: FloatArray


def look_again(given: Clusters, thresholds: Thresholds, *, half_life: float, compiled: bool) -> Longs:
    """Return for each cluster the first cluster of its story."""
    pairs = _faded(similar_pairs(given.means, LEAST, compiled=compiled), given, half_life)
    squares = np.asarray(given.means.multiply(given.means).sum(axis=1)).ravel()
    # The documents of one cluster are nearly copies: each pair of them is as similar as one is to itself.
    groups = Groups(given.sizes, given.sizes * (given.sizes - 1.0) * squares)
    one = link(pairs, groups, thresholds.alike, relative=False, compiled=compiled)
    firsts, inside = np.unique(one, return_inverse=True)
    pairs, groups = _merged(pairs, groups, inside, len(firsts))
    return firsts[_stories(pairs, groups, thresholds, compiled=compiled)][inside]


def _faded(pairs: Pairs, given: Clusters, half_life: float) -> Pairs:
    """Return similarities that count the less, the more time lies between two clusters."""
    rows, others = pairs.rows, pairs.others
    gaps = np.maximum(given.first[others] - given.last[rows], given.first[rows] - given.last[others])
    return pairs._replace(values=pairs.values / (1.0 + np.maximum(np.nan_to_num(gaps), 0.0) / half_life))


def _merged(pairs: Pairs, groups: Groups, inside: Longs, count: int) -> tuple[Pairs, Groups]:
    """Return the pairs and groups that are left when rows with equal numbers are one."""
    rows, others = pairs.rows, pairs.others
    sums = pairs.values * groups.sizes[rows] * groups.sizes[others]
    between = sparse.csr_array(sparse.coo_array((sums, (inside[rows], inside[others])), shape=(count, count)))
    between.sort_indices()
    sizes = np.bincount(inside, groups.sizes, minlength=count).astype(np.float64)
    within = np.bincount(inside, groups.within, minlength=count) + between.diagonal()
    owners = np.repeat(np.arange(count), np.diff(between.indptr))
    values = between.data / (sizes[owners] * sizes[between.indices])
    return _without(owners, between.indices.astype(np.int64), values, owners != between.indices, count), Groups(
        sizes, within
    )


def _without(rows: Longs, others: Longs, values: FloatArray, kept: Flags, count: int) -> Pairs:
    ends = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=count))]).astype(np.int64)
    return Pairs(ends, others[kept], values[kept])


def _stories(pairs: Pairs, groups: Groups, thresholds: Thresholds, *, compiled: bool) -> Longs:
    """Return for each group the first group of its story."""
    count = len(groups.sizes)
    shown = groups.sizes >= SHOWN
    both = shown[pairs.rows] & shown[pairs.others]
    among = _without(pairs.rows, pairs.others, pairs.values, both, count)
    stories = link(among, groups, thresholds.join, relative=True, compiled=compiled)
    firsts, inside = np.unique(stories, return_inverse=True)
    merged, of_stories = _merged(pairs, groups, inside, len(firsts))
    holds = np.array([cohesion(*each) for each in zip(*(part.tolist() for part in of_stories), strict=True)])
    made, has_shown = stories.copy(), shown[firsts]
    for group in np.flatnonzero(~shown).tolist():
        part = slice(int(merged.starts[inside[group]]), int(merged.starts[inside[group] + 1]))
        others = merged.others[part]
        close = np.where(has_shown[others], merged.values[part] / holds[others], 0.0)
        if len(close) and close.max() >= thresholds.stray:
            made[group] = firsts[others[int(close.argmax())]]
    return made
