"""`meadow evaluate headlines`: headlines against reference headlines, and against what people think of them."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.evaluate.rouge_rules import HEADLINE_DIALECT
from meadow.lab.tables.sheet import Sheet

Headlines = Annotated[
    list[str],
    typer.Option("--headlines", "--compare", metavar="FILE|FOLDER…", help="Headlines, a set per method."),
]
Quality = Annotated[str | None, typer.Option(metavar="FILE", help="What people think: rows of id, method, quality.")]
Unit = Annotated[str, typer.Option(help="Lengths in words or characters.", rich_help_panel="How to measure")]


def headlines(
    headlines: Headlines,
    references: shared.References,
    quality: Quality = None,
    metrics: shared.Metrics = "rouge1-recall,rouge1-precision,rouge2-recall,rouge2-precision",
    dialect: shared.Dialect = HEADLINE_DIALECT,
    stem: shared.Stem = True,
    unit: Unit = "words",
    language: shared.Language = "en",
    seed: shared.Seed = 0,
) -> Sheet:
    """Print ROUGE of headlines plain, with brevity and with length penalty; two or more methods are compared by story.

    Headlines and references come like the texts of meadow evaluate rouge; a
    method is called like its file. ROUGE counts as in the paper, in the dialect
    rouge155, unless --dialect names another. With --quality (CSV or JSON Lines of id,
    method, quality, a row per judge), Spearman's rho of ROUGE-1 with length and
    quality follows.

    [dim]Examples:[/dim]

    meadow evaluate headlines --headlines title.jsonl --references models.jsonl

    meadow evaluate headlines --headlines title.jsonl phrase.jsonl --references models.jsonl --quality quality.csv
    """
    from meadow.cli.inputs import split_list
    from meadow.lab.cli.evaluate.rouge_options import by_dialect, make_options
    from meadow.lab.cli.evaluate.sheets.headlines import correlation_sheet, headline_sheet, length_unit, read_ratings
    from meadow.lab.files.texts import align, read_texts, with_short_names

    methods = with_short_names([read_texts(path) for path in headlines])
    items = align(methods, [read_texts(path) for path in references])
    names, lengths = split_list(metrics, option="--metrics"), length_unit(unit)
    ratings = None if quality is None else read_ratings(quality)

    def sheet_in(dialect: str) -> Sheet:
        way = make_options(dialect=dialect, stem=stem, language=language)
        sheet = headline_sheet(items, names, way, unit=lengths, seed=seed)
        return sheet if ratings is None else sheet + correlation_sheet(items, ratings, way, unit=lengths)

    return by_dialect(dialect, sheet_in)
