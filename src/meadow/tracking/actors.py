"""How far common words may be trusted in a stream: whether documents that are nearly alike name the same actors.

Source: our own. In most news two documents that share many rare words name the same people, places and companies. On a
wire they need not: the results of two companies share a form and no name. So each look asks of runs that are near a third
one, and close by the background's weights, how many name the same actors: their names and numbers have a cosine of 0.2,
and the heaviest name of one occurs in the other. The upper end of that share's interval counts (Wilson 1927, one and a
half standard errors). From 0.5 on common words count in full. Up to 0.45 the stream is formulaic: common words count
less than half, relative evidence too, similarity halves in two days, and no word alone is enough for two documents.

Runs near a third one are asked, and once more runs near one that both of these are near, since those near each other were
chosen for what they share: two reports of a league share a team, but two that are near a third need not. An event's
documents all name its actors.

Background weights are used because what a stream teaches would feed back: where words weigh less, fewer pairs are close,
and more of these share names. Documents without names, and languages without capitals, say nothing and change nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.capitals import Kinds
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows, near_products

# On the wire 0.15 to 0.21 of such pairs name the same actors, and of match reports 0.02 to 0.39, by the upper end at two
# errors; in the labelled collections 0.53 to 1. What these lose is in docs/explanation/tracking.md. Close are runs that
# would be one cluster: with 0.25 only those that share names are, in reports of matches.
_CLOSE = 0.12
_SAME_ACTORS = 0.2
_FORMULAIC, _TRUSTED = 0.45, 0.5
# A stream is trusted until pairs speak against it, at so many standard errors: three without a shared name, of three.
_ERRORS = 1.5
# What common words count for in a formulaic stream. With 0.2 to 0.4 the F of pairs on the wire is .56 to .64, and the
# largest story of 21,578 articles has 35 to 55.
LEAST_TRUST = 0.2
# What names and numbers count for there, since two reports on one company need not be of one event.
_LEAST_KEPT = 0.9
# How soon similarity halves there: a company is in the news again and again, and most wire stories are over in a day.
_HALF_LIFE = 2 * 86_400.0
# What one shared word gives at most there, as a share of what makes a cluster of many: two documents need a third more.
_ONE_WORD = 1.0
# Below this, a word counts for each run that uses it and not for each story: what strangers share is of no story.
_COUNTED_BY_RUN = 0.5


class Actors(NamedTuple):
    """For each run how far common words may be trusted in its language, and which terms are none."""

    trusted: FloatArray
    kinds: Kinds

    def weakened(self, rows: SummedRows, fading: Fading, alike: float) -> SummedRows:
        """Return rows in which common words weigh as much as they are trusted, and time passes as fast as it should.

        No word alone gives more than the similarity of clusters, `alike`. Times are multiplied, which makes the half-life
        shorter; a limit in hours is left alone, for it was set by hand.
        """
        if (self.trusted == 1.0).all():
            return rows
        sums = rows.sums.copy()
        owners = np.repeat(np.arange(len(self.trusted)), np.diff(sums.indptr))
        formulaic = (1.0 - self.trusted) / (1.0 - LEAST_TRUST)
        kept = 1.0 - (1.0 - _LEAST_KEPT) * formulaic
        sums.data *= np.where(self.kinds.kept[sums.indices], kept[owners], self.trusted[owners])
        with np.errstate(divide="ignore"):
            most = math.sqrt(_ONE_WORD * alike) / formulaic * rows.sizes
        sums.data = np.minimum(sums.data, most[owners])
        faster = 1.0 if math.isfinite(fading.reach) else max(fading.half_life / _HALF_LIFE, 1.0) ** formulaic
        spans = Spans(rows.spans.first * faster, rows.spans.last * faster)
        return SummedRows(sums, rows.sizes, spans, self.trusted)

    def counted(self, stories: Longs) -> Longs:
        """Return the stories by which words are counted: each run by itself where the stream is formulaic."""
        return np.where(self.trusted < _COUNTED_BY_RUN, np.arange(len(stories)), stories)


def find_actors(rows: SummedRows, near: Near, languages: Sequence[str], kinds: Kinds) -> Actors:
    """Return how far common words may be trusted; `rows` weigh by the background alone."""
    means = rows.means
    named = means.copy()
    named.data = np.where(kinds.kept[means.indices], means.data, 0.0)
    owners = np.repeat(np.arange(len(rows.sizes)), np.diff(means.indptr))
    lengths = np.sqrt(np.bincount(owners, named.data**2, minlength=len(rows.sizes)))
    known = np.bincount(owners, kinds.names[means.indices], minlength=len(rows.sizes)) > 0
    near = _beside(_beside(near))
    near = near.only(known[near.lower] & known[near.higher])
    close = near.only(near_products(means, near) >= _CLOSE)
    both = lengths[close.lower] * lengths[close.higher]
    same = close.only(near_products(named, close) >= _SAME_ACTORS * both)
    same = same.only(_share_leads(means, same, kinds))
    trusted = np.ones(len(rows.sizes))
    for language in dict.fromkeys(languages):
        own = np.array([each == language for each in languages])
        pairs, shared = (float(np.sum(own[each.lower])) for each in (close, same))
        trusted[own] = np.interp(_at_most(shared, pairs), (_FORMULAIC, _TRUSTED), (LEAST_TRUST, 1.0))
    return Actors(trusted, kinds)


def _beside(near: Near) -> Near:
    """Return pairs of runs that are near a third one: of each run's near ones, in order, any two that follow each other."""
    width = int(near.higher.max(initial=0)) + 1
    # Each pair as one number, which sorts sooner than two.
    both = np.concatenate([near.lower * width + near.higher, near.higher * width + near.lower])
    ones, others = np.divmod(np.sort(both), width)
    follow = ones[1:] == ones[:-1]
    return Near(*np.divmod(np.unique(others[:-1][follow] * width + others[1:][follow]), width))


def _share_leads(means: sparse.csr_array, near: Near, kinds: Kinds) -> Flags:
    """Return for which pairs the heaviest name of one row occurs in the other."""
    count, width = means.shape
    owners = np.repeat(np.arange(count), np.diff(means.indptr))
    weights = np.where(kinds.names[means.indices], means.data, 0.0)
    most = np.zeros(count)
    np.maximum.at(most, owners, weights)
    heaviest = np.flatnonzero(weights == most[owners])
    lead = np.zeros(count, np.int64)
    lead[owners[heaviest]] = means.indices[heaviest]
    cells = owners * width + means.indices
    found = np.zeros(len(near.lower), np.bool_)
    for one, other in (near, near[::-1]):
        asked = one * width + lead[other]
        found |= cells[np.minimum(np.searchsorted(cells, asked), len(cells) - 1)] == asked
    return found


def _at_most(shared: float, pairs: float) -> float:
    """Return the largest share that so many of these pairs speak for: the upper end of Wilson's interval."""
    squared = _ERRORS * _ERRORS
    spread = math.sqrt(shared * (1.0 - shared / max(pairs, 1.0)) + squared / 4.0)
    return (shared + squared / 2.0 + _ERRORS * spread) / (pairs + squared)
