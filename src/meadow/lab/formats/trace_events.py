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
a bar separates aliases.

Or events are lines `time||action||index` in a file per topic and person: `traces/<topic>.<user>.trace`.

    00:12||open||3            document 3 of the topic, in time order, was opened (`leave`: left again)
    01:05||add||41            sentence 41 of the topic, counted over all its documents in time order, went into the report
    02:00||remove||41         … and was taken out again
    29:58||done||             the person was done, or time was up: from here on sentences only go
    ||organisation||Harbour Board|the board        what was named: person, organisation or factor, with other forms
    ||answer||tired|a little                       an answer about the work

Documents and sentences count from 1. The time is minutes and seconds (or hours, minutes and seconds) since the person began,
or ISO 8601; it may be missing. A file without a user, `<topic>.trace`, holds the topic's merged list of concepts, where a
fourth field says how many people named it.

Source: our own, after the log that a page for building reports keeps, and what sections 2.2 and 2.3 of Amigó, Gonzalo,
Peinado, Peñas and Verdejo (2004) describe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from meadow.errors import InputError, ReadError
from meadow.ingest import parse_time
from meadow.lab.formats.records import (
    file_name,
    find_file,
    iter_records,
    iter_text_lines,
    new_folder,
    numbered,
    save_lines,
    topic_in,
)
from meadow.lab.testbed import Topic
from meadow.model import ConceptKind, Document, SentenceRef

Action = Literal["open", "add", "remove", "end", "concept", "answer"]

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "open": ("user", "document"),
    "add": ("user", "document", "sentence"),
    "remove": ("user", "document", "sentence"),
    "end": ("user",),
    "concept": ("kind", "text"),
    "answer": ("user", "kind", "text"),
}

SUFFIX = ".trace"
_BAR = "||"
_CONCEPTS: tuple[str, ...] = get_args(ConceptKind)
_ACTIONS = ("open", "leave", "add", "remove", "done", *_CONCEPTS, "answer")
_CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)")
Documents = Mapping[str, tuple[Document, ...]]


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
        """When it was, in seconds: since the beginning of the topic, or of time itself; None where neither is given."""
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


def iter_line_events(folder: Path, documents: Documents) -> Iterator[Placed]:
    """Yield the events of all `.trace` files in `traces/`; leaving a document is none."""
    files = sorted((folder / "traces").glob(f"*{SUFFIX}")) if (folder / "traces").is_dir() else []
    for file in files:
        topic, user = _named(file, documents)
        sentences = numbered(documents[topic])
        for place, line in iter_text_lines(file):
            if line.strip():
                event = _event(place, line, topic, user, documents[topic], sentences)
                if event is not None:
                    yield place, event


def save_line_events(topics: Sequence[Topic], folder: Path) -> None:
    """Write the shortest traces that give the reports and concepts of topics, a file per person and one per list."""
    traces = new_folder(folder / "traces")
    for topic in topics:
        numbers = {ref: number for number, ref in enumerate(numbered(topic.documents), start=1)}
        for report in topic.reports:
            added = (f"{_BAR}add{_BAR}{numbers[ref]}" for ref in report.refs)
            save_lines(traces / file_name(f"{topic.id}.{report.author}{SUFFIX}"), (*added, f"{_BAR}done{_BAR}"))
        if topic.concepts:
            lines = (
                f"{_BAR}{each.kind}{_BAR}{'|'.join(dict.fromkeys((each.text, *each.aliases)))}{_BAR}{each.count}"
                for each in topic.concepts
            )
            save_lines(traces / file_name(f"{topic.id}{SUFFIX}"), lines)


def _named(file: Path, topics: Documents) -> tuple[str, str | None]:
    """Return the topic and the user in a file's name; the longest name of a topic wins."""
    topic, user = topic_in(file.name.removesuffix(SUFFIX), topics, file.as_posix())
    return topic, user or None


def _event(
    place: str,
    line: str,
    topic: str,
    user: str | None,
    documents: Sequence[Document],
    sentences: Sequence[SentenceRef],
) -> TraceEvent | None:
    time, action, index, people = (*(part.strip() for part in line.split(_BAR)), "", "", "")[:4]
    if line.count(_BAR) < 2 or action not in _ACTIONS:
        raise ReadError(
            place,
            f"{line[:60]!r} is no event.",
            advice=f"A line is time||action||index; actions are {', '.join(_ACTIONS)}.",
        )
    record: dict[str, object] = {"topic": topic, "user": user, "action": action, **_stamp(time)}
    if action in ("open", "leave"):
        record["document"] = documents[_number(place, index, len(documents), "documents") - 1].id
    elif action in ("add", "remove"):
        ref = sentences[_number(place, index, len(sentences), "sentences") - 1]
        record |= {"document": ref.document_id, "sentence": ref.index}
    elif action == "answer":
        kind, _, text = index.partition("|")
        record |= {"kind": kind.strip(), "text": text.strip()}
    elif action in _CONCEPTS:
        text, *aliases = (part.strip() for part in index.split("|"))
        record |= {"action": "concept", "kind": action, "text": text, "aliases": [each for each in aliases if each]}
        record |= {"people": people} if people else {}
    else:
        record["action"] = "end"
    return None if action == "leave" else make_event(place, record)


def _stamp(time: str) -> dict[str, object]:
    """Return when it was: a clock counts from the beginning, anything else is a date and time."""
    clock = _CLOCK.fullmatch(time)
    if clock is None:
        return {"time": time} if time else {}
    hours, minutes, seconds = clock.groups()
    return {"seconds": 3600 * int(hours or 0) + 60 * int(minutes) + float(seconds)}


def _number(place: str, index: str, most: int, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", index) or not 1 <= int(index) <= most:
        raise ReadError(place, f"{index!r} is not one of the {most} {what} of the topic, which count from 1")
    return int(index)
