"""Documents from what a program holds already: mappings, data frames of pandas and polars, tables of Arrow.

Rows are read by the names that serve tables and JSON too. Data frames come row by row through their own methods, so neither
needs the other's library; anything else with `__arrow_c_stream__` comes through pyarrow, in batches and without a copy. The
place of a row is `memory:N`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from meadow.errors import InputError, MissingExtraError, ReadError
from meadow.ingest.columns import NO_COLUMNS, Columns
from meadow.ingest.items import Item, Skipped
from meadow.ingest.records import Records
from meadow.model import Document

_PLACE = "memory"
_BATCH = 1_000


class ArrowStream(Protocol):
    """A table that hands its columns over as Arrow does, such as a data frame."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Return a capsule with the stream."""


Documents = Iterable[Document] | Iterable[Mapping[str, Any]] | Mapping[str, Any] | ArrowStream
"""What functions take for documents: documents or mappings, a data frame, an Arrow table, or one mapping."""


def iter_row_items(data: Documents, *, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield a document or a `ReadError` per row, and notes on what was not read; documents pass as they are."""
    records = Records(_PLACE, columns)
    count = 0
    for count, row in enumerate(_rows(data), start=1):
        if isinstance(row, Document):
            yield row
            continue
        place = f"{_PLACE}:{count}"
        try:
            if not isinstance(row, Mapping):
                raise ReadError(
                    place, f"not a document: this is a {type(row).__name__}, but a mapping or a Document is expected"
                )
            yield records.build({str(key): _value(cell) for key, cell in row.items()}, place=place)
        except ReadError as error:
            yield error
    if count == 0:
        yield Skipped(_PLACE, "a table without rows")
    yield from records.notes()


def documents_from(data: Documents) -> list[Document]:
    """Return the documents that a function was given; problems are reported as `meadow.read` reports them."""
    if isinstance(data, list | tuple) and all(isinstance(each, Document) for each in data):
        return list(data)
    if isinstance(data, str | bytes | Path):
        raise InputError(
            f"{str(data)!r} is a path, but documents are expected here.", given=str(data),
            advice="Read it first: meadow.read(path).",
        )  # fmt: skip
    rows = _rows(data)
    first = next(rows, None)
    if first is None:
        return []
    whole = chain([first], rows)
    if isinstance(first, Document):
        return list(whole)
    from meadow.ingest import read

    return list(read(whole))


def _rows(data: Any) -> Iterator[Any]:
    if isinstance(data, Mapping):
        return iter([data])
    if hasattr(data, "iter_rows"):  # polars, a frame as well as a lazy one that was collected
        return iter(data.iter_rows(named=True))
    if hasattr(data, "itertuples") and hasattr(data, "columns"):  # pandas
        names = list(map(str, data.columns))
        return (dict(zip(names, row, strict=True)) for row in data.itertuples(index=False, name=None))
    if hasattr(data, "__arrow_c_stream__"):
        return _arrow_rows(data)
    try:
        return iter(data)
    except TypeError as error:
        raise InputError(
            f"Documents cannot be read from a {type(data).__name__}.", given=type(data).__name__,
            allowed="Documents, mappings, data frames of pandas and polars, Arrow tables, anything with __arrow_c_stream__.",
        ) from error  # fmt: skip


def _arrow_rows(data: Any) -> Iterator[Mapping[str, Any]]:
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError("An Arrow table", "files") from error
    for batch in pyarrow.RecordBatchReader.from_stream(data):
        for start in range(0, batch.num_rows, _BATCH):
            yield from batch.slice(start, _BATCH).to_pylist()


def _value(cell: Any) -> Any:
    """Return a cell as JSON would have it: a time as text, what is missing as None, arrays as lists."""
    if isinstance(cell, str | list | dict | bool) or cell is None:
        return cell
    if hasattr(cell, "tolist"):  # an array, or a number of numpy
        return cell.tolist()
    if cell != cell:  # NaN, and pandas' NaT, which is a time by its type
        return None
    return cell.isoformat() if isinstance(cell, date) else cell
