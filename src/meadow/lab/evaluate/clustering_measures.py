"""How well clusters match classes: every measure from one table of shared items, information in bits.

The notation is that of the source: L are the clusters, C the classes, h homogeneity, c completeness. Items of several
sets can be scored together by labels such as `(set, label)`.

Labels are any names; None marks an irrelevant item, and becomes a cluster of its own or part of one bucket.

Source: Geiss (2009), who took V from Rosenberg and Hirschberg (2007), V_beta from Vlachos et al. (2009), VI from
Meila (2007), entropy and purity from Zhao and Karypis (2001); B-cubed is from Bagga and Baldwin (1998).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, UsageError
from meadow.provenance import signature

# A dense table is faster than sorting while it is not much larger than the labels themselves.
_DENSE_CELLS_PER_ITEM = 16

Counts = NDArray[np.int64]
Labels = Sequence[Hashable] | NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Contingency:
    """The items that clusters and classes share: one entry per pair that shares any, ordered by cluster."""

    shared: Counts
    cluster: Counts
    class_: Counts
    cluster_sizes: Counts
    class_sizes: Counts

    @property
    def items(self) -> int:
        """The number of items, N."""
        return int(self.shared.sum())


@dataclass(frozen=True, slots=True)
class Information:
    """The four entropies, in bits, that the information measures are made of."""

    clusters: float
    classes: float
    classes_given_clusters: float
    clusters_given_classes: float

    @property
    def mutual(self) -> float:
        """What clusters and classes share; never below 0, where rounding would put it."""
        return max(0.0, self.classes - self.classes_given_clusters)

    @property
    def variation(self) -> float:
        """Their distance, VI."""
        return self.classes_given_clusters + self.clusters_given_classes

    @property
    def homogeneity(self) -> float:
        """1 where each cluster holds one class only; 1 also where there is one class."""
        return max(0.0, 1.0 - self.classes_given_clusters / self.classes) if self.classes > 0 else 1.0

    @property
    def completeness(self) -> float:
        """1 where each class lies in one cluster; 1 also where there is one cluster."""
        return max(0.0, 1.0 - self.clusters_given_classes / self.clusters) if self.clusters > 0 else 1.0

    def v(self, beta: float) -> float:
        """V: the mean of homogeneity and completeness, which counts for more the larger `beta` is."""
        _check_beta(beta)
        h, c = self.homogeneity, self.completeness
        return (1 + beta) * h * c / (beta * h + c) if h * c > 0 else 0.0

    def nmi(self, beta: float) -> float:
        """Mutual information divided by the weighted mean of the entropies; equal to `v(beta)`."""
        _check_beta(beta)
        if self.clusters == self.classes == 0:
            return 1.0
        return (1 + beta) * self.mutual / (beta * self.clusters + self.classes) if self.mutual > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """All measures of clusters against classes; for `vi`, `nvi` and `entropy` less is better.

    A mean of several comparisons is a comparison too: then `comparisons` says of how many, and the counts are means.
    """

    homogeneity: float
    completeness: float
    v: float
    v_half: float
    v_beta: float
    mutual_information: float
    nmi: float
    vi: float
    nvi: float
    rand: float
    entropy: float
    purity: float
    precision: float
    recall: float
    f: float
    bcubed_precision: float
    bcubed_recall: float
    bcubed_f: float
    items: float
    cluster_count: float
    class_count: float
    comparisons: int

    @property
    def signature(self) -> str:
        """How the values came about."""
        counts = {"items": f"{self.items:g}", "clusters": f"{self.cluster_count:g}", "classes": f"{self.class_count:g}"}
        several = self.comparisons if self.comparisons > 1 else None
        return signature({"measure": "clustering(log=2)", **counts, "mean-of": several})


MEASURES: tuple[str, ...] = tuple(field.name for field in fields(Comparison))[:18]


def compare(clusters: Labels, classes: Labels) -> Comparison:
    """Return every measure of `clusters` against `classes`: two labels per item, in the same order.

    Degenerate cases have fixed values: h is 1 with one class, c is 1 with one cluster, V is 0 where h or c is, NMI is 1
    where both are one cluster, NVI is 0 for a single item, precision and recall are 0 where they have no pair
    to count, and 1 where both sides have none.
    """
    table = contingency(clusters, classes)
    known = information(table)
    return Comparison(
        **_information_measures(known, table),
        **_pair_measures(table),
        **_item_measures(table),
        items=table.items,
        cluster_count=len(table.cluster_sizes),
        class_count=len(table.class_sizes),
        comparisons=1,
    )


def v(clusters: Labels, classes: Labels, *, beta: float = 1.0) -> float:
    """Return V_β, which favours homogeneity for `beta` < 1 and completeness for `beta` > 1."""
    return information(contingency(clusters, classes)).v(beta)


def nmi(clusters: Labels, classes: Labels, *, beta: float = 1.0) -> float:
    """Return NMI_β, which equals V_β for every `beta`."""
    return information(contingency(clusters, classes)).nmi(beta)


def mean_comparison(comparisons: Iterable[Comparison]) -> Comparison:
    """Return the mean of each measure; every comparison counts the same, whatever its size."""
    rows = list(comparisons)
    if not rows:
        raise InputError("There is no comparison to average.", advice="Give at least one result of `compare`.")
    names = [field.name for field in fields(Comparison) if field.name != "comparisons"]
    means = {name: math.fsum(getattr(row, name) for row in rows) / len(rows) for name in names}
    return Comparison(**means, comparisons=sum(row.comparisons for row in rows))


def contingency(clusters: Labels, classes: Labels) -> Contingency:
    """Return the table of shared items, the counts that all measures are computed from."""
    if len(clusters) != len(classes):
        raise InputError(
            f"There are {len(clusters)} cluster labels, but {len(classes)} class labels.",
            given=f"{len(clusters)} and {len(classes)} labels",
            allowed="Both must label the same items, in the same order.",
            advice="Give items that one side leaves out the label None, then use with_singletons or with_bucket.",
        )
    if len(clusters) == 0:
        raise InputError("There are no labels to compare.", allowed="At least one item is needed.")
    rows, columns = numbered(clusters), numbered(classes)
    row_sizes, column_sizes = np.bincount(rows), np.bincount(columns)
    cells, shared = _count_cells(rows * len(column_sizes) + columns, len(row_sizes) * len(column_sizes))
    row, column = np.divmod(cells, len(column_sizes))
    return Contingency(shared, row, column, row_sizes, column_sizes)


def information(table: Contingency) -> Information:
    """Return the entropies of clusters and classes, each alone and given the other."""
    return Information(
        clusters=_entropy(table.cluster_sizes, table.items, table.items),
        classes=_entropy(table.class_sizes, table.items, table.items),
        classes_given_clusters=_entropy(table.shared, table.cluster_sizes[table.cluster], table.items),
        clusters_given_classes=_entropy(table.shared, table.class_sizes[table.class_], table.items),
    )


def _count_cells(cells: Counts, total: int) -> tuple[Counts, Counts]:
    """Return the numbers that occur, ascending, and how often each does."""
    if total <= _DENSE_CELLS_PER_ITEM * len(cells):
        dense = np.bincount(cells)
        occurring = np.flatnonzero(dense)
        return occurring, dense[occurring]
    return np.unique(cells, return_counts=True)


def _entropy(parts: Counts, wholes: Counts | int, items: int) -> float:
    """Return the mean information, over items, of being in one's part of a whole."""
    # A part that is its whole gives log 1 = 0 exactly, so a perfect clustering scores 1 and not nearly 1.
    return float(np.sum(parts / items * np.log2(wholes / parts)))


