"""`meadow evaluate metrics`: texts by any metric of the registry, those of plug-ins included."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

References = Annotated[list[str] | None, typer.Option(metavar="FILE|FOLDER…", help="Reference texts, if any.")]
Language = Annotated[str | None, typer.Option(help="The language of the texts; else that of each item is found.")]


def metrics(
    candidates: shared.Candidates,
    references: References = None,
    metrics: shared.Metrics = "rouge2,rouge2.recall,words,redundancy",
    language: Language = None,
    plugin: options.Plugin = None,
    items: shared.ShowItems = False,
    seed: shared.Seed = 0,
) -> Sheet:
    """Score texts by metrics named as in the lab; two or more systems are compared, paired by item.

    Texts come like those of meadow evaluate rouge. A metric is a name with
    parameters and a part, such as rouge2(stem=false).recall; meadow methods lists
    them. Several references: several sets, or an id that is repeated.

    [dim]Examples:[/dim]

    meadow evaluate metrics --candidates mead.jsonl --references references.jsonl

    meadow evaluate metrics --candidates mead.jsonl lead.jsonl --metrics words,redundancy
    """
    from meadow.cli import inputs
    from meadow.cli.reading import load_plugins
    from meadow.lab.cli.evaluate.sheets.metrics import metrics_sheet, read_items
    from meadow.lab.evaluate.metric import parse_measure
    from meadow.lab.files import texts

    load_plugins(plugin)
    measures = [parse_measure(name) for name in inputs.split_list(metrics, option="--metrics")]
    given = texts.align(*([texts.read_texts(path) for path in each or ()] for each in (candidates, references)))
    return metrics_sheet(given.ids, read_items(given, language), measures, seed=seed, show_items=items)
