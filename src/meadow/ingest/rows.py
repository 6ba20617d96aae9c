"""Rows of comma-separated values, as RFC 4180 and spreadsheets write them, cut from bytes in linear time.

A field in double quotes may hold delimiters, line ends and doubled quotes. The rows are those of Python's `csv` (tested
equal), which cannot serve here: its limit for a field holds for the whole process, and a quotation mark that is never
closed makes it swallow the rest of the file. Here that costs one row, and the lines after it are rows again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

# Possessive: up to the mark that closes the field, a doubled one being part of it.
_QUOTED = re.compile(rb'(?:[^"]++|"")*+')
_NEVER_CLOSED = "a quotation mark is opened in this row and never closed"
_SAMPLE_ROWS = 50

Numbered = tuple[int, bytes | None]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row and the line it begins in, from 1; `fault` says why there are no fields."""

    line: int
    fields: Sequence[bytes] = ()
    fault: str | None = None
    is_too_long: bool = False


def iter_rows(lines: Iterable[bytes | None], delimiter: bytes, *, longest: int) -> Iterator[TableRow]:
    """Yield the rows of lines that come without their ends, empty ones left out; None is one of more than `longest` bytes.

    When a row cannot be finished, its first line is the fault and the others are looked at once more. Inside a quotation
    that never ends all marks are doubled, so none of these lines can open another: the time stays linear.
    """
    source: Iterator[Numbered] = enumerate(lines, start=1)
    waiting: deque[Numbered] = deque()
    cutter = _Cutter(delimiter)
    too_long = f"longer than {longest:,} bytes, the limit for one row"
    while (numbered := waiting.popleft() if waiting else next(source, None)) is not None or cutter.held:
        line = None if numbered is None else numbered[1]
        if line in (b"", b"\r") and not cutter.held:
            continue
        if numbered is not None and line is not None and cutter.take(numbered[0], line):
            yield cutter.finish()
        elif cutter.held and (line is None or cutter.size > longest):
            passed = numbered is not None
            reason = f"{too_long}; {_NEVER_CLOSED} before that" if passed else _NEVER_CLOSED
            first, *others = cutter.give_up()
            yield TableRow(first[0], fault=reason, is_too_long=passed)
            waiting.extendleft(reversed([*others, numbered] if numbered is not None and line is None else others))
        elif numbered is not None and line is None:
            yield TableRow(numbered[0], fault=too_long, is_too_long=True)


def sample_rows(lines: Iterable[bytes], delimiter: bytes) -> list[TableRow]:
    """Return the first rows, up to one that is not finished."""
    rows = iter_rows(lines, delimiter, longest=1 << 30)
    return list(islice(takewhile(lambda row: row.fault is None, rows), _SAMPLE_ROWS))


class _Cutter:
    """Cuts lines into fields; `held` are the lines of the row at hand, `parts` the pieces of a field still in quotes."""

    def __init__(self, delimiter: bytes) -> None:
        self.delimiter = delimiter
        self.held: list[tuple[int, bytes]] = []
        self.size = 0
        self.fields: list[bytes] = []
        self.parts: list[bytes] = []

    def take(self, number: int, line: bytes) -> bool:
        """Take a line and say whether the row ends with it."""
        goes_on = bool(self.held)
        self.held.append((number, line))
        self.size += len(line)
        body = line.removesuffix(b"\r")
        at = self._take_quoted(body, 0) if goes_on else self._take_field(body, 0)
        while at is not None and at < len(body):
            at = self._take_field(body, at + 1)
        if at is None:
            self.parts.append(line[len(body) :] + b"\n")
        return at is not None

    def finish(self) -> TableRow:
        """Return the row that ended."""
        row = TableRow(self.held[0][0], self.fields)
        self.give_up()
        return row

    def give_up(self) -> list[tuple[int, bytes]]:
        """Forget the row at hand and return its lines."""
        lines, self.held, self.size, self.fields, self.parts = self.held, [], 0, [], []
        return lines

    def _take_field(self, line: bytes, at: int) -> int | None:
        """Take the field that begins at `at` and return where it ends; None if it goes on in the next line."""
        if line.startswith(b'"', at):
            return self._take_quoted(line, at + 1)
        end = self._end(line, at)
        self.fields.append(line[at:end])
        return end

    def _take_quoted(self, line: bytes, at: int) -> int | None:
        quoted = _QUOTED.match(line, at)
        closing = len(line) if quoted is None else quoted.end()
        self.parts.append(line[at:closing])
        if closing == len(line):
            return None
        end = self._end(line, closing + 1)
        self.fields.append(b"".join(self.parts).replace(b'""', b'"') + line[closing + 1 : end])
        self.parts = []
        return end

    def _end(self, line: bytes, at: int) -> int:
        end = line.find(self.delimiter, at)
        return len(line) if end < 0 else end
