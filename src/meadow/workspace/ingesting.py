"""Adding documents to a workspace: stored, tracked, and acknowledged once they are on the disk.

Documents are committed in groups: a hundred of them, or what came within a twentieth of a second. One bad item goes into
quarantine and the rest goes on. Sending a document again changes nothing, so a client that is not sure sends again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import TypeVar

from meadow.errors import InputError, ReadError
from meadow.following.identity import Identified
from meadow.ingest.items import Item
from meadow.model import Assignment, Document, Quarantined
from meadow.store.contract import Store, StoreReader, StoreWriter
from meadow.workspace.overlay import write_changes
from meadow.workspace.tracked import TrackedLog

GROUP_DOCUMENTS = 100
GROUP_SECONDS = 0.05

Sendable = TypeVar("Sendable")


Identify = Callable[[Document, StoreReader], Identified]


@dataclass(frozen=True, slots=True)
class Added:
    """The outcome of a sent document: its story and its revision; `revision` is None if it was known.

    `similarity` and `opened` are the tracker's first thought about a new document.
    """

    document_id: str
    story_id: str
    revision: int | None
    similarity: float = 0.0
    opened: bool = False

    @property
    def is_new(self) -> bool:
        """Whether the workspace did not have the document before."""
        return self.revision == 1


@dataclass(frozen=True, slots=True)
class Refused:
    """An item that was not added: it is in quarantine, or it was forgotten on request and stays so."""

    place: str
    reason: str
    quarantined: bool


Outcome = Added | Refused


def as_given(document: Document, store: StoreReader) -> Identified:  # noqa: ARG001 - others look documents up
    """Return a document under its own id, by which a script knows it."""
    return Identified(document)


@dataclass(frozen=True, slots=True)
class Ingest:
    """Adds documents to a store, by one tracker; `clock` gives the time of arrival."""

    store: Store
    log: TrackedLog
    clock: Callable[[], datetime]

    def iter_add(self, items: Iterable[Item], *, source: str, identify: Identify = as_given) -> Iterator[Outcome]:
        """Iterate over what became of each item, once it is on the disk; notes of the reader are passed over."""
        for group in groups(item for item in items if isinstance(item, Document | ReadError)):
            yield from self._commit(group, source, identify)

    def look(self) -> None:
        """Let the tracker look at the whole again, if anything has come since it last did."""
        if self.store.assigned() == self.store.looked():
            return
        with self._writing() as writer:
            at = self.clock()
            events = self.log.look(writer)
            writer.look(at)
            write_changes(writer, events, at)
            self.log.keep(writer)

    def keep(self) -> None:
        """Write a checkpoint, so that the next start has nothing to do again."""
        with self._writing() as writer:
            self.log.ready(writer)
            self.log.keep(writer, least=1)

    def _commit(self, items: Sequence[Document | ReadError], source: str, identify: Identify) -> list[Outcome]:
        with self._writing() as writer:
            at = self.clock()
            stored = [_store(writer, item, source, at, identify) for item in items]
            new = [each.document for each in stored if isinstance(each, _Stored) and each.revision == 1]
            first = write_changes(writer, self.log.step(writer, new), at)
            self.log.keep(writer)
            stories = writer.story_of(each.document.id for each in stored if isinstance(each, _Stored))
        return [_outcome(each, stories, first) if isinstance(each, _Stored) else each for each in stored]

    @contextmanager
    def _writing(self) -> Iterator[StoreWriter]:
        """Write, and forget the tracker's state if that fails: it may be ahead of the store."""
        try:
            with self.store.writing() as writer:
                yield writer
        except BaseException:
            self.log.drop()
            raise


def in_order(items: Iterable[Item]) -> Iterable[Item]:
    """Return the items of a list with the documents in the order of time, last; a stream as it is."""
    if not isinstance(items, Sequence):
        return items
    documents = [item for item in items if isinstance(item, Document)]
    others = [item for item in items if not isinstance(item, Document)]
    return [*others, *sorted(documents, key=lambda document: document.order)]


def groups(items: Iterable[Sendable], *, clock: Callable[[], float] = monotonic) -> Iterator[list[Sendable]]:
    """Iterate over items in the groups that are committed together, by number and by time."""
    group: list[Sendable] = []
    begun = 0.0
    for item in items:
        begun = begun if group else clock()
        group.append(item)
        if len(group) == GROUP_DOCUMENTS or clock() - begun >= GROUP_SECONDS:
            yield group
            group = []
    if group:
        yield group


@dataclass(frozen=True, slots=True)
class _Stored:
    document: Document
    revision: int | None


def _store(
    writer: StoreWriter, item: Document | ReadError, source: str, at: datetime, identify: Identify
) -> _Stored | Refused:
    if isinstance(item, ReadError):
        return _put_aside(writer, Quarantined(source, item.place, item.reason, at, at))
    if writer.is_forgotten(item):
        return Refused(item.place or item.id, "it was forgotten on request", quarantined=False)
    try:
        identified = identify(item, writer)
        revision = writer.add_document(identified.document, at, keys=identified.keys)
    except InputError as error:
        return _put_aside(writer, Quarantined(source, item.place or item.id, str(error), at, at))
    if item.place is not None:
        writer.release(source, item.place)
    return _Stored(identified.document, revision)


def _put_aside(writer: StoreWriter, item: Quarantined) -> Refused:
    writer.put_aside(item)
    return Refused(item.place, item.reason, quarantined=True)


def _outcome(stored: _Stored, stories: Mapping[str, str], first: Mapping[str, Assignment]) -> Added:
    document_id = stored.document.id
    said = first.get(document_id)
    if said is None:
        return Added(document_id, stories[document_id], stored.revision)
    return Added(document_id, stories[document_id], stored.revision, said.similarity, said.opened)
