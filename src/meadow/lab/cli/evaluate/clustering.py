"""`meadow evaluate clustering`: how well clusters match classes."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

_WHY = "With --differences"

Clusters = Annotated[
    list[str], typer.Option("--clusters", "--compare", metavar="FILE…", help="Clusterings to score, one per system.")
]
Classes = Annotated[str, typer.Option(metavar="FILE", help="The clustering that counts as right.")]
Beta = Annotated[
    float | None,
    typer.Option(help="Also V at this β: below 1 homogeneity counts more.", rich_help_panel="How to measure"),
]
Differences = Annotated[bool, typer.Option("--differences", help="Say what separates the first clustering from it.")]
Reasons = Annotated[
    str | None, typer.Option(metavar="FILE", help="Why judges differ: rows of item and reason.", rich_help_panel=_WHY)
]
Documents = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH…", help="The documents, to show what differs in words.", rich_help_panel=_WHY),
]


def clustering(
    clusters: Clusters,
    classes: Classes,
    missing: shared.Missing = "error",
    beta: Beta = None,
    differences: Differences = False,
    reasons: Reasons = None,
    documents: Documents = None,
    draws: shared.Draws = 100,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print every measure of clusters against classes, beside all singletons, one cluster and random clusterings.

    A clustering is JSON Lines of {"item": "a", "label": "flood"} (a label of
    null: in no cluster), or the JSON output of meadow track, group or digest.
    Where items are in no cluster, the table comes twice: each of them a cluster
    of its own, and all of them one bucket. Information is in bits. A reason for
    a difference is generalisation, emphasis or inference, in CSV or JSON Lines of
    {"item": "a", "reason": "emphasis"}.

    [dim]Examples:[/dim]

    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl

    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl --differences

    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl --beta 2
    """
    from meadow.errors import check_choice
    from meadow.lab.cli.evaluate.labels import item_texts, read_all_labels, read_labels, read_reasons, shared_items
    from meadow.lab.cli.evaluate.sheets.clustering import clustering_sheet, difference_sheet

    check_choice("way with missing items", missing, ("error", "irrelevant"))
    systems, wanted = read_all_labels(clusters), read_labels(classes)
    items = shared_items([wanted, *systems], complete=missing == "error")
    sheet = clustering_sheet(systems, wanted, items, beta=beta, draws=draws, seed=seed)
    if differences:
        why = {} if reasons is None else read_reasons(reasons, items)
        texts = {} if documents is None else item_texts(documents)
        sheet += difference_sheet(systems[0], wanted, items, reasons=why, texts=texts)
    return sheet
