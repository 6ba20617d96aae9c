"""From cells to TSC3's tables: extraction and pseudo question-answering, without step 2, with clustering and with MMR.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), "Corpus and evaluation measures for multiple document
summarization with multiple sources", Tables 3–8.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from meadow.lab.experiment import CellResult, Experiment
from meadow.lab.kinds.asked import baseline
from meadow.lab.scoring import Figures, Labels, compared_table, failure_notes, gather, series_of
from meadow.lab.systems import summarizer
from meadow.lab.tables import Column, Entry, Findings, Plot, Table
from meadow.lab.testbed import Testbed
from meadow.spec import parse_spec

NO_LENGTH = "–"
AUTOMATIC = "automatic"
_EXTRACTION = (
    Column("precision", "higher"),
    Column("coverage", "higher"),
    Column("weighted coverage", "higher"),
    Column("redundant", "lower", digits=2),
)
_ANSWERS = (Column("exact", "higher"), Column("edit", "higher"))
COLUMNS = tuple(column.name for column in (*_EXTRACTION, *_ANSWERS))
# What step 2 does -> number of the table of extraction (that of answers follows), and the title of both.
_STEPS: Mapping[str | None, tuple[int, str]] = {
    None: (3, "Sentence extraction"),
    "ward": (5, "Effects of clustering"),
    "mmr": (7, "Effects of MMR"),
}
_MEANING = (
    "precision: share of sentences that are part of some source of the abstract; coverage: how much of each abstract "
    "sentence's best source is there; redundant: correct sentences that could go without loss, on average."
)


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Tables 3–8, as far as there are systems and questions for them, and coverage by system as bars."""
    by_characters = any(result.cell.settings["share"] is not None for result in results)
    # The paper's figures are for h sentences and gold by people: they say nothing about extracts of another sort.
    shown = replace(experiment, published=()) if by_characters or _is_automatic(results) else experiment
    figures = _in_order(gather(results, labels=_labels), results)
    notes = (*_gold_notes(results), _lengths(results), _rarity(results), *failure_notes(results))
    tables = [table for step in _STEPS for table in _tables(step, shown, figures, results, notes)]
    return Findings(tuple(tables), (_plot(tables, testbed),))


def _tables(
    step: str | None, experiment: Experiment, figures: Figures, results: Sequence[CellResult], notes: Sequence[str]
) -> list[Table]:
    """Return the two tables of the systems with this step 2; one where nothing was asked, none without such systems."""
    number, title = _STEPS[step]
    with_step = [labels for labels in figures if _step(labels[0]) == step]
    rivals = _rivals(experiment, [result.cell.system for result in results])
    extraction, answers = (
        _known(columns, [figures[labels] for labels in with_step]) for columns in (_EXTRACTION, _ANSWERS)
    )
    parts = (
        (f"table-{number}", f"{title}: extracts", extraction, (_MEANING, _ranks(results), *notes)),
        (f"table-{number + 1}", f"{title}: pseudo question-answering", answers, notes),
    )
    return [
        compared_table(
            name,
            heading,
            figures,
            heads=("system", "length"),
            columns=columns,
            experiment=experiment,
            against=lambda labels: None if rivals[labels[0]] is None else (str(rivals[labels[0]]), labels[1]),
            rival="the same ranking without step 2, at the same length" if step else "the baseline at the same length",
            shown=with_step,
            notes=said,
        )
        for name, heading, columns, said in parts
        if columns
    ]


def _known(columns: Sequence[Column], rows: Sequence[Mapping[str, Mapping[Hashable, float | None]]]) -> list[Column]:
    """Return the columns that have a figure: without ranks there is no weighted coverage, without questions no answer."""
    return [
        column
        for column in columns
        if any(value is not None for row in rows for value in row.get(column.name, {}).values())
    ]


