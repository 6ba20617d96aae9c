"""Input files of the measures: the text of a path, rows of JSON, tables of CSV, and lists written with commas."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from meadow.errors import InputError, ReadError, UsageError
from meadow.ingest.items import LIMITS
from meadow.ingest.opening import open_file, open_standard_input, read_all
from meadow.ingest.paths import STANDARD_INPUT, check_paths
from meadow.text.clean import decode

Row = Mapping[str, object]
T = TypeVar("T")

_LIMITS = replace(LIMITS, file_bytes=1 << 30)

_JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")


def read_file(path: str) -> str:
    """Return the text of a file, gzipped or not, or of standard input (`-`), without a byte-order mark."""
    check_paths([path])
    if path != STANDARD_INPUT and Path(path).is_dir():
        raise InputError(f"{path!r} is a folder, but one file is expected here.", given=path, advice="Name the file.")
    try:
        opening = (
            open_standard_input(sys.stdin.buffer, _LIMITS) if path == STANDARD_INPUT else open_file(Path(path), _LIMITS)
        )
        with opening as opened:
            return decode(read_all(opened, _LIMITS), place=path).removeprefix("\ufeff")
    except OSError as error:
        raise ReadError(path, f"it cannot be read: {error.strerror}") from error


def parse_file(path: str, parse: Callable[[str], T]) -> T:
    """Return what `parse` makes of a file's text; an error in it names the file."""
    text = read_file(path)
    try:
        return parse(text)
    except InputError as error:
        raise ReadError(path, str(error)) from error


def is_json(path: str, text: str) -> bool:
    """Return whether a file holds JSON: by its suffix, or by a brace at its start."""
    return Path(path.removesuffix(".gz")).suffix.lower() in _JSON_SUFFIXES or text.lstrip()[:1] == "{"


def json_rows(text: str, *, place: str) -> list[Row]:
    """Return the objects of JSON Lines, of a JSON array, or a single one; where one is broken the error names the line."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        numbered = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        return [_object(_loaded(line, f"{place}:{number}"), f"{place}:{number}") for number, line in numbered]
    entries = whole if isinstance(whole, list) else [whole]
    return [_object(entry, f"{place}, entry {number}") for number, entry in enumerate(entries, start=1)]


def read_rows(path: str) -> list[Row]:
    """Return the rows of a file that holds JSON, JSON Lines, or CSV with a heading."""
    text = read_file(path)
    rows = json_rows(text, place=path) if is_json(path, text) else _csv_rows(text, place=path)
    if not rows:
        raise ReadError(path, "it holds no row.", advice="Give at least one.")
    return rows


def text_field(row: Row, names: tuple[str, ...], *, place: str) -> str:
    """Return the first of the fields that a row has, as a text; a row without any of them is an error."""
    value = next((row[name] for name in names if row.get(name) is not None), None)
    if not isinstance(value, str | int):
        fields = ", ".join(map(repr, row)) or "none"
        raise ReadError(place, f"there is no field {' or '.join(map(repr, names))} with a text. It has: {fields}.")
    return str(value)


def item_name(item: object, place: str) -> str:
    """Return one name for an item: a sentence is a pair of its document and its index, written `document:index`."""
    match item:
        case str() | int():
            return str(item)
        case [str(document), int(index)]:
            return f"{document}:{index}"
    raise ReadError(place, f"{json.dumps(item)[:60]} names no item.", advice='Write "name", or ["document", index].')


def distinct_names(paths: Sequence[str]) -> list[str]:
    """Return what tables call files: their names, or the whole paths where names repeat; a file given twice is an error."""
    twice = next((path for index, path in enumerate(paths) if path in paths[:index]), None)
    if twice is not None:
        raise UsageError(f"{twice!r} is given twice.", given=twice, advice="Compare two different files.")
    names = [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def split_list(text: str, *, option: str) -> list[str]:
    """Return the parts of a list written with commas; commas within parentheses belong to a part."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    named = [part.strip() for part in parts]
    if not all(named):
        raise UsageError(f"{option} is {text!r}.", given=text, allowed="Give one or more, with commas between them.")
    return named


def split_numbers(text: str, *, option: str) -> list[float]:
    """Return the numbers of a list written with commas."""
    try:
        return [float(part) for part in split_list(text, option=option)]
    except ValueError as error:
        raise UsageError(
            f"{option} is {text!r}.", given=text, allowed="Give numbers, with commas between them: 10,20,30."
        ) from error


def _loaded(text: str, place: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError(place, f"it is not valid JSON ({error}).") from error


def _object(value: object, place: str) -> Row:
    if not isinstance(value, dict):
        raise ReadError(place, f"{json.dumps(value)[:60]} is not a JSON object.", advice='Write {"name": value, …}.')
    return value


def _csv_rows(text: str, *, place: str) -> list[Row]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, restkey="", restval=None)
    try:
        rows: list[Row] = list(reader)
    except csv.Error as error:
        raise ReadError(f"{place}:{reader.line_num}", f"it is not valid CSV ({error}).") from error
    for number, row in enumerate(rows, start=2):
        if "" in row or None in row.values():
            columns = len(reader.fieldnames or ())
            raise ReadError(f"{place}:{number}", f"the row does not have the {columns} columns of the heading.")
    return rows
