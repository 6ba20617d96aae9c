"""Cluster labels as people hand them in: any names, None for items that are in no cluster.

Source: Geiss (2009), section 6, for the two ways with irrelevant items.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError

Counts = NDArray[np.int64]
Labels = Sequence[Hashable] | NDArray[Any]


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