def _rivals(experiment: Experiment, systems: Sequence[str]) -> dict[str, str | None]:
    """Return the rival of each system: with a step 2 the same ranking without one, else the baseline."""
    every = list(dict.fromkeys(systems))
    presets = {system: summarizer(system) for system in every}
    plain = {presets[system].rank: system for system in reversed(every) if _step(system) is None}
    usual = baseline(experiment, every)
    return {system: usual if _step(system) is None else plain.get(presets[system].rank) for system in every}


def _step(system: str) -> str | None:
    """Return which of the paper's two ways to minimize redundancy a system has, if either."""
    name = parse_spec(summarizer(system).select).name
    return name if name in _STEPS else None


def _plot(tables: Sequence[Table], testbed: Testbed) -> Plot:
    """Return coverage as bars: the systems side by side, a group for each length, theirs apart from ours."""
    shown = [(row, column) for table in tables for row in table.rows for column in _places(table, "coverage")]
    groups: dict[tuple[str, bool], dict[str, Entry]] = {}
    for row, column_number in shown:
        groups.setdefault((row.labels[1], row.theirs), {})[row.labels[0]] = row.entries[column_number]
    series = tuple(
        series_of(length, tuple(entries), tuple(entries.values()), theirs=theirs)
        for (length, theirs), entries in groups.items()
    )
    title = f"Coverage of the abstracts of {testbed.name}"
    return Plot("coverage", title, "system", "coverage", series, kind="bars")


def _places(table: Table, column: str) -> list[int]:
    return [number for number, each in enumerate(table.columns) if each.name == column]


def _in_order(figures: Figures, results: Sequence[CellResult]) -> Figures:
    """Return the rows system by system, each with its lengths in the order in which the testbed has them."""
    systems = dict.fromkeys(result.cell.system for result in results)
    lengths = dict.fromkeys(_labels(result)[1] for result in results)
    wanted = ((system, length) for system in systems for length in lengths)
    return {labels: figures[labels] for labels in wanted if labels in figures}


def _labels(result: CellResult) -> Labels:
    return result.cell.system, str(result.cell.settings["length"] or NO_LENGTH)


def _lengths(results: Sequence[CellResult]) -> str:
    named = {_labels(result)[1]: result.cell.settings["share"] for result in results}
    if all(share is None for share in named.values()):
        return "Each system takes as many sentences as the minimum cover of the gold has."
    listed = ", ".join(f"{length} {share:g} %" for length, share in named.items())
    return f"Each system takes a share of the story's characters: {listed}."


def _ranks(results: Sequence[CellResult]) -> str:
    weights = results[0].cell.settings["weights"]
    return f"Ranks weigh {'1/rank' if weights is None else ', '.join(f'{weight:g}' for weight in weights)}."


def _is_automatic(results: Sequence[CellResult]) -> bool:
    return any(result.cell.settings.get("gold") == AUTOMATIC for result in results)


def _gold_notes(results: Sequence[CellResult]) -> list[str]:
    """Return whose gold it is where it is nobody's."""
    if not _is_automatic(results):
        return []
    stories = len({result.cell.topic for result in results})
    return [
        f"Gold is automatic: references of {stories} stories aligned to their sources by shared words. It compares systems "
        "with each other; figures over gold by people are others."
    ]


def _rarity(results: Sequence[CellResult]) -> str:
    """Say where the rarity of words and patterns comes from: a collection, the testbed, or an expectation."""
    settings = results[0].cell.settings
    collection = settings.get("collection")
    if collection is not None:
        documents, sentences = f"{collection['documents']:,} documents", f"{collection['sentences']:,} sentences"
        return (
            f"How rare a word is comes from a collection of {documents}, {collection['path']}; patterns are counted in its "
            f"{sentences}, a story's own left out."
        )
    if settings["background"] is not None:
        return (
            "How rare a word is comes from the testbed's documents; patterns are counted in their sentences, a story's own "
            "left out."
        )
    return (
        "How rare a word is comes from general frequencies of its language; how often a pattern stands elsewhere is what "
        "these let expect."
    )
