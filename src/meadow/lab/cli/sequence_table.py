"""`meadow lab fit --summaries`: the weights of `sequence`, learned from summaries that editors chose."""

from __future__ import annotations

import json as json_text
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from meadow.cli import printing
from meadow.cli.reading import read_input
from meadow.errors import UsageError
from meadow.lab.cli.showing import print_sheet
from meadow.lab.sequence_fitting import SequenceFit, fit_sequence
from meadow.lab.sequence_lessons import read_lessons
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.provenance import content_id, signature

_DIGITS = 3


def learn_sequence(
    paths: Sequence[str],
    summaries: str,
    *,
    teachers: Mapping[str, str | None],
    out: str | None,
    json: bool,
    strict: bool,
) -> None:
    """Learn weights from the judgements of a file about the articles of paths, print them, and write them where asked."""
    given = [f"--{name}" for name, value in teachers.items() if value is not None]
    if given or not paths:
        raise UsageError(
            "--summaries learns from articles and what editors chose of them.",
            given=", ".join(given) or "no path",
            advice="Give paths of articles, and none of --references, --judges, --testbed and --source.",
        )
    read = read_input(paths)
    text = Path(summaries).read_text(encoding="utf-8")
    fitted = fit_sequence(read_lessons(text.splitlines(), read.documents))
    data = f"{Path(summaries).name} ({content_id(text)})"
    print_sheet(_sheet(fitted, data), form="json" if json else "terminal")
    if out is not None:
        printing.write_file(out, format_sequence(fitted, data=data))
    if strict and read.problems:
        raise typer.Exit(1)


def format_sequence(fitted: SequenceFit, *, data: str) -> str:
    """Return the file of learned weights."""
    weights = fitted.weights
    figures = ", ".join(f"{name} {value:.{_DIGITS}f}" for name, value in fitted.figures.items())
    about = (
        "Weights of meadow.select.sequence, learned by `meadow lab fit --summaries` from "
        f"{fitted.judgements} judgements of {data}. Each story by weights of the others: {figures}."
    )
    tables = {"opening": weights.opening, "next": weights.next, "repeats": weights.repeats}
    return json_text.dumps({"about": about, "weights": tables}, indent=2) + "\n"


def _sheet(fitted: SequenceFit, data: str) -> Sheet:
    """Return a row per feature with its weight in each function, and the figures on stories that were left out."""
    tables = (fitted.weights.opening, fitted.weights.next, fitted.weights.repeats)
    names = dict.fromkeys(name for table in tables for name in table)
    heads = ["feature", "opening", "next", "repeats"]
    rows: list[list[Cell]] = [[name, *(table.get(name) for table in tables)] for name in names]
    value: dict[str, object] = {"figures": fitted.figures, "weights": records(heads, rows)}
    said = "Each story summarized by weights learned from the others: " + ", ".join(
        f"{name} {figure:.{_DIGITS}f}" for name, figure in fitted.figures.items()
    )
    how = signature({"learned": "sequence", "data": data})
    return Sheet([make_table(heads, rows, digits=_DIGITS)], value, [f"{said}."], [how])
