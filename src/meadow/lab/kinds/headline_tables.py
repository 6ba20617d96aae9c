"""Headlines by method and as given: ROUGE against reference headlines, people's scores, and how both go together.

Systems are headline methods by spec (`title`, `core(compress(words=8))`) and headlines that the testbed holds (`given`, or
`given("name")`). Ratings belong to given headlines: a method of ours has none, since what it writes may change. Metrics are
those of `meadow.evaluate.headlines`: `rouge1-recall`, `rouge2-precision`, `rougeL-f`.

Source: van Kesteren and Kraaij (2005), Tables I to III.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from meadow.errors import InputError, UnknownNameError
from meadow.evaluate.headlines import headline_lengths, score, score_signature
from meadow.evaluate.rouge import parse_metric
from meadow.headlines import HEADLINES
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, check_unused
from meadow.lab.kinds.headline_findings import make_findings
from meadow.lab.kinds.rated_outputs import outputs_of, references_of, scales_of
from meadow.lab.kinds.typed_options import typed_options
from meadow.lab.systems import expand_systems, given_name, given_systems, view_of
from meadow.lab.testbed import Testbed, Topic
from meadow.pipeline import headline_view
from meadow.recipe import Recipe
from meadow.tables import Findings

_TASK = "headline"
_METRICS = ("rouge1-recall", "rouge2-recall", "rouge1-precision", "rouge2-precision")
_ENGLISH = "en"


class Options(msgspec.Struct, frozen=True):
    """How ROUGE counts, which metric Table III is about, and which scale of the ratings stands for quality there."""

    correlate: str = "rouge1"
    quality: str = "quality"
    scales: tuple[str, ...] = ()
    unit: Literal["words", "characters"] = "words"
    dialect: Literal["google", "rouge155"] = "rouge155"
    stem: bool = True


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per method and topic with reference headlines; given systems only where they have a headline."""
    options = typed_options(experiment, Options)
    check_unused(experiment, "budgets", instead="The length of a headline is a parameter of its method.")
    metrics = experiment.metrics or _METRICS
    for metric in metrics:
        score_signature(metric)  # raises an error for what is no metric
    parse_metric(options.correlate)
    _check_scales(testbed, options)
    topics = [topic for topic in testbed if references_of(topic, task=_TASK)]
    if not topics:
        raise InputError(
            f"No topic of the testbed {testbed.name} has a reference headline.",
            given=testbed.name,
            advice="Add headlines.jsonl to its folder: a story, an id and a text per line.",
        )
    systems = _systems(testbed, experiment)
    settings = {
        "metrics": list(metrics),
        "correlate": options.correlate,
        "unit": options.unit,
        "dialect": options.dialect,
        "stem": options.stem,
    }
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


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Tables I to III, how far judges agree, and quality over length as points."""
    options = typed_options(experiment, Options)
    return make_findings(testbed, experiment, results, scales=options.scales, quality=options.quality)


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


def _check_scales(testbed: Testbed, options: Options) -> None:
    """Raise an error for a scale that no rating has; a testbed without ratings has Table I all the same."""
    known = scales_of(testbed, _TASK)
    for scale in (options.quality, *options.scales) if known else options.scales:
        if scale not in known:
            raise UnknownNameError(f"scale of headline ratings in the testbed {testbed.name}", scale, known)


KIND = Kind("headline-tables", ("headlines",), plan, measure, report)
