"""Why sentences of a story rank as they do: its centroid, and every sentence's features and score (M3, M8).

A cell is a story under one summarizer; what is shown is its ranker's, before anything is selected. The paper's figures
stand next to ours where a testbed holds its documents, under the names and numbers that it gives them.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from meadow.errors import UsageError
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, lacking, summarizers, typed_options
from meadow.lab.scoring import failure_notes, figure_row, paper_table
from meadow.lab.systems import summarizer
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Series
from meadow.lab.testbed import Testbed
from meadow.pipeline import background, explain_view
from meadow.text.background import name_of
from meadow.vectors.view import view_documents

NAME = "mead-features"
_TERMS = (Column("TF", digits=2), Column("IDF", digits=5), Column("TF·IDF", digits=2))
_DIGITS = 6


class MeadFeaturesOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which story, without it the first by name; how many terms of its centroid; and a table of IDF in a file."""

    story: str | None = None
    terms: Annotated[int, msgspec.Meta(ge=1)] = 10
    idf: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return the one cell: a summarizer on a story."""
    options = typed_options(experiment, MeadFeaturesOptions)
    instead = "It shows the features of one summarizer's ranker."
    check_unused(experiment, "metrics", "budgets", "baseline", instead=instead)
    systems = summarizers(experiment, testbed)
    if len(systems) > 1:
        given = ", ".join(systems)
        raise UsageError(f"{NAME} shows one system, not {given}.", given=given, advice="Run it once for each.")
    known = [topic.id for topic in testbed if topic.documents]
    if not known:
        raise lacking(testbed, "documents", kind=NAME, file="stories.jsonl: which documents make a story")
    story = min(known) if options.story is None else testbed.topic(options.story).id
    table = background(options.idf)
    # Another table under the same path is another cell: the name of a table ends in its digest.
    name = None if table is None else name_of(table, ())
    return [Cell(systems[0], story, {"idf": options.idf, "background": name, "seed": experiment.seed})]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return the heaviest terms of the story, and the features and the score of each sentence."""
    view = view_documents(testbed.topic(str(cell.topic)).documents, background=background(cell.settings["idf"]))
    preset = summarizer(cell.system, seed=cell.settings["seed"])
    explained = explain_view(view, preset.recipe())
    terms = [[row.term, row.tf, row.idf, row.weight] for row in explained.centroid]
    sentences = [
        [row.document_id, row.number, {"length": float(row.length), **row.features, "score": row.score}]
        for row in explained.rows
    ]
    figures = {"sentences": float(len(sentences)), "terms": float(len(terms))}
    return Measured(figures, {"terms": terms, "sentences": sentences})


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return the centroid as Table 2, the sentences as Table 3, and their scores in the order of the story."""
    (result,) = results
    notes = failure_notes(results)
    title = f"story {result.cell.topic} of {testbed.name} by {result.cell.system}"
    output = {"terms": [], "sentences": []} if result.measured is None else result.measured.output
    shown = output["terms"][: typed_options(experiment, MeadFeaturesOptions).terms]
    terms = [Row((term,), tuple(map(Entry, values))) for term, *values in shown]
    names = list(output["sentences"][0][2]) if output["sentences"] else ["length", "score"]
    columns = tuple(Column(name, digits=0 if name == "length" else _DIGITS) for name in names)
    sentences = [
        figure_row((document, str(number)), values, columns) for document, number, values in output["sentences"]
    ]
    table_2 = paper_table(
        "table-2", f"The centroid: {title}", ("term",), _TERMS, terms, experiment,
        notes=("TF: occurrences per document; only terms above the centroid's threshold.", *notes),
    )  # fmt: skip
    table_3 = paper_table(
        "table-3", f"Features and scores: {title}", ("document", "sentence"), columns, sentences, experiment,
        notes=("score is what the ranker gives a sentence; length is not part of it.", *notes),
    )  # fmt: skip
    return Findings((table_2, table_3), (_plot(title, output["sentences"]),))


def _plot(title: str, sentences: Sequence[Sequence[object]]) -> Plot:
    """Return the score of each sentence over its number, a line per document."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for document, number, values in sentences:
        lines.setdefault(str(document), []).append((float(str(number)), dict(values)["score"]))  # type: ignore[call-overload]
    series = tuple(
        Series(name, tuple(x for x, _ in points), tuple(y for _, y in points)) for name, points in lines.items()
    )
    return Plot("scores", f"Scores: {title}", "sentence", "score", series)


KIND = Kind(NAME, ("documents",), plan, measure, report)
