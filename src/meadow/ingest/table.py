"""Tables as text, CSV and TSV: one document per row, its fields in columns that their names tell (see `columns`).

The delimiter is guessed from the first rows: comma, semicolon, tab or bar, whichever gives known names and rows of one
width; a first line `sep=;`, as spreadsheets write it, decides. The first row is the header if one of its names is known to
us or to the user; without a header columns have numbers. The place of a row is `path:line`, the line it begins in.

Source: RFC 4180, and what spreadsheets write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from meadow.errors import LimitError, ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.columns import NO_COLUMNS, Columns, find_columns, guess_columns, is_header, looks_like_header
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.opening import Opened, iter_lines
from meadow.ingest.rows import TableRow, iter_rows, sample_rows
from meadow.ingest.table_dates import DateColumn, Unclaimed, unmet_note
from meadow.text.clean import decode
from meadow.text.decoding import check_not_binary

_DELIMITERS = (b",", b";", b"\t", b"|")
_SEPARATOR = re.compile(rb"sep=([,;\t|])\r?\n", re.IGNORECASE)
_LONGEST_HEADER = 2_000


def read_table(opened: Opened, limits: Limits, *, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield one item per row that is not blank."""
    check_not_binary(opened.head, place=opened.place)
    lines = iter_lines(_with_line_feeds(opened), longest=limits.item_bytes)
    declared = _SEPARATOR.match(opened.head)
    delimiter = guess_delimiter(opened.head, opened.name) if declared is None else declared[1]
    every = (row for row in iter_rows(lines, delimiter, longest=limits.item_bytes) if not _is_blank(row))
    rows = every if declared is None else (row for row in every if row.line > 1)
    first = next(rows, None)
    if first is None:
        yield Skipped(opened.place, "a table without rows")
        return
    if first.fault is not None:
        raise _error(first, opened.place)
    header = _decoded(first.fields, opened.place)
    positions = find_columns(header, columns, place=opened.place)
    has_names = is_header(header, columns)
    names = header if has_names else [str(number) for number in range(1, len(header) + 1)]
    yield from unmet_note(header, columns, opened.place)
    opened.dropped.update(dict.fromkeys(name for at, name in enumerate(names) if at not in positions.values()))
    table = _Table(opened.place, names, positions)
    second = next(rows, None) if has_names else first
    if second is None:
        yield Skipped(opened.place, "a table without rows")
        return
    for row in chain([second], rows):
        yield table.item(row)
    yield from table.dates.notes()


def guess_delimiter(head: bytes, name: str) -> bytes:
    """Return the delimiter of a table that begins with `head`: most known names, rows of one width, most columns.

    In a file that is called .tsv it is the tab, unless the first line has none.
    """
    lines = [line for line in head.replace(b"\r", b"\n").split(b"\n") if line.strip()]
    if name.lower().endswith((".tsv", ".tab")) and lines and b"\t" in lines[0]:
        return b"\t"
    whole = lines[:-1] if len(lines) > 1 else lines  # the last one may go on past the head
    return max(_DELIMITERS, key=lambda delimiter: _score(sample_rows(whole, delimiter)))


def begins_like_table(start: bytes) -> bool:
    """Say whether the first line of an input names columns that we know, whatever the file is called."""
    line = start[:_LONGEST_HEADER].partition(b"\n")[0].strip()
    if not any(delimiter in line for delimiter in _DELIMITERS):
        return False
    rows = sample_rows([line], guess_delimiter(line, ""))
    return bool(rows) and looks_like_header([field.decode("utf-8", "replace") for field in rows[0].fields])


def _score(rows: Sequence[TableRow]) -> tuple[int, float, int]:
    if not rows:
        return 0, 0.0, 0
    width = len(rows[0].fields)
    known = len(guess_columns([field.decode("utf-8", "replace") for field in rows[0].fields]))
    alike = sum(len(row.fields) == width for row in rows) / len(rows) if width > 1 else 0.0
    return known, alike, width


def _with_line_feeds(opened: Opened) -> Iterator[bytes]:
    """Yield the chunks; in a file of old Macs, where a carriage return ends a line, with line feeds instead."""
    if b"\n" in opened.head or b"\r" not in opened.head:
        return opened.chunks
    return (chunk.replace(b"\r", b"\n") for chunk in opened.chunks)


class _Table:
    """Where the fields of a table stand, and what was seen of its dates."""

    def __init__(self, path: str, names: Sequence[str], positions: dict[str, int]) -> None:
        self._path = path
        self._width = len(names)
        self._positions = positions
        at = positions.get("published")
        self.dates = Unclaimed(path, names, positions.values()) if at is None else DateColumn(path, names[at])

    def item(self, row: TableRow) -> Item:
        """Return the document of a row, or what is wrong with it."""
        place = f"{self._path}:{row.line}"
        try:
            if row.fault is not None:
                return _error(row, self._path)
            cells = _decoded(row.fields, place)
            count = len(cells) if any(cell.strip() for cell in cells[self._width :]) else min(len(cells), self._width)
            if count != self._width:
                return ReadError(place, f"the row has {count} fields, but the first row has {self._width}")
            return build_document(self._article(cells), place=place, as_given=True)
        except ReadError as error:
            return error

    def _article(self, cells: Sequence[str]) -> Article:
        fields: dict[str, str | None] = {field: cells[at] for field, at in self._positions.items()}
        if isinstance(self.dates, DateColumn):
            fields["published"] = self.dates.readable(fields["published"])
        else:
            self.dates.look(cells)
        return Article(**fields)


def _error(row: TableRow, path: str) -> ReadError:
    kind = LimitError if row.is_too_long else ReadError
    return kind(f"{path}:{row.line}", row.fault or "")


def _is_blank(row: TableRow) -> bool:
    return row.fault is None and not any(field.strip() for field in row.fields)


def _decoded(fields: Sequence[bytes], place: str) -> list[str]:
    """Return the texts of a row; in an old encoding they are decoded together, as a title alone may not tell which."""
    try:
        return [field.decode() for field in fields]
    except UnicodeDecodeError:
        joined = decode(b"\f".join(field.replace(b"\f", b"\n") for field in fields), place=place)
    texts = joined.split("\f")
    return texts if len(texts) == len(fields) else [decode(field, place=place) for field in fields]
