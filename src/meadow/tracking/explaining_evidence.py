"""The decisions of the tracker `meadow`, found again from the finished stories: which rule brought each document in.

Source: our own, by the formulas of `evidence`, `weighing`, `second_look` and `linking`, document by document. The tracker
itself works on runs of nearly equal reports and on what it knew by then, so that its own figures may differ a little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from meadow.kernels.postings_rows import Longs
from meadow.model import Assignment, Document, FloatArray, LinkStep, Reason
from meadow.text.background import Background
from meadow.tracking.calibration import chance
from meadow.tracking.explaining import Vectors, explain
from meadow.tracking.linking import Groups, Pairs, closeness, cohesion, link
from meadow.tracking.second_look import SHOWN, Thresholds
from meadow.tracking.terms import texts_and_languages
from meadow.tracking.weighing import TITLES, Weighing

# Every pair of a story's documents is looked at; a larger story is explained without its steps.
MOST_LINKED = 4_000


def explain_evidence(
    documents: Sequence[Document],
    log: Sequence[Assignment],
    background: Background | None,
    thresholds: Thresholds,
    *,
    half_life: float,
) -> list[Reason]:
    """Return the reason of each document, given the stories that the log ends in."""
    vectors = _vectors(documents, log, background, half_life)
    members: dict[str, list[int]] = {}
    for row, assignment in enumerate(log):
        members.setdefault(assignment.story_id, []).append(row)
    times = np.array([np.nan if each.published is None else each.published.timestamp() for each in documents])
    steps: dict[str, Sequence[LinkStep]] = {}
    for rows in members.values():
        if 1 < len(rows) <= MOST_LINKED:
            similar = _similarities(vectors, np.array(rows, np.int64), times[rows])
            for row, taken in zip(rows, story_steps(similar, thresholds), strict=True):
                steps[documents[row].id] = taken
    reasons = explain(documents, log, vectors, steps)
    sizes = {story_id: len(rows) for story_id, rows in members.items()}
    return [_left_alone(each, sizes, thresholds) if each.score is None else _likely(each) for each in reasons]


def _likely(reason: Reason) -> Reason:
    return replace(reason, chance=chance(reason.score or 0.0, reason.next_score))


def _left_alone(reason: Reason, sizes: Mapping[str, int], thresholds: Thresholds) -> Reason:
    """Return the reason of a document that is a story by itself: the closest story is not close enough."""
    closest = 0 if reason.next_story is None else sizes[reason.next_story]
    return replace(
        reason, steps=(LinkStep("alone", closest, reason.next_score or 0.0, thresholds.alike_of(max(closest, 1))),)
    )


def story_steps(similar: FloatArray, thresholds: Thresholds) -> list[tuple[LinkStep, ...]]:
    """Return the decisions for each document of a story, given the similarities of all pairs, 0 of each with itself."""
    tree = linkage(squareform(1.0 - similar, checks=False), "average")
    labels = _clusters(similar, thresholds)
    first = _first_links(tree, len(similar))
    later = _cluster_steps(similar, labels, thresholds)
    made: list[tuple[LinkStep, ...]] = []
    for row, cluster in enumerate(labels.tolist()):
        alike = LinkStep("alike", *first[row], thresholds.alike_of(first[row][0]))
        linked = (alike,) if (labels == cluster).sum() > 1 else ()
        made.append((*linked, *later.get(cluster, ())))
    return made


def _clusters(similar: FloatArray, thresholds: Thresholds) -> Longs:
    """Return the number of each document's cluster, by the absolute evidence alone."""
    rows, others = np.nonzero(similar > 0.0)
    starts = np.searchsorted(rows, np.arange(len(similar) + 1)).astype(np.int64)
    pairs = Pairs(starts, others.astype(np.int64), similar[rows, others])
    singles = Groups(np.ones(len(similar)), np.zeros(len(similar)))
    linked = link(pairs, singles, thresholds.alike, relative=False, few=thresholds.few_alike)
    return np.unique(linked.first, return_inverse=True)[1].astype(np.int64)


