"""How well the tracker's chances hold where they were not learned: `python -m benchmarks.calibration [draws]`.

Every document of a power-law stream is held against the gold story that it is closest to, itself left out; the chance that
this is its own is learned on the other collections. Printed: the Brier score, that of always saying the mean, and for each
band of chances how many documents it has, the mean chance and the share that is right. The last line is what all teach.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks._news_streams import Stream, collections
from meadow.model import FloatArray
from meadow.tracking.calibration import LEAST_RIVAL, Calibration, chance
from meadow.tracking.weighing import Weighing

_BANDS = ((0.0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))


def main() -> None:
    """Print a line per collection, and what all of them teach."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    cases = {
        name: np.concatenate([_cases(stream) for each in parts for stream in each.power_law(draws)])
        for name, parts in collections().items()
    }
    taught = [name for name in cases if name != "sample"]
    print(
        f"{'collection':<11} {'cases':>6} {'brier':>6} {'mean':>6}  documents, chance, share right by band of chances"
    )
    for name, rows in cases.items():
        weights = _learned([cases[other] for other in taught if other != name])
        chances = np.array([chance(own, rival, weights) for own, rival, _ in rows.tolist()])
        right = rows[:, 2]
        errors = float(((chances - right) ** 2).mean()), float(right.mean() * (1 - right.mean()))
        bands = ((chances >= low) & (chances < high) for low, high in _BANDS)
        told = "  ".join(
            f"{band.sum():>4} {chances[band].mean():.2f} {right[band].mean():.2f}" for band in bands if band.any()
        )
        print(f"{name:<11} {len(rows):>6} {errors[0]:>6.3f} {errors[1]:>6.3f}  {told}")
    print("all:", " ".join(f"{value:.2f}" for value in _learned([cases[name] for name in taught])))


def _cases(stream: Stream) -> FloatArray:
    """Return for each document its similarity with the closest gold story and with the next, and whether it is its own."""
    table = Weighing(None).rows(stream.documents).matrix()
    similar = np.asarray((table @ table.T).todense())
    np.fill_diagonal(similar, 0.0)
    _, stories = np.unique(stream.gold, return_inverse=True)
    inside = np.eye(stories.max() + 1)[stories]
    others = np.maximum(inside.sum(axis=0)[None, :] - inside, 0.0)
    means = np.where(others > 0, similar @ inside / np.maximum(others, 1.0), 0.0)
    two = np.sort(means, axis=1)[:, ::-1][:, :2]
    return np.column_stack([two, means.argmax(axis=1) == stories])[two[:, 0] > 0]


def _learned(parts: Iterable[FloatArray]) -> Calibration:
    """Return the weights that collections teach, each counting as much as another."""
    given = list(parts)
    rows, weights = np.concatenate(given), np.concatenate([np.full(len(part), 1000.0 / len(part)) for part in given])
    features = np.log(np.column_stack([rows[:, 0], rows[:, 0] / np.maximum(rows[:, 1], LEAST_RIVAL)]))
    model = LogisticRegression(C=1e6).fit(features, rows[:, 2] > 0, sample_weight=weights)
    return Calibration(float(model.intercept_[0]), *model.coef_[0].tolist())


if __name__ == "__main__":
    main()
