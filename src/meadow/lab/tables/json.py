"""A table as JSON: everything it holds, unrounded, and back."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

import msgspec

from meadow.errors import InputError
from meadow.lab.tables import Table


def format_table(table: Table) -> str:
    """Return the table as an object; a number that JSON cannot hold is null, and a note says which it was."""
    shape = asdict(table)
    lost: list[str] = []
    for number, (row, kept) in enumerate(zip(table.rows, shape["rows"], strict=True)):
        for position, (column, entry) in enumerate(zip(table.columns, kept["entries"], strict=True)):
            where = f"{' '.join(row.labels)}, {column.name}"
            lost += [f"{where}: the {key} is {entry[key]}, written as null." for key in _not_finite(entry)]
            entry |= dict.fromkeys(_not_finite(entry))
            entry["best"] = number in table.best(position)
    shape["notes"] = [*table.notes, *lost]
    return "{\n" + ",\n".join(f"{_line(key)}: {_value(value)}" for key, value in shape.items()) + "\n}\n"


def parse_table(text: str | bytes) -> Table:
    """Return the table that `format_table` wrote down."""
    try:
        return msgspec.json.decode(text, type=Table)
    except msgspec.DecodeError as error:
        raise InputError(
            f"The text is no table: {error}.",
            given=str(error),
            allowed="A table is JSON as `meadow.lab.tables.rendering` writes it.",
        ) from error


def _not_finite(entry: dict[str, Any]) -> list[str]:
    values = {key: entry[key] for key in ("value", "low", "high")}
    return [key for key, value in values.items() if value is not None and not math.isfinite(value)]


def _value(value: object) -> str:
    """Return a list with an item per line, so that two versions of a table compare row by row; the rest in one line."""
    if not isinstance(value, list | tuple) or not value:
        return _line(value)
    return "[\n" + ",\n".join(f" {_line(item)}" for item in value) + "\n]"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
