"""Two systems side by side: which topics one of them lost, and the sentences that lost them.

Source: our own. What a sentence is worth to a summary is what the measure loses when it is taken out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from meadow.engines import Engine
from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.metric import Item, Measure, parse_measure, score_items
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.summaries import references_of
from meadow.lab.results import RUN
from meadow.lab.runner import Progress, run
from meadow.lab.scoring import SystemStanding, standings
from meadow.lab.systems import expand_systems, view_of
from meadow.lab.testbed import Testbed


@dataclass(frozen=True, slots=True)
class TellingSentence:
    """A sentence that only one of two summaries has, and what the measure of that summary loses without it."""

    text: str
    worth: float
    document: str | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class TopicComparison:
    """One topic: both figures, and the sentences that each system has to itself, the most telling first.

    `difference` is how much better the first system is here: of a measure of which less is better, how much less it has.
    """

    topic: str
    a: float
    b: float
    difference: float
    only_a: tuple[TellingSentence, ...]
    only_b: tuple[TellingSentence, ...]


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Two systems over all topics, the worst for the first system first; `standing` is the first's against the second."""

    a: str
    b: str
    metric: str
    budget: str
    topics: tuple[TopicComparison, ...]
    standing: SystemStanding
    failures: tuple[str, ...] = ()

    @property
    def difference(self) -> float:
        """The mean over topics of how much better the first system is, one topic included."""
        return fmean(topic.difference for topic in self.topics)

    @property
    def lost(self) -> tuple[TopicComparison, ...]:
        """The topics on which the first system is behind."""
        return tuple(topic for topic in self.topics if topic.difference < 0)


def compare_systems(
    a: str,
    b: str,
    experiment: Experiment,
    testbed: Testbed,
    *,
    out: str | Path | None = None,
    workers: int = 1,
    engine: str | Engine | None = None,
    plugins: Sequence[str] = (),
    progress: Progress | None = None,
) -> SystemComparison:
    """Return how two systems compare on each topic by the first metric and length of an experiment of kind `summaries`.

    With `out` the summaries are kept there, or taken from an earlier comparison there.
    """
    if experiment.kind != "summaries":
        raise UsageError(
            f"Systems are compared by an experiment of the kind 'summaries', not {experiment.kind!r}.",
            given=experiment.kind,
        )
    _check_no_run(out)
    names = expand_systems([a, b], testbed)
    if len(names) != 2:
        raise UsageError(f"{a!r} and {b!r} are one system or several.", given=f"{a}, {b}", advice="Name two systems.")
    only = replace(experiment, systems=names, metrics=experiment.metrics[:1], budgets=experiment.budgets[:1])
    results = run(only, testbed, out=out, workers=workers, engine=engine, plugins=plugins, progress=progress)
    cells = {(each.cell.system, each.cell.topic): each for each in results.cells if each.measured is not None}
    topics = [topic.id for topic in testbed if all((name, topic.id) in cells for name in names)]
    if not topics:
        raise InputError(f"{a!r} and {b!r} share no topic.", given=f"{a}, {b}", advice="Look at `meadow lab check`.")
    measure = parse_measure(only.metrics[0])
    compared = [
        _compare_topic(testbed, topic, cells[names[0], topic], cells[names[1], topic], measure) for topic in topics
    ]
    values = {names[0]: [each.a for each in compared], names[1]: [each.b for each in compared]}
    standing = standings(values, baseline=names[1], resamples=only.resamples, seed=only.seed)
    ordered = sorted(compared, key=lambda each: (each.difference, each.topic))
    failed = tuple(f"{each.cell.system} on {each.cell.topic}: {each.error}" for each in results.failures)
    budget = str(results.cells[0].cell.settings["budget"])
    return SystemComparison(names[0], names[1], str(measure), budget, tuple(ordered), standing[names[0]], failed)


def _check_no_run(out: str | Path | None) -> None:
    """Raise an error for the folder of a whole run: its cells would be lost, and its tables rest on them."""
    if out is not None and (Path(out) / RUN).is_file():
        raise UsageError(
            f"{str(out)!r} holds a run of an experiment.",
            given=str(out),
            advice="Keep the comparison in another folder.",
        )


def _compare_topic(testbed: Testbed, topic: str, a: CellResult, b: CellResult, measure: Measure) -> TopicComparison:
    references = references_of(testbed.topic(topic), a.cell.settings["length"])
    language = testbed.topic(topic).language or view_of(testbed.topic(topic)).language
    first, second = _sentences(a), _sentences(b)
    figures = [_figure(each, measure) for each in (a, b)]
    return TopicComparison(
        topic,
        figures[0],
        figures[1],
        _sign(measure) * (figures[0] - figures[1]),
        _telling(first, second, figures[0], references, language, measure),
        _telling(second, first, figures[1], references, language, measure),
    )


def _telling(
    sentences: Sequence[Mapping[str, Any]],
    other: Sequence[Mapping[str, Any]],
    figure: float,
    references: Sequence[str],
    language: str,
    measure: Measure,
) -> tuple[TellingSentence, ...]:
    """Return the sentences that the other summary has not, with what each is worth, the most telling first."""
    shared = {_identity(sentence) for sentence in other}
    places = [number for number, sentence in enumerate(sentences) if _identity(sentence) not in shared]
    without = [tuple(each["text"] for at, each in enumerate(sentences) if at != number) for number in places]
    left = score_items([Item(texts, tuple(references), language) for texts in without], [measure])
    telling = [
        TellingSentence(
            sentences[number]["text"],
            _sign(measure) * (figure - (row[str(measure)] or 0.0)),
            sentences[number].get("document"),
            sentences[number].get("index"),
        )
        for number, row in zip(places, left, strict=True)
    ]
    return tuple(sorted(telling, key=lambda sentence: -abs(sentence.worth)))


def _sign(measure: Measure) -> float:
    return -1.0 if measure.metric.better == "lower" else 1.0


def _sentences(result: CellResult) -> list[Mapping[str, Any]]:
    return [] if result.measured is None else list(result.measured.output["sentences"])


def _figure(result: CellResult, measure: Measure) -> float:
    value = None if result.measured is None else result.measured.figures[str(measure)]
    return 0.0 if value is None else value


def _identity(sentence: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what identifies a sentence: its place in an extract, its words in a text that was given."""
    ref = sentence.get("document"), sentence.get("index")
    return ref if ref[0] is not None else (" ".join(str(sentence["text"]).split()).casefold(),)
