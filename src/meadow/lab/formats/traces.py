"""Traces of people who build reports, in the manner of ISCORPUS: replayed into reports and key concepts.

    documents/<topic>/…        the documents of a topic, in any form that Meadow reads
    traces.jsonl               the events, as `trace_events` describes them; or traces.tsv, or several files in traces/
    traces/<topic>.<user>.trace  the same as lines `time||action||index`, as `trace_lines` describes them
    topics.jsonl               optional: {"topic", "title", "kind" ("tracking", "extraction"), "question"}

A testbed keeps what a report held in the end, in the order of the documents, and one list of key concepts per topic. Which
documents were opened, how long it took and what people said about their work is in no testbed: `read_sessions` gives it.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), An empirical study of information synthesis tasks, sections
2.2 and 2.3; the form of the files is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from meadow.errors import InputError, ReadError
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.folders import read_topic_folders, save_topic_folders, sentence_counts, unknown_topic
from meadow.lab.formats.records import check_folder, find_file, iter_records, new_folder, save_records, shaped
from meadow.lab.formats.trace_concepts import merge_concepts
from meadow.lab.formats.trace_events import Placed, event_files, iter_events
from meadow.lab.formats.trace_lines import iter_line_events, save_line_events
from meadow.lab.formats.trace_replay import MINUTES, SENTENCES, SLOTS, ReplayLimits, ReplaySession, replay
from meadow.lab.testbed import PersonReport, Testbed, Topic
from meadow.model import Document

Documents = Mapping[str, tuple[Document, ...]]

TOPICS, TRACES = "topics.jsonl", "traces.jsonl"


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `topics.jsonl`."""

    topic: str
    title: str | None = None
    kind: str | None = None
    question: str | None = None


def read_traces(
    path: str | Path,
    *,
    sentences: int | None = SENTENCES,
    minutes: float | None = MINUTES,
    slots: int | None = SLOTS,
) -> Testbed:
    """Return the testbed of a folder with documents and traces; a trace that breaks a limit is an error at its line."""
    folder, documents, events = _opened(path)
    about = _about(folder, documents)
    topics = (
        _topic(
            name, documents[name], events[name], about.get(name, _About(name)), ReplayLimits(sentences, minutes, slots)
        )
        for name in documents
    )
    return Testbed(folder.resolve().name, tuple(topics))


def read_sessions(
    path: str | Path,
    *,
    sentences: int | None = SENTENCES,
    minutes: float | None = MINUTES,
    slots: int | None = SLOTS,
) -> tuple[ReplaySession, ...]:
    """Return what each person did on each topic, by topic: the report, documents opened, answers, and the time it took."""
    _, documents, events = _opened(path)
    limits = ReplayLimits(sentences, minutes, slots)
    return tuple(session for name in documents for session in _sessions(documents[name], events[name], limits))


def write_traces(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write documents and the shortest traces that give the reports and concepts; return notes on what is left out."""
    folder = new_folder(path)
    save_topic_folders(testbed, folder)
    save_records(folder / TRACES, (event for topic in testbed for event in _events_of(topic)))
    return _finished(testbed, folder)


def write_iscorpus(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write the same with the traces as lines `time||action||index`, a file per topic and person."""
    folder = new_folder(path)
    save_topic_folders(testbed, folder)
    save_line_events(testbed.topics, folder)
    return _finished(testbed, folder)


def _finished(testbed: Testbed, folder: Path) -> tuple[str, ...]:
    """Write what is known of the topics, and return how the testbed that reads back differs."""
    described = [topic for topic in testbed if (topic.title, topic.kind, topic.question) != (None, None, None)]
    if described:
        lines = (
            {"topic": each.id, "title": each.title, "kind": each.kind, "question": each.question} for each in described
        )
        save_records(folder / TOPICS, lines)
    return changes(testbed, read_traces(folder, sentences=None, minutes=None, slots=None))


def _opened(path: str | Path) -> tuple[Path, Documents, Mapping[str, list[Placed]]]:
    """Return the folder, the documents and the events, both by topic."""
    folder = Path(path)
    check_folder(folder, f"documents/<topic>/ and {TRACES}")
    documents = read_topic_folders(folder)
    events: dict[str, list[Placed]] = {name: [] for name in documents}
    lines = list(iter_line_events(folder, documents))
    if not lines and not event_files(folder):
        raise InputError(
            f"There are no traces in {str(folder)!r}.",
            given=str(folder),
            allowed="Events are in traces.jsonl or traces.tsv, or in several such files, or .trace files, in traces/.",
        )
    for place, event in (*iter_events(folder), *lines):
        if event.topic not in events:
            raise unknown_topic(place, event.topic, documents)
        events[event.topic].append((place, event))
    return folder, documents, events


def _about(folder: Path, documents: Documents) -> dict[str, _About]:
    file = find_file(folder, TOPICS)
    described: dict[str, _About] = {}
    for place, record in iter_records(file) if file is not None else ():
        about = shaped(record, _About, place)
        if about.topic not in documents:
            raise unknown_topic(place, about.topic, documents)
        if about.topic in described:
            raise ReadError(place, f"the topic {about.topic!r} is described twice")
        described[about.topic] = about
    return described


def _topic(
    name: str, documents: tuple[Document, ...], events: list[Placed], about: _About, limits: ReplayLimits
) -> Topic:
    sessions = _sessions(documents, events, limits)
    topic = Topic(name, documents, about.title, about.kind, about.question)
    named = [(place, event) for place, event in events if event.action == "concept"]
    return Topic(
        name,
        documents,
        about.title,
        about.kind,
        about.question,
        concepts=merge_concepts(named, topic.language or "en"),
        reports=tuple(PersonReport(session.user, session.refs) for session in sessions if session.reported),
    )


def _sessions(documents: tuple[Document, ...], events: list[Placed], limits: ReplayLimits) -> tuple[ReplaySession, ...]:
    """Return the sessions of a topic, by the first event of each; the merged list of concepts is nobody's."""
    counts = sentence_counts(documents)
    people = dict.fromkeys(event.user for _, event in events)
    sessions = (replay([(at, event) for at, event in events if event.user == user], counts, limits) for user in people)
    return tuple(session for user, session in zip(people, sessions, strict=True) if user is not None)


def _events_of(topic: Topic) -> Iterator[dict[str, object]]:
    for report in topic.reports:
        whose = {"user": report.author, "topic": topic.id}
        for ref in report.refs:
            yield {**whose, "action": "add", "document": ref.document_id, "sentence": ref.index}
        yield {**whose, "action": "end"}
    for concept in topic.concepts:
        others = [alias for alias in concept.aliases if alias != concept.text]
        named = {"topic": topic.id, "action": "concept", "kind": concept.kind, "text": concept.text}
        yield {**named, "aliases": others or None, "people": concept.count}


FORMAT = Format("traces", "traces of people who build reports, as events a line", read_traces, write_traces)
ISCORPUS = Format(
    "iscorpus", "traces of people who build reports, as lines time||action||index", read_traces, write_iscorpus
)
