"""A second look at all open runs: which are one after all, and which make a story together.

Source: our own. Absolute evidence decides whether anything joins at all: runs whose documents have a mean similarity
of the threshold become one cluster (average link, `gathering`). Relative evidence acts only between clusters that have
shown themselves, by three documents or more: they make one story while the mean similarity between them is a good part of
what holds each of them together (`linking`). A smaller cluster goes to a story if it has as good a part of that story's
cohesion in common with it.

Where a story paused for 300 days it is two, if either side has three documents or more: storms of several years are not
one story, and an anniversary is no other. So it is only where common words are trusted; elsewhere time passes faster.

Runs are compared with those that were near them when they came; clusters of three documents or more, with each other,
for they are few; smaller clusters, with the stories.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from scipy import sparse

from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows, faded, gap_between, gather
from meadow.tracking.linking import Groups, Linked, Pairs, arrays, cohesion, link, similar_pairs

_Amount = TypeVar("_Amount", float, FloatArray)

# From this many documents on a cluster has a cohesion that says something.
SHOWN = 3.0
# A pause after which three documents or more are another story. The stories of MultiLing have single reports on
# anniversaries, and would fall apart by it alone.
LONGEST_PAUSE = 300 * 86_400.0
# Similarities of clusters below this are taken for none: they could not make a story.
_LEAST = 0.03


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The mean similarity at which clusters are one, and the shares of cohesion at which clusters and strays join.

    Between clusters, those are what many pairs of documents must reach. Few pairs say less: n of them must reach
    1 + few / n of it.
    """

    alike: float
    join: float
    stray: float
    few_alike: float = 0.0
    few_join: float = 0.0

    def alike_of(self, pairs: _Amount) -> _Amount:
        """Return the mean similarity at which so many pairs of documents make one cluster."""
        return self.alike + self.alike * self.few_alike / pairs

    def join_of(self, pairs: _Amount) -> _Amount:
        """Return the share of cohesion at which so many pairs of documents make one story of two clusters."""
        return self.join + self.join * self.few_join / pairs


