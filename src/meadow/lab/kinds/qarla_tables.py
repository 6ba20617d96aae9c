"""QARLA's tables and figure: means by kind of topic, tests between two metrics, what topics hold, bars by topic.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), Table 2 and Figure 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean

from meadow.evaluate.significance import holm
from meadow.evaluate.synthesis import SignTest, sign_test
from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.scoring import Figures, failure_notes, how, score_table
from meadow.lab.testbed import Testbed, Topic
from meadow.tables import Column, Entry, Findings, Plot, Row, Series, Table

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
Found = Mapping[str, Mapping[str, CellResult]]


def make_findings(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return all that the experiment has to show."""
    found: dict[str, dict[str, CellResult]] = {result.cell.system: {} for result in results}
    for result in results:
        if result.measured is not None:
            found[result.cell.system][str(result.cell.topic)] = result
    planned = {result.cell.topic for result in results}
    topics = [topic for topic in testbed if topic.id in planned]
    notes = (*_missing_notes(found, topics, results), *failure_notes(results))
    tables = [_means(topics, experiment, found, notes)]
    if experiment.baseline is not None and found.get(experiment.baseline):
        tables.append(_tests(topics, experiment, found, experiment.baseline, failure_notes(results)))
    return Findings((*tables, _material(topics, experiment, found)), (_figure(topics, found),))


def _means(topics: Sequence[Topic], experiment: Experiment, found: Found, notes: Sequence[str]) -> Table:
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
        for metric, by_topic in found.items()
    }
    title = "QARLA: how often a person's report is closer to another person's than an automatic one is"
    return score_table(
        _TABLE, title, figures, heads=("metric",), columns=columns, experiment=experiment, notes=(_TIED, *notes)
    )


def _tests(
    topics: Sequence[Topic], experiment: Experiment, found: Found, baseline: str, failed: Sequence[str]
) -> Table:
    sets = {_ALL: [topic.id for topic in topics], **_kinds(topics)}
    rows = [
        row
        for name, members in sets.items()
        for row in _test_rows(name, {other: _test(found, baseline, other, members) for other in found}, baseline)
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


def _test(found: Found, baseline: str, other: str, members: Sequence[str]) -> SignTest | None:
    both = [topic for topic in members if topic in found[baseline] and topic in found[other]]
    pairs = [_per_reference(found[metric], both) for metric in (baseline, other)]
    return sign_test(*pairs) if pairs[0] else None


def _per_reference(by_topic: Mapping[str, CellResult], topics: Sequence[str]) -> list[float]:
    held = [measured.output for topic in topics if (measured := by_topic[topic].measured) is not None]
    return [won / total for each in held for won, total in zip(each["won"], each["total"], strict=True)]


def _material(topics: Sequence[Topic], experiment: Experiment, found: Found) -> Table:
    names = ("documents", "reports", "sentences per report", "concepts", "automatic reports")
    rows = [
        Row((topic.id, topic.kind if topic.kind is not None else "–"), tuple(map(Entry, _held(topic, found))))
        for topic in topics
    ]
    columns = tuple(Column(name, digits=1 if name == "sentences per report" else 0) for name in names)
    title, heads = "What the figures rest on", ("topic", "kind")
    return Table("topics", title, heads, columns, tuple(rows), notes=(_COINCIDE,), signature=how(experiment))


def _held(topic: Topic, found: Found) -> tuple[float | None, ...]:
    cells = [by_topic[topic.id].measured for by_topic in found.values() if topic.id in by_topic]
    automatic = next((float(len(cell.output["automatic"])) for cell in cells if cell is not None), None)
    lengths = fmean(len(report.refs) for report in topic.reports)
    return len(topic.documents), len(topic.reports), lengths, len(topic.concepts), automatic


def _figure(topics: Sequence[Topic], found: Found) -> Plot:
    names = tuple(topic.id for topic in topics)
    series = tuple(
        Series(metric, names, tuple(_figure_of(by_topic.get(name), "qarla") for name in names))
        for metric, by_topic in found.items()
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


def _values(by_topic: Mapping[str, CellResult], topics: Sequence[str], name: str) -> dict[Hashable, float | None]:
    return {topic: _figure_of(by_topic.get(topic), name) for topic in topics}


def _figure_of(result: CellResult | None, name: str) -> float | None:
    return None if result is None or result.measured is None else result.measured.figures[name]


def _missing_notes(found: Found, topics: Sequence[Topic], results: Sequence[CellResult]) -> list[str]:
    planned = {(result.cell.system, result.cell.topic) for result in results}
    without = {metric: [topic.id for topic in topics if (metric, topic.id) not in planned] for metric in found}
    return [
        f"{metric} leaves out topics without concepts: {', '.join(names)}."
        for metric, names in without.items()
        if names
    ]
