"""Random: every extract of the same size is equally likely (M9); the same seed gives the same extract.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 4.2.2.
"""

from __future__ import annotations

from meadow.model import Scores
from meadow.vectors.chance import generator
from meadow.vectors.view import StoryView


def random(view: StoryView, *, seed: int = 0) -> Scores:
    """Return a random order of the sentences as scores in (0, 1]."""
    values = (generator(seed).permutation(len(view)) + 1.0) / max(1, len(view))
    return Scores(values, {"random": values})
