"""Parts of inputs that are read alone, by whoever has time: lines of a JSON Lines file, row groups of a Parquet file.

Joined in order, the parts of an input give what reading it whole gives: the same documents at the same places, the same
errors and notes. A compressed file and every other format is one part. No file is loaded whole: JSON Lines are divided at
line ends by one pass that counts them, Parquet by what its footer says.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal

from meadow.errors import InputError, ReadError, check_range
from meadow.ingest import iter_items
from meadow.ingest.addresses import is_web_address
from meadow.ingest.columns import NO_COLUMNS, Columns, checked_columns
from meadow.ingest.detect import detect_format
from meadow.ingest.items import LIMITS, Item, JsonKeys, Limits, NoDocument, Undated
from meadow.ingest.joined import parted
from meadow.ingest.jsonl import iter_numbered
from meadow.ingest.opening import has_wide_mark, iter_lines, open_file
from meadow.ingest.parquet import iter_groups, row_groups
from meadow.ingest.paths import STANDARD_INPUT, check_paths, iter_files, shown_path
from meadow.ingest.records import Records

PARTITION_BYTES = 32 << 20
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Partition:
    """A part of an input: all of it, its bytes from `start` to `end`, or its row groups from `start` to `end`.

    `before` is how many lines or rows the file holds before it.
    """

    path: str
    kind: Literal["whole", "lines", "rows"] = "whole"
    start: int = 0
    end: int = 0
    before: int = 0


def iter_partitions(
    paths: Iterable[str | Path], *, size: int = PARTITION_BYTES, limits: Limits = LIMITS
) -> Iterator[Partition | NoDocument]:
    """Yield the parts of files, folders and web addresses in their order, of about `size` bytes where a file can be divided.

    What a folder holds that is no file is yielded as it is. Standard input cannot be read by others, and is refused.
    """
    listed = tuple(paths)
    check_range("partitions", "size", size, least=1)
    check_paths(listed)
    if STANDARD_INPUT in map(str, listed):
        raise InputError(
            "Standard input cannot be divided: it is read once, here.",
            given=STANDARD_INPUT,
            advice="Save it to a file, or read it without partitions.",
        )
    return (part for path in listed for part in _parts(path, size, limits))


def iter_partition(
    part: Partition, *, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS, allow_hosts: Iterable[str] = ()
) -> Iterator[Item]:
    """Yield all that a part holds, each item at the place where reading the whole file would have found it."""
    columns = checked_columns(columns)
    path = Path(part.path)
    try:
        if part.kind == "whole":
            yield from iter_items([part.path], limits=limits, columns=columns, allow_hosts=allow_hosts)
        elif part.kind == "lines":
            yield from chain.from_iterable(map(parted, _lines(path, part, limits, columns)))
        else:
            rows = iter_groups(path, range(part.start, part.end), part.before, limits, columns)
            yield from chain.from_iterable(map(parted, rows))
    except ReadError as error:
        yield error
    except InputError as error:  # it was there when the parts were found
        yield ReadError(shown_path(path), str(error))
    except OSError as error:
        yield ReadError(shown_path(path), f"cannot be read: {error.strerror or error}")


def join_partitions(parts: Iterable[tuple[Partition, Iterable[Item]]]) -> Iterator[Item]:
    """Yield what reading the inputs whole would have given: the items in order, and the notes on each file once."""
    dates: Undated | None = None
    keys: JsonKeys | None = None
    for part, items in parts:
        if part.start == 0:
            yield from _noted(dates, keys)
            dates = keys = None
        for item in items:
            if part.kind != "whole" and isinstance(item, Undated):
                dates = item if dates is None else replace(dates, count=dates.count + item.count)
            elif part.kind != "whole" and isinstance(item, JsonKeys):
                keys = item if keys is None else JsonKeys.of(item.place, keys.tally + item.tally)
            else:
                yield item
    yield from _noted(dates, keys)


def _noted(dates: Undated | None, keys: JsonKeys | None) -> Iterator[Item]:
    if dates is not None:
        yield dates
    if keys is not None and keys.tally.says:
        yield keys


def _parts(path: str | Path, size: int, limits: Limits) -> Iterator[Partition | NoDocument]:
    if is_web_address(str(path)):
        yield Partition(str(path))
        return
    for item in iter_files(Path(path)):
        if isinstance(item, Path):
            yield from _divided(item, size, limits)
        else:
            yield item


def _divided(path: Path, size: int, limits: Limits) -> Iterator[Partition]:
    """Yield the parts of a file; one that is small or cannot be read is one part, whose reader says what is wrong."""
    try:
        kind = _kind(path, limits) if path.stat().st_size > size else "whole"
        parts = list(_PLANS[kind](path, size, limits)) if kind in _PLANS else []
    except (OSError, ReadError):
        parts = []
    yield from parts if len(parts) > 1 else [Partition(str(path))]


def _kind(path: Path, limits: Limits) -> str:
    """Return the format of a file that can be divided, else `whole`."""
    with open_file(path, limits) as opened:
        if opened.stream is None or not opened.head.strip():
            return "whole"
        return detect_format(opened.head, opened.name)


def _plan_lines(path: Path, size: int, limits: Limits) -> Iterator[Partition]:  # noqa: ARG001 - as of rows
    with path.open("rb") as stream:
        if has_wide_mark(stream.read(len(codecs.BOM_UTF32_LE))):
            return
        stream.seek(0)
        start = before = 0
        for end, lines in _cuts(stream, size):
            yield Partition(str(path), "lines", start, end, before)
            start, before = end, lines


def _cuts(stream: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Yield where parts end, at the first line end from `size` bytes on or with the file, and the lines so far."""
    start = at = lines = 0
    for chunk in iter(partial(stream.read, _CHUNK), b""):
        seen = 0
        while (cut := chunk.find(b"\n", max(start + size - 1 - at, seen)) + 1) > 0:
            lines += chunk.count(b"\n", seen, cut)
            start, seen = at + cut, cut
            yield start, lines
        lines += chunk.count(b"\n", seen)
        at += len(chunk)
    if at > start:
        yield at, lines


