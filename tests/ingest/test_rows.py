from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.ingest.rows import TableRow, iter_rows

LONGEST = 1_000


def rows_of(data: bytes, delimiter: bytes = b",", longest: int = LONGEST) -> list[TableRow]:
    return list(iter_rows(data.split(b"\n"), delimiter, longest=longest))


def fields_of(data: bytes, delimiter: bytes = b",") -> list[list[bytes]]:
    rows = rows_of(data, delimiter)
    assert [row.fault for row in rows if row.fault is not None] == []
    return [list(row.fields) for row in rows]


def by_csv(text: str, delimiter: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a,b", [[b"a", b"b"]]),
        (b"a,,\n,", [[b"a", b"", b""], [b"", b""]]),
        (b'"a,b",c', [[b"a,b", b"c"]]),
        (b'"a ""b""",c', [[b'a "b"', b"c"]]),
        (b'"one\ntwo",c\nd,e', [[b"one\ntwo", b"c"], [b"d", b"e"]]),
        (b'"one\r\ntwo",c\r\nd,e\r\n', [[b"one\r\ntwo", b"c"], [b"d", b"e"]]),
        (b'5" pipe,6" pipe', [[b'5" pipe', b'6" pipe']]),
        (b'"a"b,"c" d', [[b"ab", b"c d"]]),
        (b'"a"b"c",d', [[b'ab"c"', b"d"]]),
        (b'""', [[b""]]),
        (b'"a\n\n\nb"', [[b"a\n\n\nb"]]),
        (b"\n\na\n\n", [[b"a"]]),
    ],
)
def test_fields_as_spreadsheets_write_them(data: bytes, expected: list[list[bytes]]) -> None:
    assert fields_of(data) == expected


@given(
    st.lists(st.lists(st.text(alphabet='ab,;|\t"\n é', max_size=8), min_size=1, max_size=5), max_size=6),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_what_csv_writes_is_read_back(rows: list[list[str]], delimiter: str) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(rows)
    read = [[field.decode() for field in row] for row in fields_of(buffer.getvalue().encode(), delimiter.encode())]
    assert read == by_csv(buffer.getvalue(), delimiter)


@given(st.text(alphabet='ab,"\n ', max_size=60))
def test_any_text_is_cut_as_csv_does_unless_a_quotation_stays_open(text: str) -> None:
    rows = rows_of(text.encode())
    if all(row.fault is None for row in rows):
        assert [[field.decode() for field in row.fields] for row in rows] == by_csv(text, ",")


def test_rows_know_the_line_they_begin_in() -> None:
    assert [row.line for row in rows_of(b'a\n"b\nc\nd"\n\ne')] == [1, 2, 6]


def test_a_quotation_that_is_never_closed_costs_its_row_only() -> None:
    rows = rows_of(b'a,b\n"c,d\ne,f\ng,""h""\n')
    assert [row.line for row in rows] == [1, 2, 3, 4]
    assert rows[1].fault == "a quotation mark is opened in this row and never closed"
    assert rows[3].fields == [b"g", b'h""']


def test_a_row_past_the_limit_costs_itself() -> None:
    rows = rows_of(b'a,b\n"' + b"long\n" * 50 + b"c,d", longest=100)
    assert [row.line for row in rows if row.fault is not None] == [2]
    assert rows[1].is_too_long
    assert rows[1].fault is not None
    assert rows[1].fault.startswith("longer than 100 bytes, the limit for one row; a quotation mark is opened")
    assert rows[-1].fields == [b"c", b"d"]


def test_a_line_that_was_not_held_is_a_row_too_long() -> None:
    def lines() -> Iterator[bytes | None]:
        yield from (b"a,b", None, b'"c', b"d", None, b"e,f")

    rows = list(iter_rows(lines(), b",", longest=10))
    assert [(row.line, row.is_too_long) for row in rows] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
        (5, True),
        (6, False),
    ]
    assert rows[-1].fields == [b"e", b"f"]


@given(st.lists(st.sampled_from([b'"', b'""', b"a", b",", b'"a"', b""]), max_size=12))
def test_no_line_is_lost_and_none_is_read_twice(pieces: list[bytes]) -> None:
    lines = [*pieces, b"end"]
    found = [row.line for row in iter_rows(lines, b",", longest=5)]
    assert found == sorted(set(found))
    assert found[-1:] == [len(lines)] or b'"' in b"".join(pieces)
