"""How far metrics agree with people who rated the same outputs: within a topic, between systems, and pooled.

A metric is a notation of `METRICS`: `rouge2.recall`, `rouge1(dialect=google, multiple=sum)`, `words`. Outputs
and references are split into sentences for those that ask. *Within*: a topic's outputs are compared with each other, and the
correlations averaged, so that an easy topic cannot pass for a good output. *Systems*: systems are compared by their means.
*Pooled*: all outputs at once. Outputs of different languages are never compared with each other.

Source: our own arrangement of what Lin (2004), Owczarzak et al. (2012) and Fabbri et al. (2021) report.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.evaluate.metric import Item, Measure, parse_measure, score_items
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, typed_options
from meadow.lab.kinds.correlation_tables import make_findings
from meadow.lab.kinds.rated_outputs import FEWEST_OUTPUTS, mean_ratings, rated_outputs, references_of, scales_of
from meadow.lab.kinds.resampled_correlation import COEFFICIENTS
from meadow.lab.tables import Findings
from meadow.lab.testbed import Testbed, Topic
from meadow.text.sentences import split_sentences

Coefficient = Literal["spearman", "kendall", "pearson"]
_ENGLISH = "en"
_OUTPUTS = "It compares the outputs that people rated, all that the testbed holds."


class MetricCorrelationOptions(msgspec.Struct, frozen=True):
    """Which outputs and ratings count, and which correlations are shown; the first one is plotted."""

    task: Literal["summary", "headline"] = "summary"
    length: str | None = None
    scales: tuple[str, ...] = ()
    coefficients: Annotated[tuple[Coefficient, ...], msgspec.Meta(min_length=1)] = ("spearman", "kendall", "pearson")


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per topic with rated outputs and metric."""
    options = typed_options(experiment, MetricCorrelationOptions)
    for field in ("systems", "budgets"):
        check_unused(experiment, field, instead=_OUTPUTS)
    metrics = _metrics(experiment)
    names = [str(metric) for metric in metrics]
    if experiment.baseline is not None and str(parse_measure(experiment.baseline)) not in names:
        raise UnknownNameError("baseline among the metrics", experiment.baseline, names)
    topics = _topics(testbed, options, references=any(each.metric.needs_references for each in metrics))
    settings = {
        "task": options.task,
        "length": options.length,
        "scales": list(_scales(testbed, options)),
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


def _scales(testbed: Testbed, options: MetricCorrelationOptions) -> tuple[str, ...]:
    known = scales_of(testbed, options.task)
    for scale in options.scales:
        if scale not in known:
            raise UnknownNameError(f"scale of ratings in the testbed {testbed.name}", scale, known)
    return options.scales or known


def _topics(testbed: Testbed, options: MetricCorrelationOptions, *, references: bool) -> list[Topic]:
    task, length = options.task, options.length
    rated = [topic for topic in testbed if len(rated_outputs(topic, task=task, length=length)) >= FEWEST_OUTPUTS]
    if not rated:
        raise InputError(
            f"No topic of the testbed {testbed.name} has two outputs that people rated, for the task {task}.",
            given=testbed.name,
            advice="Add outputs.jsonl and ratings.jsonl to its folder; both name systems and tasks alike.",
        )
    topics = [topic for topic in rated if not references or references_of(topic, task=task, length=length)]
    if not topics:
        file = "headlines.jsonl" if task == "headline" else "references.jsonl"
        raise InputError(
            f"No topic of the testbed {testbed.name} has both rated outputs and references to compare them with.",
            given=testbed.name,
            advice=f"Add {file} to its folder, or take metrics without references, such as words.",
        )
    return topics


KIND = Kind("metric-correlation", ("outputs", "ratings"), plan, measure, report, {"outputs": FEWEST_OUTPUTS})
