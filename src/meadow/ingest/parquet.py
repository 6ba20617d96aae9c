"""Parquet tables: one document per row, its fields in columns that their names tell (see `columns`); extra `files`.

The file is parsed in a worker process: its pages may unfold to anything, and a damaged one can crash the library. Rows come
in small batches, of the columns we need only. The place of a row is `path:N`, N being its number from 1.

Source: Apache Parquet, as pyarrow reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from importlib.util import find_spec
from itertools import count
from pathlib import Path, PurePath
from typing import Any

from meadow.errors import LimitError, MissingReaderError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.columns import NO_COLUMNS, Columns, find_columns
from meadow.ingest.folding import Inflation
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.opening import Opened, open_file, read_all, reopen, seekable
from meadow.ingest.paths import shown_path
from meadow.ingest.table_dates import DateColumn, unclaimed_dates, unmet_note
from meadow.ingest.worker import iter_limited, run_limited
from meadow.text.clean import decode

_BATCH_ROWS = 64


def read_parquet(opened: Opened, limits: Limits, *, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield one item per row, as a worker process reads them."""
    if find_spec("pyarrow") is None:
        raise MissingReaderError(opened.place, "Parquet", "files")
    on_disk = opened.stream is not None and opened.depth == 0 and isinstance(opened.path, Path)
    job = _ParquetJob(
        opened.place, opened.path, opened.depth, None if on_disk else read_all(opened, limits), limits, dict(columns)
    )
    return iter_limited(
        _read, job, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=opened.place
    )


@dataclass(frozen=True, slots=True)
class _ParquetJob:
    """What the worker reads: the file at `path`, or `data` where they are in memory already."""

    place: str
    path: PurePath | None
    depth: int
    data: bytes | None
    limits: Limits
    columns: dict[str, str]
    groups: range | None = None
    before: int = 0


def row_groups(path: Path, limits: Limits) -> list[tuple[int, int]]:
    """Return how many rows and bytes each row group of a file holds, as its footer says."""
    return run_limited(
        _layout, path, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=shown_path(path)
    )


def iter_groups(path: Path, groups: range, before: int, limits: Limits, columns: Columns) -> Iterator[Item]:
    """Yield one item per row of some row groups, as a worker process reads them; `before` rows come earlier in the file."""
    job = _ParquetJob(shown_path(path), path, 0, None, limits, dict(columns), groups, before)
    return iter_limited(_read, job, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=job.place)


def _layout(path: Path) -> list[tuple[int, int]]:
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    from pyarrow import parquet

    footer = parquet.ParquetFile(path, pre_buffer=False).metadata
    groups = (footer.row_group(number) for number in range(footer.num_row_groups))
    return [
        (group.num_rows, sum(group.column(at).total_compressed_size for at in range(group.num_columns)))
        for group in groups
    ]


def _read(job: _ParquetJob) -> Iterator[Item]:
    # The allocators that pyarrow brings along reserve far more than they use, which a limit of memory would count.
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    if job.data is not None:
        yield from iter_rows(reopen(job.data, place=job.place, path=job.path, depth=job.depth), job.limits, job.columns)
    elif isinstance(job.path, Path):
        with open_file(job.path, job.limits) as opened:
            yield from iter_rows(opened, job.limits, job.columns, groups=job.groups, before=job.before)


def iter_rows(
    opened: Opened, limits: Limits, columns: Columns, *, groups: range | None = None, before: int = 0
) -> Iterator[Item]:
    """Yield one item per row, or of some row groups with `before` rows before them, read in this process."""
    import pyarrow

    try:
        yield from _ParquetTable(opened, limits, columns).items(groups, before)
    except MemoryError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = str(error).partition("\n")[0][:200]
        raise ReadError(opened.place, f"the Parquet data is damaged ({reason}).") from error


class _ParquetTable:
    """A Parquet file with the columns that hold the fields of documents, and a meter on what its values unfold to."""

    def __init__(self, opened: Opened, limits: Limits, columns: Columns) -> None:
        from pyarrow import parquet

        stream = seekable(opened, limits)
        size = stream.seek(0, os.SEEK_END)
        self.place, self.named = opened.place, columns
        self.longest = limits.item_bytes
        self.inflation = Inflation(opened.place, "the Parquet data", limits, taken=size)
        self.file = parquet.ParquetFile(stream, pre_buffer=False)
        names: list[str] = self.file.schema_arrow.names
        self.columns = {field: names[at] for field, at in find_columns(names, columns, place=opened.place).items()}
        own = {"spans": "list<", "pages": "list<", "wire": "struct<"}
        kinds = {name: str(self.file.schema_arrow.field(name).type) for name in own if name in names}
        self.columns |= {name: name for name, kind in kinds.items() if kind.startswith(own[name])}
        self.dates = DateColumn(opened.place, self.columns.get("published", ""))

    def items(self, groups: range | None, before: int) -> Iterator[Item]:
        """Yield the rows of all groups or of some, then the notes about the table; those on its form with its first row."""
        if before == 0:
            yield from unmet_note(self.file.schema_arrow.names, self.named, self.place)
        numbers = count(before + 1)
        chosen = None if groups is None else list(groups)
        columns = list(self.columns.values())
        for batch in self.file.iter_batches(_BATCH_ROWS, row_groups=chosen, columns=columns, use_threads=False):
            names = batch.schema.names
            cells = {field: batch.column(names.index(name)) for field, name in self.columns.items()}
            for row in range(batch.num_rows):
                yield self._item(
                    {field: column[row] for field, column in cells.items()}, f"{self.place}:{next(numbers)}"
                )
        if next(numbers) == 1:
            yield Skipped(self.place, "a table without rows")
        elif "published" in self.columns:
            yield from self.dates.notes()
        elif before == 0:
            yield from self._unclaimed()

    def _unclaimed(self) -> Iterator[Item]:
        """Yield a note about the first column whose type is a time; columns that hold no field are not read for it."""
        from pyarrow import types

        for column in self.file.schema_arrow:
            if types.is_date(column.type) or types.is_timestamp(column.type):
                yield unclaimed_dates(self.place, column.name, str(column.type))
                return

    def _item(self, cells: dict[str, Any], place: str) -> Item:
        try:
            fields = {field: self._value(cell, place) for field, cell in cells.items()}
            article = Article(**fields | {"published": self.dates.readable(fields.get("published"))})
            return build_document(article, place=place, as_given=True)
        except LimitError as error:
            if self.inflation.is_spent:
                raise
            return error
        except ReadError as error:
            return error
        except (ValueError, OverflowError, LookupError) as error:  # a time outside the calendar
            return ReadError(place, f"a value cannot be read ({error})")

    def _value(self, cell: Any, place: str) -> Any:
        """Return a cell as a field of a document: texts and numbers as they are, times as ISO 8601."""
        value = _python_value(cell)
        if isinstance(value, str | bytes):
            self.inflation.give(len(value))
            if len(value) > self.longest:
                raise LimitError(place, f"longer than {self.longest:,} bytes, the limit for one row")
        if isinstance(value, bytes):
            return decode(value, place=place)
        return value.isoformat() if isinstance(value, datetime | date) else value


def _python_value(cell: Any) -> Any:
    """Return a cell as a value of Python; a time in a zone that this machine does not know is given in UTC."""
    import pyarrow

    try:
        return cell.as_py()
    except KeyError:  # pytz.UnknownTimeZoneError and zoneinfo.ZoneInfoNotFoundError
        return cell.cast(pyarrow.timestamp(cell.type.unit, "UTC")).as_py()
