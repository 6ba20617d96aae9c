"""What a clustering score is compared with: chance, trivial answers, other judges, and how measures behave at all.

Source: Geiss (2009), sections 5.7, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.clustering_measures import (
    Comparison,
    Counts,
    Labels,
    compare,
    mean_comparison,
    v,
    with_bucket,
    with_singletons,
)
from meadow.provenance import signature
from meadow.vectors.chance import generator

# From 2 to half as many clusters as items: the range of random clusterings is empty below this number of items.
_FEWEST_RANDOM_ITEMS = 4


@dataclass(frozen=True, slots=True)
class TwoWays:
    """One comparison made twice: irrelevant items as singletons, and as one bucket."""

    singletons: Comparison
    bucket: Comparison


@dataclass(frozen=True, slots=True)
class RandomBaseline(TwoWays):
    """What chance scores, mean of each measure over `draws` random clusterings, in both ways."""

    draws: int
    seed: int

    @property
    def signature(self) -> str:
        """How the values came about."""
        return signature({"measure": "clustering(log=2)", "baseline": f"random(draws={self.draws}, seed={self.seed})"})


@dataclass(frozen=True, slots=True)
class Beside:
    """A result and, in the same role, the trivial answers; `random` is None below four items, where there is none."""

    result: Comparison
    all_singletons: Comparison
    one_cluster: Comparison
    random: Comparison | None

    @property
    def rows(self) -> dict[str, Comparison]:
        """The comparisons by name, ready to print."""
        rows = {"result": self.result, "all singletons": self.all_singletons, "one cluster": self.one_cluster}
        return rows if self.random is None else {**rows, "random": self.random}


@dataclass(frozen=True, slots=True)
class ClusteringSize:
    """How much of a set a clustering covers: s, c and s/c, which is None without clusters."""

    sentences: int
    clusters: int

    @property
    def sentences_per_cluster(self) -> float | None:
        """The average size of a cluster."""
        return self.sentences / self.clusters if self.clusters else None


@dataclass(frozen=True, slots=True)
class JudgePair:
    """One row of the agreement table: the first judge's clusters against the second's as classes."""

    set: str
    judges: tuple[str, str]
    ways: TwoWays


@dataclass(frozen=True, slots=True)
class InterjudgeTable:
    """Agreement of all pairs of judges, its mean over pairs, and what chance would score against the same judges."""

    pairs: tuple[JudgePair, ...]
    mean: TwoWays
    base: RandomBaseline
    sizes: Mapping[tuple[str, str], ClusteringSize]


def random_baseline(classes: Labels, *, draws: int = 100, seed: int = 0) -> RandomBaseline:
    """Return the mean scores of a judge's clusters against random clusterings, once per way with irrelevant items.

    A random clustering has a number of labels drawn from 2 to half the items, and each item one of them. The judge's
    set is in the role of the clusters, the random one in that of the classes. Equal seeds give all judges of a set
    the same random clusterings.
    """
    ways = with_singletons(classes), with_bucket(classes)
    drawn = list(_random_clusterings(len(classes), draws=draws, seed=seed))
    singletons, bucket = (mean_comparison(compare(way, each) for each in drawn) for way in ways)
    return RandomBaseline(singletons, bucket, draws=draws, seed=seed)


def beside(clusters: Labels, classes: Labels, *, draws: int = 100, seed: int = 0) -> Beside:
    """Return a comparison together with what all singletons, one cluster and chance score against the same classes.

    Here the random clusterings take the place of the result, as clusters, so that every column can be compared.
    """
    singletons, one, drawn = _trivial_answers(len(classes), draws=draws, seed=seed)
    chance = [compare(each, classes) for each in drawn]
    return Beside(
        result=compare(clusters, classes),
        all_singletons=compare(singletons, classes),
        one_cluster=compare(one, classes),
        random=mean_comparison(chance) if chance else None,
    )


def v_beside(
    clusters: Labels, classes: Labels, *, beta: float, draws: int = 100, seed: int = 0
) -> dict[str, float | None]:
    """Return V_β of a result and, by the names of `Beside`, of the trivial answers; of chance the mean over draws."""
    singletons, one, drawn = _trivial_answers(len(classes), draws=draws, seed=seed)
    chance = [v(each, classes, beta=beta) for each in drawn]
    return {
        "result": v(clusters, classes, beta=beta),
        "all_singletons": v(singletons, classes, beta=beta),
        "one_cluster": v(one, classes, beta=beta),
        "random": sum(chance) / len(chance) if chance else None,
    }


def _trivial_answers(items: int, *, draws: int, seed: int) -> tuple[Counts, Counts, Iterable[Counts]]:
    """Return each item alone, all together, and random clusterings, of which there are none below four items."""
    drawn = _random_clusterings(items, draws=draws, seed=seed) if items >= _FEWEST_RANDOM_ITEMS else ()
    return np.arange(items), np.zeros(items, dtype=np.int64), drawn


def split_merge_study(classes: Labels, *, seed: int = 0) -> tuple[Comparison, ...]:
    """Return how each measure changes as classes are split and merged at random, by ascending number of clusters.

    From the classes themselves one chain of steps splits a random cluster in two, down to singletons, and another
    merges two random clusters, up to one cluster of all. Each clustering is compared with the classes: one point per
    possible number of clusters, `cluster_count`, so 15 clusters of 70 items give 70 points.
    """
    original = compare(classes, classes)
    random = generator(seed)
    labels = np.asarray(with_singletons(classes), dtype=np.int64)
    merged = [compare(each, classes) for each in _merges(labels, random)]
    split = [compare(each, classes) for each in _splits(labels, random)]
    return (*reversed(merged), original, *split)


def clustering_size(labels: Labels) -> ClusteringSize:
    """Return how many sentences are in clusters, and in how many; None marks the irrelevant ones."""
    relevant = [label for label in labels if label is not None]
    return ClusteringSize(len(relevant), len(set(relevant)))


def interjudge_table(sets: Mapping[str, Mapping[str, Labels]], *, draws: int = 100, seed: int = 0) -> InterjudgeTable:
    """Return how far judges agree, from the labels that each gave to each set: `{set: {judge: labels}}`.

    A label of None marks an irrelevant sentence. Pairs are taken within a set, in the order given; a judge may miss
    a set.
    """
    pairs = tuple(
        JudgePair(name, (first, second), two_ways(judges[first], judges[second]))
        for name, judges in sets.items()
        for first, second in combinations(judges, 2)
    )
    if not pairs:
        raise InputError(
            "No set has two judges, so there is no agreement to measure.",
            given=f"{len(sets)} sets",
            allowed="At least one set needs the labels of two judges.",
        )
    everyone = {(name, judge): labels for name, judges in sets.items() for judge, labels in judges.items()}
    base = [random_baseline(labels, draws=draws, seed=seed) for labels in everyone.values()]
    mean, chance = _mean_ways(pair.ways for pair in pairs), _mean_ways(base)
    return InterjudgeTable(
        pairs=pairs,
        mean=mean,
        base=RandomBaseline(chance.singletons, chance.bucket, draws=draws, seed=seed),
        sizes={key: clustering_size(labels) for key, labels in everyone.items()},
    )


def two_ways(clusters: Labels, classes: Labels) -> TwoWays:
    """Return all measures of clusters against classes, once per way with irrelevant sentences (G3)."""
    return TwoWays(
        singletons=compare(with_singletons(clusters), with_singletons(classes)),
        bucket=compare(with_bucket(clusters), with_bucket(classes)),
    )


def _mean_ways(ways: Iterable[TwoWays]) -> TwoWays:
    rows = list(ways)
    return TwoWays(mean_comparison(row.singletons for row in rows), mean_comparison(row.bucket for row in rows))


def _random_clusterings(items: int, *, draws: int, seed: int) -> Iterator[Counts]:
    if items < _FEWEST_RANDOM_ITEMS:
        raise InputError(
            f"There is no random clustering of {items} items.",
            given=str(items),
            allowed="At least four items are needed: it has from two clusters to half as many as there are items.",
        )
    if draws < 1:
        raise UsageError(f"The number of draws is {draws}.", given=str(draws), allowed="It must be at least 1.")
    random = generator(seed)
    for _ in range(draws):
        labels = random.integers(2, items // 2, endpoint=True)
        yield random.integers(labels, size=items)


def _merges(labels: Counts, random: np.random.Generator) -> Iterator[Counts]:
    for _ in range(len(np.unique(labels)) - 1):
        kept, gone = random.choice(np.unique(labels), size=2, replace=False)
        labels = np.where(labels == gone, kept, labels)
        yield labels


def _splits(labels: Counts, random: np.random.Generator) -> Iterator[Counts]:
    for fresh in range(len(np.unique(labels)), len(labels)):
        sizes = np.bincount(labels)
        members = np.flatnonzero(labels == random.choice(np.flatnonzero(sizes > 1)))
        # Any cut of the shuffled members leaves both parts with someone in them.
        leaving = random.permutation(members)[: random.integers(1, len(members))]
        labels = labels.copy()
        labels[leaving] = fresh
        yield labels
