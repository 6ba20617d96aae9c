"""The contract of stores: what is written comes back, whole or not at all, and stories are what the log says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from meadow.errors import UsageError
from meadow.model import Alert, Assignment, Decision, Document, Moved, StoryEvent, Tombstone
from meadow.registry import load_target, offered
from meadow.store.contract import Store, StoreWriter, Wanted
from meadow.store.copying import copy_contents
from meadow.store.folding import fold
from meadow.store.query import Query
from meadow.testing.contract import ContractError, require

_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
_BRIEFS = ("Wolves came down to Haldmoor", "The ferry Lurna ran aground", "A tower was shut after 34 fell ill")


def check_store(make: Callable[[], Store]) -> None:
    """Check a store; `make` returns a new and empty one each time, which is closed after use."""
    for check in (
        _check_documents,
        _check_transactions,
        _check_stories,
        _check_moves,
        _check_forgetting,
        _check_search,
        _check_readers,
        *map(load_target, offered("store checks").values()),
    ):
        store = make()
        try:
            require(not store.check(), "an empty store", f"it finds fault with itself: {store.check()}")
            check(store)
            require(not store.check(), check.__name__.strip("_"), f"it finds fault with itself: {store.check()}")
            _check_copy(store, make)
        finally:
            store.close()


def _check_copy(store: Store, make: Callable[[], Store]) -> None:
    """Check that an empty store filled with what another keeps is equal to it, and that a filled one is left alone."""
    target = make()
    try:
        empty = target.content_hash()
        counts = copy_contents(store, target)
        both = store.content_hash(), target.content_hash()
        require(both == (counts, counts) and counts != empty, "a copy", "it is not equal to what was copied")
        require(not target.check(), "a copy", f"it finds fault with itself: {target.check()}")
        try:
            copy_contents(store, target)
        except UsageError:
            return
        raise ContractError("a store that is not empty: it is filled with another")
    finally:
        target.close()


def _article(number: int) -> Document:
    return Document(
        f"a{number}", f"Paper {number % 2}", f"Report {number}", f"{_BRIEFS[number % 3]}, number {number}.",
        _NOON + timedelta(hours=number), language="en",
    )  # fmt: skip


def _put(writer: StoreWriter, document: Document, story: str) -> None:
    writer.add_document(document, _NOON)
    writer.assign(Assignment(document.id, story, 0.5, document.id == story), story, _NOON)


def _check_documents(store: Store) -> None:
    first, later = _article(0), replace(_article(0), text="Another text.")
    with store.writing() as writer:
        numbers = [writer.add_document(each, _NOON, keys=["key"]) for each in (first, first, later, first)]
    require(numbers == [1, None, 2, None], "revisions", f"it numbers them {numbers}, not 1, None, 2, None")
    require(store.document("a0") == later, "revisions", "the last one is not in force")
    kept = [each.document for each in store.revisions("a0")]
    require(kept == [first, later], "revisions", "they do not come back in order and as they were")
    require(store.named(["key", "none"]) == {"key": "a0"}, "keys", "a key does not lead to its document")


def _check_transactions(store: Store) -> None:
    try:
        with store.writing() as writer:
            _put(writer, _article(0), "a0")
            raise ContractError
    except ContractError:
        pass
    require(store.document("a0") is None, "a transaction that raises", "it leaves a document behind")
    require(store.assigned() == 0, "a transaction that raises", "it leaves an entry of the log behind")
    with store.writing() as writer:
        _put(writer, _article(0), "a0")
        seen = store.document("a0")
    require(seen is None, "a reader during a transaction", "it sees what is not committed")
    require(store.document("a0") is not None, "a transaction that ends", "what it wrote is not there")


def _check_stories(store: Store) -> None:
    merge = StoryEvent("merge", "a1", 5, "a0", decided=Decision("alike", 0.3, 0.16, 1))
    with store.writing() as writer:
        for number, story in enumerate(["a0", "a1", "a0", "a1", "a4"]):
            _put(writer, _article(number), story)
        writer.change(merge, _NOON, "tracker")
        writer.change(StoryEvent("split", "a0", 5, "a2", ("a2", "a3")), _NOON, "person")
    events = [entry.event for entry in store.log() if entry.event is not None]
    require(events[0] == merge, "an event", f"{merge} comes back as {events[0]}")
    said = {story: sorted(names) for story, names in fold(store.log()).items()}
    rows = {row.id: sorted(store.members(row.id)) for row in store.stories(Wanted())}
    require(rows == said == {"a0": ["a0", "a1"], "a2": ["a2", "a3"], "a4": ["a4"]}, "a log", f"its stories are {rows}")
    require(store.alias("a1") == "a0", "an id that was merged away", f"it leads to {store.alias('a1')}")
    latest = [row.id for row in store.stories(Wanted(limit=2))]
    require(latest == ["a4", "a2"], "a page of two stories", f"it holds {latest}, not the latest first")
    _check_fingerprints(store)


def _check_moves(store: Store) -> None:
    """Check that a store says which documents second looks moved that had been elsewhere."""
    later, decided = _NOON + timedelta(hours=1), Decision("alike", 0.3, 0.16, 1)
    with store.writing() as writer:
        for number in (0, 1, 3):
            _put(writer, _article(number), f"a{number}")
        writer.look(_NOON)
        _put(writer, _article(2), "a1")
        writer.look(later)
        writer.change(StoryEvent("merge", "a1", 4, "a0", decided=decided), later, "tracker")
        writer.change(StoryEvent("merge", "a3", 4, "a0"), later, "person")
    moved = store.moved(["a0", "a1"], later)
    require(moved == {"a0": Moved(("a1",), "merge", decided)}, "a look that moves documents", f"it says {moved}")
    since = store.moved(["a0"], later + timedelta(hours=1))
    require(since == {}, "moves since a time", f"those before it are {since}")


def _check_fingerprints(store: Store) -> None:
    """Check that a story's fingerprint changes with its documents, and with nothing else."""
    before = store.fingerprints(["a0", "a2", "nobody"])
    with store.writing() as writer:
        writer.add_document(replace(_article(2), text="A zeppelin was seen."), _NOON)
    after = store.fingerprints(["a0", "a2"])
    same = {name for name in before if before[name] == after.get(name)}
    require(set(before) == {"a0", "a2"} and same == {"a0"}, "a revision", f"the same fingerprints have {sorted(same)}")
    require(store.last_arrival() == _NOON, "the last arrival", f"it is {store.last_arrival()}")


