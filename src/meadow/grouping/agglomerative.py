"""Agglomerative: average link over the TF-IDF cosines of all pairs of sentences, the usual yardstick.

Source: Sokal and Michener (1958), by way of `scipy.cluster.hierarchy`; the baseline that sentence clusterers are compared
with.
"""

from __future__ import annotations

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from meadow.errors import InputError
from meadow.grouping.groups import Rows, groups_of
from meadow.grouping.statements import check_threshold
from meadow.vectors.view import StoryView

MOST_SENTENCES = 10_000  # a matrix of all pairs: 400 MB


def agglomerative(view: StoryView, *, threshold: float = 0.45) -> tuple[Rows, ...]:
    """Return groups of rows whose TF-IDF cosine is `threshold` on average; time and memory grow with the square."""
    check_threshold(threshold)
    if len(view) > MOST_SENTENCES:
        raise InputError(
            f"The grouper 'agglomerative' compares all pairs, and there are {len(view):,} sentences.",
            given=f"{len(view):,} sentences",
            allowed=f"It takes {MOST_SENTENCES:,} at most.",
            advice="Use the default grouper, or a --sentence-set.",
        )
    if len(view) < 2:
        return ()
    units = view.counts("terms").unit_rows()
    cosines = (units @ units.T).toarray()
    languages = np.array(view.row_languages)
    cosines[languages[:, None] != languages[None, :]] = 0
    # Rounding may leave a cosine a little above one, and a distance may not be negative.
    distances = np.clip(1 - cosines[np.triu_indices(len(view), 1)], 0, 1)
    labels = fcluster(linkage(distances, "average"), 1 - threshold, "distance")
    return groups_of(view, labels.tolist())
