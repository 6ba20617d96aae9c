"""`meadow track`: one line per document, the story it joins or opens."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from meadow.cli.reading import Input as Read
    from meadow.ingest import NoDocument
    from meadow.ingest.live import Pipe
    from meadow.model import Assignment, Document, Reason
    from meadow.pipeline.spill import DocumentSpill
    from meadow.pipeline.tracks import Tracked
    from meadow.text.background import Background

Explain = Annotated[bool, typer.Option("--explain", help="Also print why, and each story's centroid.")]


@laid_out
def track(
    given: blocks.Input,
    compared: blocks.Compared,
    work: blocks.WorkOptions,
    shards: blocks.Shards,
    files: blocks.Files,
    tracker: options.Tracker = "meadow",
    order: Annotated[str, typer.Option(metavar="time|given", help="By time, or as the input comes.")] = "time",
    explain: Explain = False,
    json: options.JsonLines = False,
) -> None:
    """Print for each document which story it joins or opens.

    Each line has the final story of the document. From standard input, `--order given` answers each line of JSON at once,
    with the first decision of the tracker. `--explain` gives the reasons, as of the end: which rule brought a document in,
    what it shares with its story and which story is next, the centroid of each story, and the merges and splits with the
    numbers that decided them.
    `--out` writes the documents with their stories to files. `--windows` divides a long archive by language and time; then
    rows are written as windows close, and the same command goes on where an earlier run of it was ended.

    [dim]Examples:[/dim]

    meadow track news/

    meadow track stream.jsonl --order given --tracker 'cidr(threshold=3)' --json

    meadow track archive/ --engine processes:8 --windows 90d --overlap 14d --out stories --format parquet

    meadow track news/ --explain --tracker cidr

    tail -f wire.jsonl | meadow track - --order given
    """
    windows = shards.spec
    if windows is None:
        files.check()
    _check(given, work, files, windows, order=order, explain=explain)
    given.load_plugins()
    job = _TrackJob(given, compared, work, files, tracker, json)
    if _is_stream(given, order):
        _answer_stream(given, compared, tracker, json=json)
    elif windows is None:
        job.track_whole(order, explain=explain)
    else:
        job.track_windows(shards, windows)


@dataclass(frozen=True, slots=True)
class _TrackJob:
    """What is to be tracked, by what, and where the result goes."""

    given: blocks.Input
    compared: blocks.Compared
    work: blocks.WorkOptions
    files: blocks.Files
    tracker: str
    json: bool

    def track_whole(self, order: str, *, explain: bool) -> None:
        """Track all documents as one stream."""
        from meadow import pipeline
        from meadow.cli import printing
        from meadow.pipeline.rehearsing import Rehearsal

        background = self.compared.background()
        with printing.progress_phases() as phases, self.work.open() as engine:
            rehearsal = Rehearsal(self.tracker)
            read = self.given.read(phases, as_given=order == "given", engine=engine, rehearsal=rehearsal)
            documents = _ordered(read.documents, order)
            step = phases.steps("tracking", len(documents))
            if explain:
                tracked = pipeline.explain_tracks(documents, tracker=self.tracker, idf=background, on_step=step)
            else:
                log = pipeline.settled_assignments(documents, tracker=self.tracker, idf=background, on_step=step)
        if explain:
            _print_reasons(tracked, self.tracker, json=self.json)
            self.given.finish(read)
        else:
            self._finish(read, self._save(documents, log))

    def track_windows(self, shards: blocks.Shards, windows: str) -> None:
        """Track documents in windows; rows are written as these close."""
        from meadow.cli import printing
        from meadow.cli.resuming import unfinished_run
        from meadow.pipeline import background
        from meadow.pipeline.sharding import iter_sharded
        from meadow.pipeline.spill import DocumentSpill

        table = background(self.compared.background())
        kind, rows = self.files.layout
        asked = {"tracker": self.tracker, "windows": windows, "format": kind, "rows": rows}
        # Windows are for archives longer than memory: their documents wait in a file.
        with unfinished_run(self.files.out, asked) as run, ExitStack() as open_:
            self.files.check(anew=run is not None and run.again)
            spill = open_.enter_context(closing(DocumentSpill()))
            phases = open_.enter_context(printing.progress_phases())
            engine = open_.enter_context(self.work.open())
            read = self.given.read(phases, engine=engine, spill=spill)
            documents = _ordered(read.documents, "time")
            shards.advise(documents)
            if run is not None:
                run.check(articles=_digest_of(documents, spill, table))
            log = iter_sharded(
                documents, windows=windows, tracker=self.tracker, idf=table, engine=engine, spill=spill,
                on_step=phases.steps("tracking", len(documents)), finished=None if run is None else run.windows,
            )  # fmt: skip
            printed = self._save(spill.whole(documents), log, anew=True)
        self._finish(read, printed)

    def _save(
        self, documents: Iterable[Document], log: Iterable[Assignment], *, anew: bool = False
    ) -> list[Assignment]:
        """Write the log to files as it comes, and return what is to be printed."""
        if self.files.out is None:
            return list(log)
        printed: list[Assignment] = []
        self.files.save(_rows(documents, _noted(log, printed) if self.json else log), _columns(), anew=anew)
        return printed

    def _finish(self, read: Read, log: Iterable[Assignment]) -> None:
        for assignment in log:
            _print(assignment, json=self.json)
        self.given.finish(read)


def _noted(log: Iterable[Assignment], kept: list[Assignment]) -> Iterator[Assignment]:
    for assignment in log:
        kept.append(assignment)
        yield assignment


def _digest_of(documents: Iterable[Document], spill: DocumentSpill, table: Background | None) -> str:
    """Return what changes with anything that decides which document is in which story, apart from options and code."""
    from meadow.provenance import content_id
    from meadow.text.background import name_of

    says = (f"{document.id} {spill.said_by(document)}" for document in documents)
    return content_id("" if table is None else name_of(table, ()), *says)


def _check(
    given: blocks.Input,
    work: blocks.WorkOptions,
    files: blocks.Files,
    windows: str | None,
    *,
    order: str,
    explain: bool,
) -> None:
    """Raise an error before any work is done, where options do not go together."""
    from meadow.errors import check_choice

    check_choice("order", order, ("time", "given"))
    if _is_stream(given, order):
        _check_stream(explain=explain, engine=work.engine, out=files.out)
    _check_windows(windows, explain=explain, order=order)


def _is_stream(given: blocks.Input, order: str) -> bool:
    return order == "given" and list(given.paths) == ["-"]


def _ordered(documents: Sequence[Document], order: str) -> Sequence[Document]:
    from meadow.vectors.view import check_unique_ids

    check_unique_ids(documents)
    return sorted(documents, key=lambda each: each.order) if order == "time" else documents


def _answer_stream(given: blocks.Input, compared: blocks.Compared, tracker: str, *, json: bool) -> None:
    """Answer each document of standard input before the next one is read."""
    from meadow import pipeline
    from meadow.cli import reading

    arriving = _Arriving(given.columns)
    for assignment in pipeline.iter_assignments(iter(arriving), tracker=tracker, idf=compared.background()):
        _print(assignment, json=json)
        sys.stdout.flush()
    given.finish(reading.Input((), arriving.problems))


def _columns() -> dict[str, str]:
    from meadow.ingest.saving import DOCUMENT_COLUMNS

    return {**DOCUMENT_COLUMNS, "story": str, "similarity": float, "opened": bool}


def _rows(documents: Iterable[Document], log: Iterable[Assignment]) -> Iterator[dict[str, object]]:
    """Yield each document with the story that it is in."""
    from meadow.ingest.jsonl import document_value

    for document, entry in zip(documents, log, strict=True):
        assignment = {"story": entry.story_id, "similarity": float(entry.similarity), "opened": entry.opened}
        yield document_value(document) | assignment


def _check_windows(windows: str | None, *, explain: bool, order: str) -> None:
    """Raise an error where windows are asked for something that only an undivided stream can give."""
    from meadow.errors import UsageError

    if windows is None or (order == "time" and not explain):
        return
    given = "--explain" if explain else "--order given"
    problem = "Windows are windows of time." if order == "given" else "A reason is found in the whole stream."
    raise UsageError(problem, given=given, advice=f"Leave out --windows or {given}.")


def _check_stream(*, explain: bool, engine: str | None, out: str | None) -> None:
    """Raise an error where something is asked of a stream that only the whole input can give."""
    from meadow.errors import UsageError

    advice = "Give a file, or leave out --order given."
    if explain:
        problem = "Why a document is in its story is known at the end of a stream."
        raise UsageError(problem, given="--explain -", advice=advice)
    if out is not None:
        raise UsageError("A stream is answered line by line.", given=f"--out {out} -", advice=advice)
    if engine is not None:
        raise UsageError("A stream is tracked here, as it comes.", given=f"--engine {engine} -", advice=advice)


class _Arriving:
    """The documents of standard input as they come; what cannot be read is told at once, and counted."""

    def __init__(self, columns: str | None) -> None:
        self._columns = columns
        self.problems = 0

    def __iter__(self) -> Iterator[Document]:
        from meadow.cli import reading
        from meadow.ingest import nothing_readable, parse_columns, pass_once
        from meadow.ingest.columns import NO_COLUMNS
        from meadow.ingest.live import iter_live
        from meadow.model import Document

        named = NO_COLUMNS if self._columns is None else parse_columns(self._columns)
        failures: list[NoDocument] = []
        read, reported = False, reading.Reported()
        for item in pass_once(iter_live(cast("Pipe", sys.stdin.buffer), columns=named)):
            if isinstance(item, Document):
                read = True
                yield item
                continue
            reported.take(item)
            self.problems = reported.count
            if not read:
                failures.append(item)
        reported.finish()
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


def _print_reasons(tracked: Tracked, tracker: str, *, json: bool) -> None:
    from meadow.brief.tracks import format_centroid, format_events, format_reason
    from meadow.cli import printing

    if tracked.reasons is None:
        printing.note(f"the tracker {tracker} does not say why.")
    for index, assignment in enumerate(tracked.log):
        reason = None if tracked.reasons is None else tracked.reasons[index]
        if json:
            printing.print_json(_reason_line(assignment, reason, tracked))
            continue
        _print(assignment, json=False)
        if reason is not None:
            printing.print_text(format_reason(reason))
    if not json:
        sizes = Counter(assignment.story_id for assignment in tracked.log)
        for story_id, rows in tracked.centroids.items():
            printing.print_text(format_centroid(story_id, sizes[story_id], rows))
            if story_id in tracked.events:
                printing.print_text(format_events(story_id, tracked.events[story_id]))


def _reason_line(assignment: Assignment, reason: Reason | None, tracked: Tracked) -> dict[str, object]:
    """Return a document's line with its reason; that which a story is named after has its centroid and events too."""
    from meadow.brief.json import assignment_value, centroid_value, event_value, reason_value

    line = assignment_value(assignment) | {"explanation": None if reason is None else reason_value(reason)}
    if not assignment.opened:
        return line
    events = [event_value(event) for event in tracked.events.get(assignment.story_id, ())]
    return line | {"centroid": centroid_value(tracked.centroids.get(assignment.story_id, ())), "events": events}
