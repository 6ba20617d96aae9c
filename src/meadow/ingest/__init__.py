"""Documents from files, folders, standard input and web addresses; one bad item never stops the others.

`read` is the everyday door. `iter_items` gives everything that was met, errors and notes included, for those who count
and report; `pass_once` then drops repeats. `write_jsonl` writes what reads back as equal documents.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from meadow.errors import InputError, NothingReadableError, ReadError, ReadWarning
from meadow.ingest.addresses import is_web_address
from meadow.ingest.columns import FIELDS, NO_COLUMNS, Columns, checked_columns, parse_columns
from meadow.ingest.detect import detect_by_sign, detect_format
from meadow.ingest.formats import FORMATS, Format, Signs, find_format
from meadow.ingest.frames import Documents, iter_row_items
from meadow.ingest.identities import pass_once
from meadow.ingest.items import (
    LIMITS,
    Hint,
    InputRead,
    Item,
    JsonKeys,
    Limits,
    NoDocument,
    Renamed,
    Repeated,
    Skipped,
    Undated,
    is_finding,
    within_limits,
)
from meadow.ingest.joined import parted
from meadow.ingest.jsonl import write_jsonl
from meadow.ingest.opening import Found, Opened, open_file, open_standard_input
from meadow.ingest.paths import NO_FILES, STANDARD_INPUT, check_paths, iter_files, shown_path
from meadow.ingest.problems import Problems
from meadow.ingest.refusals import REFUSALS
from meadow.ingest.times import parse_time
from meadow.model import Document
from meadow.registry import parameters

__all__ = [
    "FORMATS",
    "LIMITS",
    "Format",
    "Hint",
    "InputRead",
    "Item",
    "JsonKeys",
    "Limits",
    "NoDocument",
    "Renamed",
    "Repeated",
    "Signs",
    "Skipped",
    "Undated",
    "detect_format",
    "iter_items",
    "iter_opened",
    "nothing_readable",
    "parse_columns",
    "parse_time",
    "pass_once",
    "read",
    "write_jsonl",
]

_SHOWN_REASONS = 3
_MEMORY = "memory"
_LINE = re.compile(r"(?::\d+)+$")


def read(
    *paths: str | Path | Documents,
    strict: bool = False,
    limits: Limits = LIMITS,
    columns: Columns = NO_COLUMNS,
    allow_hosts: Iterable[str] = (),
) -> Iterator[Document]:
    """Yield the documents of files, folders, `-` (standard input), web addresses and tables, lazily and in their order.

    A table is a mapping, a frame of pandas or polars, an Arrow table, anything with `__arrow_c_stream__`, or an iterable
    of mappings.

    A path that does not exist raises an `InputError` at once. An item that cannot be read gives a `ReadWarning` and the
    rest goes on; with `strict=True` its `ReadError` is raised. The same document twice is passed once; another document
    under an id that is taken is kept as `id#2` with a `ReadWarning`, and is an error with `strict=True`; so it is with
    dates that are not understood, whose documents are kept undated. If there is no document in the end, a
    `NothingReadableError` says why. `columns` names the columns of tables and keys of JSON whose names do not tell, such as
    `{"text": "artikel"}`. A page or feed on a private network or on this machine is fetched only if `allow_hosts` names
    its host.
    """
    items = iter_items(paths, limits=limits, columns=columns, allow_hosts=allow_hosts)
    named = [str(path) if isinstance(path, str | Path) else _MEMORY for path in paths]
    return _iter_documents(named, pass_once(items), strict=strict)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How inputs are read: the limits, the user's names of columns, and whether each input ends with how it was read."""

    limits: Limits
    columns: Columns
    explain: bool = False


def iter_items(
    paths: Iterable[str | Path | Documents],
    *,
    limits: Limits = LIMITS,
    columns: Columns = NO_COLUMNS,
    standard_input: BinaryIO | None = None,
    allow_hosts: Iterable[str] = (),
    explain: bool = False,
) -> Iterator[Item]:
    """Yield all that the paths hold: documents, repeats too, a `ReadError` per bad item and a `Skipped` per note.

    With `explain`, what each input holds ends with an `InputRead`.
    """
    listed = tuple(paths)
    named = [path for path in listed if isinstance(path, str | Path)]
    if named or not listed:
        check_paths(named)
    reading = _Reading(limits, checked_columns(columns), explain)
    hosts = frozenset(allow_hosts)
    return (item for path in listed for item in _iter_path(path, reading, standard_input, hosts))


