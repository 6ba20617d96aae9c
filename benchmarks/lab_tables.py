"""How long a large table takes, beside scipy: `python -m benchmarks.lab_tables`.

50 topics, 20 systems, 10 metrics; 10,000 bootstrap resamples for every mean, a paired permutation test against the first
system for every other one, Holm's correction per metric. The peer is `scipy.stats.bootstrap` (percentile, vectorised), one
call per system and metric, and `scipy.stats.permutation_test` (samples, 10,000), one call per comparison; both are measured
on a share of the calls and scaled. Figures are drawn, since time does not depend on them.

Both sides make arrays of 4 MB and drop them, so seconds double where the C library hands memory back each time. That hits
scipy's intervals most: with `MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=4000000000` in the environment the
ratio of intervals halves, while that of both together stays.
"""

from __future__ import annotations

import numpy as np
from scipy import stats

from benchmarks._measuring import best_seconds
from meadow.lab.experiment import Experiment
from meadow.lab.scoring import Figures, score_table
from meadow.lab.tables import Column, Table
from meadow.lab.tables.rendering import FORMS, render
from meadow.model import FloatArray

_TOPICS, _SYSTEMS, _METRICS, _RESAMPLES = 50, 20, 10, 10_000
_MEASURED = 10  # calls of the peer of each sort


def main() -> None:
    """Print seconds for the table and for the peer with their ratio, and seconds for each form of print."""
    scores = _scores()
    figures = _figures(scores)
    alone = best_seconds(lambda: _table(figures, tested=False), rounds=3)
    both = best_seconds(lambda: _table(figures, tested=True), rounds=3)
    intervals, tests = _peer_seconds(scores)
    print(f"{_TOPICS} topics x {_SYSTEMS} systems x {_METRICS} metrics, {_RESAMPLES:,} resamples, CPU seconds")
    print(f"{'':<30}{'meadow':>8}{'scipy':>8}{'ratio':>8}   (scipy: {_MEASURED} calls of each sort, scaled)")
    print(f"{'intervals':<30}{alone:8.2f}{intervals:8.2f}{intervals / alone:8.1f}")
    print(f"{'intervals and tests':<30}{both:8.2f}{intervals + tests:8.2f}{(intervals + tests) / both:8.1f}")
    table = _table(figures, tested=True)
    for form in FORMS:
        spent = best_seconds(lambda form=form: render(table, form), rounds=3)  # type: ignore[misc]
        print(f"{f'print as {form}':<30}{spent:8.4f}")


def _scores() -> FloatArray:
    """Return a figure per system, metric and topic: topics differ more than systems do, as in life."""
    random = np.random.default_rng(0)
    topics = random.normal(0.4, 0.1, size=(1, _METRICS, _TOPICS))
    systems = random.normal(0.0, 0.02, size=(_SYSTEMS, _METRICS, 1))
    return np.asarray(topics + systems + random.normal(0.0, 0.05, size=(_SYSTEMS, _METRICS, _TOPICS)))


def _figures(scores: FloatArray) -> Figures:
    return {
        (f"system {number}",): {
            f"metric {metric}": dict(enumerate(values.tolist())) for metric, values in enumerate(own)
        }
        for number, own in enumerate(scores)
    }


def _table(figures: Figures, *, tested: bool) -> Table:
    return score_table(
        "bench",
        "Bench",
        figures,
        heads=("system",),
        columns=[Column(f"metric {metric}", "higher") for metric in range(_METRICS)],
        experiment=Experiment("bench", "summaries", resamples=_RESAMPLES),
        baseline=("system 0",) if tested else None,
    )


def _peer_seconds(scores: FloatArray) -> tuple[float, float]:
    """Return the seconds that scipy would take for all intervals and for all tests, by those it took for a few."""
    # Without a generator of its own scipy draws from numpy's older one, and takes up to three times as long.
    random = np.random.default_rng(0)
    first, others = scores[0], scores[1 : _MEASURED + 1]

    def intervals() -> None:
        for own in others:
            stats.bootstrap((own[0],), np.mean, n_resamples=_RESAMPLES, method="percentile", rng=random)

    def tests() -> None:
        for own in others:
            gaps = own[0] - first[0]
            stats.permutation_test(
                (gaps,), np.mean, permutation_type="samples", vectorized=True, n_resamples=_RESAMPLES, rng=random
            )

    per_call = best_seconds(intervals, rounds=5) / _MEASURED, best_seconds(tests, rounds=5) / _MEASURED
    return per_call[0] * _SYSTEMS * _METRICS, per_call[1] * (_SYSTEMS - 1) * _METRICS


if __name__ == "__main__":
    main()
