"""Between rank and select: functions `(view, scores, disagreements, *, parameters) -> Scores` for figures that changed.

A story's first toll is often in its best-ranked sentence. What is done about that is a step with a name, which recipes and
signatures hold like the others.
"""

from meadow.registry import Registry

FIGURES = Registry(
    "figures",
    "treatment of figures",
    {"current": "meadow.figures.current:current", "none": "meadow.figures.none:none"},
    pluggable=False,
)
NO_FIGURES = "none"  # scores stay what the ranker gave
