"""Ward: the best-scored sentence of each cluster that Ward's method makes of the first 3h sentences (T11).

Source: Ward (1963), "Hierarchical grouping to optimize an objective function"; for summaries Nomoto and Matsumoto (2001), in
the form of Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 4.4.

Sentences are bags of words at length one, so that the squared distance of two is 2 − 2·cosine. A sentence without a term
is unlike every other. Exactly as many pairs are merged as leave h clusters, whatever their distances; of equally near pairs
the earlier one. h is how many sentences of mean length fit.
"""

from __future__ import annotations

import numpy as np

from meadow.errors import UsageError, check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget, best_first
from meadow.select.candidates import Longs, expected_count, relevance, rounded, shortlist, unit_bags
from meadow.vectors.view import StoryView

_MOST_CANDIDATES = 8_000  # whose distances take half a gigabyte


def ward(view: StoryView, scores: Scores, budget: RemainingBudget, *, first: int = 3) -> tuple[int, ...]:
    """Return the best-scored sentence of each of h clusters, the best cluster first, as far as they fit.

    The `first`·h best-scored sentences are clustered; of equal scores in a cluster the earlier sentence stands for it. Where
    that one does not fit what is left, the next best of the cluster that does takes its place.
    """
    check_range("ward", "first", first, least=1)
    candidates = shortlist(view, scores.values, budget, first=first)
    _check_size(candidates.rows, first)
    bags = unit_bags(view, candidates.rows)
    squared = rounded(2 - 2 * (bags @ bags.T).toarray())
    labels = merge_nearest(squared, min(expected_count(view, budget), len(candidates.rows)))
    clusters: dict[int, list[int]] = {}
    for candidate in best_first(relevance(scores.values)[candidates.rows]):
        clusters.setdefault(int(labels[candidate]), []).append(candidate)
    left = candidates.capacity
    chosen: list[int] = []
    for places in clusters.values():
        best = next((candidate for candidate in places if candidates.costs[candidate] <= left), None)
        if best is not None:
            chosen.append(int(candidates.rows[best]))
            left -= int(candidates.costs[best])
    return tuple(chosen)


def _check_size(rows: Longs, first: int) -> None:
    if len(rows) > _MOST_CANDIDATES:
        raise UsageError(
            f"ward would compare every pair of {len(rows)} sentences.",
            given=f"{len(rows)} sentences, with first={first}",
            allowed=f"At most {_MOST_CANDIDATES}.",
            advice="Ask for a shorter summary, lower `first`, or choose mmr.",
        )


def merge_nearest(squared: FloatArray, count: int) -> Longs:
    """Return the cluster of each point, named by its earliest member, when Ward's merging has left `count` of them.

    `squared` holds the squared distances of all pairs. The nearest other cluster of each is kept, and looked for again
    only where a merger took it away.
    """
    distances = squared.copy()
    np.fill_diagonal(distances, np.inf)
    sizes, labels = np.ones(len(distances)), np.arange(len(distances))
    nearest = distances.argmin(axis=1) if len(distances) else labels.copy()
    reach = distances[labels, nearest]
    for _ in range(len(distances) - count):
        one = int(reach.argmin())
        other = int(nearest[one])
        merged = _merged_distances(distances, sizes, one, other)
        distances[other, :] = distances[:, other] = reach[other] = np.inf
        distances[one, :] = distances[:, one] = merged
        sizes[one] += sizes[other]
        labels[labels == other] = one
        # Merging brings no cluster nearer than its parts were, but it can make it as near as another that comes later.
        nearest[(merged == reach) & (one < nearest)] = one
        lost = np.flatnonzero(((nearest == one) & (merged > reach)) | (nearest == other))
        lost = np.append(lost[reach[lost] < np.inf], one)
        nearest[lost] = distances[lost].argmin(axis=1)
        reach[lost] = distances[lost, nearest[lost]]
    return labels


def _merged_distances(distances: FloatArray, sizes: FloatArray, one: int, other: int) -> FloatArray:
    """Return how far the union of two clusters is from each other one (Lance and Williams' recurrence)."""
    between = distances[one, other]
    total = (sizes[one] + sizes) * distances[one] + (sizes[other] + sizes) * distances[other] - sizes * between
    total[[one, other]] = np.inf
    return np.asarray(total / (sizes[one] + sizes[other] + sizes))
