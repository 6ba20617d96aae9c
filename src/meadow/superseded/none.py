"""None: sentences keep the scores that the ranker gave, whatever happened to their figures.

Source: the methods of the papers, which know no figures in force.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.model import Movement, Scores
from meadow.vectors.view import StoryView


def none(view: StoryView, scores: Scores, found: Sequence[Movement]) -> Scores:  # noqa: ARG001 - the family's signature
    """Return the scores as they are."""
    return scores
