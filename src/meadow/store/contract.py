"""The contract of stores: they save and load values, and know no method.

Reading is safe from any thread and process, and never waits for writing. All that is written goes through `writing()`: one
transaction, on disk when the block ends, and undone as a whole if it raises. `meadow.testing.check_store` tries it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from meadow.model import (
    Action,
    Alert,
    Assignment,
    Correction,
    CorrectionKind,
    Document,
    DocumentRow,
    Hit,
    LogEntry,
    Moved,
    Origin,
    Participant,
    Quarantined,
    ReadMark,
    Revision,
    SourceState,
    StoryEvent,
    StoryRow,
    Study,
    StudyItem,
    Tombstone,
    Watch,
)
from meadow.store.query import Query


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which stories a list shows, the latest first: of any of these sources and languages; none named is any.

    Stories without a date come last, the one that arrived last first. `after` is the last row of the page before.
    """

    since: datetime | None = None
    until: datetime | None = None
    sources: Sequence[str] = ()
    languages: Sequence[str] = ()
    min_sources: int = 0
    min_articles: int = 0
    ids: Sequence[str] | None = None
    after: StoryRow | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tracker's snapshot, and how many assignments and looks it has seen."""

    tracker: str
    assignments: int
    entry: int
    snapshot: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The results of a search, the best first.

    `all_words` is False where no document has all words, and these have some. `complete` is False where phrases would have
    to be looked for in more documents than one search reads. `total` counts all that fit, also beyond the limit; None where
    phrases make that unknown.
    """

    hits: tuple[Hit, ...]
    all_words: bool
    complete: bool
    total: int | None


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows of one table, as every engine keeps them."""

    table: str
    rows: tuple[tuple[Any, ...], ...]