def _plan_rows(path: Path, size: int, limits: Limits) -> Iterator[Partition]:
    first = before = rows = gathered = 0
    groups = row_groups(path, limits)
    for number, (count, length) in enumerate(groups, start=1):
        rows, gathered = rows + count, gathered + length
        if gathered >= size or number == len(groups):
            yield Partition(str(path), "rows", first, number, before)
            first, before, gathered = number, rows, 0


def _lines(path: Path, part: Partition, limits: Limits, columns: Columns) -> Iterator[Item]:
    with path.open("rb") as stream:
        _check_unchanged(stream, part, shown_path(path))
        lines = iter_lines(_until(stream, part.end), longest=limits.item_bytes)
        place, records = shown_path(path), Records(shown_path(path), columns)
        yield from iter_numbered(place, lines, limits, longest=limits.item_bytes, records=records, before=part.before)
        yield from records.notes(whole=False)


def _check_unchanged(stream: BinaryIO, part: Partition, place: str) -> None:
    """Go to where a part starts; that it does not start and end there any more is a `ReadError`."""
    long_enough = stream.seek(0, os.SEEK_END) >= part.end
    stream.seek(max(part.start - 1, 0))
    if not long_enough or (part.start > 0 and stream.read(1) != b"\n"):
        raise ReadError(place, "the file was changed after it was divided.", advice="Divide it again.")
    if part.start == 0 and stream.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
        stream.seek(0)


def _until(stream: BinaryIO, end: int) -> Iterator[bytes]:
    """Yield the bytes of a stream from where it stands to `end`."""
    while (left := end - stream.tell()) > 0 and (chunk := stream.read(min(_CHUNK, left))):
        yield chunk


_PLANS = {"jsonl": _plan_lines, "parquet": _plan_rows}
