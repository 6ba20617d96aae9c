"""MEAD's tables: what summarizers are worth to judges, at every compression rate, between chance and the judges (M14).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Tables 10–12 and Figure 8.

A cell is a system on a story at a rate. Systems choose among the sentences that judges scored. Where judges also said which
sentence says all that another says, `credit` E counts a redundant sentence only E times (M11); where they made extracts,
systems are compared with what a majority took (M12, M16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.extraction import percent_agreement, precision_recall
from meadow.lab.evaluate.utility import RATES, relative_utility, sentence_count, with_subsumption
from meadow.lab.experiment import Cell, Experiment, Kind, Measured
from meadow.lab.kinds.asked import baseline, check_unused, lacking, summarizers, typed_options
from meadow.lab.kinds.extracts import (
    agreed_links,
    check_sentences,
    extract,
    ideal_extract,
    judged_extract,
    judged_story,
    sentence_numbers,
)
from meadow.lab.kinds.mead_report import IDEAL, UTILITY, report
from meadow.lab.systems import view_of
from meadow.lab.testbed import Testbed, Topic
from meadow.model import SentenceRef

NAME = "mead-tables"
Rate = Annotated[float, msgspec.Meta(gt=0, le=100)]
Credit = Annotated[float, msgspec.Meta(ge=0, le=1)]


class MeadTablesOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Compression rates in percent, what a redundant sentence earns (E; 1 is the plain measure), and Table 10's story."""

    rates: Annotated[tuple[Rate, ...], msgspec.Meta(min_length=1)] = RATES
    credits: tuple[Credit, ...] = (0.5, 0.0)
    story: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per system, judged story, rate and credit, and one per system and length of judges' extracts."""
    options = typed_options(experiment, MeadTablesOptions)
    check_unused(experiment, "metrics", instead="Its columns are J, R, S and D.")
    check_unused(experiment, "budgets", instead="Lengths are the option rates, in percent of the judged sentences.")
    systems = summarizers(experiment, testbed)
    baseline(experiment, systems)
    _check_judged(testbed, options.story)
    cells: list[Cell] = []
    for topic in testbed:
        settings = [
            *(_utility_settings(topic, options) if topic.utilities is not None else ()),
            *({"measure": IDEAL, "percent": percent} for percent in _percents(topic)),
        ]
        cells += (Cell(system, topic.id, {**each, "seed": experiment.seed}) for system in systems for each in settings)
    return cells


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return J, R, S and D of a system's extract at a rate, or its precision, recall and agreement with the ideal one."""
    topic = testbed.topic(str(cell.topic))
    return _against_ideal(topic, cell) if cell.settings["measure"] == IDEAL else _utility(topic, cell)


def _utility(topic: Topic, cell: Cell) -> Measured:
    table = judged_story(topic).table
    count = sentence_count(len(table.sentences), cell.settings["rate"])
    chosen = judged_extract(topic, cell.system, count, cell.settings["seed"])
    credit = cell.settings.get("credit")
    if credit is None:
        utility = relative_utility(table.utilities, count=count, extract=chosen)
    else:
        utility = with_subsumption(table.utilities, agreed_links(topic), count=count, credit=credit, extract=chosen)
    figures = {"J": utility.agreement, "R": utility.random, "S": utility.system, "D": utility.normalized}
    taken = _places(table.sentences[number] for number in sorted(chosen))
    return Measured(figures, {"sentences": taken, "notes": list(utility.notes)})


def _against_ideal(topic: Topic, cell: Cell) -> Measured:
    percent = cell.settings["percent"]
    of = sentence_numbers(topic)
    ideal = ideal_extract(topic, percent)
    if not ideal:
        return Measured(dict.fromkeys(("precision", "recall", "agreement")), {"notes": ["No sentence has a majority."]})
    count = len(ideal) if percent is None else sentence_count(len(of), percent)
    refs = extract(view_of(topic), cell.system, count=count, seed=cell.settings["seed"])
    chosen = [of[ref] for ref in refs]
    scores = precision_recall(chosen, ideal)
    agreement = percent_agreement(chosen, ideal, total=len(of))
    figures = {"precision": scores.precision, "recall": scores.recall, "agreement": agreement}
    return Measured(figures, {"sentences": _places(refs)})


def _places(refs: Iterable[SentenceRef]) -> list[list[str | int]]:
    return [[ref.document_id, ref.index] for ref in refs]


def _utility_settings(topic: Topic, options: MeadTablesOptions) -> Iterator[dict[str, str | float]]:
    for rate in dict.fromkeys(options.rates):
        whole: dict[str, str | float] = {"measure": UTILITY, "rate": rate}
        yield whole
        if topic.subsumption:
            yield from ({**whole, "credit": credit} for credit in dict.fromkeys(options.credits))


def _percents(topic: Topic) -> list[float | None]:
    return list(dict.fromkeys(one.percent for one in topic.extracts))


def _check_judged(testbed: Testbed, story: str | None) -> None:
    """Raise an error where judges speak of sentences that are not there, or where there are no judges."""
    judged = []
    for topic in testbed:
        check_sentences(topic, (ref for one in topic.extracts for ref in one.refs), file="extracts.jsonl")
        if topic.utilities is not None:
            check_sentences(topic, topic.utilities.sentences, file="utilities.jsonl")
            judged.append(topic.id)
    if not judged:
        file = "utilities.jsonl: what each judge gives each sentence of a story"
        raise lacking(testbed, "judges' utilities", kind=NAME, file=file)
    if story is not None and story not in judged:
        raise UnknownNameError("judged story", story, judged)


KIND = Kind(NAME, ("utilities",), plan, measure, report)