def _check_forgetting(store: Store) -> None:
    with store.writing() as writer:
        for number in range(4):
            _put(writer, _article(number), "a0")
        writer.add_alert(Alert(0, _NOON, "grows", "a0", "text", "grows:3", ("a1",)))
        writer.save_result("key", "a0", "quotes a1", _NOON)
    with store.writing() as writer:
        gone = writer.forget(Tombstone("document", "a1", _NOON))
    left = (store.document("a1"), store.revisions("a1"), store.result("key"), store.alerts())
    require(gone == ["a1"] and left == (None, [], None, []), "a document that is forgotten", f"there is left {left}")
    require(store.is_forgotten(_article(1)), "a document that is forgotten", "it may come back")
    require(store.members("a0") == ["a0", "a2", "a3"], "a document that is forgotten", "its story still holds it")


def _check_search(store: Store) -> None:
    with store.writing() as writer:
        for number in range(6):
            _put(writer, _article(number), f"a{number}")
    hits = {hit.document_id for hit in store.search(Query(words=("towers",)), limit=10).hits}
    require(hits == {"a2", "a5"}, "a search", f"it finds {sorted(hits)}, not a2 and a5")
    with store.writing() as writer:
        writer.add_document(replace(_article(2), text="A zeppelin was seen."), _NOON)
    hits = {hit.document_id for hit in store.search(Query(words=("towers",)), limit=10).hits}
    require(hits == {"a5"}, "a search after a revision", f"it finds {sorted(hits)}, not a5 alone")


def _check_readers(store: Store) -> None:
    """Check that readers of other threads see whole states while one writes."""
    faults: list[str] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            with store.reading():
                counted, assigned = store.counts()["documents"], store.assigned()
            if counted != assigned:
                faults.append(f"a reader sees {counted} documents and {assigned} assignments")

    readers = [threading.Thread(target=read) for _ in range(2)]
    for each in readers:
        each.start()
    for number in range(20):
        with store.writing() as writer:
            _put(writer, _article(number), f"a{number}")
    over.set()
    for each in readers:
        each.join()
    require(not faults, "readers during writes", faults[0] if faults else "")
