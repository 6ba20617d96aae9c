"""Metrics as values: statistics of each item are counted once and add up; scores are computed from sums of them.

One pass so serves an item, a corpus and every resample of it. A metric is found by its spec in `METRICS`; a measure is one
part of its score, written `rouge2(stem=false).recall`, and its text parses back to the same measure.

Source: Post (2018), A call for clarity in reporting BLEU scores, and its program sacrebleu, for statistics before scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from meadow.errors import InputError, SpecError, UnknownNameError
from meadow.lab.evaluate import METRICS
from meadow.lab.evaluate.significance import Interval, bootstrap
from meadow.model import Document, FloatArray
from meadow.registry import parameters
from meadow.spec import Spec, is_name, parse_spec

__all__ = [
    "Better",
    "Item",
    "Measure",
    "Metric",
    "corpus_interval",
    "full_notation",
    "parse_measure",
    "score_corpus",
    "score_items",
]

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Item:
    """What a metric looks at: a text as its sentences, what people wrote in its place, the language of both, its sources."""

    sentences: tuple[str, ...]
    references: tuple[str, ...] = ()
    language: str = "en"
    sources: tuple[Document, ...] = ()

    @property
    def text(self) -> str:
        """The sentences, one per line, as ROUGE-L of summaries wants them."""
        return "\n".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Metric:
    """A way to measure texts.

    `count` gives a row of statistics per item, which add up; `score` turns a row, or a sum of rows, into one number for
    each of `parts`, of which the first is meant where none is named. `better` is the good end (None: neither), and
    `needs_references` and `needs_sources` say that an item without them cannot be counted.
    """

    parts: tuple[str, ...]
    count: Callable[[Sequence[Item]], FloatArray]
    score: Callable[[FloatArray], Sequence[float]]
    better: Better | None = "higher"
    needs_references: bool = True
    digits: int = 3
    needs_sources: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """One part of a metric's score; `str()` is its notation."""

    spec: Spec
    part: str
    metric: Metric = field(compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.spec) if self.part == self.metric.parts[0] else f"{self.spec}.{self.part}"


def parse_measure(text: str) -> Measure:
    """Return the measure that a notation names, the parameters of its metric in the order of the alphabet."""
    body, part = _split_part(text.strip())
    given = parse_spec(body)
    if given.positional:
        raise SpecError(f"The metric {text!r} has a value without a name.", given=text, advice="Write name(key=value).")
    spec = Spec(given.name, (), tuple(sorted(given.keywords)))
    metric: Metric = METRICS.build(spec)()
    if part is not None and part not in metric.parts:
        raise UnknownNameError(f"part of {spec.name}", part, metric.parts)
    return Measure(spec, part or metric.parts[0], metric)


def score_items(items: Sequence[Item], measures: Iterable[Measure]) -> list[dict[str, float | None]]:
    """Return each item's figures by notation; None where a metric needs references and the item has none.

    Measures that are parts of one metric are counted once.
    """
    figures: list[dict[str, float | None]] = [{} for _ in items]
    counted: dict[Spec, list[Sequence[float] | None]] = {}
    for measure in measures:
        if measure.spec not in counted:
            counted[measure.spec] = _item_scores(items, measure.metric)
        part = measure.metric.parts.index(measure.part)
        for row, scores in zip(figures, counted[measure.spec], strict=True):
            row[str(measure)] = None if scores is None else float(scores[part])
    return figures


def score_corpus(items: Sequence[Item], measure: Measure) -> float:
    """Return a measure of all items together, from the sum of their statistics."""
    if not items:
        raise InputError("There is no item to measure.", advice="Give at least one.")
    return float(_part_of_sums(measure)(measure.metric.count(items)[np.newaxis])[0])


def corpus_interval(items: Sequence[Item], measure: Measure, *, resamples: int = 10_000, seed: int = 0) -> Interval:
    """Return the same with its interval over resampled items, which are counted once."""
    rows = measure.metric.count(items).tolist()
    return bootstrap(rows, statistic=_part_of_sums(measure), resamples=resamples, seed=seed, unit="item")


def metric_settings(measure: Measure) -> dict[str, Any]:
    """Return the value of every parameter of a measure's metric, defaults included."""
    settings = {name: entry.default for name, entry in parameters(METRICS.function(measure.spec.name)).items()}
    return {**settings, **dict(measure.spec.keywords)}


def full_notation(measure: Measure) -> str:
    """Return the notation with every parameter and the part: all of the metric that could change a figure."""
    given = tuple(sorted(metric_settings(measure).items()))
    return f"{Spec(measure.spec.name, (), given)}.{measure.part}"


def _part_of_sums(measure: Measure) -> Callable[[FloatArray], FloatArray]:
    """Return the function that turns samples of items' statistics into one number each."""
    part = measure.metric.parts.index(measure.part)

    def corpus_score(samples: FloatArray) -> FloatArray:
        return np.array([measure.metric.score(sums)[part] for sums in samples.sum(axis=1)])

    return corpus_score


def _item_scores(items: Sequence[Item], metric: Metric) -> list[Sequence[float] | None]:
    places = [
        number
        for number, item in enumerate(items)
        if (item.references or not metric.needs_references) and (item.sources or not metric.needs_sources)
    ]
    scores: list[Sequence[float] | None] = [None] * len(items)
    for number, row in zip(places, metric.count([items[number] for number in places]), strict=True):
        scores[number] = metric.score(row)
    return scores


def _split_part(text: str) -> tuple[str, str | None]:
    body, _, part = text.rpartition(".")
    # Any other point belongs to a number: rougeW(weight=1.5).
    return (body, part) if body and is_name(part) else (text, None)
