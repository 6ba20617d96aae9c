"""Events of people at work on reports, as JSON Lines or tab-separated values: one event a line, in the order of time.

    {"time": "2026-03-02T10:04:10Z", "user": "ana", "topic": "ferry", "action": "add", "document": "d1", "sentence": 0}

| action    | besides user and topic                                                               |
|-----------|--------------------------------------------------------------------------------------|
| `open`    | `document`: it was looked at                                                         |
| `add`     | `document`, `sentence` (from 0): it went into the report                             |
| `remove`  | `document`, `sentence`: it was taken out again                                       |
| `end`     | nothing: time was up or the person was done; from here on sentences only go          |
| `concept` | `kind` (person, organisation, factor), `text`; `aliases`, other forms of the same    |
| `answer`  | `kind` (what was asked about the work), `text` (the answer)                          |

`time` (ISO 8601) or `seconds` (since the person began the topic) may be missing. A concept without a user is of the
topic's merged list, where `people` says how many named it. In tab-separated files the first line names the columns, and
a bar stands between aliases.

Source: our own, after what sections 2.2 and 2.3 of Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004) describe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from meadow.errors import InputError, ReadError
from meadow.ingest import parse_time
from meadow.lab.formats.records import find_file, iter_records, iter_text_lines
from meadow.model import SentenceRef

Action = Literal["open", "add", "remove", "end", "concept", "answer"]

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "open": ("user", "document"),
    "add": ("user", "document", "sentence"),
    "remove": ("user", "document", "sentence"),
    "end": ("user",),
    "concept": ("kind", "text"),
    "answer": ("user", "kind", "text"),
}


class TraceEvent(msgspec.Struct, frozen=True):
    """What a person did at a time; fields that an action does not need are absent."""

    topic: str
    action: Action
    user: str | None = None
    time: str | None = None
    seconds: float | None = None
    document: str | None = None
    sentence: int | None = None
    kind: str | None = None
    text: str | None = None
    aliases: tuple[str, ...] = ()
    people: int = 1

    @property
    def ref(self) -> SentenceRef:
        """The sentence that was added or removed."""
        return SentenceRef(self.document or "", -1 if self.sentence is None else self.sentence)

    @property
    def stamp(self) -> float | None:
        """When it was, in seconds: since the beginning of the topic, or of time itself; None where nothing tells."""
        if self.seconds is not None:
            return self.seconds
        return None if self.time is None else parse_time(self.time)[0].timestamp()


Placed = tuple[str, TraceEvent]


def iter_events(folder: Path) -> Iterator[Placed]:
    """Yield the events of a folder with their places: `traces.jsonl` or `traces.tsv`, else all such files in `traces/`."""
    for file in event_files(folder):
        records = _iter_table(file) if ".tsv" in file.suffixes else iter_records(file)
        for place, record in records:
            yield place, make_event(place, record)


def event_files(folder: Path) -> list[Path]:
    """Return the files that hold an event per JSON object or table row."""
    single = [file for name in ("traces.jsonl", "traces.tsv") if (file := find_file(folder, name)) is not None]
    several = (folder / "traces").iterdir() if (folder / "traces").is_dir() else ()
    return [*single, *sorted(file for file in several if {".jsonl", ".tsv"} & set(file.suffixes))]


def _iter_table(file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    columns: list[str] = []
    for place, line in iter_text_lines(file):
        cells = line.split("\t")
        if not line.strip():
            continue
        if not columns:
            columns = [cell.strip() for cell in cells]
            continue
        if len(cells) > len(columns):
            raise ReadError(place, f"{len(cells)} cells, but the first line names {len(columns)} columns")
        record: dict[str, Any] = {
            name: cell.strip() for name, cell in zip(columns, cells, strict=False) if cell.strip()
        }
        if "aliases" in record:
            record["aliases"] = [alias.strip() for alias in record["aliases"].split("|") if alias.strip()]
        yield place, record


def make_event(place: str, record: Mapping[str, Any]) -> TraceEvent:
    """Return the event of a record, with all that its action needs."""
    try:
        event = msgspec.convert(
            record, TraceEvent, strict=False
        )  # cells of a table are texts, also where a number is meant
    except msgspec.ValidationError as error:
        raise ReadError(place, str(error), advice=f"Actions are {', '.join(_NEEDED)}.") from error
    missing = [name for name in _NEEDED[event.action] if getattr(event, name) in (None, "")]
    if missing:
        raise ReadError(place, f"the action {event.action!r} lacks {missing[0]!r}")
    try:
        _ = event.stamp  # a time that cannot be read is found here, where its line is known
    except InputError as error:
        raise ReadError(place, str(error)) from error
    return event
