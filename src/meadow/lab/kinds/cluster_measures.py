"""Clustering measures as columns of tables: which there are, which end is good, and both ways with irrelevant items.

Source: Geiss (2009), sections 5 and 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.clustering_measures import MEASURES
from meadow.lab.evaluate.clustering_studies import TwoWays
from meadow.lab.experiment import Experiment
from meadow.lab.tables import Better, Column

LOWER_IS_BETTER = ("vi", "nvi", "entropy")
# A letter tells the columns of one measure apart, and the headings above them say what it stands for.
_WAYS = {"s": "irrelevant as singletons", "b": "irrelevant in one bucket"}

Figures = Mapping[str, float]


def chosen_measures(experiment: Experiment, default: Sequence[str]) -> tuple[str, ...]:
    """Return the measures that an experiment names, each once, or the default where it names none."""
    for measure in experiment.metrics:
        if measure not in MEASURES:
            raise UnknownNameError("clustering measure", measure, MEASURES)
    return tuple(dict.fromkeys(experiment.metrics)) or tuple(default)


def measure_column(measure: str, *, name: str | None = None, group: str | None = None) -> Column:
    """Return the column of a measure, under another name if one is given."""
    better: Better = "lower" if measure in LOWER_IS_BETTER else "higher"
    return Column(measure if name is None else name, better, group=group)


def two_way_columns(measures: Sequence[str]) -> tuple[Column, ...]:
    """Return a column per measure and way: `nvi s` with irrelevant sentences as singletons, `nvi b` in one bucket."""
    return tuple(
        measure_column(measure, name=f"{measure} {letter}", group=group)
        for letter, group in _WAYS.items()
        for measure in measures
    )


def two_way_figures(ways: TwoWays, measures: Sequence[str]) -> Figures:
    """Return the figures of a comparison by the names of `two_way_columns`."""
    lettered = zip(_WAYS, (ways.singletons, ways.bucket), strict=True)
    return {f"{measure} {letter}": getattr(way, measure) for letter, way in lettered for measure in measures}


def mean_figures(figures: Sequence[Figures]) -> Figures:
    """Return the mean of each figure of one or more comparisons, which all have the same."""
    return {name: fmean(each[name] for each in figures) for name in figures[0]}
