"""MEAD's tables: what summarizers are worth to judges, at every compression rate, between chance and the judges (M14).

A cell is a system on a story at a rate. Systems choose among the sentences that judges scored. Where judges also said which
sentence says all that another says, `credit` E counts a redundant sentence only E times (M11); where they made extracts,
systems are compared with what a majority took (M12, M16).

Over stories J, R and S are means, and D is the mean of the stories' D without "–": it is not computed from the means.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Tables 10–12 and Figure 8.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import msgspec

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.extraction import percent_agreement, precision_recall
from meadow.lab.evaluate.utility import RATES, relative_utility, sentence_count, with_subsumption
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
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
from meadow.lab.scoring import (
    Labels,
    compared_table,
    failure_notes,
    gather,
    published_rows,
    score_table,
    series_of,
    with_published,
)
from meadow.lab.systems import view_of
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import SentenceRef

NAME = "mead-tables"
Rate = Annotated[float, msgspec.Meta(gt=0, le=100)]
Credit = Annotated[float, msgspec.Meta(ge=0, le=1)]

UTILITY, IDEAL = "utility", "ideal"
# The row of a table that belongs to no system: J and R are the judges' and chance's.
_JUDGES = ""
_DIGITS = 2
_FIGURES = ("J", "R", "S", "D")
_IDEAL_COLUMNS = (
    Column("precision", "higher"),
    Column("recall", "higher"),
    Column("agreement", "higher"),
)
_WORTH = "S is the share of the judges' utility that an extract reaches, J that of the judges' own, R that of chance."
_SCALE = (
    "D = (S − R)/(J − R): 0 is chance, 1 a judge; the mean over stories leaves out those where J does not exceed R."
)
Found = dict[Labels, dict[str, dict[Hashable, float | None]]]


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


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Tables 10–12, once more for every credit E, the table of ideal extracts, and Figure 8 with two like it."""
    utility = [result for result in results if result.cell.settings["measure"] == UTILITY]
    plain = [result for result in utility if "credit" not in result.cell.settings]
    credits_ = dict.fromkeys(each.cell.settings["credit"] for each in utility if "credit" in each.cell.settings)
    main = _tables_11_and_12(experiment, plain)
    tables = [_table_10(testbed, experiment, plain), *main]
    for credit in credits_:
        credited = [result for result in utility if result.cell.settings.get("credit") == credit]
        tables += _tables_11_and_12(replace(experiment, published=()), credited, credit=credit)[:2]
    ideal = [result for result in results if result.cell.settings["measure"] == IDEAL]
    tables += [_ideal_table(experiment, ideal)] if ideal else []
    notes = failure_notes(results)
    return Findings(
        tuple(replace(table, notes=(*table.notes, *notes)) for table in tables), _plots(testbed, plain, *main)
    )


