"""Questions and answers in SQL, and how values look in columns."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw

from meadow.store.sqlite.connection import FAULTS, explained, explanation

Row = tuple[Any, ...]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LEVEL = 1  # texts shrink to less than half; more effort gains little


class Rows:
    """What every part of the store needs: a connection, and ways to ask it."""

    path: Path

    @property
    def connection(self) -> apsw.Connection:
        """The connection that this part asks."""
        raise NotImplementedError

    def all(self, sql: str, *values: Any) -> list[Row]:
        """Return all rows of an answer."""
        try:
            return list(self.connection.execute(sql, values))
        except FAULTS as error:
            raise explanation(error, self.path) from error

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        """Iterate over the rows of an answer."""
        with explained(self.path):
            yield from self.connection.execute(sql, values)

    def one(self, sql: str, *values: Any) -> Row | None:
        """Return the first row of an answer; None if there is none."""
        try:
            return next(iter(self.connection.execute(sql, values)), None)
        except FAULTS as error:
            raise explanation(error, self.path) from error

    def value(self, sql: str, *values: Any) -> Any:
        """Return the first value of an answer; None if there is none."""
        row = self.one(sql, *values)
        return None if row is None else row[0]

    def run(self, sql: str, *values: Any) -> None:
        """Carry out a statement."""
        try:
            self.connection.execute(sql, values)
        except FAULTS as error:
            raise explanation(error, self.path) from error

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carry out a statement for each of several rows."""
        with explained(self.path):
            self.connection.executemany(sql, rows)


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


def unsqueezed(data: bytes) -> str:
    """Return the text that a column holds."""
    return zlib.decompress(data).decode("utf-8")


def listed(names: Iterable[str]) -> str:
    """Return names as one column holds them."""
    return json.dumps(list(names), ensure_ascii=False)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names that a column holds."""
    return tuple(json.loads(text))