def _information_measures(known: Information, table: Contingency) -> dict[str, float]:
    clusters, classes, items = len(table.cluster_sizes), len(table.class_sizes), table.items
    return {
        "homogeneity": known.homogeneity,
        "completeness": known.completeness,
        "v": known.v(1.0),
        "v_half": known.v(0.5),
        "v_beta": known.v(clusters / classes),
        "mutual_information": known.mutual,
        "nmi": known.nmi(1.0),
        "vi": known.variation,
        "nvi": known.variation / math.log2(items) if items > 1 else 0.0,
        "entropy": known.classes_given_clusters / math.log2(classes) if classes > 1 else 0.0,
    }


def _pair_measures(table: Contingency) -> dict[str, float]:
    agreed, together, alike = _pairs(table.shared), _pairs(table.cluster_sizes), _pairs(table.class_sizes)
    every = table.items * (table.items - 1) // 2
    nothing = 1.0 if together == alike == 0 else 0.0
    return {
        "rand": (every - together - alike + 2 * agreed) / every if every else 1.0,
        "precision": agreed / together if together else nothing,
        "recall": agreed / alike if alike else nothing,
        "f": 2 * agreed / (together + alike) if together + alike else nothing,
    }


def _pairs(sizes: Counts) -> int:
    return int((sizes * (sizes - 1) // 2).sum())


def _item_measures(table: Contingency) -> dict[str, float]:
    # Cells stand by cluster, a cluster's in a run; each of the n items of a cell shares its cluster with n of its class.
    starts = np.flatnonzero(np.diff(table.cluster, prepend=-1))
    squares = table.shared * table.shared
    precision = float(np.sum(squares / table.cluster_sizes[table.cluster])) / table.items
    recall = float(np.sum(squares / table.class_sizes[table.class_])) / table.items
    return {
        "purity": int(np.maximum.reduceat(table.shared, starts).sum()) / table.items,
        "bcubed_precision": precision,
        "bcubed_recall": recall,
        "bcubed_f": 2 * precision * recall / (precision + recall),
    }


def _check_beta(beta: float) -> None:
    if not (math.isfinite(beta) and beta >= 0):
        raise UsageError(
            f"The weight beta is {beta}.",
            given=str(beta),
            allowed="It is a number from 0; 1 weighs homogeneity and completeness the same.",
        )


def with_singletons(labels: Labels) -> list[int]:
    """Return numbers for labels, where each irrelevant item (None) becomes a cluster of its own."""
    numbers, irrelevant = _numbers_and_irrelevant(labels)
    following = iter(range(len(numbers), len(numbers) + irrelevant))
    return [next(following) if label is None else numbers[label] for label in labels]


def with_bucket(labels: Labels) -> list[int]:
    """Return numbers for labels, where all irrelevant items (None) become one cluster, if there are any."""
    numbers, _ = _numbers_and_irrelevant(labels)
    return [len(numbers) if label is None else numbers[label] for label in labels]


def numbered(labels: Labels) -> Counts:
    """Return a number from 0 for each label, equal ones for equal labels; a label of None is an error."""
    if isinstance(labels, np.ndarray) and labels.ndim != 1:
        raise InputError(
            f"The labels have the shape {labels.shape}.", given=str(labels.shape), allowed="Each item has one label."
        )
    if isinstance(labels, np.ndarray) and labels.dtype.kind in "iubUS":
        return np.unique(labels, return_inverse=True)[1].astype(np.int64, copy=False)
    numbers = _numbers(labels)
    if None in numbers:
        raise InputError(
            "Some items have the label None: they are irrelevant and in no cluster.",
            given="None",
            allowed="Measures need a cluster for every item.",
            advice="Use with_singletons(labels) or with_bucket(labels) first.",
        )
    return np.fromiter(map(numbers.__getitem__, labels), dtype=np.int64, count=len(labels))


def _numbers_and_irrelevant(labels: Labels) -> tuple[dict[Hashable, int], int]:
    relevant = [label for label in labels if label is not None]
    return _numbers(relevant), len(labels) - len(relevant)


def _numbers(labels: Iterable[Hashable]) -> dict[Hashable, int]:
    """Return the labels, numbered in the order of their first appearance."""
    try:
        numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    except TypeError as error:
        raise InputError(
            f"A label cannot be used: {error}.", allowed="Labels are numbers, texts, tuples of those, or None."
        ) from error
    if any(label != label for label in numbers):  # only "not a number" differs from itself
        raise InputError("A label is NaN, which equals no label.", advice="Use None for irrelevant items.")
    return numbers
