"""Files read by several: parts of them go to the workers of an engine, and what comes back is as if they were read here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeGuard

from meadow.engines import Engine, in_order
from meadow.errors import EngineError
from meadow.ingest import iter_items
from meadow.ingest.addresses import is_web_address
from meadow.ingest.columns import NO_COLUMNS, Columns
from meadow.ingest.items import Item, NoDocument
from meadow.ingest.partitions import PARTITION_BYTES, Partition, iter_partition, iter_partitions, join_partitions
from meadow.ingest.paths import STANDARD_INPUT, check_paths
from meadow.model import Document
from meadow.pipeline.rehearsing import Rehearsal
from meadow.pipeline.spill import DocumentSpill, Packed, pack_items

# A worker gets several parts one after the other, so that the last ones are evenly spread; smaller ones are not worth it.
_PARTS_EACH = 4
_LEAST_BYTES = 1 << 18
# Of so much or more, what comes after reading is worth a rehearsal.
_LARGE_BYTES = 1 << 21

Shared = tuple[str, Columns]


def read_items(
    paths: Iterable[str | Path],
    engine: Engine,
    *,
    columns: Columns = NO_COLUMNS,
    allow_hosts: Iterable[str] = (),
    rehearsal: Rehearsal | None = None,
    spill: DocumentSpill | None = None,
) -> Iterator[Item]:
    """Yield all that the paths hold, as `ingest.iter_items` does, read by the workers of an engine.

    Workers open files by the paths that are given here; one that does not find them there ends the reading with an
    `EngineError`. Standard input and web addresses are read here. A `rehearsal` of what comes next is held here meanwhile.
    With a spill, workers pack documents and find their languages, and this process puts them there without looking at them.
    """
    listed = [str(path) for path in paths]
    check_paths(listed)
    hosts = tuple(allow_hosts)
    if engine.spec == "local":
        items = iter_items(listed, columns=columns, allow_hosts=hosts)
        yield from items if spill is None else spill.take_each(items)
        return
    plan = list(_plan(listed, engine.width))
    shared: Shared = (str(Path.cwd()), columns)
    batches = list(_gathered([each for each in plan if _is_file(each)], _part_bytes(listed, engine.width)))
    read: Iterator[Iterable[Item]]
    if spill is None:
        meanwhile = rehearsal if _total_bytes(listed) >= _LARGE_BYTES else None
        read = _noted(in_order(engine.map(_read, batches, shared=shared, here=True, meanwhile=meanwhile)), meanwhile)
    else:
        read = _spilled(in_order(engine.map(_read_packed, batches, shared=shared)), spill)
    yield from join_partitions(_with_items(plan, read, columns, hosts, spill))


def _noted(groups: Iterable[list[list[Item]]], rehearsal: Rehearsal | None) -> Iterator[list[Item]]:
    """Yield what parts hold, after the rehearsal has heard of the documents."""
    for group in groups:
        for items in group:
            if rehearsal is not None:
                rehearsal.heard_of(item for item in items if isinstance(item, Document))
            yield items


def _spilled(groups: Iterable[list[Packed]], spill: DocumentSpill) -> Iterator[Iterable[Item]]:
    for group in groups:
        for packed in group:
            yield spill.take(packed)


def _plan(paths: Sequence[str], width: int) -> Iterator[Partition | NoDocument]:
    size = _part_bytes(paths, width)
    for path in paths:
        if path == STANDARD_INPUT:
            yield Partition(path)
        else:
            yield from iter_partitions([path], size=size)


def _part_bytes(paths: Sequence[str], width: int) -> int:
    """Return how large a part is to be: each worker gets a few, of a size that repays the journey."""
    return min(max(_total_bytes(paths) // (width * _PARTS_EACH), _LEAST_BYTES), PARTITION_BYTES)


def _total_bytes(paths: Sequence[str]) -> int:
    return sum(_size(Path(path)) for path in paths if path != STANDARD_INPUT and not is_web_address(path))


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(each.stat().st_size for each in files if each.is_file())


def _is_file(part: Partition | NoDocument) -> TypeGuard[Partition]:
    return isinstance(part, Partition) and part.path != STANDARD_INPUT and not is_web_address(part.path)


def _gathered(parts: Iterable[Partition], most: int) -> Iterator[tuple[Partition, ...]]:
    """Yield neighbours that are about one part's size together: a folder may hold thousands of small files."""
    group: list[Partition] = []
    size = 0
    for part in parts:
        group.append(part)
        size += most if part.kind != "whole" else _size(Path(part.path))
        if size >= most:
            yield tuple(group)
            group, size = [], 0
    if group:
        yield tuple(group)


def _with_items(
    plan: Iterable[Partition | NoDocument],
    read: Iterator[Iterable[Item]],
    columns: Columns,
    hosts: tuple[str, ...],
    spill: DocumentSpill | None,
) -> Iterator[tuple[Partition, Iterable[Item]]]:
    """Yield each part with what it holds: read by a worker, read here, or a note."""
    for part in plan:
        if not isinstance(part, Partition):
            yield Partition(part.place), [part]
        elif _is_file(part):
            yield part, next(read)
        else:
            items = iter_items([part.path], columns=columns, allow_hosts=hosts)
            yield part, items if spill is None else spill.take_each(items)


def _read(parts: tuple[Partition, ...], shared: Shared) -> list[list[Item]]:
    folder, columns = shared
    for part in parts:
        _check_found(part.path, folder)
    return [list(iter_partition(part, columns=columns)) for part in parts]


def _read_packed(parts: tuple[Partition, ...], shared: Shared) -> list[Packed]:
    return [pack_items(items) for items in _read(parts, shared)]


def _check_found(path: str, folder: str) -> None:
    """Raise an error where this worker would look elsewhere for a file than who asks for it."""
    if not Path(path).is_absolute() and str(Path.cwd()) != folder:
        raise EngineError(
            f"A worker in another folder cannot find {path!r}.", given=path,
            advice=f"Give the whole path: {Path(folder, path).as_posix()}",
        )  # fmt: skip
    if not Path(path).exists():
        raise EngineError(
            f"A worker does not find the file {path!r}.", given=path,
            advice="Put the files where all machines see them under one path, or read them first: in Python,"
            " meadow.digest(list(meadow.read(path)), engine=…) sends documents.",
        )  # fmt: skip