def _table_10(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Table:
    """Return the table of one story: the one asked for, or the one with the most judged sentences."""
    sizes = {topic.id: len(topic.utilities.sentences) for topic in testbed if topic.utilities is not None}
    asked = experiment.options.get("story")
    story = str(max(sizes, key=lambda name: sizes[name]) if asked is None else asked)
    of_story = [result for result in results if result.cell.topic == story]
    title = f"Relative utility by compression rate, story {story} ({sizes[story]} judged sentences)"
    return _by_rate("table-10", title, experiment, of_story, notes=(_WORTH, _SCALE))


def _tables_11_and_12(
    experiment: Experiment, results: Sequence[CellResult], *, credit: float | None = None
) -> tuple[Table, Table, Table]:
    """Return J, R, S and D by rate over all stories, then D and S with a row per system."""
    topics = len({result.cell.topic for result in results})
    stories = "1 story" if topics == 1 else f"{topics} stories"
    suffix = "" if credit is None else f"-e{credit:g}"
    counted = "" if credit is None else f"; a redundant sentence earns {credit:g} of its utility"
    over = f"by compression rate, {stories}{counted}"
    links = () if credit is None else ("A sentence is redundant beside one that subsumes it, to a majority of judges.",)
    return (
        _by_rate(f"table-11{suffix}", f"Relative utility {over}", experiment, results, notes=(_WORTH, _SCALE, *links)),
        _by_system(
            f"table-12{suffix}", f"Normalized relative utility D {over}", "D", experiment, results, (_SCALE, *links)
        ),
        _by_system(f"table-12-s{suffix}", f"Relative utility S {over}", "S", experiment, results, (_WORTH, *links)),
    )


def _by_rate(
    name: str, title: str, experiment: Experiment, results: Sequence[CellResult], *, notes: Sequence[str]
) -> Table:
    """Return a row per rate: J and R, then S and D of each system."""
    systems, rates = _systems(results), _rates(results)
    rival = baseline(experiment, systems) if systems else None
    cells = compared_table(
        name,
        title,
        {**_judges(results), **gather(results, labels=_system_and_rate)},
        heads=("system", "rate"),
        columns=[Column(figure, digits=_DIGITS) for figure in _FIGURES],
        experiment=experiment,
        against=lambda labels: None if rival is None or labels[0] == _JUDGES else (rival, labels[1]),
        rival=f"{rival} at the same rate",
        notes=notes,
    )
    entries = {row.labels: row.entries for row in cells.rows if not row.theirs}
    rows = [
        Row(
            (rate,), (*entries[_JUDGES, rate][:2], *(each for one in systems for each in _last_two(entries, one, rate)))
        )
        for rate in rates
    ]
    places = [(figure, None) for figure in ("J", "R")] + [(figure, one) for one in systems for figure in ("S", "D")]
    # The paper's figures are found by name: "J", and "S lead" where a column is below the name of a system.
    named = [Column(figure if system is None else f"{figure} {system}") for figure, system in places]
    return replace(
        cells,
        heads=("rate",),
        columns=tuple(Column(figure, digits=_DIGITS, group=system) for figure, system in places),
        rows=with_published(rows, published_rows(experiment, name, named)),
    )


def _last_two(entries: dict[Labels, tuple[Entry, ...]], system: str, rate: str) -> tuple[Entry, ...]:
    """Return S and D of a system at a rate; none where it failed on every story."""
    return entries[system, rate][2:] if (system, rate) in entries else (Entry(None), Entry(None))


def _by_system(
    name: str, title: str, figure: str, experiment: Experiment, results: Sequence[CellResult], notes: Sequence[str]
) -> Table:
    """Return a row per system, and a column per rate with one of the four figures."""
    figures: Found = {}
    for (system, rate), by_figure in gather(results, labels=_system_and_rate).items():
        figures.setdefault((system,), {})[rate] = by_figure[figure]
    rival = baseline(experiment, _systems(results)) if figures else None
    return score_table(
        name,
        title,
        figures,
        heads=("system",),
        columns=[Column(rate, "higher", _DIGITS) for rate in _rates(results)],
        experiment=experiment,
        baseline=None if rival is None else (rival,),
        notes=notes,
    )


def _ideal_table(experiment: Experiment, results: Sequence[CellResult]) -> Table:
    """Return how systems do against what a majority of judges took: precision, recall and percent agreement."""
    rival = baseline(experiment, _systems(results))
    return compared_table(
        "ideal-extracts",
        "Extracts against the ideal extract",
        gather(results, labels=lambda result: (result.cell.system, _percent(result))),
        heads=("system", "length"),
        columns=_IDEAL_COLUMNS,
        experiment=experiment,
        against=lambda labels: None if rival is None else (rival, labels[1]),
        rival=f"{rival} at the same length",
        notes=("The ideal extract holds what more than half of the judges' extracts hold.",),
    )


def _plots(
    testbed: Testbed, results: Sequence[CellResult], means: Table, normalized: Table, reached: Table
) -> tuple[Plot, ...]:
    """Return Figure 8, J by rate with a line per story, and S and D by rate with a line per system."""
    rates = _numbers(results)
    judges = _judges(results)
    stories = [topic.id for topic in testbed if any(topic.id in row["J"] for row in judges.values())]
    by_story = [
        Series(story, rates, tuple(judges[_JUDGES, f"{rate:g} %"]["J"].get(story) for rate in rates))
        for story in stories
    ]
    bounds = [
        series_of(label, rates, [row.entries[column] for row in means.rows if not row.theirs])
        for column, label in ((0, "judges (J)"), (1, "chance (R)"))
    ]
    return (
        Plot("figure-8", "Interjudge agreement J by compression rate", "rate in %", "J", tuple(by_story)),
        Plot(
            "s-by-rate",
            "Relative utility S by compression rate",
            "rate in %",
            "S",
            (*_lines(reached, rates), *bounds),
        ),
        Plot(
            "d-by-rate",
            "Normalized relative utility D by compression rate",
            "rate in %",
            "D",
            _lines(normalized, rates),
        ),
    )


def _lines(table: Table, rates: tuple[float, ...]) -> tuple[Series, ...]:
    return tuple(series_of(row.labels[0], rates, row.entries, theirs=row.theirs) for row in table.rows)


def _judges(results: Sequence[CellResult]) -> Found:
    """Return J and R of each story by rate, from whichever system did not fail there: they are the same for all."""
    figures: Found = {}
    for result in results:
        row = figures.setdefault((_JUDGES, _rate(result)), {"J": {}, "R": {}})
        if result.measured is not None:
            for figure, stories in row.items():
                stories[result.cell.topic] = result.measured.figures[figure]
    return figures


def _systems(results: Sequence[CellResult]) -> list[str]:
    return list(dict.fromkeys(result.cell.system for result in results))


def _numbers(results: Sequence[CellResult]) -> tuple[float, ...]:
    return tuple(dict.fromkeys(float(result.cell.settings["rate"]) for result in results))


def _rates(results: Sequence[CellResult]) -> list[str]:
    return [f"{rate:g} %" for rate in _numbers(results)]


def _rate(result: CellResult) -> str:
    return f"{result.cell.settings['rate']:g} %"


def _system_and_rate(result: CellResult) -> Labels:
    return result.cell.system, _rate(result)


def _percent(result: CellResult) -> str:
    percent = result.cell.settings["percent"]
    return "as ideal" if percent is None else f"{percent:g} %"


KIND = Kind(NAME, ("utilities",), plan, measure, report)
