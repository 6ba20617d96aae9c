"""Clusterings against each other: measures, the two ways with irrelevant items, baselines, studies, differences.

The names below are the public ones: `clustering_measures` has labels and scores, `clustering_studies` what surrounds them
(random baseline, behaviour study, agreement of judges), and `clustering_differences` what would have to change to turn one
clustering into another.

Source: Geiss (2009).
"""

from meadow.lab.evaluate.clustering_differences import REASONS, Change, Differences, differences
from meadow.lab.evaluate.clustering_measures import (
    MEASURES,
    Comparison,
    Contingency,
    Information,
    compare,
    contingency,
    information,
    mean_comparison,
    nmi,
    v,
    with_bucket,
    with_singletons,
)
from meadow.lab.evaluate.clustering_studies import (
    Beside,
    ClusteringSize,
    InterjudgeTable,
    JudgePair,
    RandomBaseline,
    TwoWays,
    beside,
    clustering_size,
    interjudge_table,
    random_baseline,
    split_merge_study,
    v_beside,
)

__all__ = [
    "MEASURES",
    "REASONS",
    "Beside",
    "Change",
    "ClusteringSize",
    "Comparison",
    "Contingency",
    "Differences",
    "Information",
    "InterjudgeTable",
    "JudgePair",
    "RandomBaseline",
    "TwoWays",
    "beside",
    "clustering_size",
    "compare",
    "contingency",
    "differences",
    "information",
    "interjudge_table",
    "mean_comparison",
    "nmi",
    "random_baseline",
    "split_merge_study",
    "v",
    "v_beside",
    "with_bucket",
    "with_singletons",
]