def iter_opened(opened: Opened, *, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield all that an input holds that is open already, an answer from the web for instance; nothing is raised."""
    return _iter_input(nullcontext(opened), opened.place, _Reading(limits, columns))


def _iter_path(
    path: str | Path | Documents, reading: _Reading, standard_input: BinaryIO | None, hosts: frozenset[str]
) -> Iterator[Item]:
    limits = reading.limits
    if not isinstance(path, str | Path):
        rows = iter_row_items(path, columns=reading.columns)
        yield from (within_limits(part, limits) for item in rows for part in parted(item))
    elif str(path) == STANDARD_INPUT:
        stream = sys.stdin.buffer if standard_input is None else standard_input
        yield from _iter_input(open_standard_input(stream, limits), STANDARD_INPUT, reading)
    elif is_web_address(str(path)):
        from meadow.ingest.web import open_address  # the network's libraries are loaded only by those who use it

        yield from _iter_input(open_address(str(path), limits, hosts), str(path), reading)
    else:
        for item in iter_files(Path(path)):
            if isinstance(item, Path):
                yield from _iter_input(open_file(item, limits), shown_path(item), reading)
            else:
                yield item


def _iter_input(opening: AbstractContextManager[Opened], place: str, reading: _Reading) -> Iterator[Item]:
    try:
        with opening as opened:
            if not opened.head.strip():
                raise ReadError(place, "empty file")
            if not reading.explain:
                yield from _items_in(opened, reading)
                return
            name, sign = detect_by_sign(opened.head, opened.name)
            counted: Counter[str] = Counter()
            for item in _items_in(opened, reading):
                if isinstance(item, Document):
                    counted.update(["", *_filled(item)])
                yield item
            yield InputRead.of(place, "/".join((name, *opened.shapes)), sign, counted, list(opened.dropped))
    except ReadError as error:
        yield error
    except OSError as error:
        yield ReadError(place, f"cannot be read: {error.strerror or error}")


def _items_in(opened: Opened, reading: _Reading) -> Iterator[Item]:
    for item in _iter_found(opened, reading):
        if isinstance(item, Opened):
            yield from _iter_input(nullcontext(item), item.place, reading)
        elif isinstance(item, Document):
            yield from map(partial(within_limits, limits=reading.limits), parted(item))
        else:
            yield item


def _filled(document: Document) -> Iterator[str]:
    """Yield the names of the fields that a document has, as users know them."""
    for field in (*FIELDS, "wire", "pages"):
        if getattr(document, field) not in (None, (), "") and not (field == "text" and document.text == document.title):
            yield field


def _iter_found(opened: Opened, reading: _Reading) -> Iterator[Found]:
    """Yield what the reader of the input's format finds in it."""
    limits, columns = reading.limits, reading.columns
    name = detect_format(opened.head, opened.name)
    if name in REFUSALS:
        return iter([REFUSALS[name].item(opened.place)])
    chosen = find_format(name)
    read = chosen.read
    if chosen.signs.watched:
        from meadow.ingest.watched import read_watched  # starts processes, which most formats never need

        return read_watched(read, opened, limits)
    return read(opened, limits, columns=columns) if "columns" in parameters(read) else read(opened, limits)


def _iter_documents(paths: Iterable[str], items: Iterable[Item], *, strict: bool) -> Iterator[Document]:
    count, failures = 0, list[NoDocument]()
    for item in items:
        if isinstance(item, Document):
            count += 1
            yield item
            continue
        if count == 0:
            failures.append(item)
        if strict and is_finding(item):
            raise item if isinstance(item, ReadError) else ReadError(item.place, f"{item.reason}.")
        if isinstance(item, Hint) and not (isinstance(item, JsonKeys) and not item.is_loud):
            warnings.warn(f"{item.place}: {item.reason}.", ReadWarning, stacklevel=2)
        elif not isinstance(item, Skipped):
            warnings.warn(str(item), ReadWarning, stacklevel=2)
    if count == 0:
        raise nothing_readable(paths, failures)


def nothing_readable(paths: Iterable[str | Path], failures: Sequence[NoDocument]) -> NothingReadableError:
    """Return the error for paths that hold no document: how many files were seen, and the first kinds of reasons."""
    files = {_LINE.sub("", failure.place) for failure in failures if failure.reason != NO_FILES}
    problems = Problems()
    for failure in failures:
        problems.add_item(failure)
    advice = next((failure.advice for failure in failures if isinstance(failure, ReadError) and failure.advice), None)
    named = ", ".join(repr(str(path)) for path in paths)
    errors = [failure for failure in failures if isinstance(failure, ReadError)]
    return NothingReadableError(
        f"There is no document in {named}. Files seen: {len(files)}. {problems.reasons(_SHOWN_REASONS)}.",
        given=" ".join(map(str, paths)),
        allowed="Read are JSON Lines, JSON, JSON Feed, ninjs, NewsML-G2, NITF, CSV, TSV, Parquet, plain text, Markdown,"
        " HTML, RSS, Atom, e-mail, WARC, PDF, Word, subtitles, DUC and TAC SGML, and MEAD's docsent and cluster files, also"
        " as .gz or .zst and in zip and tar archives.",
        advice=advice,
        exit_code=min((error.exit_code for error in errors), default=InputError.exit_code),
    )
