"""What `meadow lab fit` prints: a learned mix, or with `--headlines` the table of `bayes-phrase`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from meadow.cli import printing
from meadow.cli.reading import read_input
from meadow.errors import UsageError
from meadow.headlines.bayes_table import FeatureCounts, format_table
from meadow.lab.cli.showing import print_sheet
from meadow.lab.fitting import LEARNED, Fit, fit_signature
from meadow.lab.lessons import HeadlineFit, fit_headlines
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.provenance import data_digest, signature


def learn_headlines(
    paths: Sequence[str], *, teachers: Mapping[str, str | None], out: str | None, json: bool, strict: bool
) -> None:
    """Learn a table from the articles of paths, print what it holds and how well it does, and write it where asked."""
    given = [f"--{name}" for name, value in teachers.items() if value is not None]
    if given or not paths:
        raise UsageError(
            "--headlines learns from the titles of articles.",
            given=", ".join(given) or "no path",
            advice="Give paths of articles, and none of --references, --judges, --testbed and --source.",
        )
    read = read_input(paths)
    names = "+".join(Path(path).name for path in paths)
    fitted = fit_headlines(read.documents, data=f"{names} ({data_digest(read.documents)})")
    print_sheet(_sheet(fitted), form="json" if json else "terminal")
    if out is not None:
        printing.write_file(out, format_table(fitted.table))
    if strict and read.problems:
        raise typer.Exit(1)


def _sheet(fitted: HeadlineFit) -> Sheet:
    """Return a row per feature with the share of headline sentences in each bin, and how often the best is the one."""
    rows: list[list[Cell]] = [
        [name, *(_share(each, level) for level in range(len(each.positive)))]
        for name, each in fitted.table.features.items()
    ]
    bins = max(len(row) for row in rows) - 1
    heads = ["feature", *(f"bin {number}" for number in range(1, bins + 1))]
    padded = [[*row, *[None] * (bins + 1 - len(row))] for row in rows]
    value: dict[str, object] = {
        "examples": fitted.examples, "found": fitted.found, "lead": fitted.lead, "features": records(heads, padded),
    }  # fmt: skip
    said = (
        f"The best sentence is the one closest to the title in {fitted.found:.3f} of {fitted.examples} articles, each tried "
        f"by the table of the other half; the first sentence is in {fitted.lead:.3f}."
    )
    how = signature({"learned": "naive-bayes(bins=5)", "data": fitted.table.data})
    return Sheet([make_table(heads, padded, digits=3)], value, [said], [how])


def _share(counts: FeatureCounts, level: int) -> float | None:
    total = counts.positive[level] + counts.negative[level]
    return counts.positive[level] / total if total else None


def fit_sheet(fitted: Fit) -> Sheet:
    """Return the mix, and a table of Spearman's ρ: a row per story, a column per score, the means below."""
    columns = (LEARNED, *fitted.rankers)
    rows: list[list[Cell]] = [
        [story.name, story.sentences, *(story.spearman[name] for name in columns)] for story in fitted.stories
    ]
    means: list[list[Cell]] = [["mean", fitted.sentences, *fitted.spearman.values()]] if fitted.left_out else []
    head = ["story", "sentences", *columns]
    value = {
        "rank": fitted.rank, "regularisation": fitted.strength, "left_out": fitted.left_out,
        "spearman": fitted.spearman, "stories": records(head, rows),
    }  # fmt: skip
    how = "; learned: by weights from the other stories" if fitted.left_out else ""
    title = f"Spearman's ρ with what sentences are worth{how}"
    table = make_table(head, [*rows, *means], title=title, digits=3)
    return Sheet([fitted.rank, table], value, _notes(fitted), [fit_signature(fitted)])


def _notes(fitted: Fit) -> Sequence[str]:
    if fitted.left_out:
        return ()
    return (
        "There is one story only, so none can be left out: its own figures flatter, and the regularisation is the",
        f"default, {fitted.strength:g}. Two stories or more show what the weights are worth on others.",
    )
