"""`meadow evaluate clustering`: how well clusters match classes."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli.evaluate import options as shared
from meadow.tables.sheet import Sheet

Clusters = Annotated[
    list[str], typer.Option("--clusters", "--compare", metavar="FILE…", help="Clusterings to score, one per system.")
]
Classes = Annotated[str, typer.Option(metavar="FILE", help="The clustering that counts as right.")]
Differences = Annotated[bool, typer.Option("--differences", help="Say what separates the first clustering from it.")]


def clustering(
    clusters: Clusters,
    classes: Classes,
    missing: shared.Missing = "error",
    differences: Differences = False,
    draws: shared.Draws = 100,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print every measure of clusters against classes, beside all singletons, one cluster and random clusterings.

    A clustering is JSON Lines of {"item": "a", "label": "flood"} (a label of
    null: in no cluster), or the JSON output of meadow track, group or digest.
    Where items are in no cluster, the table comes twice: each of them a cluster
    of its own, and all of them one bucket. Information is in bits.

    [dim]Examples:[/dim]

    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl

    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl --differences
    """
    from meadow.cli.evaluate.labels import read_all_labels, read_labels, shared_items
    from meadow.cli.evaluate.sheets.clustering import clustering_sheet, difference_sheet
    from meadow.errors import check_choice

    check_choice("way with missing items", missing, ("error", "irrelevant"))
    systems, wanted = read_all_labels(clusters), read_labels(classes)
    items = shared_items([wanted, *systems], complete=missing == "error")
    sheet = clustering_sheet(systems, wanted, items, draws=draws, seed=seed)
    if differences:
        sheet += difference_sheet(systems[0], wanted, items)
    return sheet
