"""What compiles the kernels of ROUGE."""

from __future__ import annotations

from meadow.lab.evaluate.rouge import BULK_PAIRS, score_many


def score() -> None:
    """Score as many pairs as it takes."""
    metrics = ("rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeS", "rougeSU4")
    score_many([("The ferry sank.", "The ferry sank near the harbour.")] * BULK_PAIRS, metrics=metrics)
