"""The numbers that decided at a second look whether two runs are one story or two.

Source: our own, by the accounts of `second_look` itself. Two runs of one story came together at one step: when their
clusters grew together (`alike`), when two clusters that had shown themselves made a story (`join`), or when a smaller
cluster went to one (`stray`). Runs of two stories are apart since what these are made of did not reach the last of those
thresholds that could have made them one, or since the story paused for long (`pause`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import DecidingRule, Decision, FloatArray
from meadow.tracking.gathering import Spans, faded, gap_between
from meadow.tracking.linking import closeness
from meadow.tracking.second_look import LONGEST_PAUSE, Clusters, Look

_DAY = 86_400.0


class _Decided:
    """Decisions about many pairs of runs, filled in rule by rule."""

    def __init__(self, count: int) -> None:
        self._rules = np.full(count, "alike", object)
        self._values, self._thresholds, self._pairs = np.zeros(count), np.zeros(count), np.zeros(count)

    def put(
        self, which: Flags, rule: DecidingRule, values: FloatArray, thresholds: FloatArray | float, pairs: FloatArray
    ) -> None:
        """Enter what one rule says."""
        self._rules[which] = rule
        self._values[which], self._thresholds[which], self._pairs[which] = values, thresholds, pairs

    def listed(self) -> list[Decision]:
        """Return the decisions in the order of the pairs."""
        parts = (self._rules, self._values, self._thresholds, self._pairs.astype(np.int64))
        return [Decision(*each) for each in zip(*(part.tolist() for part in parts), strict=True)]


def decide(look: Look, ones: Sequence[int], others: Sequence[int]) -> list[Decision]:
    """Return for each two runs what decided that they are one story, or two."""
    decided = _Decided(len(ones))
    one, other = np.array(ones, np.int64), np.array(others, np.int64)
    stories = look.stories
    same = stories[one] == stories[other]
    _tell_together(look, one, other, same, decided)
    inside_one, inside_other = look.inside[one], look.inside[other]
    _tell_apart(look, inside_one, inside_other, ~same, decided)
    paused = ~same & (look.joined.first[inside_one] == look.joined.first[inside_other])
    days = np.maximum(look.pauses.lengths[one], look.pauses.lengths[other])[paused] / _DAY
    sizes = look.clusters.rows.sizes
    pairs = sizes[inside_one[paused]] * sizes[inside_other[paused]]
    decided.put(paused, "pause", days, LONGEST_PAUSE / _DAY, pairs)
    return decided.listed()


def _tell_together(look: Look, ones: Longs, others: Longs, asked: Flags, decided: _Decided) -> None:
    """Enter the steps at which runs of one story came together."""
    rules, joined, sizes = look.thresholds, look.joined, look.clusters.rows.sizes
    one, other = look.inside[ones], look.inside[others]
    alike = asked & (one == other)
    met = look.gathered.meetings(ones[alike], others[alike])
    pairs = look.gathered.pairs[met]
    decided.put(alike, "alike", look.gathered.values[met], rules.alike_of(pairs), pairs)
    shown = np.isin(np.arange(len(sizes)), joined.large)
    join = asked & ~alike & shown[one] & shown[other]
    met = joined.linked.meetings(*(np.searchsorted(joined.large, each[join]) for each in (one, other)))
    pairs = joined.linked.pairs[met]
    decided.put(join, "join", joined.linked.values[met], rules.join_of(pairs), pairs)
    stray = asked & ~alike & ~join
    which = np.where(shown[one], other, one)[stray]
    beside = joined.cores.rows.sizes[joined.core[which]]
    decided.put(stray, "stray", joined.shares[which], rules.stray, sizes[which] * beside)


def _tell_apart(look: Look, one: Longs, other: Longs, asked: Flags, decided: _Decided) -> None:
    """Enter what stories that are two have in common: those of clusters that have shown themselves, and smaller ones."""
    rules, joined, sizes = look.thresholds, look.joined, look.clusters.rows.sizes
    cores = joined.cores
    join = asked & (joined.core[one] >= 0) & (joined.core[other] >= 0)
    left, right = joined.core[one[join]], joined.core[other[join]]
    pairs = cores.rows.sizes[left] * cores.rows.sizes[right]
    decided.put(join, "join", _closeness(look, left, right), rules.join_of(pairs), pairs)
    stray = asked & ~join & ((joined.core[one] >= 0) | (joined.core[other] >= 0))
    swapped = joined.core[one] >= 0
    small, core = np.where(swapped, other, one)[stray], joined.core[np.where(swapped, one, other)[stray]]
    shares = _means(look, look.clusters, small, cores, core) / cores.cohesions[core] * cores.rows.trust_in(core)
    decided.put(stray, "stray", shares, rules.stray, sizes[small] * cores.rows.sizes[core])
    alike = asked & ~join & ~stray
    pairs = sizes[one[alike]] * sizes[other[alike]]
    means, thresholds = _means(look, look.clusters, one[alike], look.clusters, other[alike]), rules.alike_of(pairs)
    decided.put(alike, "alike", means, thresholds, pairs)
    # Runs that were never near each other are not compared, and may have more in common than was seen.
    unseen = alike.copy()
    unseen[alike] = means >= thresholds
    decided.put(
        unseen, "unseen", means[means >= thresholds], thresholds[means >= thresholds], pairs[means >= thresholds]
    )


def _closeness(look: Look, left: Longs, right: Longs) -> FloatArray:
    """Return how close stories are by the similarities of clusters that they were linked by."""
    joined, cores = look.joined, look.joined.cores
    pairs, core = joined.pairs, joined.core[joined.large]
    sizes, count = cores.rows.sizes, len(cores.rows.sizes)
    asked, places = np.unique(left * count + right, return_inverse=True)
    keys = core[pairs.rows] * count + core[pairs.others]
    at = np.minimum(np.searchsorted(asked, keys), max(len(asked) - 1, 0))
    known = asked[at] == keys if len(asked) else np.zeros(len(keys), np.bool_)
    large = look.clusters.rows.sizes[joined.large]
    summed = pairs.values[known] * large[pairs.rows[known]] * large[pairs.others[known]]
    between = np.bincount(at[known], summed, minlength=len(asked))[places] if len(asked) else np.zeros(0)
    rows = zip(between.tolist(), left.tolist(), right.tolist(), strict=True)
    groups = list(zip(sizes.tolist(), cores.within.tolist(), strict=True))
    return np.array([closeness(each, groups[a], groups[b], relative=True) for each, a, b in rows], np.float64)


def _means(look: Look, one: Clusters, ones: Longs, other: Clusters, others: Longs) -> FloatArray:
    """Return the mean similarities of clusters, the less the more time lies between them."""
    products: NDArray[np.float64] = np.asarray(
        one.rows.means[ones].multiply(other.rows.means[others]).sum(axis=1)
    ).ravel()
    left, right = (Spans(*(dates[at] for dates in each.rows.spans)) for each, at in ((one, ones), (other, others)))
    return products * faded(gap_between(left, right), look.fading)
