"""Traces replayed: what a person's report held in the end, and what happened on the way.

The rules are those of the interface that the paper describes: a report may be longer than allowed for a while but not in
the end, when time is up sentences can only be removed, and at most eight people, organisations and factors are named each.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), An empirical study of information synthesis tasks,
sections 2.2 and 2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import get_args

from meadow.errors import ReadError
from meadow.lab.formats.folders import check_places
from meadow.lab.formats.trace_events import Placed
from meadow.model import ConceptKind, SentenceRef

SENTENCES, MINUTES, SLOTS = 50, 30.0, 8


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
    """Check that time does not run backwards, and is told in one way."""
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
