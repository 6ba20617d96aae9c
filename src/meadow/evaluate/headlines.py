"""How good headlines are: ROUGE against several references, penalties for bad lengths, and what people think of both.

A method's penalty is one number, from sums over all its headlines; it applies to each headline that is shorter than
the shortest reference of its own story (brevity), or longer than the longest (length). The names below are the public
ones: `headline_scores` holds those of single headlines, `headline_tables` those of methods beside each other.

Source: van Kesteren and Kraaij (2005).
"""

from meadow.evaluate.headline_scores import (
    Lengths,
    brevity_penalty,
    headline_lengths,
    length_penalty,
    score,
    score_signature,
)
from meadow.evaluate.headline_tables import (
    Correlation,
    correlation_table,
    mean_over_judges,
    method_table,
    rank_correlations,
    reference_plan,
)

__all__ = [
    "Correlation",
    "Lengths",
    "brevity_penalty",
    "correlation_table",
    "headline_lengths",
    "length_penalty",
    "mean_over_judges",
    "method_table",
    "rank_correlations",
    "reference_plan",
    "score",
    "score_signature",
]
