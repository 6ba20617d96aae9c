"""Files and folders that change: what they hold is listed, and only what is new or has changed is read.

A file counts as changed if its size or its time of change differs from the last listing. The listing is kept with the state
of the source, so that a restart reads nothing twice. A file that is gone leaves the listing; its documents stay.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from meadow.errors import ReadError
from meadow.following.pace import Pace, failed, rested
from meadow.following.rounds import Round, file_of, guarded
from meadow.ingest import iter_items
from meadow.ingest.items import LIMITS, Item, Limits
from meadow.ingest.paths import iter_files, shown_path
from meadow.model import SourceState

_FILES_AT_ONCE = 5_000  # after this number of files, progress is stored
_FAULT = (-1, -1)

# Size and time of change, in nanoseconds; of what cannot be read neither.
Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a folder: a file with its stamp, or a fault."""

    name: str
    stamp: Stamp
    what: Path | ReadError

    @property
    def place(self) -> str:
        """Its path, as items give it."""
        return self.what.place if isinstance(self.what, ReadError) else shown_path(self.what)


def read_folder(state: SourceState, *, now: datetime, pace: Pace, limits: Limits = LIMITS) -> Iterator[Round]:
    """Yield what is new in a folder or file, in parts of some thousand files; the last part ends the reading."""
    root = Path(state.key)
    if not root.exists():
        yield Round((), failed(state, f"there is no {state.kind} of that name", now, pace))
        return
    before = parse_listing(state.listing)
    entries = list(_entries(root))
    listing = {entry.name: entry.stamp for entry in entries if before.get(entry.name) == entry.stamp}
    changed = [entry for entry in entries if entry.name not in listing]
    for start in range(0, max(1, len(changed)), _FILES_AT_ONCE):
        part = changed[start : start + _FILES_AT_ONCE]
        listing |= {entry.name: entry.stamp for entry in part}
        after = replace(state, listing=format_listing(listing))
        is_last = start + _FILES_AT_ONCE >= len(changed)
        files = frozenset(entry.place for entry in part)
        yield Round(_items(part, limits), rested(after, now, pace) if is_last else after, files)


def without_files(state: SourceState, places: Collection[str]) -> SourceState:
    """Return a folder's state without the files of some places, so that they are read again."""
    listing = parse_listing(state.listing)
    if not listing or not places:
        return state
    root = Path(state.key)
    names = {shown_path(root / name): name for name in listing}
    for place in places:
        file = file_of(place, names)
        listing.pop(place if file is None else names[file], None)  # a link that leads nowhere is listed by its place
    return replace(state, listing=format_listing(listing))


def parse_listing(text: str | None) -> dict[str, Stamp]:
    """Return the files of a listing with their stamps; what is no listing counts as none, and all is read again."""
    try:
        listed = {} if text is None else json.loads(text)
        return {name: (int(size), int(changed)) for name, (size, changed) in listed.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


def format_listing(listing: Mapping[str, Stamp]) -> str:
    """Return a listing as text, the same for the same files."""
    return json.dumps(listing, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def _entries(root: Path) -> Iterator[_Entry]:
    for met in iter_files(root):
        if isinstance(met, ReadError):
            yield _Entry(met.place, _FAULT, met)
        elif isinstance(met, Path):
            try:
                stat = met.stat()
            except OSError:
                continue  # gone since the folder was listed
            yield _Entry(met.relative_to(root).as_posix(), (stat.st_size, stat.st_mtime_ns), met)


def _items(entries: Sequence[_Entry], limits: Limits) -> Iterator[Item]:
    for entry in entries:
        if isinstance(entry.what, ReadError):
            yield entry.what
        elif entry.what.exists():
            yield from guarded(iter_items([entry.what], limits=limits), entry.place)
