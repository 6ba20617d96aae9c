"""Tables of how metrics go with ratings: within topics, between systems, pooled; with intervals over resampled topics.

Source: our own arrangement of what Lin (2004), Owczarzak et al. (2012) and Fabbri et al. (2021) report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from meadow.lab.evaluate.metric import parse_measure
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.rated_outputs import mean_ratings
from meadow.lab.kinds.resampled_correlation import (
    COEFFICIENTS,
    Places,
    interval,
    pooled_draws,
    system_draws,
    topic_weights,
)
from meadow.lab.measures import dialect_notes
from meadow.lab.scoring import column_bars, failure_notes, gather, how, published_rows, score_table, with_published
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import FloatArray

_TITLES = {
    "within": "Outputs of one topic compared with each other, mean over topics",
    "systems": "Systems compared by their means over topics",
    "pooled": "All outputs compared with each other",
}
_FEWEST = 2
_LOW = "A resample has fewer different topics, which blurs the systems' means: intervals here lie on the low side."
_APART = "Outputs of different languages are never compared: figures are of one language each, and averaged."


@dataclass(frozen=True, slots=True)
class _Items:
    """The rated outputs of one language: their topics and systems by number, and values by metric and by scale."""

    topics: int
    topic: Places
    system: Places
    metrics: FloatArray
    scales: FloatArray


@dataclass(frozen=True, slots=True)
class _Names:
    metrics: tuple[str, ...]
    scales: tuple[str, ...]
    coefficients: tuple[str, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(Column(f"{scale} {name}", "higher") for scale in self.scales for name in self.coefficients)


def make_findings(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the tables and plots of all cells."""
    settings = results[0].cell.settings
    metrics = tuple(dict.fromkeys(result.cell.system for result in results))
    names = _Names(metrics, tuple(settings["scales"]), tuple(settings["coefficients"]))
    items = list(_items(testbed, results, names))
    notes = (*dialect_notes(map(parse_measure, metrics)), *failure_notes(results))
    apart = (_APART,) if len(items) > 1 else ()
    within = score_table(
        "within",
        _TITLES["within"],
        gather(results),
        heads=("metric",),
        columns=names.columns,
        experiment=experiment,
        baseline=None if experiment.baseline is None else (str(parse_measure(experiment.baseline)),),
        notes=notes,
    )
    levels = [
        _level("systems", experiment, items, names, (_LOW, *apart, *notes)),
        _level("pooled", experiment, items, names, (*apart, *notes)),
    ]
    return Findings((within, *levels), tuple(_plot(table, names) for table in (within, levels[0])))


def _level(
    level: str,
    experiment: Experiment,
    items: Sequence[_Items],
    names: _Names,
    notes: Sequence[str],
) -> Table:
    entries = {name: _entries(level, name, items, names, experiment) for name in names.coefficients}
    places = list(product(range(len(names.scales)), names.coefficients))
    rows = [
        Row((metric,), tuple(entries[name][number][scale] for scale, name in places))
        for number, metric in enumerate(names.metrics)
    ]
    theirs = published_rows(experiment, level, names.columns)
    return Table(
        level, _TITLES[level], ("metric",), names.columns, with_published(rows, theirs), notes=tuple(notes),
        signature=how(experiment, unit="topic, within its language"),
    )  # fmt: skip


def _entries(
    level: str, coefficient: str, items: Sequence[_Items], names: _Names, experiment: Experiment
) -> list[list[Entry]]:
    """Return an entry per metric and scale: the mean over languages, and its interval."""
    shape = len(names.metrics), len(names.scales)
    draws = np.full((len(items), *shape, experiment.resamples), np.nan)
    values = np.full((len(items), *shape), np.nan)
    for number, each in enumerate(items):
        weights = topic_weights(each.topics, experiment.resamples, experiment.seed, number)
        for rows, columns, part in _complete(each):
            at = np.ix_(rows, columns)
            values[number][at] = _values(level, coefficient, part)
            draws[number][at] = _draws(level, coefficient, part, weights)
    # Languages are drawn apart: of one topic there is one resample, which says nothing about others.
    sure = any(each.topics >= _FEWEST for each in items)
    means, spread = _known_mean(values), _known_mean(draws)
    return [
        [_entry(means[at], spread[at] if sure else None) for at in product((row,), range(shape[1]))]
        for row in range(shape[0])
    ]


