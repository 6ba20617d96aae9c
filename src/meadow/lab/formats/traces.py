"""Traces of people who build reports, in the manner of ISCORPUS: replayed into reports and key concepts.

    documents/<topic>/…        the documents of a topic, in any form that Meadow reads
    traces.jsonl               the events, as `trace_events` describes them; or traces.tsv, or several files in traces/
    traces/<topic>.<user>.trace  the same as lines `time||action||index`, as `trace_events` describes them too
    topics.jsonl               optional: {"topic", "title", "kind" ("tracking", "extraction"), "question"}

A testbed keeps what a report held in the end, in the order of the documents, and one list of key concepts per topic. Which
documents were opened, how long it took and what people said about their work is in no testbed: `read_sessions` gives it.

The rules of replaying are those of the interface that the paper describes: a report may be longer than allowed for a while
but not in the end, when time is up sentences can only be removed, and at most eight people, organisations and factors are
named each.

Concepts that people named in the same words are one, without regard to case, accents and endings: forms with equal lemmas
would be counted as one anyway (`meadow.lab.evaluate.key_concepts`). Concepts that are one in other words ("war", "conflict")
are joined by naming one of them with the other as an alias, which is how people collapse them by hand.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), An empirical study of information synthesis tasks, sections
2.2 and 2.3; the form of the files is our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast, get_args

import msgspec

from meadow.errors import InputError, ReadError
from meadow.lab.evaluate.lemmas import sentence_lemmas
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    check_folder,
    check_places,
    find_file,
    iter_records,
    new_folder,
    read_topic_folders,
    save_records,
    save_topic_folders,
    sentence_counts,
    shaped,
    unknown_topic,
)
from meadow.lab.formats.trace_events import (
    Placed,
    TraceEvent,
    event_files,
    iter_events,
    iter_line_events,
    save_line_events,
)
from meadow.lab.testbed import PersonReport, Testbed, Topic
from meadow.model import Concept, ConceptKind, Document, SentenceRef
from meadow.reports.mentions import spelling_key

Documents = Mapping[str, tuple[Document, ...]]

SENTENCES, MINUTES, SLOTS = 50, 30.0, 8
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


@dataclass(frozen=True, slots=True)
class ReplayLimits:
    """What people had: sentences in the end, minutes per topic, and slots per kind of concept; None is no limit."""

    sentences: int | None = SENTENCES
    minutes: float | None = MINUTES
    slots: int | None = SLOTS


@dataclass(frozen=True, slots=True)
class ReplaySession:
    """One person at work on one topic: the report in the end, documents in the order of first opening, and answers.

    `reported` says whether there was work on a report at all. `seconds` is how long it took; None where no time is given.
    """

    topic: str
    user: str
    refs: tuple[SentenceRef, ...]
    opened: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    seconds: float | None
    reported: bool


def replay(events: Sequence[Placed], sentences: Mapping[str, int], limits: ReplayLimits) -> ReplaySession:
    """Return the session of one person on one topic; `sentences` are the documents in time order with their lengths."""
    chosen: frozenset[SentenceRef] = frozenset()
    over = False
    for place, event in events:
        over = over or event.action == "end" or _is_late(event.stamp, events, limits)
        if event.action in ("add", "remove"):
            check_places([event.ref], sentences, place)
            _check_step(place, event.action, event.ref in chosen, over)
            chosen ^= {event.ref}
        elif event.action == "open":
            _check_document(place, event.document or "", sentences)
    _check_times(events)
    _check_slots(events, limits)
    if limits.sentences is not None and len(chosen) > limits.sentences:
        raise ReadError(
            events[-1][0],
            f"the report of {events[-1][1].user!r} ends with {len(chosen)} sentences, but {limits.sentences} are allowed.",
            advice="If more were allowed, read the traces with another limit of sentences.",
        )
    return _session(events, chosen, sentences)


def _session(events: Sequence[Placed], chosen: Iterable[SentenceRef], sentences: Mapping[str, int]) -> ReplaySession:
    order = {document: number for number, document in enumerate(sentences)}
    stamps = [event.stamp for _, event in events if event.stamp is not None]
    acts = [event for _, event in events]
    return ReplaySession(
        acts[0].topic,
        acts[0].user or "",
        tuple(sorted(chosen, key=lambda ref: (order[ref.document_id], ref.index))),
        tuple(dict.fromkeys(event.document or "" for event in acts if event.action == "open")),
        tuple((event.kind or "", event.text or "") for event in acts if event.action == "answer"),
        stamps[-1] - _beginning(events) if stamps else None,
        any(event.action in ("add", "remove", "end") for event in acts),
    )


def _beginning(events: Sequence[Placed]) -> float:
    """Return when the session began: seconds count from 0, times from the first of them."""
    first = next(event for _, event in events if event.stamp is not None)
    return 0.0 if first.seconds is not None else (first.stamp or 0.0)


def _is_late(stamp: float | None, events: Sequence[Placed], limits: ReplayLimits) -> bool:
    return stamp is not None and limits.minutes is not None and stamp - _beginning(events) > limits.minutes * 60


def _check_step(place: str, action: str, is_there: bool, over: bool) -> None:
    if action == "add" and over:
        raise ReadError(
            place,
            "a sentence is added after time was up, when sentences can only be removed.",
            advice="If people had more time, read the traces with another limit of minutes.",
        )
    if (action == "add") == is_there:
        raise ReadError(
            place, f"the sentence to {action} is {'in the report already' if is_there else 'not in the report'}"
        )


def _check_document(place: str, document: str, sentences: Mapping[str, int]) -> None:
    if document not in sentences:
        raise ReadError(place, f"there is no document {document!r} in the topic")


def _check_times(events: Sequence[Placed]) -> None:
    """Check that time does not run backwards, and is given in one way."""
    timed = [(place, event) for place, event in events if event.stamp is not None]
    for (_, before), (place, event) in pairwise(timed):
        if (before.seconds is None) != (event.seconds is None):
            raise ReadError(place, f"'time' and 'seconds' are mixed in the session of {event.user!r}")
        if (event.stamp or 0.0) < (before.stamp or 0.0):
            raise ReadError(place, f"earlier than the event of {event.user!r} before it")


def _check_slots(events: Sequence[Placed], limits: ReplayLimits) -> None:
    kinds: tuple[str, ...] = get_args(ConceptKind)
    used = dict.fromkeys(kinds, 0)
    for place, event in events:
        if event.action != "concept":
            continue
        if event.kind not in used:
            raise ReadError(place, f"there is no kind of concepts called {event.kind!r}; kinds are {', '.join(kinds)}")
        used[event.kind] += 1
        if limits.slots is not None and event.user is not None and used[event.kind] > limits.slots:
            raise ReadError(
                place,
                f"{event.user!r} names more than {limits.slots} concepts of the kind {event.kind!r}.",
                advice="If there were more slots, read the traces with another limit of slots.",
            )


def merge_concepts(events: Sequence[Placed], language: str) -> tuple[Concept, ...]:
    """Return the concepts of a topic in the order of their first naming; `count` is how many people named each.

    A concept's text is what most called it, and its kind the one that most gave it; the first wins among equals.
    """
    groups: list[tuple[set[object], list[TraceEvent]]] = []
    for place, event in events:
        keys = {key for form in _forms(event) for key in _keys(form, language, place)}
        touched = [group for group in groups if group[0] & keys]
        joined = (
            keys.union(*(known for known, _ in touched)),
            [*(each for _, named in touched for each in named), event],
        )
        at = groups.index(touched[0]) if touched else len(groups)
        groups = [group for group in groups if not any(group is other for other in touched)]
        groups.insert(at, joined)
    return tuple(_concept(named) for _, named in groups)


def _concept(events: Sequence[TraceEvent]) -> Concept:
    texts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for event in events:
        texts[_text(event)] += event.people
        kinds[event.kind or ""] += event.people
    text = texts.most_common(1)[0][0]
    forms = dict.fromkeys((text, *(form for event in events for form in _forms(event))))
    people = {event.user for event in events if event.user is not None}
    listed = sum(event.people for event in events if event.user is None)
    return Concept(text, cast("ConceptKind", kinds.most_common(1)[0][0]), tuple(forms), len(people) + listed)


def _forms(event: TraceEvent) -> tuple[str, ...]:
    return (_text(event), *(" ".join(alias.split()) for alias in event.aliases))


def _text(event: TraceEvent) -> str:
    return " ".join((event.text or "").split())


def _keys(form: str, language: str, place: str) -> tuple[object, ...]:
    lemmas = sentence_lemmas(form, language)
    if not lemmas:
        raise ReadError(place, f"the concept {form!r} holds no word")
    return spelling_key(form), lemmas
