"""`meadow track`: one line per document, the story it joins or opens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, cast

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meadow.ingest import NoDocument
    from meadow.ingest.live import Pipe
    from meadow.model import Assignment, Document


@laid_out
def track(
    given: blocks.Input,
    compared: blocks.Compared,
    tracker: options.Tracker = "meadow",
    order: Annotated[str, typer.Option(metavar="time|given", help="By time, or as the input comes.")] = "time",
    json: options.JsonLines = False,
) -> None:
    """Say for each document which story it joins or opens.

    Each line tells the story that the document is in at the end. From standard input, `--order given` answers each line of
    JSON as soon as it is there, with the first thought of the tracker.

    [dim]Examples:[/dim]

    meadow track news/

    meadow track stream.jsonl --order given --tracker 'cidr(threshold=3)' --json

    tail -f wire.jsonl | meadow track - --order given
    """
    from meadow import pipeline
    from meadow.cli import reading
    from meadow.errors import check_choice
    from meadow.vectors.view import check_unique_ids

    check_choice("order", order, ("time", "given"))
    if order == "given" and list(given.paths) == ["-"]:
        reading.load_plugins(given.plugin)
        arriving = _Arriving(given.columns)
        for assignment in pipeline.iter_assignments(iter(arriving), tracker=tracker, idf=compared.background()):
            _print(assignment, json=json)
            sys.stdout.flush()
        given.finish(reading.Input((), arriving.problems))
        return
    read = given.read(as_given=order == "given")
    check_unique_ids(read.documents)
    documents = sorted(read.documents, key=lambda each: each.order) if order == "time" else read.documents
    for assignment in pipeline.settled_assignments(documents, tracker=tracker, idf=compared.background()):
        _print(assignment, json=json)
    given.finish(read)


class _Arriving:
    """The documents of standard input as they come; what cannot be read is told at once, and counted."""

    def __init__(self, columns: str | None) -> None:
        self._columns = columns
        self.problems = 0

    def __iter__(self) -> Iterator[Document]:
        from meadow.cli import reading
        from meadow.errors import ReadError
        from meadow.ingest import Renamed, Undated, nothing_readable, parse_columns, pass_once
        from meadow.ingest.columns import NO_COLUMNS
        from meadow.ingest.live import iter_live
        from meadow.model import Document

        named = NO_COLUMNS if self._columns is None else parse_columns(self._columns)
        failures: list[NoDocument] = []
        read = False
        for item in pass_once(iter_live(cast("Pipe", sys.stdin.buffer), columns=named)):
            if isinstance(item, Document):
                read = True
                yield item
                continue
            if isinstance(item, ReadError | Renamed | Undated):
                self.problems += 1
                reading.report_problem(item)
            if not read:
                failures.append(item)
        if not read:
            raise nothing_readable(["-"], failures)


def _print(assignment: Assignment, *, json: bool) -> None:
    from meadow.brief.json import assignment_value
    from meadow.cli import printing

    if json:
        printing.print_json(assignment_value(assignment))
        return
    new = "new" if assignment.opened else "   "
    printing.print_text(f"{assignment.similarity:7.3f}  {new}  {assignment.story_id}  {assignment.document_id}")
