"""Headlines by method and as given: ROUGE against reference headlines, people's scores, and how both go together.

Systems are headline methods by spec (`title`, `core(compress(words=8))`) and headlines that the testbed holds (`given`, or
`given("name")`). Ratings belong to given headlines: a method of ours has none, since what it writes may change. Metrics are
those of `meadow.lab.evaluate.headlines`: `rouge1-recall`, `rouge2-precision`, `rougeL-f`.

Source: van Kesteren and Kraaij (2005), Tables I to III.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import numpy as np

from meadow.errors import InputError, UnknownNameError, check_choice
from meadow.headlines import HEADLINES
from meadow.lab.evaluate.headlines import (
    PENALTIES,
    Lengths,
    Penalty,
    headline_lengths,
    method_table,
    rank_correlations,
    score,
    score_signature,
)
from meadow.lab.evaluate.rouge import parse_metric
from meadow.lab.evaluate.rouge_rules import HEADLINE_DIALECT, Dialect
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, baseline_row, check_unused, lacking, typed_options
from meadow.lab.kinds.rated_outputs import (
    judges_table,
    mean_ratings,
    outputs_of,
    people_table,
    references_of,
    scales_of,
)
from meadow.lab.kinds.resampled_correlation import interval, pooled_draws, topic_weights
from meadow.lab.scoring import failure_notes, gather, paper_table, score_table, untested_notes
from meadow.lab.systems import expand_systems, given_name, given_systems, view_of
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.pipeline import headline_view
from meadow.recipe import Recipe

_METRICS = ("rouge1-recall", "rouge2-recall", "rouge1-precision", "rouge2-precision")
_ENGLISH = "en"
_TASK = "headline"
_PLAIN = "plain"
_FEWEST_TOPICS = 2
_RESTS = (
    "Over single headlines of the methods that people rated (of all where none was); quality over rated headlines. Each "
    "method has one penalty, from sums over its headlines, for those shorter than their shortest reference (brevity) or "
    "longer than their longest (length)."
)
_METHODS = "method length and method quality are over the means of methods."


class HeadlineTablesOptions(msgspec.Struct, frozen=True):
    """How ROUGE counts, which metric Table III is about, and which scale of the ratings is quality there."""

    correlate: str = "rouge1"
    quality: str = "quality"
    scales: tuple[str, ...] = ()
    unit: Literal["words", "characters"] = "words"
    dialect: Dialect = HEADLINE_DIALECT
    stem: bool = True


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per method and topic with reference headlines; given systems only where they have a headline."""
    options = typed_options(experiment, HeadlineTablesOptions)
    check_unused(experiment, "budgets", instead="The length of a headline is a parameter of its method.")
    metrics = experiment.metrics or _METRICS
    for metric in metrics:
        score_signature(metric)  # raises an error for what is no metric
    parse_metric(options.correlate)
    _check_scales(testbed, options)
    topics = [topic for topic in testbed if references_of(topic, task=_TASK)]
    if not topics:
        file = "headlines.jsonl: a story, an id and a text per line"
        raise lacking(testbed, "a reference headline", kind="headline-tables", file=file)
    systems = _systems(testbed, experiment)
    names = ("correlate", "unit", "dialect", "stem")
    settings = {"metrics": list(metrics), **{name: getattr(options, name) for name in names}}
    return [Cell(system, topic.id, settings) for topic in topics for system in systems if _has(topic, system)]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return a headline's scores without penalties, and what penalties are made of: its length and the references'."""
    topic, settings = testbed.topic(str(cell.topic)), cell.settings
    given = given_name(cell.system)
    if given is not None:
        text = outputs_of(topic, task=_TASK)[given].text
    else:
        text = headline_view(view_of(topic), Recipe(headline=cell.system), story_id=topic.id).text
    references = [references_of(topic, task=_TASK)]
    language = topic.language if topic.language is not None else _ENGLISH
    dialect, stem = settings["dialect"], settings["stem"]

    def value(metric: str) -> float:
        return score([text], references, metric=metric, dialect=dialect, stem=stem, language=language)[0]

    unit = settings["unit"]
    lengths = headline_lengths([text], references, unit=unit, dialect=dialect, stem=stem, language=language)
    output = {
        "headline": text,
        "length": lengths.headlines[0],
        "shortest": lengths.shortest[0],
        "longest": lengths.longest[0],
        **{side: value(f"{settings['correlate']}-{side}") for side in ("recall", "precision")},
    }
    return Measured({metric: value(metric) for metric in settings["metrics"]}, output)


def _systems(testbed: Testbed, experiment: Experiment) -> tuple[str, ...]:
    systems = expand_systems(experiment.systems, testbed, task=_TASK)
    known = given_systems(testbed, task=_TASK)
    if not systems:
        raise InputError(
            f"The experiment {experiment.name} has no headline to look at in the testbed {testbed.name}.",
            given=", ".join(experiment.systems) or "no system",
            advice="Name methods such as title, or add outputs.jsonl with the task headline to the testbed's folder.",
        )
    for system in systems:
        given = given_name(system)
        if given is None:
            HEADLINES.build(system)
        elif given not in known:
            raise UnknownNameError(f"system with headlines in the testbed {testbed.name}", given, known)
    baseline(experiment, systems)
    return systems


def _has(topic: Topic, system: str) -> bool:
    given = given_name(system)
    return given is None or given in outputs_of(topic, task=_TASK)


def _check_scales(testbed: Testbed, options: HeadlineTablesOptions) -> None:
    """Raise an error for a scale that no rating has; a testbed without ratings has Table I all the same."""
    known = scales_of(testbed, _TASK)
    for scale in (options.quality, *options.scales) if known else options.scales:
        check_choice(f"scale of headline ratings in the testbed {testbed.name}", scale, known)


@dataclass(frozen=True, slots=True)
class _TableLine:
    """A headline of some method with its lengths, its scores and its mean quality."""

    system: str
    topic: str
    length: int
    shortest: int
    longest: int
    recall: float
    precision: float
    quality: float | None


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Tables I to III, how far judges agree, and recall over length as points.

    Tables about people are there only where headlines were rated.
    """
    options = typed_options(experiment, HeadlineTablesOptions)
    tables = [_scores(experiment, results)]
    rated = [name for result in results if (name := given_name(result.cell.system)) is not None]
    known = options.scales or scales_of(testbed, _TASK)
    if rated and known:
        systems = list(dict.fromkeys(rated))
        shared: dict[str, Any] = {"task": _TASK, "systems": systems, "scales": known}
        tables += [
            people_table("table-2", "Headlines in the eyes of people", testbed, experiment, **shared),
            judges_table(testbed, experiment, what="headlines", **shared),
        ]
    lines = _of_rated(list(_lines(testbed, results, options.quality)))
    if lines:
        metric = str(results[0].cell.settings["correlate"])
        tables.append(_correlations(experiment, lines, metric, failure_notes(results)))
    return Findings(tuple(tables), (_plot(lines),) if lines else ())


