"""The experiment `summaries`: every system's summaries of every topic, measured against what people wrote.

Source: Lin (2004), ROUGE, for the measures; Efron (1979), Fisher (1935) and Holm (1979) for what a difference is worth.

Systems are presets, presets with steps replaced, `given` outputs and the `oracle`. Without references the measures that
need none remain. A budget is a length such as `words=100`, or `references`: as many words as the references of the topic
have on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.evaluate.metric import Item, Measure, parse_measure, score_items
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline_row, typed_options
from meadow.lab.scoring import column_bars, dialect_notes, failure_notes, gather, score_table, untested_notes
from meadow.lab.systems import (
    check_summarizer,
    expand_systems,
    given_name,
    given_systems,
    oracle_extract,
    parse_budget,
    summarize_topic,
    view_of,
)
from meadow.lab.tables import Column, Findings, Plot, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document
from meadow.text.sentences import document_sentences
from meadow.text.tokens import count_printed_words

ORACLE, AS_REFERENCES = "oracle", "references"
_DEFAULT_BUDGET = "words=100"


class SummariesOptions(msgspec.Struct, frozen=True):
    """Which length of references, and of given outputs, counts; without one those that name none, or all."""

    length: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per length, system and topic; what cannot be understood is said before any work."""
    length = typed_options(experiment, SummariesOptions).length
    metrics = [str(measure) for measure in _measures(experiment)]
    budgets = experiment.budgets or (_DEFAULT_BUDGET,)
    systems = expand_systems(experiment.systems, testbed)
    _check(testbed, systems, metrics, budgets, length)
    for system in baseline_row(experiment) or ():
        _check_system(testbed, system)
    return [
        Cell(system, topic.id, {"budget": budget, "metrics": metrics, "length": length, "seed": experiment.seed})
        for budget in budgets
        for system in systems
        for topic in testbed
        if _takes_part(topic, system, length)
    ]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the figures of one summary, and its sentences with their places."""
    topic = testbed.topic(str(cell.topic))
    references = references_of(topic, cell.settings["length"])
    length, seed = cell.settings["length"], cell.settings["seed"]
    sentences = write(topic, cell.system, cell.settings["budget"], references, length=length, seed=seed)
    language = topic.language or view_of(topic).language
    summary = Item(tuple(each["text"] for each in sentences), tuple(references), language, tuple(topic.documents))
    figures = score_items([summary], [parse_measure(each) for each in cell.settings["metrics"]])
    return Measured(figures[0], {"sentences": sentences})


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return a table per length, and a plot of its first measure."""
    tables, plots = [], []
    for budget in dict.fromkeys(result.cell.settings["budget"] for result in results):
        of_length = [result for result in results if result.cell.settings["budget"] == budget]
        table = _table(testbed, experiment, of_length, budget)
        tables.append(table)
        plots.append(_plot(table))
    return Findings(tuple(tables), tuple(plots))


KIND = Kind("summaries", ("references",), plan, measure, report)


def references_of(topic: Topic, length: str | None) -> list[str]:
    """Return the references of a length; without one those that name none, or all where each names one."""
    wanted = [each.text for each in topic.references if each.length == length]
    return wanted if wanted or length is not None else [each.text for each in topic.references]


def write(
    topic: Topic,
    system: str,
    budget: str,
    references: Sequence[str],
    *,
    length: str | None = None,
    seed: int | None = None,
) -> list[dict[str, Any]]:
    """Return a system's summary of a topic, sentence by sentence; `document` and `index` are those of an extract."""
    name = given_name(system)
    if name is not None:
        return [{"text": text} for text in _given_sentences(topic, name, length)]
    length_limit = _budget(topic, budget, references)
    if system == ORACLE:
        extract = oracle_extract(view_of(topic), references, parse_budget(length_limit))
        return [{"text": each.text, "document": each.ref.document_id, "index": each.ref.index} for each in extract]
    picks = summarize_topic(topic, system, length_limit, seed=seed).picks
    return [{"text": pick.written, "document": pick.ref.document_id, "index": pick.ref.index} for pick in picks]


