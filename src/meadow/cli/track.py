"""`meadow track`: one line per document, the story it joins or opens."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options


def track(
    paths: options.Paths,
    columns: options.Columns = None,
    tracker: options.Tracker = "meadow",
    order: Annotated[str, typer.Option(help="time, or given: as the input comes.")] = "time",
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    json: options.JsonLines = False,
    strict: options.Strict = False,
) -> None:
    """Say for each document which story it joins or opens.

    [dim]Examples:[/dim]

    meadow track news/

    meadow track stream.jsonl --order given --tracker 'cidr(threshold=3)' --json
    """
    from meadow import pipeline
    from meadow.brief.json import assignment_value
    from meadow.cli import printing, reading
    from meadow.errors import check_choice
    from meadow.vectors.view import check_unique_ids

    check_choice("order", order, ("time", "given"))
    reading.load_plugins(plugin)
    given = reading.read_input(paths, columns=columns)
    check_unique_ids(given.documents)
    documents = sorted(given.documents, key=lambda each: each.order) if order == "time" else given.documents
    for assignment in pipeline.iter_assignments(documents, tracker=tracker, idf=idf):
        if json:
            printing.print_json(assignment_value(assignment))
        else:
            new = "new" if assignment.opened else "   "
            printing.print_text(f"{assignment.similarity:7.3f}  {new}  {assignment.story_id}  {assignment.document_id}")
    given.finish(strict=strict)