def _scores(experiment: Experiment, results: Sequence[CellResult]) -> Table:
    figures = gather(results)
    for result in results:
        if result.measured is not None:
            length = float(result.measured.output["length"])
            figures[result.cell.system,].setdefault("length", {})[result.cell.topic] = length
    settings = results[0].cell.settings
    columns = [*(Column(metric, "higher") for metric in settings["metrics"]), Column("length", digits=1)]
    counted = f"dialect {settings['dialect']}, stem={str(settings['stem']).lower()}; length in {settings['unit']}."
    rival = baseline_row(experiment)
    return score_table(
        "table-1", "Headlines against those that people wrote", figures, heads=("method",), columns=columns,
        experiment=experiment, baseline=rival,
        notes=(f"ROUGE without penalties, {counted}", *untested_notes(figures, rival), *failure_notes(results)),
    )  # fmt: skip


def _lines(testbed: Testbed, results: Sequence[CellResult], quality: str) -> Iterator[_TableLine]:
    for result in results:
        if result.measured is not None:
            output, topic, given = result.measured.output, str(result.cell.topic), given_name(result.cell.system)
            rating = None if given is None else mean_ratings(testbed.topic(topic), [given], quality, task=_TASK)[0]
            lengths = output["length"], output["shortest"], output["longest"]
            yield _TableLine(result.cell.system, topic, *lengths, output["recall"], output["precision"], rating)


