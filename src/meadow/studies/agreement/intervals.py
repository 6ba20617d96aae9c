"""How sure a figure of agreement is: α over what was judged, means of pairs of judges over items.

Source: Efron (1979), as in `meadow.lab.evaluate`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean

from meadow.lab.evaluate.agreement import RESAMPLES, Level, alpha_interval, krippendorff_alpha
from meadow.lab.evaluate.significance import bootstrap
from meadow.lab.tables import Entry, Row

ALPHA_NOTE = "The interval of alpha is over what was judged, from five on."
MEAN_NOTE = "All items: the mean over pairs of judges, then over items; its interval is over items, from five on."
ALL_ITEMS = ("all items", "mean")
_FEWEST = 5

# How intervals are drawn, for the signatures of tables that show them.
DRAWN = {"resamples": RESAMPLES, "seed": 0}


def alpha_entry(judges: Sequence[Sequence[Hashable]], *, level: Level = "nominal") -> Entry:
    """Return Krippendorff's α as tables show it, with its interval where there is one."""
    drawn = alpha_interval(judges, level=level)
    if drawn is None:
        return Entry(krippendorff_alpha(judges, level=level))
    return Entry(drawn.value, drawn.low, drawn.high)


def mean_row(rows: Mapping[str, Sequence[Row]]) -> list[Row]:
    """Return one row with the means of the rows of pairs of judges, which come by item; none where there is one item."""
    by_item = [[row.entries for row in of_item] for of_item in rows.values() if of_item]
    if len(by_item) <= 1:
        return []
    columns = range(len(by_item[0][0]))
    means = [[_mean([entries[column].value for entries in pairs]) for pairs in by_item] for column in columns]
    return [Row(ALL_ITEMS, tuple(map(_over_items, means)), contends=False)]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _over_items(means: Sequence[float | None]) -> Entry:
    known = [value for value in means if value is not None]
    if len(known) < _FEWEST:
        return Entry(_mean(known))
    drawn = bootstrap(known, resamples=RESAMPLES, unit="item")
    return Entry(drawn.value, drawn.low, drawn.high)
