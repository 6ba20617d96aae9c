"""QARLA: which similarity between reports tells those of people from those of baselines (Table 2 and Figure 1).

A metric is one of six similarities by name: `perplexity`, `docsim`, `sentence-recall`, `sentence-precision`, `rouge1` (over
lemmas) and `nicos` (over the key concepts of the testbed), or `nicos-detected`: the same with the concepts that Meadow finds
by itself. Systems say where automatic reports come from (`meadow.lab.kinds.qarla_reports`). `baseline` is the metric that
the others are tested against, over pairs of a topic and a reference report.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal

import msgspec

from meadow.answer import concepts
from meadow.errors import InputError, UnknownNameError
from meadow.evaluate import synthesis
from meadow.evaluate.synthesis import Qarla, Similarity
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused
from meadow.lab.kinds.qarla_reports import (
    BASELINES,
    LONGEST,
    ReportPlan,
    automatic_reports,
    check_system,
    manual_reports,
    question_of,
)
from meadow.lab.kinds.qarla_tables import make_findings
from meadow.lab.kinds.typed_options import typed_options
from meadow.lab.testbed import Testbed, Topic
from meadow.tables import Findings

_FEWEST_REPORTS = 2
_NICOS = "nicos"


class Options(msgspec.Struct, frozen=True):
    """How many baselines stay, how long a system's report may be, whether baselines are thinned to that, equal ones once."""

    kept: Annotated[int, msgspec.Meta(ge=1)] = 10
    sentences: Annotated[int, msgspec.Meta(ge=1)] | Literal["longest"] = "longest"
    distinct: bool = True
    thinned: bool = False


def _language(topic: Topic) -> str:
    return topic.language if topic.language is not None else "en"


def _nicos(topic: Topic, *, detected: bool) -> Similarity:
    known = concepts(topic.documents) if detected else topic.concepts
    aliases = tuple(tuple(dict.fromkeys((concept.text, *concept.aliases))) for concept in known)
    return partial(synthesis.nicos, concepts=aliases, language=_language(topic))


SIMILARITIES: Mapping[str, Callable[[Topic], Similarity]] = {
    "perplexity": lambda topic: partial(synthesis.perplexity_similarity, language=_language(topic)),
    "docsim": lambda _: synthesis.document_similarity,
    "sentence-recall": lambda _: synthesis.sentence_recall,
    "sentence-precision": lambda _: synthesis.sentence_precision,
    "rouge1": lambda topic: partial(synthesis.rouge_similarity, language=_language(topic)),
    _NICOS: partial(_nicos, detected=False),
    "nicos-detected": partial(_nicos, detected=True),
}
_PAPERS = tuple(SIMILARITIES)[:-1]


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per topic with two reports or more and metric; NICOS skips topics without concepts."""
    options = typed_options(experiment, Options)
    check_unused(experiment, "budgets", instead="The length of automatic reports is the option sentences.")
    metrics = experiment.metrics or _PAPERS
    baseline = () if experiment.baseline is None else (experiment.baseline,)
    for metric in metrics:
        if metric not in SIMILARITIES:
            raise UnknownNameError("similarity of reports", metric, SIMILARITIES)
    for metric in baseline:
        if metric not in metrics:
            raise UnknownNameError("baseline among the metrics of this experiment", metric, metrics)
    topics = _topics(testbed, metrics)
    settings = {
        "automatic": [check_system(system) for system in experiment.systems or (BASELINES,)],
        "kept": options.kept,
        "sentences": options.sentences,
        "distinct": options.distinct,
        "thinned": options.thinned,
        "seed": experiment.seed,
    }
    return [
        Cell(metric, topic.id, settings) for topic in topics for metric in metrics if metric != _NICOS or topic.concepts
    ]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return QARLA and the share of ties, with the counts per reference report that they rest on."""
    topic = testbed.topic(str(cell.topic))
    automatic = automatic_reports(topic, _report_plan(cell))
    found = synthesis.qarla(SIMILARITIES[cell.system](topic), manual_reports(topic), automatic)
    return Measured({"qarla": found.value, "ties": found.ties}, _output(topic, found, [r.name for r in automatic]))


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Table 2, the tests against the baseline, what the topics hold, and Figure 1."""
    return make_findings(testbed, experiment, results)


def _output(topic: Topic, found: Qarla, automatic: Sequence[str | None]) -> dict[str, object]:
    return {
        "references": [each.author for each in topic.reports],
        "won": [counts.won for counts in found.counts],
        "tied": [counts.tied for counts in found.counts],
        "total": [counts.total for counts in found.counts],
        "automatic": list(automatic),
        "signature": found.signature,
    }


def _report_plan(cell: Cell) -> ReportPlan:
    settings = cell.settings
    return ReportPlan(
        systems=tuple(settings["automatic"]),
        kept=settings["kept"],
        sentences=None if settings["sentences"] == LONGEST else settings["sentences"],
        distinct=settings["distinct"],
        thinned=settings["thinned"],
        seed=settings["seed"],
    )


def _topics(testbed: Testbed, metrics: Sequence[str]) -> list[Topic]:
    topics = [topic for topic in testbed if len(topic.reports) >= _FEWEST_REPORTS]
    if not topics:
        raise InputError(
            f"No topic of the testbed {testbed.name} has two reports that people made.",
            given=testbed.name,
            allowed="QARLA compares each person's report with the others'.",
            advice="Add reports.jsonl to its folder: a story, an author and sentences per line.",
        )
    mute = [topic.id for topic in topics if question_of(topic) is None]
    if mute:
        raise InputError(
            f"Topics of the testbed {testbed.name} have reports but no question: {', '.join(mute)}.",
            given=", ".join(mute),
            advice="Add what the reports were to answer to stories.jsonl: question, or title.",
        )
    if _NICOS in metrics and not any(topic.concepts for topic in topics):
        raise InputError(
            f"No topic of the testbed {testbed.name} has key concepts, on which nicos rests.",
            given=testbed.name,
            advice="Add concepts.jsonl to its folder, or take nicos-detected, which finds concepts by itself.",
        )
    return topics


KIND = Kind("qarla", ("reports", "concepts"), plan, measure, report, {"reports": _FEWEST_REPORTS})
