"""What people gave summaries (or headlines) on scales such as readability, by system, and how far they agree (T1).

A cell is a system on a topic: the mean over judges on each scale. It measures what no metric can, such as whether what step
3 has rewritten reads well, from 1 to 5.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 3, for readability by judges; van Kesteren and Kraaij
(2005), Table II, for the form of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from meadow.errors import UnknownNameError
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, lacking, typed_options
from meadow.lab.kinds.rated_outputs import chosen_scales, judges_table, mean_ratings
from meadow.lab.scoring import column_bars, failure_notes, gather, score_table, untested_notes
from meadow.lab.tables import Column, Findings, Plot
from meadow.lab.testbed import Testbed

NAME = "rating-tables"
_WHAT = {"summary": "summaries", "headline": "headlines"}


class RatingTablesOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which outputs were rated, and on which scales; an empty list takes all."""

    task: Literal["summary", "headline"] = "summary"
    scales: tuple[str, ...] = ()


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per rated system and topic; `systems` names some of those that people rated, without it all."""
    options = typed_options(experiment, RatingTablesOptions)
    check_unused(experiment, "metrics", "budgets", instead="Its columns are the scales of the ratings.")
    rated = {topic.id: _rated(testbed, topic.id, options.task) for topic in testbed}
    known = list(dict.fromkeys(system for systems in rated.values() for system in systems))
    if not known:
        file = "ratings.jsonl: story, system, scale, judge, value and task per line"
        raise lacking(testbed, f"rated {_WHAT[options.task]}", kind=NAME, file=file)
    scales = chosen_scales(testbed, options.task, options.scales)
    systems = experiment.systems or known
    for system in (*systems, *([] if experiment.baseline is None else [experiment.baseline])):
        if system not in known or system not in systems:
            raise UnknownNameError("rated system", system, known)
    settings = {"task": options.task, "scales": list(scales)}
    return [Cell(system, topic, settings) for system in systems for topic in rated if system in rated[topic]]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the mean over judges on each scale, None where nobody rated it."""
    topic, task = testbed.topic(str(cell.topic)), cell.settings["task"]
    return Measured(
        {scale: mean_ratings(topic, [cell.system], scale, task=task)[0] for scale in cell.settings["scales"]}
    )


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the means over topics with their intervals, how far judges agree, and the first scale as bars."""
    task, scales = results[0].cell.settings["task"], results[0].cell.settings["scales"]
    what = _WHAT[task]
    failed = failure_notes(results)
    figures, rival = gather(results), None if experiment.baseline is None else (experiment.baseline,)
    means = score_table(
        "ratings", f"{what.capitalize()} in the eyes of people", figures, heads=("system",),
        columns=[Column(scale, "higher", digits=2) for scale in scales], experiment=experiment,
        baseline=rival,
        notes=("Mean over judges, then over topics.", *untested_notes(figures, rival), *failed),
    )  # fmt: skip
    systems = list(dict.fromkeys(result.cell.system for result in results))
    agreement = judges_table(testbed, experiment, task=task, systems=systems, scales=scales, what=what)
    bars = tuple(column_bars(means, column, label=scale) for column, scale in enumerate(scales))
    return Findings((means, agreement), (Plot("ratings", means.title, "system", "mean rating", bars, kind="bars"),))


def _rated(testbed: Testbed, topic: str, task: str) -> list[str]:
    """Return the systems of a topic that somebody rated, in the order met."""
    ratings = testbed.topic(topic).ratings
    return list(dict.fromkeys(rating.system for rating in ratings if rating.task == task))


KIND = Kind(NAME, ("ratings",), plan, measure, report)