class StoreReader(Protocol):
    """The queries of a store."""

    def document(self, document_id: str) -> Document | None:
        """Return the revision in force of a document; None if there is none of that id."""

    def documents(self, document_ids: Iterable[str]) -> list[Document]:
        """Return the revisions in force of documents, in the order of the ids; unknown ones are left out."""

    def revisions(self, document_id: str) -> list[Revision]:
        """Return all revisions of a document, the first one first."""

    def rows(self, document_ids: Iterable[str]) -> list[DocumentRow]:
        """Return documents as lists show them, in the order of the ids; unknown ones are left out."""

    def search(self, query: Query, *, limit: int) -> SearchResult:
        """Return the documents that answer a query best, the best first."""

    def named(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the ids of documents by other keys they are known under (addresses, ids of feeds)."""

    def members(self, story_id: str) -> list[str]:
        """Return the ids of a story's documents in order of arrival; none if there is no such story."""

    def arrived_after(self, story_id: str, entry: int) -> list[str]:
        """Return the documents of a story that came after an entry of the log, in order of arrival."""

    def story_of(self, document_ids: Iterable[str]) -> dict[str, str]:
        """Return the story that each document is in."""

    def fingerprints(self, story_ids: Iterable[str]) -> dict[str, str]:
        """Return by story an id of its documents' revisions in force: equal until one comes, changes or leaves."""

    def similarities(self, document_ids: Iterable[str]) -> dict[str, float]:
        """Return how alike each document was to the story that it joined when it came; not of those that opened one."""

    def tracked_as(self, story_ids: Iterable[str]) -> dict[str, list[str]]:
        """Return the documents that the tracker put in each of its own stories, in order of arrival."""

    def tracked_members(self, story_ids: Iterable[str]) -> dict[str, str]:
        """Return the tracker's story of each document in some of its stories, in order of arrival."""

    def tracked_in(self, document_ids: Iterable[str]) -> dict[str, str]:
        """Return the story that the tracker has each document in."""

    def alias(self, story_id: str) -> str | None:
        """Return the story that an id leads to now: itself, or the one that it was merged into; None if unknown."""

    def stories(self, wanted: Wanted) -> list[StoryRow]:
        """Return the stories of a list, the one with the latest article first."""

    def log(self, *, after: int = 0, until: datetime | None = None) -> Iterable[LogEntry]:
        """Iterate over the log behind an entry, up to a time."""

    def moved(self, story_ids: Iterable[str], since: datetime) -> dict[str, Moved]:
        """Return by story the documents that second looks have moved there since a time and that had been elsewhere.

        A document had been elsewhere if it came before the look that was before: until then its place is not settled.
        """

    def corrections(self) -> list[Correction]:
        """Return what people said about stories, in order, what was undone included."""

    def routes(self) -> dict[str, str]:
        """Return the routes that splits left: a document's id, and that of the document it belongs with."""

    def first_revisions(self, document_ids: Iterable[str]) -> list[Document]:
        """Return documents as they first came, which is how the tracker saw them, in the order of the ids."""

    def last_entry(self) -> int:
        """Return the number of the log's last entry; 0 if there is none."""

    def last_arrival(self) -> datetime | None:
        """Return when the last new document came; None if there is none."""

    def assigned(self) -> int:
        """Return how many assignments the log holds."""

    def looked(self) -> int:
        """Return how many assignments the log held at the last look; 0 if there was none."""

    def checkpoint(self, tracker: str) -> Checkpoint | None:
        """Return the latest snapshot of a tracker."""

    def checkpoint_entry(self, tracker: str) -> int:
        """Return up to which entry of the log the latest snapshot of a tracker goes; 0 if there is none."""

    def result(self, key: str) -> str | None:
        """Return a result that was kept under a key."""

    def result_keys(self) -> list[str]:
        """Return the keys of all kept results, in order."""

    def sources(self) -> list[SourceState]:
        """Return the sources that are followed, by key."""

    def quarantine(self, *, source: str | None = None) -> list[Quarantined]:
        """Return the items that could not be stored, of one source or of all, the latest first."""

    def watches(self) -> list[Watch]:
        """Return the watch list, by name."""

    def alerts(self, *, after: int = 0) -> list[Alert]:
        """Return the alerts behind a number, in order."""

    def marks(self, reader: str) -> dict[str, ReadMark]:
        """Return how far a reader has read, by story."""

    def studies(self) -> list[Study]:
        """Return the studies, by id."""

    def study_item(self, study_id: str, item_id: str) -> StudyItem | None:
        """Return an item of a study as it was when the study was made; None if there is none of that id."""

    def participants(self, study_id: str) -> list[Participant]:
        """Return who takes part in a study, in the order in which they were asked."""

    def participant(self, token_digest: str) -> Participant | None:
        """Return the participant whose link has the token of a digest, if any."""

    def actions(
        self, study_id: str, *, after: int = 0, participant: str | None = None, item: str | None = None
    ) -> list[Action]:
        """Return what was done in a study behind a number, in order: by one participant, or on slots of one item, or all."""

    def sent(self, study_id: str, participant: str, key: str) -> Action | None:
        """Return the action that a participant of a study sent under a key; None if there is none."""

    def slots(self, study_id: str, *, participant: str | None = None, item: str | None = None) -> list[Action]:
        """Return the last action on each slot of a study, by participant and slot; what was emptied is among them."""

    def is_forgotten(self, document: Document) -> bool:
        """Return whether a document, its address or its source was forgotten on request and must not come back."""

    def tombstones(self) -> list[Tombstone]:
        """Return what was forgotten, in order."""

    def fact(self, name: str) -> str | None:
        """Return what the store says about itself under a name."""

    def counts(self, *names: str) -> dict[str, int]:
        """Return how many documents, revisions, stories, log entries … there are, by name; all, or those that are named."""

    def contents(self) -> Iterator[Batch]:
        """Iterate over all that is kept, table by table; within `reading()` it is one state."""

    def content_rows(self) -> int:
        """Return how many rows `contents` has."""

    def content_hash(self) -> str:
        """Return a hash over all that is kept: two stores with the same hash keep the same."""


class StoreWriter(StoreReader, Protocol):
    """The writes of a transaction, which reads what it has written."""

    def add_document(self, document: Document, arrived: datetime, *, keys: Iterable[str] = ()) -> int | None:
        """Keep a new document or a new revision of one, and return the revision's number; None if it is there already."""

    def assign(self, given: Assignment, tracked: str, at: datetime) -> int:
        """Put a document in a story, and return the number of the log's entry."""

    def track(self, moves: Mapping[str, str]) -> None:
        """Note that the tracker now has documents in other stories of its own."""

    def change(self, event: StoryEvent, at: datetime, origin: Origin) -> int:
        """Write an event to the log and apply it to the stories."""

    def look(self, at: datetime) -> int:
        """Write to the log that the tracker looks at the whole again."""

    def route(self, document_id: str, beside: str) -> None:
        """Store that a document belongs with another, after somebody split a story."""

    def correct(
        self,
        kind: CorrectionKind,
        documents: Sequence[str],
        others: Sequence[str],
        name: str | None,
        at: datetime,
    ) -> Correction:
        """Keep what a person says about stories."""

    def undo(self, number: int) -> None:
        """Mark a correction as undone."""

    def rename(self, story_id: str, name: str | None) -> None:
        """Give a story a name, or take it away."""

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a tracker's snapshot, and forget all but the last two."""

    def save_result(self, key: str, story_id: str, text: str, at: datetime) -> None:
        """Keep a result under a key."""

    def drop_results(self, keys: Iterable[str]) -> None:
        """Remove the results that are kept under some keys."""

    def save_source(self, state: SourceState) -> None:
        """Store the state of a source."""

    def drop_source(self, key: str) -> None:
        """Follow a source no longer."""

    def put_aside(self, item: Quarantined) -> None:
        """Keep an item that could not be stored; one of the same source and place is counted up."""

    def release(self, source: str, place: str) -> None:
        """Forget an item of the quarantine."""

    def save_watch(self, watch: Watch) -> None:
        """Keep a watch under its name."""

    def drop_watch(self, name: str) -> bool:
        """Forget a watch; whether there was one."""

    def add_alert(self, alert: Alert) -> Alert | None:
        """Keep an alert, and return it with its number; None if its story had one of the same cause and watch before."""

    def mark(self, mark: ReadMark) -> None:
        """Keep how far a reader has read a story."""

    def add_study(self, study: Study, items: Iterable[StudyItem] = ()) -> None:
        """Keep a study and its items; one of that id that is there already stays as it is, and is an error."""

    def add_participant(self, participant: Participant) -> None:
        """Let someone take part in a study; one of that name who does already gets another link, and the old one ends."""

    def act(self, action: Action) -> Action:
        """Keep what a participant did, in the log and as what its slot holds, and return it with its number.

        Nothing that was done is ever changed. What has the key of an earlier action of the same participant in the study is
        that action, sent again: it is returned as it was, and nothing is written.
        """

    def save_fact(self, name: str, value: str) -> None:
        """Keep what the store says about itself."""

    def forget(self, tombstone: Tombstone) -> list[str]:
        """Remove a document, or all of a source, from everything; return the ids of the documents that are gone."""


class Store(StoreReader, Protocol):
    """A store: read it at any time, write it in transactions, unless it is `read_only`."""

    @property
    def read_only(self) -> bool:
        """Whether every attempt to write is an error."""

    def writing(self) -> AbstractContextManager[StoreWriter]:
        """Return a transaction: durable at its end, or undone as a whole."""

    def reading(self) -> AbstractContextManager[None]:
        """Let all questions of a block see one and the same state, whatever is written meanwhile."""

    def ingesting(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """Return the right to ingest; who cannot have it gets a `BusyStoreError` that names who has.

        `alone` is the right to change the past, which nobody has while others add. A store that is one file lets one process
        add at a time, a server as many as come: each group of documents is one transaction.
        """

    def fill(self, batches: Iterable[Batch]) -> str:
        """Fill an empty store with the `contents` of another, and return the hash of both; it is whole or stays empty."""

    def backup(self, target: str) -> None:
        """Write a copy of what is committed to a new file, while others read and write."""

    def check(self) -> list[str]:
        """Return what is wrong with the store, in words; empty if all is well."""

    def close(self) -> None:
        """Let go of everything; a closed store raises when it is used."""
