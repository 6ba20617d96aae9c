"""Do two sentences say the same, and which covers which: pairs worth comparing, scores, links, and what is new."""

from __future__ import annotations

from meadow.vectors.sameness.comparison import Comparison, Coverage
from meadow.vectors.sameness.links import subsumption_links, who_else
from meadow.vectors.sameness.novelty import novel_rows, novelty
from meadow.vectors.sameness.pairs import candidate_pairs, copies
from meadow.vectors.sameness.statements import compare, same_statement, subsumption

__all__ = [
    "Comparison", "Coverage", "candidate_pairs", "compare", "copies", "novel_rows", "novelty", "same_statement",
    "subsumption", "subsumption_links", "who_else",
]  # fmt: skip
