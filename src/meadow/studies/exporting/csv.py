"""Judgements as CSV: a row per answer, the answer as JSON; what a spreadsheet would run is made harmless, and read back.

Source: RFC 4180; OWASP, CSV injection.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from meadow.errors import InputError
from meadow.lab.tables.spreadsheet import format_csv
from meadow.studies.answer_slots import decode
from meadow.studies.exporting.lines import FIELDS, GivenAnswer, answer_of

# A text that begins so was given an apostrophe on its way out, or one more if it had some.
_GUARDED = re.compile("'+[=+\\-@\t\r]")


def format_csv_answers(answers: Iterable[GivenAnswer]) -> str:
    """Return a heading and a row per answer."""
    rows = ([*map(_guarded, (each.task, each.item, each.judge, each.slot, each.answer))] for each in answers)
    return format_csv(FIELDS, rows)


def parse_csv_answers(text: str) -> list[GivenAnswer]:
    """Return the answers of a CSV text with the heading that `format_csv_answers` writes."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        heads = next(rows, [])
        if tuple(heads) != FIELDS:
            raise InputError(
                "This CSV has another heading.",
                given=", ".join(heads)[:80],
                allowed=f"Columns: {', '.join(FIELDS)}.",
                advice="Take in what `meadow judge export STUDY csv` wrote.",
            )
        return [_parse(rows.line_num, row) for row in rows if row]
    except csv.Error as error:
        raise InputError(
            f"line {rows.line_num}: The CSV cannot be read: {error}.", given=f"line {rows.line_num}"
        ) from error


def _parse(number: int, row: list[str]) -> GivenAnswer:
    if len(row) != len(FIELDS):
        raise InputError(
            f"line {number}: There are {len(row)} cells.", given=str(len(row)), allowed=f"{len(FIELDS)} cells."
        )
    cells = [cell[1:] if _GUARDED.match(cell) else cell for cell in row]
    fields: dict[str, object] = dict(zip(FIELDS, cells, strict=True))
    return answer_of(f"line {number}", fields, decode(cells[-1]))


def _guarded(text: str) -> str:
    return f"'{text}" if _GUARDED.match(text) else text