def _vectors(
    documents: Sequence[Document], log: Sequence[Assignment], background: Background | None, half_life: float
) -> Vectors:
    """Return the documents as the tracker weighs them once all stories are known: terms that many stories use weigh less."""
    weighing = Weighing(background)
    texts, languages = texts_and_languages(documents, titles=TITLES)
    seen = weighing.rows_of(texts, languages)
    stories = [assignment.story_id for assignment in log]
    numbers = {story_id: number for number, story_id in enumerate(dict.fromkeys(stories))}
    owners = np.repeat(np.array([numbers[each] for each in stories]), np.diff(seen.ends))
    width = len(weighing.idf)
    uses = np.unique(owners * width + seen.terms) % width
    spoken = dict(zip(stories, languages, strict=True))
    weighing.learn(np.bincount(uses, minlength=width), Counter(spoken.values()))
    rows = weighing.rows_of(texts, languages).matrix()
    return Vectors(rows, rows, weighing.terms.names(np.arange(width, dtype=np.int32)), half_life=half_life)


def _similarities(vectors: Vectors, rows: Longs, times: FloatArray) -> FloatArray:
    asking = vectors.asking[rows]
    products: FloatArray = np.asarray((asking @ asking.T).todense()) * vectors.kept(np.abs(times[:, None] - times))
    np.fill_diagonal(products, 0.0)
    return products


def _first_links(tree: FloatArray, count: int) -> list[tuple[int, float]]:
    """Return for each document with how many others it was first linked, and their mean similarity."""
    sizes = [1] * count
    links: list[tuple[int, float]] = [(0, 0.0)] * count
    for left, right, distance, size in tree.tolist():
        for side, other in ((int(left), int(right)), (int(right), int(left))):
            if side < count:
                links[side] = (sizes[other], 1.0 - distance)
        sizes.append(int(size))
    return links


def _cluster_steps(similar: FloatArray, labels: Longs, thresholds: Thresholds) -> Mapping[int, tuple[LinkStep, ...]]:
    """Return for each cluster of a story of several what made it part: `join` from three documents on, else `stray`."""
    sizes = np.bincount(labels).astype(np.float64)
    if len(sizes) == 1:
        return {}
    inside = np.eye(len(sizes))[labels]
    sums: FloatArray = inside.T @ similar @ inside
    shown = np.flatnonzero(sizes >= SHOWN)
    return {**dict(_joins(sums, sizes, shown, thresholds)), **dict(_strays(sums, sizes, shown, thresholds))}


def _joins(
    sums: FloatArray, sizes: FloatArray, shown: Longs, thresholds: Thresholds
) -> Iterator[tuple[int, tuple[LinkStep, ...]]]:
    """Yield for each cluster that has shown itself the other one that it is closest to."""
    for cluster in shown.tolist():
        here = float(sizes[cluster]), float(sums[cluster, cluster])
        others = [other for other in shown.tolist() if other != cluster]
        values = [
            closeness(
                float(sums[cluster, other]), here, (float(sizes[other]), float(sums[other, other])), relative=True
            )
            for other in others
        ]
        if values:
            best = int(np.argmax(values))
            yield (
                cluster,
                (
                    LinkStep(
                        "join",
                        int(sizes[others[best]]),
                        values[best],
                        thresholds.join_of(here[0] * sizes[others[best]]),
                    ),
                ),
            )


def _strays(
    sums: FloatArray, sizes: FloatArray, shown: Longs, thresholds: Thresholds
) -> Iterator[tuple[int, tuple[LinkStep, ...]]]:
    """Yield for each smaller cluster which part of the cohesion of those that have shown themselves it has in common."""
    if not len(shown):
        return
    size = float(sizes[shown].sum())
    holds = cohesion(size, float(sums[np.ix_(shown, shown)].sum()))
    for cluster in np.setdiff1d(np.arange(len(sizes)), shown).tolist():
        mean = float(sums[cluster, shown].sum()) / (float(sizes[cluster]) * size)
        yield cluster, (LinkStep("stray", int(size), mean / holds, thresholds.stray),)
