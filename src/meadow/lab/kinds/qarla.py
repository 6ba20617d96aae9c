"""QARLA: which similarity between reports separates those of people from those of baselines (Table 2 and Figure 1).

A metric is one of six similarities by name: `perplexity`, `docsim`, `sentence-recall`, `sentence-precision`, `rouge1` (over
lemmas) and `nicos` (over the key concepts of the testbed), or `nicos-detected`: the same with the concepts that Meadow finds
by itself. Systems say where automatic reports come from (`meadow.lab.kinds.qarla_reports`). `baseline` is the metric that
the others are tested against, over pairs of a topic and a reference report.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 3 and 4, Table 2 and Figure 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean
from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict

from meadow.errors import InputError, check_choice
from meadow.lab.evaluate import synthesis
from meadow.lab.evaluate.significance import holm
from meadow.lab.evaluate.synthesis import Qarla, SignTest, Similarity, sign_test
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, lacking, typed_options
from meadow.lab.kinds.qarla_reports import (
    BASELINES,
    ReportPlan,
    automatic_reports,
    check_system,
    manual_reports,
    question_of,
)
from meadow.lab.scoring import Figures, failure_notes, how, score_table
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.pipeline.answer import concepts

_FEWEST_REPORTS = 2
_NICOS, _DETECTED = "nicos", "nicos-detected"
_ALL, _TIES = "all", "ties"
_TABLE = "table-2"
_TIED = "A triple with a tie is a failure; `ties` is the share of them."
_PAIRS = (
    "A pair is a topic and a reference report; that pairing is ours, the paper names none: six topics alone could not get "
    "below p = 0.031. Pairs of one topic share their reports, so that p is on the low side."
)
_COINCIDE = "With few documents many baselines coincide; unless distinct is off, equal reports count once."
_HOLM = "Holm corrects the sign test over the other metrics of the same topics."

# Metric -> topic -> what the cell found.
Found = Mapping[str, Mapping[str, Measured]]


class QarlaOptions(msgspec.Struct, frozen=True):
    """How many baselines stay, how long a system's report may be, whether baselines are thinned to that, equal ones once."""

    kept: Annotated[int, msgspec.Meta(ge=1)] = 10
    sentences: Annotated[int, msgspec.Meta(ge=1)] | Literal["longest"] = "longest"
    distinct: bool = True
    thinned: bool = False


def _language(topic: Topic) -> str:
    return topic.language if topic.language is not None else "en"


# The paper's names, and nicos over the concepts that Meadow finds.
_PAPERS = ("perplexity", "docsim", "sentence-recall", "sentence-precision", "rouge1", _NICOS)
SIMILARITIES = (*_PAPERS, _DETECTED)


def similarity(topic: Topic, name: str) -> Similarity:
    """Return a similarity by name, with the key concepts and in the language of a topic."""
    known = concepts(topic.documents) if name == _DETECTED else topic.concepts
    aliases = tuple(tuple(dict.fromkeys((concept.text, *concept.aliases))) for concept in known)
    named = synthesis.similarities(language=_language(topic), concepts=aliases)
    return named[_NICOS if name == _DETECTED else name]


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per topic with two reports or more and metric; NICOS skips topics without concepts."""
    options = typed_options(experiment, QarlaOptions)
    check_unused(experiment, "budgets", instead="The length of automatic reports is the option sentences.")
    metrics = experiment.metrics or _PAPERS
    baseline = () if experiment.baseline is None else (experiment.baseline,)
    for metric in metrics:
        check_choice("similarity of reports", metric, SIMILARITIES)
    for metric in baseline:
        check_choice("baseline among the metrics of this experiment", metric, metrics)
    topics = _topics(testbed, metrics)
    automatic = [check_system(system) for system in experiment.systems or (BASELINES,)]
    settings = {"automatic": automatic, **asdict(options), "seed": experiment.seed}
    return [
        Cell(metric, topic.id, settings) for topic in topics for metric in metrics if metric != _NICOS or topic.concepts
    ]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return QARLA and the share of ties, with the counts per reference report that they rest on."""
    topic = testbed.topic(str(cell.topic))
    settings = {name: cell.settings[name] for name in (*QarlaOptions.__struct_fields__, "seed")}
    automatic = automatic_reports(topic, ReportPlan(tuple(cell.settings["automatic"]), **settings))
    qarla = synthesis.qarla(similarity(topic, cell.system), manual_reports(topic), automatic)
    return Measured({"qarla": qarla.value, "ties": qarla.ties}, _output(topic, qarla, [r.name for r in automatic]))