class Clusters(NamedTuple):
    """Rows of documents that belong together, and the similarities of all ordered pairs of documents within each, summed."""

    rows: SummedRows
    within: FloatArray

    @property
    def cohesions(self) -> FloatArray:
        """What holds each cluster together."""
        pairs = zip(self.rows.sizes.tolist(), self.within.tolist(), strict=True)
        return np.array([cohesion(*each) for each in pairs], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """What became of clusters: for each the first cluster of its story, and what decided it.

    `large` are those that have shown themselves, which `pairs` and `linked` count by their order; `cores` are the stories
    that they make, and `core` is the number of that which each cluster is part of, -1 if it is by itself. `shares` is what a
    smaller cluster has of the cohesion of the story that it is closest to.
    """

    first: Longs
    core: Longs
    shares: FloatArray
    large: Longs
    pairs: Pairs
    linked: Linked
    cores: Clusters


class Pauses(NamedTuple):
    """For each run which part of its story it is in, and how long the story paused before that part, in seconds."""

    parts: Longs
    lengths: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Which runs are one story, and what decided it; `inside` is the number of each run's cluster."""

    thresholds: Thresholds
    fading: Fading
    gathered: Linked
    inside: Longs
    clusters: Clusters
    joined: Joined
    pauses: Pauses

    @property
    def stories(self) -> Longs:
        """For each run the first run of its story."""
        whole, parts = _stories(self.gathered, self.joined, self.inside), self.pauses.parts
        _, firsts, inside = np.unique(
            whole * (int(parts.max(initial=0)) + 1) + parts, return_index=True, return_inverse=True
        )
        stories: Longs = firsts[inside]
        return stories


def look_again(runs: SummedRows, near: Near, thresholds: Thresholds, fading: Fading) -> Look:
    """Return which runs are one story."""
    gathered = gather(runs, near, thresholds.alike, fading, few=thresholds.few_alike)
    firsts, inside = np.unique(gathered.first, return_inverse=True)
    clusters = _merged(runs, _within(runs), inside, len(firsts))
    joined = _join(clusters, thresholds, fading)
    pauses = find_pauses(runs, _stories(gathered, joined, inside))
    return Look(thresholds, fading, gathered, inside, clusters, joined, pauses)


def _stories(gathered: Linked, joined: Joined, inside: Longs) -> Longs:
    stories: Longs = np.unique(gathered.first)[joined.first][inside]
    return stories


def find_pauses(runs: SummedRows, stories: Longs) -> Pauses:
    """Return where stories paused for long, with enough documents before and after."""
    count = len(stories)
    pauses = Pauses(np.zeros(count, np.int64), np.zeros(count))
    first, last = runs.spans
    known = np.flatnonzero(~np.isnan(first) & (runs.trust_in(np.arange(count)) == 1.0))
    order = known[np.lexsort((first[known], stories[known]))]
    begins = np.flatnonzero(np.diff(stories[order], prepend=-1))
    ends = np.append(begins[1:], len(order))
    long = np.maximum.reduceat(last[order], begins) - first[order[begins]] > LONGEST_PAUSE if len(order) else begins > 0
    for begin, end in zip(begins[long].tolist(), ends[long].tolist(), strict=True):
        rows = order[begin:end]
        gaps = first[rows[1:]] - np.maximum.accumulate(last[rows])[:-1]
        cuts = np.flatnonzero(gaps > LONGEST_PAUSE) + 1
        before = 0.0
        for cut, size in zip([0, *cuts.tolist()], np.add.reduceat(runs.sizes[rows], [0, *cuts]).tolist(), strict=True):
            if before >= SHOWN and size >= SHOWN:
                pauses.parts[rows[cut:]] += 1
                pauses.lengths[rows[cut:]] = gaps[cut - 1]
                before = 0.0
            before += size
    return pauses


def _within(runs: SummedRows) -> FloatArray:
    """Return what is within each run: its documents are nearly copies, each pair as similar as one is to itself."""
    return (runs.sizes - 1.0) * _squares(runs.sums) / runs.sizes


def _squares(rows: sparse.csr_array) -> FloatArray:
    owners = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    return np.bincount(owners, rows.data**2, minlength=rows.shape[0]).astype(np.float64)


def _merged(rows: SummedRows, within: FloatArray, inside: Longs, count: int) -> Clusters:
    """Return the clusters that rows with equal numbers make."""
    size = len(rows.sizes)
    which = sparse.csr_array((np.ones(size), (inside, np.arange(size))), shape=(count, size))
    sums = sparse.csr_array(which @ rows.sums)
    sums.sort_indices()
    # The square of a sum is what is within, and each document's product with itself.
    itself = np.bincount(inside, _squares(rows.sums) - within, minlength=count)
    order = np.argsort(inside, kind="stable")
    begins = np.searchsorted(inside[order], np.arange(count))
    first = np.fmin.reduceat(rows.spans.first[order], begins)
    last = np.fmax.reduceat(rows.spans.last[order], begins)
    sizes = np.bincount(inside, rows.sizes, minlength=count).astype(np.float64)
    # What belongs together is of one language.
    trusted = None if rows.trusted is None else rows.trusted[order][begins]
    return Clusters(SummedRows(sums, sizes, Spans(first, last), trusted), np.maximum(_squares(sums) - itself, 0.0))


def _only(given: Clusters, kept: Flags) -> Clusters:
    """Return some of the clusters."""
    rows = given.rows
    spans = Spans(rows.spans.first[kept], rows.spans.last[kept])
    trusted = None if rows.trusted is None else rows.trusted[kept]
    return Clusters(SummedRows(rows.sums[np.flatnonzero(kept)], rows.sizes[kept], spans, trusted), given.within[kept])


def _join(clusters: Clusters, thresholds: Thresholds, fading: Fading) -> Joined:
    """Make stories of clusters that have shown themselves, and let smaller ones join them."""
    shown = clusters.rows.sizes >= SHOWN
    large, small = np.flatnonzero(shown), np.flatnonzero(~shown)
    shown_alone = _only(clusters, shown)
    pairs = _pairs(shown_alone, fading)
    groups = Groups(shown_alone.rows.sizes, shown_alone.within)
    linked = link(pairs, groups, thresholds.join, relative=True, few=thresholds.few_join)
    firsts, inside = np.unique(linked.first, return_inverse=True)
    cores = _merged(shown_alone.rows, shown_alone.within, inside, len(firsts))
    core, shares = np.full(len(shown), -1), np.zeros(len(shown))
    core[large] = inside
    best, shares[small] = _closest(_only(clusters, ~shown), cores, fading)
    shares[small] *= clusters.rows.trust_in(small)
    joins = (best >= 0) & (shares[small] >= thresholds.stray)
    core[small[joins]] = best[joins]
    first = np.arange(len(shown))
    first[core >= 0] = large[firsts][core[core >= 0]]
    return Joined(first, core, shares, large, pairs, linked, cores)


def _pairs(clusters: Clusters, fading: Fading) -> Pairs:
    """Return the similarities of clusters, the less the more time lies between them."""
    pairs = similar_pairs(clusters.rows.means, _LEAST)
    spans = clusters.rows.spans
    one, other = (Spans(spans.first[rows], spans.last[rows]) for rows in (pairs.rows, pairs.others))
    trusted = clusters.rows.trust_in(pairs.rows)
    return pairs._replace(values=pairs.values * faded(gap_between(one, other), fading) * trusted)


def _closest(strays: Clusters, stories: Clusters, fading: Fading) -> tuple[Longs, FloatArray]:
    """Return for each stray the story with the highest share of its cohesion in common with it, and that share."""
    holds, means, by_story = stories.cohesions, strays.rows.means, stories.rows.means
    if not len(holds):
        return np.full(means.shape[0], -1, np.int64), np.zeros(means.shape[0])
    best, shares = np.full(means.shape[0], -1), np.zeros(means.shape[0])
    own = *arrays(means), *strays.rows.spans
    their = *arrays(sparse.csr_array(by_story.T)), holds, *stories.rows.spans
    run(loops.closest_stories, *own, *their, *map(float, fading), np.zeros(len(holds)), best, shares)
    return best, shares
