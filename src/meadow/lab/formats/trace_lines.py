"""Events a line as `time||action||index`, in a file per topic and person: `traces/<topic>.<user>.trace`.

    00:12||open||3            document 3 of the topic, in time order, was opened (`leave`: left again)
    01:05||add||41            sentence 41 of the topic, counted over all its documents in time order, went into the report
    02:00||remove||41         … and was taken out again
    29:58||done||             the person was done, or time was up: from here on sentences only go
    ||organisation||Harbour Board|the board        what was named: person, organisation or factor, with other forms
    ||answer||tired|a little                       an answer about the work

Documents and sentences count from 1. The time is minutes and seconds (or hours, minutes and seconds) since the person began,
or ISO 8601; it may be missing. A file without a user, `<topic>.trace`, holds the topic's merged list of concepts, where a
fourth field says how many people named it.

Source: our own, after the log that a page for building reports keeps; sections 2.2 and 2.3 of Amigó, Gonzalo, Peinado, Peñas
and Verdejo (2004) describe what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from meadow.errors import ReadError
from meadow.lab.formats.folders import file_name, numbered, unknown_topic
from meadow.lab.formats.records import iter_text_lines, new_folder, save_lines
from meadow.lab.formats.trace_events import Placed, TraceEvent, make_event
from meadow.lab.testbed import Topic
from meadow.model import ConceptKind, Document, SentenceRef

SUFFIX = ".trace"
_BAR = "||"
_CONCEPTS: tuple[str, ...] = get_args(ConceptKind)
_ACTIONS = ("open", "leave", "add", "remove", "done", *_CONCEPTS, "answer")
_CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)")

Documents = Mapping[str, tuple[Document, ...]]


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
    """Return the topic and the user that a file's name tells; the longest name of a topic wins."""
    stem = file.name.removesuffix(SUFFIX)
    known = [topic for topic in topics if f"{stem}.".startswith(f"{topic}.")]
    if not known:
        raise unknown_topic(file.as_posix(), stem, topics)
    topic = max(known, key=len)
    return topic, stem[len(topic) + 1 :] or None


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