def _output(topic: Topic, qarla: Qarla, automatic: Sequence[str | None]) -> dict[str, object]:
    return {
        "references": [each.author for each in topic.reports],
        "won": [counts.won for counts in qarla.counts],
        "tied": [counts.tied for counts in qarla.counts],
        "total": [counts.total for counts in qarla.counts],
        "automatic": list(automatic),
        "signature": qarla.signature,
    }


def _topics(testbed: Testbed, metrics: Sequence[str]) -> list[Topic]:
    topics = [topic for topic in testbed if len(topic.reports) >= _FEWEST_REPORTS]
    if not topics:
        file = "reports.jsonl: a story, an author and sentences per line"
        raise lacking(testbed, "two reports that people made", kind="qarla", file=file)
    mute = [topic.id for topic in topics if question_of(topic) is None]
    if mute:
        raise InputError(
            f"Topics of the testbed {testbed.name} have reports but no question: {', '.join(mute)}.",
            given=", ".join(mute),
            advice="Add what the reports were to answer to stories.jsonl: question, or title.",
        )
    if _NICOS in metrics and not any(topic.concepts for topic in topics):
        raise lacking(testbed, "key concepts", kind=_NICOS, file="concepts.jsonl; nicos-detected finds them by itself")
    return topics


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Table 2, the tests against the baseline, what the topics hold, and Figure 1."""
    cells: dict[str, dict[str, Measured]] = {result.cell.system: {} for result in results}
    for result in results:
        if result.measured is not None:
            cells[result.cell.system][str(result.cell.topic)] = result.measured
    planned = {result.cell.topic for result in results}
    topics = [topic for topic in testbed if topic.id in planned]
    notes = (*_missing_notes(cells, topics, results), *failure_notes(results))
    tables = [_means(topics, experiment, cells, notes)]
    if experiment.baseline is not None and cells.get(experiment.baseline):
        tables.append(_tests(topics, experiment, cells, experiment.baseline, failure_notes(results)))
    return Findings((*tables, _material(topics, experiment, cells)), (_figure(topics, cells),))


def _means(topics: Sequence[Topic], experiment: Experiment, cells: Found, notes: Sequence[str]) -> Table:
    kinds = _kinds(topics)
    printed = [name for each in experiment.published if each.table == _TABLE for name in each.values]
    names = list(dict.fromkeys([*kinds, *(name for name in printed if name not in (_ALL, _TIES))]))
    columns = [Column(name, "higher") for name in (*names, _ALL)] + [Column(_TIES, "lower")]
    members = {**kinds, _ALL: [topic.id for topic in topics]}
    figures: Figures = {
        (metric,): {
            **{name: _values(by_topic, chosen, "qarla") for name, chosen in members.items()},
            _TIES: _values(by_topic, members[_ALL], "ties"),
        }
        for metric, by_topic in cells.items()
    }
    title = "QARLA: how often a person's report is closer to another person's than an automatic one is"
    return score_table(
        _TABLE, title, figures, heads=("metric",), columns=columns, experiment=experiment, notes=(_TIED, *notes)
    )


def _tests(
    topics: Sequence[Topic], experiment: Experiment, cells: Found, baseline: str, failed: Sequence[str]
) -> Table:
    sets = {_ALL: [topic.id for topic in topics], **_kinds(topics)}
    rows = [
        row
        for name, members in sets.items()
        for row in _test_rows(name, {other: _test(cells, baseline, other, members) for other in cells}, baseline)
    ]
    columns = (
        Column("more", digits=0), Column("less", digits=0), Column("equal", digits=0),
        Column("sign p", digits=4), Column("sign p (Holm)", digits=4), Column("Wilcoxon p", digits=4),
    )  # fmt: skip
    notes = (f"more: {baseline} has the larger QARLA.", _PAIRS, _HOLM, *failed)
    title = f"Does {baseline} tell people's reports better than the other metrics do?"
    how_made = how(experiment, unit="topic and reference", test="sign(exact, two-sided)")
    return Table("tests", title, ("topics", "metric"), columns, tuple(rows), notes=notes, signature=how_made)


def _test_rows(name: str, tests: Mapping[str, SignTest | None], baseline: str) -> list[Row]:
    known = {metric: test for metric, test in tests.items() if metric != baseline and test is not None}
    corrected = dict(zip(known, holm([test.p for test in known.values()]) if known else (), strict=True))
    return [
        Row(
            (name, metric),
            tuple(map(Entry, (test.more, test.less, test.equal, test.p, corrected[metric], test.wilcoxon_p))),
        )
        for metric, test in known.items()
    ]


def _test(cells: Found, baseline: str, other: str, members: Sequence[str]) -> SignTest | None:
    both = [topic for topic in members if topic in cells[baseline] and topic in cells[other]]
    pairs = [_per_reference(cells[metric], both) for metric in (baseline, other)]
    return sign_test(*pairs) if pairs[0] else None


def _per_reference(by_topic: Mapping[str, Measured], topics: Sequence[str]) -> list[float]:
    outputs = [by_topic[topic].output for topic in topics]
    return [won / total for each in outputs for won, total in zip(each["won"], each["total"], strict=True)]


def _material(topics: Sequence[Topic], experiment: Experiment, cells: Found) -> Table:
    names = ("documents", "reports", "sentences per report", "concepts", "automatic reports")
    rows = [
        Row((topic.id, topic.kind if topic.kind is not None else "–"), tuple(map(Entry, _held(topic, cells))))
        for topic in topics
    ]
    columns = tuple(Column(name, digits=1 if name == "sentences per report" else 0) for name in names)
    title, heads = "What the figures rest on", ("topic", "kind")
    return Table("topics", title, heads, columns, tuple(rows), notes=(_COINCIDE,), signature=how(experiment))


def _held(topic: Topic, by_metric: Found) -> tuple[float | None, ...]:
    cells = [by_topic[topic.id] for by_topic in by_metric.values() if topic.id in by_topic]
    automatic = float(len(cells[0].output["automatic"])) if cells else None
    lengths = fmean(len(report.refs) for report in topic.reports)
    return len(topic.documents), len(topic.reports), lengths, len(topic.concepts), automatic


def _figure(topics: Sequence[Topic], cells: Found) -> Plot:
    names = tuple(topic.id for topic in topics)
    series = tuple(
        Series(metric, names, tuple(_values(by_topic, names, "qarla").values())) for metric, by_topic in cells.items()
    )
    chance = "At 0.5 a metric tells people's reports from automatic ones no better than chance."
    return Plot("figure-1", "QARLA by topic", "topic", "QARLA", series, kind="bars", notes=(chance,))


def _kinds(topics: Sequence[Topic]) -> dict[str, list[str]]:
    """Return the topics of each kind, in the order met; those of no kind count in the mean over all only."""
    kinds: dict[str, list[str]] = {}
    for topic in topics:
        if topic.kind is not None:
            kinds.setdefault(topic.kind, []).append(topic.id)
    return kinds


def _values(by_topic: Mapping[str, Measured], topics: Sequence[str], name: str) -> dict[Hashable, float | None]:
    return {topic: by_topic[topic].figures[name] if topic in by_topic else None for topic in topics}


def _missing_notes(cells: Found, topics: Sequence[Topic], results: Sequence[CellResult]) -> list[str]:
    planned = {(result.cell.system, result.cell.topic) for result in results}
    without = {metric: [topic.id for topic in topics if (metric, topic.id) not in planned] for metric in cells}
    return [
        f"{metric} leaves out topics without concepts: {', '.join(names)}."
        for metric, names in without.items()
        if names
    ]


KIND = Kind("qarla", ("reports", "concepts"), plan, measure, report, {"reports": _FEWEST_REPORTS})
