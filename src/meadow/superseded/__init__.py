"""Superseded figures: functions `(view, scores, moved, *, parameters) -> Scores` between rank and select.

A story's first toll is often in its best-ranked sentence. The treatment of such figures is a named step (`--figures`), which
recipes and signatures contain like the others.
"""

from meadow.registry import Registry

FIGURES = Registry(
    "figures",
    "treatment of figures",
    {"current": "meadow.superseded.current:current", "none": "meadow.superseded.none:none"},
    pluggable=False,
)
NO_FIGURES = "none"  # scores stay what the ranker gave
