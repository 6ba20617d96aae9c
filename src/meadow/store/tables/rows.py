"""Questions and answers in SQL, and how values look in columns.

Statements are written once, in what SQLite and Postgres both understand: `?` for a value, `json_each(?)` under a name for a
list of names, `CROSS JOIN … ON` where the left side comes first. `store/postgres/dialect.py` knows the little that differs.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from meadow.errors import DamagedValueError, StoreError

Row = tuple[Any, ...]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LEVEL = 1  # texts shrink to less than half; more effort gains little
_INVALID = re.compile("[\x00\ud800-\udfff]")


class SqlConnection(Protocol):
    """A connection of either engine that carries out statements."""

    def execute(self, statement: str, bindings: Any = ..., /) -> Iterable[Row]:
        """Carry out a statement, and return its rows."""

    def executemany(self, statement: str, bindings: Any, /) -> Any:
        """Carry out a statement for each of several rows of values."""


class TableRows:
    """The base of all parts of the store: a connection, and ways to query it."""

    faults: tuple[type[Exception], ...] = ()
    """The exceptions of the engine for faults of the disk, the file, a lock or the server."""

    @property
    def connection(self) -> SqlConnection:
        """The connection that this part asks."""
        raise NotImplementedError

    def explanation(self, error: Exception) -> StoreError:
        """Return the error that says what a fault of the engine means, and what to do."""
        raise NotImplementedError

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what the engine says about a fault into an error that says what to do."""
        try:
            yield
        except self.faults as error:
            raise self.explanation(error) from error

    def all(self, sql: str, *values: Any) -> list[Row]:
        """Return all rows of an answer."""
        try:
            return list(self.connection.execute(sql, _bound(values)))
        except self.faults as error:
            raise self.explanation(error) from error

    def one(self, sql: str, *values: Any) -> Row | None:
        """Return the first row of an answer; None if there is none."""
        try:
            return next(iter(self.connection.execute(sql, _bound(values))), None)
        except self.faults as error:
            raise self.explanation(error) from error

    def value(self, sql: str, *values: Any) -> Any:
        """Return the first value of an answer; None if there is none."""
        row = self.one(sql, *values)
        return None if row is None else row[0]

    def run(self, sql: str, *values: Any) -> None:
        """Carry out a statement."""
        try:
            self.connection.execute(sql, _bound(values))
        except self.faults as error:
            raise self.explanation(error) from error

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carry out a statement for each of several rows."""
        given = [_bound(row) for row in rows]
        if given:
            with self.explained():
                self.connection.executemany(sql, given)

    def number_in(self, table: str, columns: str, *values: Any) -> int:
        """Put a row into a table whose rows are numbered in order, without a gap, and return its number.

        Only one transaction writes at a time, so that the next number is the same in either engine.
        """
        sql = f"INSERT INTO {table}(number, {columns}) VALUES({_NEXT.format(table)}{', ?' * len(values)}) RETURNING number"
        ((number,),) = self.all(sql, *values)
        return int(number)


_NEXT = "(SELECT coalesce(max(number), 0) + 1 FROM {})"


def _bound(values: Sequence[Any]) -> Sequence[Any]:
    """Return values of which every text can be kept: Postgres takes no NUL, and no file takes half a character pair."""
    if any(isinstance(each, str) and _INVALID.search(each) for each in values):
        return tuple(valid(each) if isinstance(each, str) else each for each in values)
    return values


def valid(text: str) -> str:
    """Return a text with a replacement character for each NUL and each half of a character pair."""
    return _INVALID.sub("\ufffd", text)


def micros(moment: datetime) -> int:
    """Return a time as a column holds it."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(value: int) -> datetime:
    """Return the time that a column holds."""
    return _EPOCH + value * _MICROSECOND


def moment_or_none(value: int | None) -> datetime | None:
    """Return the time that a column holds, or None as it is."""
    return None if value is None else moment(value)


def squeezed(text: str) -> bytes:
    """Return a text as a column holds large ones."""
    return zlib.compress(text.encode("utf-8"), _LEVEL)


def unsqueezed(data: bytes, what: str) -> str:
    """Return the text that a column holds; `what` names it in the error should its bytes not be those that were written.

    Each value carries a checksum (Adler-32, RFC 1950), which SQLite's own check of its pages does not replace.
    """
    try:
        return zlib.decompress(data).decode("utf-8")
    except (zlib.error, UnicodeDecodeError, TypeError) as error:  # TypeError: a value of another type of column
        raise DamagedValueError(
            f"{what} is damaged in this workspace ({error}).", given=what,
            advice="`meadow doctor --workspace PATH` names all that is; a backup from before has it whole.",
        ) from error  # fmt: skip


def listed(names: Iterable[str]) -> str:
    """Return names as one column holds them."""
    return json.dumps([valid(name) for name in names], ensure_ascii=False)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names that a column holds."""
    return tuple(json.loads(text))