def _of_rated(lines: Sequence[_TableLine]) -> Sequence[_TableLine]:
    """Return the headlines of methods with ratings, so that both columns are about the same methods; all if none has."""
    rated = {line.system for line in lines if line.quality is not None}
    return [line for line in lines if line.system in rated] if rated else lines


def _correlations(experiment: Experiment, lines: Sequence[_TableLine], metric: str, failed: Sequence[str]) -> Table:
    rows = [
        Row((f"{metric}-{side}", _PLAIN if penalty is None else penalty), _row(experiment, lines, side, penalty))
        for side in ("recall", "precision")
        for penalty in PENALTIES
    ]
    columns = tuple(Column(name, digits=5) for name in ("length", "quality", "method length", "method quality"))
    title, heads = "How ROUGE goes with length and with quality (Spearman's rho)", ("metric", "penalty")
    return paper_table("table-3", title, heads, columns, rows, experiment, notes=(_RESTS, _METHODS, *failed))


def _row(experiment: Experiment, lines: Sequence[_TableLine], side: str, penalty: Penalty | None) -> tuple[Entry, ...]:
    columns: dict[str, list[float | None]] = {
        "score": [*_penalised(lines, side, penalty)],
        "length": [float(line.length) for line in lines],
        "quality": [line.quality for line in lines],
    }
    single = rank_correlations(
        {str(n): {name: values[n] for name, values in columns.items()} for n in range(len(lines))}
    )
    methods = rank_correlations(method_table({name: _by_method(lines, values) for name, values in columns.items()}))
    return (
        *(
            _sure(experiment, lines, single["score", name], columns["score"], columns[name])
            for name in ("length", "quality")
        ),
        *(Entry(methods["score", name]) for name in ("length", "quality")),
    )


def _by_method(lines: Sequence[_TableLine], values: Sequence[float | None]) -> dict[str, list[float | None]]:
    grouped: dict[str, list[float | None]] = {}
    for line, value in zip(lines, values, strict=True):
        grouped.setdefault(line.system, []).append(value)
    return grouped


def _penalised(lines: Sequence[_TableLine], side: str, penalty: Penalty | None) -> list[float]:
    """Return the scores times the penalty of each headline's method."""
    factors: dict[int, float] = {}
    for system in dict.fromkeys(line.system for line in lines):
        numbers = [number for number, line in enumerate(lines) if line.system == system]
        lengths = Lengths(
            tuple(lines[number].length for number in numbers),
            tuple(lines[number].shortest for number in numbers),
            tuple(lines[number].longest for number in numbers),
        )
        factors |= dict(zip(numbers, lengths.factors(penalty), strict=True))
    return [getattr(line, side) * factors[number] for number, line in enumerate(lines)]


def _sure(
    experiment: Experiment,
    lines: Sequence[_TableLine],
    value: float | None,
    a: Sequence[float | None],
    b: Sequence[float | None],
) -> Entry:
    """Return a correlation over single headlines with its interval over resampled topics, penalties held fixed."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(line.topic for line in lines))}
    if value is None or len(numbers) < _FEWEST_TOPICS:
        return Entry(value)
    known = [row for row, other in enumerate(b) if other is not None]
    first, second = (np.array([[side[row] for row in known]], dtype=np.float64) for side in (a, b))
    topic = np.array([numbers[lines[row].topic] for row in known], dtype=np.intp)
    weights = topic_weights(len(numbers), experiment.resamples, experiment.seed)
    return Entry(value, *interval(pooled_draws(first, second, topic, weights, "spearman")[0, 0]))


def _plot(lines: Sequence[_TableLine]) -> Plot:
    """Return each method's recall over length: long headlines find more of the references' words."""
    systems = dict.fromkeys(line.system for line in lines)
    by_system = {system: [line for line in lines if line.system == system] for system in systems}
    series = tuple(
        Series(system, tuple(float(line.length) for line in shown), tuple(line.recall for line in shown))
        for system, shown in by_system.items()
    )
    return Plot("recall-by-length", "Recall by length, a point per headline", "length", "recall", series, kind="points")


KIND = Kind("headline-tables", ("headlines",), plan, measure, report)
