"""`meadow evaluate corpus`: what a collection holds, story by story."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.tables.sheet import Sheet

Stories = Annotated[
    str | None, typer.Option(metavar="FILE", help="Which story each document belongs to; without it they are tracked.")
]


def corpus(paths: options.Paths, stories: Stories = None) -> Sheet:
    """Print documents, sentences, sources and topic of every story of a collection.

    The stories are those of a file (JSON Lines of {"item": document, "label":
    story}, or what meadow track --json prints), else those that meadow track
    finds. A topic is the earliest title.

    [dim]Examples:[/dim]

    meadow evaluate corpus news/

    meadow evaluate corpus news/ --stories stories.jsonl
    """
    from meadow import pipeline
    from meadow.cli.reading import read_input
    from meadow.lab.cli.evaluate.sheets.corpus import corpus_sheet
    from meadow.lab.files.labels import read_labels

    documents = read_input(paths).documents
    if stories is not None:
        labels = read_labels(stories).labels
    else:
        labels = {name: story.id for story in pipeline.track(documents) for name in story.document_ids}
    return corpus_sheet(documents, labels)