def _given_texts(topic: Topic, name: str, length: str | None) -> list[str]:
    """Return what a system wrote of a length, or what names none; without a length all where each names one."""
    outputs = [each for each in topic.outputs if each.system == name and each.task == "summary"]
    wanted = [each.text for each in outputs if each.length == length]
    unnamed = outputs if length is None else [each for each in outputs if each.length is None]
    return wanted or [each.text for each in unnamed]


def _given_sentences(topic: Topic, name: str, length: str | None) -> list[str]:
    texts = _given_texts(topic, name, length)
    if not texts:
        raise InputError(f"The testbed holds no summary by {name!r} of the topic {topic.id!r}.", given=name)
    document = Document("given", text=texts[0], language=topic.language)
    return [sentence.text for sentence in document_sentences(document)]


def _budget(topic: Topic, budget: str, references: Sequence[str]) -> str:
    if budget != AS_REFERENCES:
        return budget
    language = topic.language or "en"
    return f"words={max(1, round(fmean(count_printed_words(text, language) for text in references)))}"


def _takes_part(topic: Topic, system: str, length: str | None) -> bool:
    if not references_of(topic, length):
        return False
    name = given_name(system)
    return name is None or bool(_given_texts(topic, name, length))


def _check(
    testbed: Testbed, systems: Sequence[str], metrics: Sequence[str], budgets: Sequence[str], length: str | None
) -> None:
    if not systems or not metrics:
        missing = "system" if not systems else "metric"
        raise UsageError(f"The experiment names no {missing}.", given="none", advice=f"Name one in {missing}s = […].")
    for budget in budgets:
        if budget != AS_REFERENCES:
            parse_budget(budget)
    for system in systems:
        _check_system(testbed, system)
    if not any(references_of(topic, length) for topic in testbed):
        wanted = "references" if length is None else f"references of the length {length!r}"
        raise InputError(
            f"The testbed {testbed.name!r} has no {wanted}.", given=testbed.name,
            allowed='A line of references.jsonl is {"story": …, "id": …, "text": …}.',
            advice="Add summaries that people wrote, or take another testbed.",
        )  # fmt: skip


def _check_system(testbed: Testbed, system: str) -> None:
    """Raise an error for what is neither a summarizer, nor the oracle, nor given; a baseline may be none of the systems."""
    name, known = given_name(system), given_systems(testbed)
    if name is not None and name not in known:
        raise UnknownNameError(f"system with summaries in the testbed {testbed.name}", name, known)
    if name is None and system != ORACLE:
        check_summarizer(system, testbed)


def _measures(experiment: Experiment) -> list[Measure]:
    return list(dict.fromkeys(parse_measure(metric) for metric in experiment.metrics))


def _table(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult], budget: str) -> Table:
    figures = gather(results)
    topics = len({result.cell.topic for result in results})
    measures, baseline = _measures(experiment), baseline_row(experiment)
    return score_table(
        f"summaries-{budget.replace('=', '-').replace('%', 'pc')}",
        f"Summaries of {topics} {'topic' if topics == 1 else 'topics'} of {testbed.name}, {budget}",
        figures,
        heads=("system",),
        columns=[_column(each) for each in measures],
        experiment=experiment,
        baseline=baseline if baseline in figures else None,
        bystanders=[(ORACLE,)],
        notes=(
            *untested_notes(figures, baseline),
            *dialect_notes(measures),
            *_coverage_notes(figures, topics),
            *failure_notes(results),
        ),
    )


def _column(measure: Measure) -> Column:
    return Column(str(measure), measure.metric.better, measure.metric.digits)


def _coverage_notes(figures: Any, topics: int) -> list[str]:
    """Return a line per system that has no figure for some topics: its mean is over others than the rest."""
    lines = []
    for (system,), columns in figures.items():
        covered = max((len(units) for units in columns.values()), default=0)
        if covered < topics:
            lines.append(f"{system} has summaries of {covered} of the {topics} topics; its means are over those.")
    return lines


def _plot(table: Table) -> Plot:
    name = table.columns[0].name
    return Plot(table.name, table.title, "system", name, (column_bars(table, 0, label=name),), kind="bars")
