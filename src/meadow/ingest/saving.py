"""Rows as files of a folder, many to a file: JSON Lines, plain or compressed, and Parquet; what reads back is equal.

A row is written as soon as it comes, so memory follows one row group and not the rows. Files are called `part-00000.jsonl`
and so on, and appear under that name once they are whole. Equal rows give equal bytes.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, Protocol, get_args, get_origin

import msgspec

from meadow.errors import FULL, MissingExtraError, OutputError, UsageError, check_choice, check_range
from meadow.ingest.times import parse_time
from meadow.model import WireMetadata
from meadow.model.values import Ref, arrow_type, fields_of, without_none

Row = Mapping[str, object]
ROWS_PER_FILE = 50_000
_GROUP_ROWS = 1_000
_ENCODER = msgspec.json.Encoder()
_LEVEL = 6
# The columns of Parquet files, each with the type of Python that its cells have (see `arrow_type`); documents have the
# fields that `read` looks for. A time in a column has no zone of its own and no bare day: `published_text` has it as given.
Columns = Mapping[str, Any]
DOCUMENT_COLUMNS: Columns = {
    "id": str, "title": str, "text": str, "source": str, "published": datetime, "url": str, "language": str,
    "spans": tuple[tuple[int, ...], ...], "authors": tuple[str, ...], "sections": tuple[str, ...], "wire": WireMetadata,
    "pages": tuple[int, ...], "published_text": str,
}  # fmt: skip
_AS_WRITTEN = {"published_text": "published"}


class _File(Protocol):
    """A file that is being written."""

    def write(self, rows: list[Row]) -> None:
        """Add rows."""

    def close(self) -> None:
        """Write what is left; the file is whole."""


class _SavedLines:
    """JSON Lines on a stream of bytes."""

    def __init__(self, stream: Any, below: BinaryIO | None) -> None:
        self._stream, self._below = stream, below

    def write(self, rows: list[Row]) -> None:
        self._stream.write(b"".join(_ENCODER.encode(row) + b"\n" for row in rows))

    def close(self) -> None:
        self._stream.close()
        if self._below is not None:
            self._below.close()


class _SavedTable:
    """A Parquet table, one row group at a time."""

    def __init__(self, path: Path, columns: Columns) -> None:
        from pyarrow import parquet

        self._columns, self._schema = columns, _schema(columns)
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: list[Row]) -> None:
        import pyarrow

        cells = {
            name: [_cell(row.get(_AS_WRITTEN.get(name, name)), kind) for row in rows]
            for name, kind in self._columns.items()
        }
        self._writer.write_table(pyarrow.table(cells, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def _plain(path: Path, columns: Columns) -> _File:  # noqa: ARG001 - as of tables
    return _SavedLines(path.open("wb"), None)


def _gzipped(path: Path, columns: Columns) -> _File:  # noqa: ARG001 - as of tables
    below = path.open("wb")
    # Neither a name nor a time goes into the header: equal rows give equal bytes.
    return _SavedLines(gzip.GzipFile("", "wb", _LEVEL, below, mtime=0), below)


def _zstandard(path: Path, columns: Columns) -> _File:  # noqa: ARG001 - as of tables
    import zstandard

    below = path.open("wb")
    return _SavedLines(zstandard.ZstdCompressor(level=_LEVEL).stream_writer(below), below)


_KINDS: Mapping[str, tuple[Callable[[Path, Columns], _File], str | None]] = {
    "jsonl": (_plain, None),
    "jsonl.gz": (_gzipped, None),
    "jsonl.zst": (_zstandard, "zstandard"),
    "parquet": (_SavedTable, "pyarrow"),
}
KINDS = tuple(_KINDS)


def check_target(folder: str | Path, *, kind: str, rows_per_file: int = ROWS_PER_FILE, anew: bool = False) -> None:
    """Raise an error before any work is done: an unknown kind, a missing extra, or a folder that holds something.

    A run that begins `anew` may write over the files of this kind that it wrote before.
    """
    check_choice("format", kind, KINDS)
    check_range("files", "rows per file", rows_per_file, least=1)
    needed = _KINDS[kind][1]
    if needed is not None and find_spec(needed) is None:
        raise MissingExtraError(f"Writing {kind}", "files")
    target = Path(folder)
    own = re.compile(rf"\.?part-\d{{5,}}\.{re.escape(kind)}") if anew else None
    if target.exists() and (
        not target.is_dir() or any(own is None or not own.fullmatch(each.name) for each in target.iterdir())
    ):
        raise UsageError(
            f"{str(folder)!r} is there already and is not an empty folder.",
            given=str(folder),
            advice="Name a new folder: files that are there are never written over.",
        )


def save_partitions(
    rows: Iterable[Row],
    folder: str | Path,
    *,
    kind: str = "jsonl",
    columns: Columns,
    rows_per_file: int = ROWS_PER_FILE,
    anew: bool = False,
) -> Iterator[Path]:
    """Write rows to a new folder, so many to a file, and yield each file once it is whole; no rows make one empty file.

    `columns` are those of Parquet; JSON Lines hold what a row holds. A run that begins `anew` may find files of its own.
    """
    check_target(folder, kind=kind, rows_per_file=rows_per_file, anew=anew)
    return _saved(iter(rows), Path(folder), kind, columns, rows_per_file)


def _saved(rows: Iterator[Row], folder: Path, kind: str, columns: Columns, most: int) -> Iterator[Path]:
    with on_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
    number = 0
    while (first := list(islice(rows, 1))) or number == 0:
        path = folder / f"part-{number:05d}.{kind}"
        _save(chain(first, islice(rows, most - 1)), path, _KINDS[kind][0], columns)
        yield path
        number += 1


def _save(rows: Iterator[Row], path: Path, begin: Callable[[Path, Columns], _File], columns: Columns) -> None:
    """Write one file under a hidden name, and give it its own when it is whole."""
    draft = path.with_name(f".{path.name}")
    try:
        with on_disk(path):
            file = begin(draft, columns)
        try:
            while group := list(islice(rows, _GROUP_ROWS)):
                with on_disk(path):
                    file.write(group)
        finally:
            with on_disk(path):
                file.close()
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def on_disk(path: Path) -> Iterator[None]:
    """Tell what a disk refuses as an error about the path."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise OutputError(str(path), error) from error
        raise UsageError(
            f"{str(path)!r} cannot be written: {error.strerror or error}.",
            given=str(path),
            advice="Name a folder in a folder that is yours.",
        ) from error


def _cell(value: Any, kind: Any) -> Any:
    """Return a value of JSON as a cell of a type: times out of texts, references of sentences as structs."""
    if value is None:
        return None
    kind = without_none(kind)
    if kind is datetime:
        return datetime.fromisoformat(value).astimezone(UTC) if "T" in value else parse_time(value)[0]
    if kind == Ref:
        return {"document": value[0], "index": value[1]}
    if get_origin(kind) in (list, tuple):
        return [_cell(each, get_args(kind)[0]) for each in value]
    if get_origin(kind) is dict:
        return [{"name": name, "value": each} for name, each in value.items()]
    if isinstance(value, Mapping):
        hints = fields_of(kind)
        return {name: _cell(each, hints[name]) for name, each in value.items() if name in hints}
    return value


def _schema(columns: Columns) -> Any:
    import pyarrow

    return pyarrow.schema([(name, arrow_type(kind)) for name, kind in columns.items()])
