"""The tables about headlines: methods by ROUGE, by people's scores, judges by agreement, and penalties by correlation.

Source: van Kesteren and Kraaij (2005), Tables I to III.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.evaluate.headline_scores import Penalty
from meadow.evaluate.headlines import Lengths, method_table, rank_correlations
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.asked import baseline_row
from meadow.lab.kinds.rated_outputs import mean_ratings, scales_of
from meadow.lab.kinds.rated_tables import judges_table, people_table
from meadow.lab.kinds.resampled_correlation import interval, pooled_draws, topic_weights
from meadow.lab.scoring import failure_notes, gather, how, published_rows, score_table, with_published
from meadow.lab.systems import given_name
from meadow.lab.testbed import Testbed
from meadow.tables import Column, Entry, Findings, Plot, Row, Series, Table

_TASK = "headline"
_PLAIN = "plain"
_PENALTIES: tuple[Penalty | None, ...] = (None, "brevity", "length")
_FEWEST_TOPICS = 2
_RESTS = (
    "Over single headlines of the methods that people rated (of all where none was); quality over rated headlines. Each "
    "method has one penalty, from sums over its headlines, for those shorter than their shortest reference (brevity) or "
    "longer than their longest (length)."
)
_METHODS = "method length and method quality are over the means of methods."


@dataclass(frozen=True, slots=True)
class _Line:
    """A headline of some method with its lengths, its scores and its mean quality."""

    system: str
    topic: str
    length: int
    shortest: int
    longest: int
    recall: float
    precision: float
    quality: float | None


def make_findings(
    testbed: Testbed, experiment: Experiment, results: Sequence[CellResult], *, scales: Sequence[str], quality: str
) -> Findings:
    """Return all that the experiment has to show; tables about people only where headlines were rated."""
    tables = [_scores(experiment, results)]
    rated = [name for result in results if (name := given_name(result.cell.system)) is not None]
    known = scales or scales_of(testbed, _TASK)
    if rated and known:
        systems = list(dict.fromkeys(rated))
        shared: dict[str, Any] = {"task": _TASK, "systems": systems, "scales": known}
        tables += [
            people_table("table-2", "Headlines in the eyes of people", testbed, experiment, **shared),
            judges_table(testbed, experiment, what="headlines", **shared),
        ]
    lines = _of_rated(list(_lines(testbed, results, quality)))
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
    return score_table(
        "table-1", "Headlines against those that people wrote", figures, heads=("method",), columns=columns,
        experiment=experiment, baseline=baseline_row(experiment),
        notes=(f"ROUGE without penalties, {counted}", *failure_notes(results)),
    )  # fmt: skip


def _lines(testbed: Testbed, results: Sequence[CellResult], quality: str) -> Iterator[_Line]:
    for result in results:
        if result.measured is not None:
            held, topic, given = result.measured.output, str(result.cell.topic), given_name(result.cell.system)
            rating = None if given is None else mean_ratings(testbed.topic(topic), [given], quality, task=_TASK)[0]
            lengths = held["length"], held["shortest"], held["longest"]
            yield _Line(result.cell.system, topic, *lengths, held["recall"], held["precision"], rating)


def _of_rated(lines: Sequence[_Line]) -> Sequence[_Line]:
    """Return the headlines of methods with ratings, so that both columns are about the same methods; all if none has."""
    rated = {line.system for line in lines if line.quality is not None}
    return [line for line in lines if line.system in rated] if rated else lines


def _correlations(experiment: Experiment, lines: Sequence[_Line], metric: str, failed: Sequence[str]) -> Table:
    rows = [
        Row((f"{metric}-{side}", _PLAIN if penalty is None else penalty), _row(experiment, lines, side, penalty))
        for side in ("recall", "precision")
        for penalty in _PENALTIES
    ]
    columns = tuple(Column(name, digits=5) for name in ("length", "quality", "method length", "method quality"))
    theirs = published_rows(experiment, "table-3", columns)
    return Table(
        "table-3", "How ROUGE goes with length and with quality (Spearman's rho)", ("metric", "penalty"), columns,
        with_published(rows, theirs), notes=(_RESTS, _METHODS, *failed), signature=how(experiment),
    )  # fmt: skip


def _row(experiment: Experiment, lines: Sequence[_Line], side: str, penalty: Penalty | None) -> tuple[Entry, ...]:
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


def _by_method(lines: Sequence[_Line], values: Sequence[float | None]) -> dict[str, list[float | None]]:
    grouped: dict[str, list[float | None]] = {}
    for line, value in zip(lines, values, strict=True):
        grouped.setdefault(line.system, []).append(value)
    return grouped


def _penalised(lines: Sequence[_Line], side: str, penalty: Penalty | None) -> list[float]:
    """Return the scores times the penalty of each headline's method."""
    factors: dict[int, float] = {}
    for system in dict.fromkeys(line.system for line in lines):
        own = [place for place, line in enumerate(lines) if line.system == system]
        lengths = Lengths(
            tuple(lines[place].length for place in own),
            tuple(lines[place].shortest for place in own),
            tuple(lines[place].longest for place in own),
        )
        factors |= dict(zip(own, lengths.factors(penalty), strict=True))
    return [getattr(line, side) * factors[place] for place, line in enumerate(lines)]


def _sure(
    experiment: Experiment,
    lines: Sequence[_Line],
    value: float | None,
    a: Sequence[float | None],
    b: Sequence[float | None],
) -> Entry:
    """Return a correlation over single headlines with its interval over resampled topics, penalties held fixed."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(line.topic for line in lines))}
    if value is None or len(numbers) < _FEWEST_TOPICS:
        return Entry(value)
    known = [place for place, other in enumerate(b) if other is not None]
    first, second = (np.array([[side[place] for place in known]], dtype=np.float64) for side in (a, b))
    topic = np.array([numbers[lines[place].topic] for place in known], dtype=np.intp)
    weights = topic_weights(len(numbers), experiment.resamples, experiment.seed)
    return Entry(value, *interval(pooled_draws(first, second, topic, weights, "spearman")[0, 0]))


def _plot(lines: Sequence[_Line]) -> Plot:
    """Return each method's recall over length: long headlines find more of the references' words."""
    systems = dict.fromkeys(line.system for line in lines)
    own = {system: [line for line in lines if line.system == system] for system in systems}
    series = tuple(
        Series(system, tuple(float(line.length) for line in held), tuple(line.recall for line in held))
        for system, held in own.items()
    )
    return Plot("recall-by-length", "Recall by length, a point per headline", "length", "recall", series, kind="points")