def _entry(value: float, draws: FloatArray | None) -> Entry:
    if np.isnan(value):
        return Entry(None)
    return Entry(float(value), *(interval(draws) if draws is not None else (None, None)))


def _values(level: str, coefficient: str, part: _Items) -> FloatArray:
    a, b = part.metrics, part.scales
    if level == "systems":
        a, b = (_system_means(side, part.system) for side in (a, b))
    correlations = [[COEFFICIENTS[coefficient](x, y) for y in b] for x in a]
    return np.array(correlations, dtype=np.float64)


def _draws(level: str, coefficient: str, part: _Items, weights: FloatArray) -> FloatArray:
    if level == "systems":
        return system_draws(part.metrics, part.scales, part.topic, part.system, weights, coefficient)
    return pooled_draws(part.metrics, part.scales, part.topic, weights, coefficient)


def _system_means(side: FloatArray, system: Places) -> FloatArray:
    """Return the means by column and system, summed exactly: systems with equal ratings must tie."""
    return np.array([[fmean(values[system == each].tolist()) for each in np.unique(system)] for values in side])


def _complete(items: _Items) -> Iterator[tuple[Sequence[int], Sequence[int], _Items]]:
    """Yield metrics and scales that lack the same outputs, with the outputs that both have."""
    for (rows, has), (columns, rated) in product(_alike(items.metrics), _alike(items.scales)):
        kept = has & rated
        if int(kept.sum()) >= _FEWEST:
            part = _Items(
                items.topics, items.topic[kept], items.system[kept],
                items.metrics[rows][:, kept], items.scales[columns][:, kept],
            )  # fmt: skip
            yield rows, columns, part


def _alike(side: FloatArray) -> list[tuple[list[int], NDArray[np.bool_]]]:
    by_gaps: dict[bytes, list[int]] = {}
    known = ~np.isnan(side)
    for number, row in enumerate(known):
        by_gaps.setdefault(row.tobytes(), []).append(number)
    return [(rows, known[rows[0]]) for rows in by_gaps.values()]


def _known_mean(values: FloatArray) -> FloatArray:
    """Return the mean over the first axis of what is defined, NaN where nothing is."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _items(testbed: Testbed, results: Sequence[CellResult], names: _Names) -> Iterator[_Items]:
    """Yield the rated outputs of each language, in the order met."""
    task = results[0].cell.settings["task"]
    values_of: dict[str, dict[str, Mapping[str, float]]] = {}
    for result in results:
        if result.measured is not None:
            output = result.measured.output
            values = dict(zip(output["systems"], output["values"], strict=True))
            values_of.setdefault(str(result.cell.topic), {})[result.cell.system] = values
    languages: dict[str | None, list[Topic]] = {}
    for topic in testbed:
        if topic.id in values_of:
            languages.setdefault(topic.language, []).append(topic)
    for topics in languages.values():
        yield _language_items(topics, values_of, names, task)


def _language_items(
    topics: Sequence[Topic], values_of: Mapping[str, Mapping[str, Mapping[str, float]]], names: _Names, task: str
) -> _Items:
    outputs = [
        list(dict.fromkeys(name for values in values_of[topic.id].values() for name in values)) for topic in topics
    ]
    systems = {name: number for number, name in enumerate(dict.fromkeys(name for each in outputs for name in each))}
    by_scale = [
        [
            rating
            for topic, written in zip(topics, outputs, strict=True)
            for rating in mean_ratings(topic, written, scale, task=task)
        ]
        for scale in names.scales
    ]
    by_metric = [
        [
            values_of[topic.id].get(m, {}).get(name)
            for topic, written in zip(topics, outputs, strict=True)
            for name in written
        ]
        for m in names.metrics
    ]
    return _Items(
        len(topics),
        np.repeat(np.arange(len(topics)), [len(each) for each in outputs]),
        np.array([systems[name] for each in outputs for name in each], dtype=np.intp),
        np.array(by_metric, dtype=np.float64),
        np.array(by_scale, dtype=np.float64),
    )


def _plot(table: Table, names: _Names) -> Plot:
    coefficient = names.coefficients[0]
    series = tuple(
        column_bars(table, number * len(names.coefficients), label=scale) for number, scale in enumerate(names.scales)
    )
    return Plot(f"{table.name}-{coefficient}", table.title, "metric", coefficient, series, kind="bars")
