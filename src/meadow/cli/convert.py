"""`meadow convert`: documents of any format as files of one, many to a file, without ever holding them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from meadow.cli import blocks
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.ingest import NoDocument
    from meadow.model import Document


@laid_out
def convert(given: blocks.Input, files: blocks.Files) -> None:
    """Write the documents of any input as files of a new folder: JSON Lines, compressed or not, or Parquet.

    They are read and written one after the other, in the order of the input, so memory does not grow with the archive.
    Repeated documents are written again. What cannot be read is reported, and the rest goes on.

    [dim]Examples:[/dim]

    meadow convert news/ --out archive --format parquet

    meadow convert feed.xml articles.csv --out archive --format jsonl.zst --rows 100000
    """
    from meadow.cli import reading
    from meadow.errors import UsageError
    from meadow.ingest import nothing_readable
    from meadow.ingest.jsonl import document_value
    from meadow.ingest.saving import DOCUMENT_COLUMNS

    if files.out is None:
        raise UsageError("Documents are written to a folder.", given="convert", advice="Name a new one: --out FOLDER")
    files.check()
    given.load_plugins()
    documents = _Documents(given)
    passing = iter(documents)
    first = list(islice(passing, 1))
    if not first:
        raise nothing_readable(given.paths, documents.passed_over)
    files.save(map(document_value, chain(first, passing)), DOCUMENT_COLUMNS)
    given.finish(reading.Input((), documents.problems))


class _Documents:
    """The documents of an input as they are read; unreadable ones are reported at once, and counted."""

    def __init__(self, given: blocks.Input) -> None:
        self._given = given
        self.problems = 0
        self.passed_over: list[NoDocument] = []

    def __iter__(self) -> Iterator[Document]:
        from meadow.cli import reading
        from meadow.ingest import iter_items, parse_columns
        from meadow.ingest.columns import NO_COLUMNS
        from meadow.model import Document

        columns = NO_COLUMNS if self._given.columns is None else parse_columns(self._given.columns)
        met, reported = False, reading.Reported()
        explain, hosts = self._given.explain_input, reading.allowed_hosts()
        for item in iter_items(self._given.paths, columns=columns, allow_hosts=hosts, explain=explain):
            if isinstance(item, Document):
                met = True
                yield item
                continue
            if not met:
                self.passed_over.append(item)
            reported.take(item)
            self.problems = reported.count
        reported.finish()
