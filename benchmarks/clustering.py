"""Every clustering measure at once, next to scikit-learn's, in one process: `python -m benchmarks.clustering`."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from meadow.lab.evaluate.clustering import compare

_ITEMS = 100_000
_ROUNDS = 5
_SHAPES = {"100 clusters, 80 classes": (100, 80), "20,000 clusters, 15,000 classes": (20_000, 15_000)}


def main() -> None:
    """Print milliseconds for 100,000 labels and the ratio to the peer."""
    from sklearn import metrics

    def peer(clusters: object, classes: object) -> None:
        metrics.homogeneity_completeness_v_measure(classes, clusters)
        metrics.mutual_info_score(classes, clusters)
        metrics.normalized_mutual_info_score(classes, clusters)
        metrics.rand_score(classes, clusters)
        metrics.pair_confusion_matrix(classes, clusters)

    print(f"{_ITEMS:,} labels; we compute 18 measures, scikit-learn 6; CPU milliseconds, best of {_ROUNDS}")
    print(f"{'':<32} {'labels':>7} {'meadow':>8} {'scikit-learn':>13} {'ratio':>6}")
    random = np.random.default_rng(0)
    for name, (cluster_count, class_count) in _SHAPES.items():
        clusters = random.integers(cluster_count, size=_ITEMS)
        classes = random.integers(class_count, size=_ITEMS)
        for kind, pair in {"array": (clusters, classes), "list": (clusters.tolist(), classes.tolist())}.items():
            ours = _milliseconds(partial(compare, *pair))
            theirs = _milliseconds(partial(peer, *pair))
            print(f"{name:<32} {kind:>7} {ours:>8.1f} {theirs:>13.1f} {theirs / ours:>6.1f}")


def _milliseconds(job: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(_ROUNDS):
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best * 1000


if __name__ == "__main__":
    main()
