"""The table of trackers and the picture of their precision and recall, with intervals over stories.

B-cubed gives each document a precision and a recall; the figures are means over documents. A gold story adds the sums of
its documents, so stories can be drawn with replacement and the means taken anew: that is the interval. For a test of two
trackers each story's sums are exchanged between them at random. What a tracker found stays as it is in both; the other
measures are no sums over stories and have no interval.

Source: Bagga and Baldwin (1998) for B-cubed; Efron (1979), Pitman (1937) and Holm (1979) for what chance does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from meadow.evaluate.significance import bootstrap, holm
from meadow.lab.experiment import CellResult, Experiment, Measured
from meadow.lab.kinds.asked import baseline_row
from meadow.lab.kinds.cluster_measures import measure_column
from meadow.lab.scoring import failure_notes, how, published_rows, with_published
from meadow.lab.testbed import Testbed
from meadow.model import FloatArray
from meadow.tables import Column, Entry, Findings, Plot, Row, Series, Table

ONE_STORY, SINGLETONS = "one-story", "singletons"
BYSTANDERS = (ONE_STORY, SINGLETONS)
_TESTED = "bcubed_f"
_MARK, _LEVEL = "†", 0.05
_COUNTS = (
    Column("stories", digits=0), Column("merged", "lower", digits=0), Column("split", "lower", digits=0)
)  # fmt: skip

# Sums over stories of: documents, B-cubed precision, B-cubed recall.
Statistic = Callable[[FloatArray], FloatArray]
Intervals = Mapping[str, tuple[float, float]]


def _precision(sums: FloatArray) -> FloatArray:
    return np.asarray(sums[..., 1] / sums[..., 0])


def _recall(sums: FloatArray) -> FloatArray:
    return np.asarray(sums[..., 2] / sums[..., 0])


def _f(sums: FloatArray) -> FloatArray:
    precision, recall = _precision(sums), _recall(sums)
    return np.asarray(2 * precision * recall / (precision + recall))


_STATISTICS: Mapping[str, Statistic] = {"bcubed_precision": _precision, "bcubed_recall": _recall, "bcubed_f": _f}


def report_tracking(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the table of trackers, and B-cubed precision against recall."""
    found = {result.cell.system: result.measured for result in results if result.measured is not None}
    settings = results[0].cell.settings
    columns = (*(measure_column(measure) for measure in settings["measures"]), *_COUNTS)
    p_values = _tests(found, experiment)
    intervals = {system: _intervals(_parts(own), experiment) for system, own in found.items()}
    differing = {system for system, p_value in p_values.items() if p_value < _LEVEL}
    rows = [
        Row(
            (system,),
            tuple(_entry(own, column.name, intervals[system], marked=system in differing) for column in columns),
            contends=system not in BYSTANDERS,
        )
        for system, own in found.items()
    ]
    table = Table(
        "tracking",
        f"Stories found in {testbed.name}",
        ("tracker",),
        columns,
        with_published(rows, published_rows(experiment, "tracking", columns)),
        marks={_MARK: _mark_text(experiment)} if differing and _TESTED in settings["measures"] else {},
        notes=(*_notes(testbed, settings["order"]), *failure_notes(results)),
        signature=how(experiment, unit="story", order=settings["order"]),
    )
    return Findings((table,), (_plot(testbed, found, intervals),))


def _entry(found: Measured, column: str, intervals: Intervals, *, marked: bool) -> Entry:
    low, high = intervals.get(column, (None, None))
    return Entry(found.figures[column], low, high, (_MARK,) if marked and column == _TESTED else ())


def _intervals(parts: FloatArray, experiment: Experiment) -> Intervals:
    """Return the intervals of the three B-cubed figures; of a single story there are none."""
    if len(parts) < 2:
        return {}
    resamples, seed = experiment.resamples, experiment.seed
    drawn = {
        name: bootstrap(parts, statistic=_of_stories(statistic), resamples=resamples, seed=seed, unit="story")
        for name, statistic in _STATISTICS.items()
    }
    return {name: (interval.low, interval.high) for name, interval in drawn.items()}


def _of_stories(statistic: Statistic) -> Statistic:
    return lambda rows: statistic(rows.sum(axis=1))


def _parts(found: Measured) -> FloatArray:
    return np.array(list(found.output["parts"].values()), dtype=np.float64)


def _tests(found: Mapping[str, Measured], experiment: Experiment) -> dict[str, float]:
    """Return the p-value of each tracker's difference from the baseline in B-cubed F, corrected by Holm."""
    (name,) = baseline_row(experiment) or ("",)
    if name not in found:
        return {}
    others = [system for system in found if system not in (name, *BYSTANDERS)]
    held = _parts(found[name])
    values = [swap_test(_parts(found[system]), held, experiment.resamples, experiment.seed) for system in others]
    return dict(zip(others, holm(values), strict=True)) if others else {}


def swap_test(first: FloatArray, second: FloatArray, resamples: int, seed: int) -> float:
    """Return how often B-cubed F differs as much when each story's sums are exchanged at random; never 0."""
    swapped = np.random.default_rng(seed).integers(2, size=(resamples, len(first))).astype(np.float64)
    moved = swapped @ (second - first)
    differences = _f(first.sum(axis=0) + moved) - _f(second.sum(axis=0) - moved)
    observed = _f(first.sum(axis=0)) - _f(second.sum(axis=0))
    # Sums in another order differ by rounding and still count as equal.
    return float((1 + np.count_nonzero(np.abs(differences) >= np.abs(observed) - 1e-12)) / (1 + resamples))


def _mark_text(experiment: Experiment) -> str:
    return f"differs from {experiment.baseline}, p < {_LEVEL:g} (each story's sums exchanged at random, Holm over rows)"


def _notes(testbed: Testbed, order: str) -> list[str]:
    documents = testbed.documents
    undated = sum(document.published is None for document in documents)
    loose = len(testbed.loose)
    return [
        f"{len(documents)} documents in {order} order, {undated} undated; {len(testbed)} stories"
        + (f"; {loose} documents of no story are tracked and not measured." if loose else "."),
        "stories: found stories that hold a measured document; merged: those with documents of several gold stories; "
        "split: gold stories in several found ones.",
        "Intervals of B-cubed: gold stories drawn with replacement, each with the sums of its documents.",
    ]


def _plot(testbed: Testbed, found: Mapping[str, Measured], intervals: Mapping[str, Intervals]) -> Plot:
    """Return a point per tracker; its interval is that of precision."""
    points = []
    for system, own in found.items():
        sums = _parts(own).sum(axis=0)
        low, high = intervals[system].get("bcubed_precision", (None, None))
        points.append(Series(system, (float(_recall(sums)),), (float(_precision(sums)),), (low,), (high,)))
    title = f"B-cubed on {testbed.name}"
    return Plot("tracking", title, "B-cubed recall", "B-cubed precision", tuple(points), kind="points")
