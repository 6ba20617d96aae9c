"""How far metrics agree with people who rated the same outputs: within a topic, between systems, and pooled.

A metric is a notation of `METRICS`: `rouge2.recall`, `rouge1(dialect=google, multiple=sum)`, `words`. Outputs
and references are split into sentences for those that ask. *Within*: a topic's outputs are compared with each other, and the
correlations averaged, so that an easy topic cannot pass for a good output. *Systems*: systems are compared by their means.
*Pooled*: all outputs at once. Outputs of different languages are never compared with each other.

Intervals are over resampled topics.

Source: our own arrangement of what Lin (2004), Owczarzak et al. (2012) and Fabbri et al. (2021) report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from statistics import fmean
from typing import Annotated, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.errors import UnknownNameError, UsageError
from meadow.lab.evaluate.metric import Item, Measure, parse_measure, score_items
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, lacking, typed_options
from meadow.lab.kinds.rated_outputs import FEWEST_OUTPUTS, chosen_scales, mean_ratings, rated_outputs, references_of
from meadow.lab.kinds.resampled_correlation import (
    COEFFICIENTS,
    Places,
    interval,
    pooled_draws,
    system_draws,
    topic_weights,
)
from meadow.lab.scoring import (
    column_bars,
    dialect_notes,
    failure_notes,
    gather,
    paper_table,
    score_table,
)
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import FloatArray
from meadow.text.sentences import split_sentences

Coefficient = Literal["spearman", "kendall", "pearson"]
_ENGLISH = "en"
_OUTPUTS = "It compares the outputs that people rated, all that the testbed holds."

_TITLES = {
    "within": "Outputs of one topic compared with each other, mean over topics",
    "systems": "Systems compared by their means over topics",
    "pooled": "All outputs compared with each other",
}
_FEWEST = 2
_LOW = "A resample has fewer different topics, which blurs the systems' means: intervals here lie on the low side."
_APART = "Outputs of different languages are never compared: figures are of one language each, and averaged."


class MetricCorrelationOptions(msgspec.Struct, frozen=True):
    """Which outputs and ratings count, and which correlations are shown; the first one is plotted."""

    task: Literal["summary", "headline"] = "summary"
    length: str | None = None
    scales: tuple[str, ...] = ()
    coefficients: Annotated[tuple[Coefficient, ...], msgspec.Meta(min_length=1)] = ("spearman", "kendall", "pearson")


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per topic with rated outputs and metric."""
    options = typed_options(experiment, MetricCorrelationOptions)
    check_unused(experiment, "systems", "budgets", instead=_OUTPUTS)
    metrics = _metrics(experiment)
    names = [str(metric) for metric in metrics]
    if experiment.baseline is not None and str(parse_measure(experiment.baseline)) not in names:
        raise UnknownNameError("baseline among the metrics", experiment.baseline, names)
    topics = _topics(testbed, options, references=any(each.metric.needs_references for each in metrics))
    settings = {
        "task": options.task,
        "length": options.length,
        "scales": list(chosen_scales(testbed, options.task, options.scales)),
        "coefficients": list(options.coefficients),
    }
    return [Cell(name, topic.id, settings) for topic in topics for name in names]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the correlations within the topic, and the metric's value for every rated output."""
    topic = testbed.topic(str(cell.topic))
    task, length = cell.settings["task"], cell.settings["length"]
    outputs = rated_outputs(topic, task=task, length=length)
    references = references_of(topic, task=task, length=length)
    values = _values(parse_measure(cell.system), topic, [output.text for output in outputs.values()], references)
    figures: dict[str, float | None] = {}
    for scale in cell.settings["scales"]:
        ratings = mean_ratings(topic, list(outputs), scale, task=task)
        known = [(value, rating) for value, rating in zip(values, ratings, strict=True) if rating is not None]
        for name in cell.settings["coefficients"]:
            figures[f"{scale} {name}"] = COEFFICIENTS[name]([v for v, _ in known], [r for _, r in known])
    return Measured(figures, {"systems": list(outputs), "values": values})


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return a table per level with a row per metric, and bars of the first correlation."""
    return make_findings(testbed, experiment, results)


def _values(metric: Measure, topic: Topic, texts: Sequence[str], references: Sequence[str]) -> list[float]:
    language = topic.language if topic.language is not None else _ENGLISH
    split = tuple("\n".join(_sentences(text, language)) for text in references)
    figures = score_items([Item(_sentences(text, language), split, language) for text in texts], [metric])
    return [value for row in figures for value in row.values() if value is not None]


# Every metric of a topic asks for the same texts.
@lru_cache(maxsize=1 << 12)
def _sentences(text: str, language: str) -> tuple[str, ...]:
    return tuple(line[start:end] for line in text.splitlines() for start, end in split_sentences(line, language))


def _metrics(experiment: Experiment) -> list[Measure]:
    if not experiment.metrics:
        raise UsageError(
            "There is no metric to compare with people.",
            given="0 metrics",
            advice='Name at least one in the experiment, such as metrics = ["rouge2.recall"].',
        )
    return list(dict.fromkeys(parse_measure(text) for text in experiment.metrics))


def _topics(testbed: Testbed, options: MetricCorrelationOptions, *, references: bool) -> list[Topic]:
    task, length = options.task, options.length
    rated = [topic for topic in testbed if len(rated_outputs(topic, task=task, length=length)) >= FEWEST_OUTPUTS]
    if not rated:
        file = "outputs.jsonl and ratings.jsonl, which name systems and tasks alike"
        raise lacking(testbed, f"two rated outputs for the task {task}", kind="metric-correlation", file=file)
    topics = [topic for topic in rated if not references or references_of(topic, task=task, length=length)]
    if not topics:
        file = "headlines.jsonl" if task == "headline" else "references.jsonl"
        what = f"{file} (or take metrics without references, such as words)"
        raise lacking(testbed, "both rated outputs and references", kind="metric-correlation", file=what)
    return topics


KIND = Kind("metric-correlation", ("outputs", "ratings"), plan, measure, report, {"outputs": FEWEST_OUTPUTS})


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
    title, unit = _TITLES[level], "topic, within its language"
    return paper_table(level, title, ("metric",), names.columns, rows, experiment, notes=notes, unit=unit)


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
            values[number][at] = _level_values(level, coefficient, part)
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


def _level_values(level: str, coefficient: str, part: _Items) -> FloatArray:
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
