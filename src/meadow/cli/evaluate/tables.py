"""Printing measures: aligned tables with notes and signatures below them, or one JSON value with the same in it.

An undefined number prints as a dash, and a note below the table says why.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from meadow.cli.printing import print_json, print_text

Cell = str | int | float | None

_UNDEFINED = "–"
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Table:
    """A heading and rows; columns of numbers are flush right, others flush left."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str | None = None
    digits: int = _DIGITS

    def __str__(self) -> str:
        cells = [list(self.head), *([_written(cell, self.digits) for cell in row] for row in self.rows)]
        widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
        numeric = [any(not isinstance(row[place], str) for row in self.rows) for place in range(len(self.head))]
        lines = ["  ".join(map(_padded, row, widths, numeric)).rstrip() for row in cells]
        return "\n".join(lines if self.title is None else [self.title, *lines])


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a command has to say: tables and lines for a reader, and the same as a value; sheets add up."""

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
    def text(self) -> str:
        """The blocks, the notes and the signatures, with a blank line between each; what is said twice is said once."""
        ends = ("\n".join(dict.fromkeys(lines)) for lines in (self.notes, self.signatures))
        return "\n\n".join(part for part in (*map(str, self.blocks), *ends) if part)

    @property
    def json(self) -> dict[str, object]:
        """The numbers with the notes and signatures that go with them."""
        said = {"notes": list(dict.fromkeys(self.notes)), "signatures": list(dict.fromkeys(self.signatures))}
        return {**self.value, **said}


def print_sheet(sheet: Sheet, *, json: bool) -> None:
    """Print a sheet for a reader, or as one JSON value."""
    if json:
        print_json(sheet.json)
    else:
        print_text(sheet.text)


def records(keys: Sequence[str], rows: Iterable[Sequence[Cell]]) -> list[dict[str, Cell]]:
    """Return rows of a table as JSON objects, under their own keys; an infinite number becomes null."""
    return [dict(zip(keys, map(_json_cell, row), strict=True)) for row in rows]


def finite(value: float | None) -> float | None:
    """Return a number that JSON can hold: None where it is infinite."""
    return value if value is not None and math.isfinite(value) else None


def _json_cell(cell: Cell) -> Cell:
    return finite(cell) if isinstance(cell, float) else cell


def _written(cell: Cell, digits: int) -> str:
    if cell is None:
        return _UNDEFINED
    if isinstance(cell, float):
        return "∞" if math.isinf(cell) else f"{cell:.{digits}f}"
    return str(cell)


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - cell_len(text))
    return blanks + text if right else text + blanks
