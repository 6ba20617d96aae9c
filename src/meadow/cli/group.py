"""`meadow group`: sentences that say the same, across documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.model import Document, Grouping

Method = Annotated[
    str,
    typer.Option(metavar="SPEC", help="A grouper by name, e.g. 'statements(threshold=0.4)'.", rich_help_panel="Method"),
]
SentenceSet = Annotated[
    bool, typer.Option("--sentence-set", help="A set small enough to read: at most 15 documents, 200 sentences.")
]


@laid_out
def group(
    given: blocks.Input,
    compared: blocks.Compared,
    sentence_set: SentenceSet = False,
    method: Method = "meadow",
    json: options.Json = False,
) -> None:
    """Group the sentences that say the same across documents, all of them as one story.

    Each group has sentences of two or more documents, and one of them as its label; the most important comes first.

    [dim]Examples:[/dim]

    meadow group ferry/

    meadow group ferry/ --sentence-set --method 'statements(threshold=0.4)'

    meadow group ferry/ --json > groups.json
    """
    from meadow import pipeline
    from meadow.brief.groups import render_grouping
    from meadow.brief.json import grouping_value
    from meadow.cli import printing

    given.load_plugins()
    read = given.read()
    documents = _chosen(read.documents) if sentence_set else read.documents
    result = pipeline.group(documents, method=method, idf=compared.background())
    _explain_nothing(result, documents)
    if json:
        printing.print_json(grouping_value(result))
    else:
        printing.print_rich(render_grouping(result, documents))
    given.finish(read)


def _chosen(documents: Sequence[Document]) -> Sequence[Document]:
    """Return the sentence set of the documents, and say which ones it takes and how many sentences they have."""
    from meadow.cli import printing
    from meadow.grouping.sentence_sets import sentence_set
    from meadow.text.sentences import document_sentences
    from meadow.vectors.view import check_unique_ids

    check_unique_ids(documents)
    chosen = sentence_set(documents)
    sizes = {document.id: len(document_sentences(document)) for document in chosen}
    total = f"{len(chosen)} of {len(documents)} documents, {sum(sizes.values())} sentences"
    printing.note(f"sentence set of {total}: {', '.join(f'{name} ({size})' for name, size in sizes.items())}")
    return chosen


def _explain_nothing(result: Grouping, documents: Sequence[Document]) -> None:
    from meadow.cli import printing

    if len(documents) == 1:
        printing.note("there is one document only, and a group needs sentences of two. Give more documents.")
    elif not result.groups:
        printing.note("no sentence says the same as one of another document. A lower threshold may find looser groups.")
