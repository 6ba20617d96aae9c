"""A sheet: what a command has to say, as tables and lines for a reader and as one value for a program."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.tables.rendering import render
from meadow.lab.tables.terminal import format_bare

Cell = str | int | float | None

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Sheet:
    """Tables and lines for a reader, the same as a value, what to know about them and how they were made; sheets add up."""

    blocks: Sequence[Table | str] = ()
    value: Mapping[str, object] = field(default_factory=dict)
    notes: Sequence[str] = ()
    signatures: Sequence[str] = ()

    def __add__(self, other: Sheet) -> Sheet:
        return Sheet(
            blocks=(*self.blocks, *other.blocks),
            value={**self.value, **other.value},
            notes=(*self.notes, *other.notes),
            signatures=(*self.signatures, *other.signatures),
        )

    @property
    def json(self) -> dict[str, object]:
        """The numbers with the notes and signatures that go with them."""
        said = {"notes": list(dict.fromkeys(self.notes)), "signatures": list(dict.fromkeys(self.signatures))}
        return {**self.value, **said}


def make_table(
    heads: Sequence[str], rows: Sequence[Sequence[Cell]], *, title: str = "", digits: int = _DIGITS
) -> Table:
    """Return a table of plain cells: the columns of texts that come first are labels, all others figures.

    A column of whole numbers shows no digits.
    """
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(heads)
    labels = next((column for column, cells in enumerate(columns) if not all(map(_is_text, cells))), len(heads))
    shown = [
        Column(head, digits=0 if all(isinstance(cell, int | None) for cell in cells) else digits)
        for head, cells in zip(heads[labels:], columns[labels:], strict=True)
    ]
    return Table(
        name="-".join(heads[:1]),
        title=title,
        heads=tuple(heads[:labels]),
        columns=tuple(shown),
        rows=tuple(Row(tuple(map(str, row[:labels])), tuple(map(_entry, row[labels:]))) for row in rows),
    )


def format_sheet(sheet: Sheet, form: str = "terminal") -> str:
    """Return a sheet as text: tables, notes and signatures, a blank line between each; what is said twice is said once."""
    if form == "terminal":
        shown = [format_bare(each) if isinstance(each, Table) else each for each in sheet.blocks]
        ends = ["\n".join(dict.fromkeys(lines)) for lines in (sheet.notes, sheet.signatures)]
        return "\n\n".join(part for part in (*shown, *ends) if part)
    return "\n".join(render(table, form).rstrip("\n") + "\n" for table in _whole_tables(sheet)).rstrip("\n")


def records(keys: Sequence[str], rows: Iterable[Sequence[Cell]]) -> list[dict[str, Cell]]:
    """Return rows of a table as JSON objects, under their own keys; an infinite number becomes null."""
    return [dict(zip(keys, map(_json_cell, row), strict=True)) for row in rows]


def finite(value: float | None) -> float | None:
    """Return a number that JSON can hold: None where it is infinite."""
    return value if value is not None and math.isfinite(value) else None


def _whole_tables(sheet: Sheet) -> list[Table]:
    """Return the tables as they stand alone: each with a name and a title, the last with what was said outside of tables."""
    subject = str(sheet.value.get("measure", "table"))
    tables = [
        replace(each, name=f"{subject}-{number}", title=each.title or subject)
        for number, each in enumerate((each for each in sheet.blocks if isinstance(each, Table)), start=1)
    ]
    lines = [line for each in sheet.blocks if isinstance(each, str) for line in each.splitlines()]
    said = dict.fromkeys((*lines, *sheet.notes, *sheet.signatures))
    last = tables[-1] if tables else Table(subject, subject, (), (), ())
    return [*tables[:-1], replace(last, notes=tuple(said))]


def _is_text(cell: Cell) -> bool:
    return isinstance(cell, str)


def _entry(cell: Cell) -> Entry:
    return Entry(None if cell is None else float(cell))


def _json_cell(cell: Cell) -> Cell:
    return finite(cell) if isinstance(cell, float) else cell
