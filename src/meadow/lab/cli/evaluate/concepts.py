"""`meadow evaluate concepts`: the key concepts of topics, and which of them may be one and the same."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.tables.sheet import Sheet

Concepts = Annotated[str, typer.Argument(metavar="FILE", help="Rows of topic, text and kind, such as a testbed's.")]


def concepts(concepts: Concepts) -> Sheet:
    """Print how many key concepts each topic has, by kind, and suggest which to collapse, with the reason.

    Rows are CSV or JSON Lines of {"topic": "…", "text": "Otto Brandt", "kind":
    "person"}, as in the concepts.jsonl of a testbed; kinds are person,
    organisation and factor. Whether two are one is for people to say.

    [dim]Examples:[/dim]

    meadow evaluate concepts concepts.jsonl

    meadow evaluate concepts concepts.csv
    """
    from meadow.lab.cli.evaluate.sheets.people import concepts_sheet
    from meadow.lab.files.answers import read_topic_concepts

    return concepts_sheet(read_topic_concepts(concepts))
