"""The store, with either engine: what is written comes back, transactions are whole, and readers never wait."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import apsw
import psycopg
import pytest

from meadow.errors import InputError, StoreError, UsageError
from meadow.model import (
    Action,
    Alert,
    Decision,
    Quarantined,
    ReadMark,
    SourceState,
    StoryEvent,
    Study,
    Tombstone,
    Watch,
)
from meadow.store.contract import Checkpoint, Wanted
from meadow.store.opening import open_store
from meadow.store.postgres.store import PostgresStore
from meadow.store.query import Query
from meadow.store.sqlite.store import SqliteStore
from meadow.store.tables import search_index
from meadow.workspace import Workspace
from store.articles import NOON, SteppingClock, article, articles, put

AnyStore = SqliteStore | PostgresStore
WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def store(place: str) -> Iterator[AnyStore]:
    opened = open_store(place)
    yield opened
    opened.close()


def test_documents_come_back_whole(store: AnyStore) -> None:
    given = article(1, url="https://example.org/1", spans=((0, 3), (4, 9)), origin=((0, 0), (5, 7)), place="news:3")
    with store.writing() as writer:
        assert writer.add_document(given, NOON, keys=["feed\tx", "https://example.org/1"]) == 1
    back = store.document("a1")
    assert back == given
    assert back is not None
    assert (back.place, back.origin) == (given.place, given.origin)
    assert store.document("a2") is None
    assert store.named(["feed\tx", "nothing"]) == {"feed\tx": "a1"}
    assert [each.id for each in store.documents(["zz", "a1", "a1"])] == ["a1", "a1"]


def test_another_text_is_a_revision_and_the_same_text_is_nothing(store: AnyStore) -> None:
    first, later = article(1), article(1, text="The ferry has been towed to the yard.")
    with store.writing() as writer:
        numbers = [writer.add_document(each, NOON) for each in (first, first, later, first, replace(later, place="b"))]
    assert numbers == [1, None, 2, None, None]
    assert store.document("a1") == later
    assert [(each.number, each.document) for each in store.revisions("a1")] == [(1, first), (2, later)]
    assert store.first_revisions(["a1"]) == [first]


def test_a_transaction_that_fails_leaves_nothing(store: AnyStore) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as writer:  # noqa: PT012 - what is undone is the point
        put(writer, article(1), "a1")
        1 / 0  # noqa: B018
    assert store.counts()["documents"] == store.counts()["log"] == 0
    with store.writing() as writer:
        put(writer, article(1), "a1")
    assert store.members("a1") == ["a1"]


@pytest.mark.parametrize("field", ["id", "source", "title", "text", "url"])
@pytest.mark.parametrize("hostile", ["a\x00b", "a\ud800b"])
def test_text_that_is_not_valid_is_a_named_error(store: AnyStore, field: str, hostile: str) -> None:
    with pytest.raises(InputError, match="NUL or half a character pair"), store.writing() as writer:
        writer.add_document(replace(article(1), **{field: hostile}), NOON)  # type: ignore[arg-type]


def test_stories_are_a_fold_of_the_log(store: AnyStore) -> None:
    some = articles(5)
    with store.writing() as writer:
        for each, story in zip(some, ["a0", "a1", "a0", "a1", "a4"], strict=True):
            put(writer, each, story)
        merge = StoryEvent("merge", "a1", 5, "a0", decided=Decision("alike", 0.1 + 0.2, 0.16, 2))
        writer.change(merge, NOON, "tracker")
        writer.change(StoryEvent("split", "a0", 5, "a2", ("a2", "a3")), NOON, "person")
        writer.change(StoryEvent("close", "a4", 5), NOON, "tracker")
    assert {story: store.members(story) for story in ("a0", "a1", "a2", "a4")} == {
        "a0": ["a0", "a1"], "a1": [], "a2": ["a2", "a3"], "a4": ["a4"],
    }  # fmt: skip
    assert store.similarities(["a0", "a2", "a3", "zz"]) == {"a2": 0.5, "a3": 0.5}
    assert store.alias("a1") == store.alias("a0") == "a0"
    assert store.alias("a3") == "a2"
    assert store.alias("nothing") is None
    rows = {row.id: row for row in store.stories(Wanted())}
    assert rows["a0"].sources == ("Paper 0", "Paper 1")
    assert rows["a4"].closed
    assert store.assigned() == 5
    assert next(entry.event for entry in store.log(after=5)) == merge
    assert [entry.event.decided for entry in store.log(after=6) if entry.event is not None] == [None, None]
    assert store.check() == []


def test_check_finds_a_story_that_the_log_does_not_know(store: AnyStore) -> None:
    with store.writing() as writer:
        put(writer, article(1), "a1")
        writer.run("UPDATE documents SET story = 'elsewhere'")
    assert any("not in the story that the log says" in fault for fault in store.check())


def test_the_list_of_stories_is_filtered_and_paged(store: AnyStore) -> None:
    with store.writing() as writer:
        for each in articles(6):
            put(writer, each, each.id)
        put(writer, article(9, source="Paper 9", language="nl"), "a5")
    pages, after = [], None
    while page := store.stories(Wanted(limit=2, after=after)):
        pages.append([row.id for row in page])
        after = page[-1]
    assert pages == [["a5", "a4"], ["a3", "a2"], ["a1", "a0"]]
    assert [row.id for row in store.stories(Wanted(sources=["Paper 9", "none"]))] == ["a5"]
    assert [row.id for row in store.stories(Wanted(languages=["nl"]))] == ["a5"]
    assert [row.id for row in store.stories(Wanted(min_sources=2, min_articles=2))] == ["a5"]
    assert [row.id for row in store.stories(Wanted(since=NOON + timedelta(hours=4)))] == ["a5", "a4"]
    assert [row.id for row in store.stories(Wanted(until=NOON + timedelta(hours=1)))] == ["a0"]
    assert [row.id for row in store.stories(Wanted(ids=["a1", "zz"]))] == ["a1"]


def test_stories_without_a_date_come_last_on_every_page(store: AnyStore) -> None:
    with store.writing() as writer:
        for each in articles(4):
            put(writer, replace(each, published=None) if each.id in ("a0", "a3") else each, each.id)
    pages: list[str] = []
    after = None
    while page := store.stories(Wanted(limit=1, after=after)):
        pages.append(page[0].id)
        after = page[0]
    assert pages == ["a2", "a1", "a3", "a0"]
    assert [row.id for row in store.stories(Wanted(since=NOON - timedelta(days=1)))] == pages, "what came since is kept"


def test_notes_come_back(store: AnyStore) -> None:
    state = SourceState("https://example.org/feed", "feed", etag='"1"', checked=NOON, failures=2, problem="500")
    alert = Alert(0, NOON, "grows", "a1", "5 sources", "grows:5", ("a1",), "ferries")
    with store.writing() as writer:
        writer.save_source(state)
        writer.save_watch(Watch("ferries", "ferry Haldmoor", NOON))
        kept = writer.add_alert(alert)
        assert writer.add_alert(alert) is None
        writer.put_aside(Quarantined("feed", "3", "no text", NOON, NOON))
        writer.put_aside(Quarantined("feed", "3", "still none", NOON, NOON + timedelta(hours=1)))
        writer.mark(ReadMark("ada", "a1", 7, NOON))
        writer.save_result("key", "a1", "text", NOON)
        for key in ("old", "older"):
            writer.save_result(key, "a1", "another text", NOON)
        writer.drop_results(["old", "older", "nothing"])
        writer.save_checkpoint(Checkpoint("cidr", 3, 4, {"a": [1]}))
        merge = writer.correct("merge", ["a1"], ["a2"], None, NOON)
        writer.undo(merge.number)
    assert store.sources() == [state]
    assert [each.name for each in store.watches()] == ["ferries"]
    assert store.alerts() == [kept] == [replace(alert, number=1)]
    assert store.alerts(after=1) == []
    assert [(each.reason, each.tries) for each in store.quarantine()] == [("still none", 2)]
    assert store.marks("ada")["a1"].entry == 7
    assert store.result_keys() == ["key"]
    assert store.result("key") == "text"
    assert store.checkpoint("cidr") == Checkpoint("cidr", 3, 4, {"a": [1]})
    assert store.corrections() == [replace(merge, undone=True)]
    with store.writing() as writer:
        writer.release("feed", "3")
        writer.drop_source(state.key)
        assert writer.drop_watch("ferries")
        assert not writer.drop_watch("ferries")
    assert (store.quarantine(), store.sources(), store.watches()) == ([], [], [])


def test_readers_of_other_threads_go_on_while_one_writes(store: AnyStore) -> None:
    done = threading.Event()
    counts: list[int] = []
    faults: list[Exception] = []

    def read() -> None:
        try:
            while not done.is_set():
                with store.reading():
                    documents, entries = store.counts()["documents"], store.assigned()
                counts.append(documents)
                assert documents == entries
        except Exception as error:  # noqa: BLE001 - handed to the test
            faults.append(error)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for each in articles(60):
        with store.writing() as writer:
            put(writer, each, each.id)
    done.set()
    for thread in threads:
        thread.join()
    assert faults == []
    assert counts


def test_a_closed_store_says_so(store: AnyStore) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.document("a1")


def test_studies_and_actions_are_kept_for_good(store: AnyStore) -> None:
    study = Study("wolves", "utility", "How useful is each sentence?", ("a1", "a2"), NOON, seed=4)
    action = Action(0, "wolves", "ada", "a1:0", "7", NOON, NOON - timedelta(seconds=2))
    with store.writing() as writer:
        writer.add_study(study)
        kept = [writer.act(action), writer.act(replace(action, answer="8", said=None))]
    assert store.studies() == [study]
    assert store.actions("wolves") == kept == [
        replace(action, number=1), replace(action, number=2, answer="8", said=None),
    ]  # fmt: skip
    assert store.actions("wolves", after=1) == kept[1:]
    with pytest.raises(UsageError, match="already"), store.writing() as writer:
        writer.add_study(study)
    with pytest.raises((apsw.ConstraintError, psycopg.IntegrityError)), store.writing() as writer:
        writer.act(replace(action, study_id="none"))


def test_what_is_forgotten_is_known_by_its_address_too(store: AnyStore) -> None:
    with store.writing() as writer:
        put(writer, article(1, url="https://example.org/one"), "a1")
        writer.forget(Tombstone("document", "a1", NOON))
    assert store.is_forgotten(article(7, url="https://example.org/one"))
    assert not store.is_forgotten(article(7, url="https://example.org/two"))
    with store.writing() as writer:
        put(writer, article(2, url="https://example.org/"), "a2")
        writer.forget(Tombstone("document", "a2", NOON))
    assert not store.is_forgotten(article(8, url="https://example.org/")), "a feed may link every article to its site"
    assert all("example.org" not in each.id for each in store.tombstones())


def test_forgetting_leaves_an_id_and_nothing_else(store: AnyStore) -> None:
    with store.writing() as writer:
        for each in articles(6):
            put(writer, each, "a0")
        writer.save_result("key", "a0", "quotes them all", NOON)
        writer.add_alert(Alert(0, NOON, "grows", "a0", "text", "grows:3", ("a1",)))
    with store.writing() as writer:
        assert writer.forget(Tombstone("document", "a1", NOON, "asked by its author")) == ["a1"]
        assert writer.forget(Tombstone("source", "Paper 2", NOON)) == ["a2", "a5"]
    assert store.members("a0") == ["a0", "a3", "a4"]
    assert store.result("key") is None
    assert store.alerts() == []
    assert [(each.kind, each.id) for each in store.tombstones()] == [("document", "a1"), ("source", "Paper 2")]
    assert store.is_forgotten(article(1))
    assert store.is_forgotten(article(77, source="Paper 2"))
    assert not store.is_forgotten(article(77))
    assert store.check() == []


def test_check_finds_a_document_that_the_index_lacks_and_opening_mends_an_outdated_index(place: str) -> None:
    store = open_store(place)
    with store.writing() as writer:
        for each in articles(4):
            put(writer, each, each.id)
    with store.writing() as writer:
        search_index.remove(writer.connection, [2])
    assert store.check() == ["document 'a1' is not in the search index"]
    with store.writing() as writer:
        writer.run("UPDATE search_languages SET reading = 'older'")
    assert any("by another version" in fault for fault in store.check())
    store.close()
    store = open_store(place)
    assert store.check() == []
    assert [hit.document_id for hit in store.search(Query(words=("wolves",)), limit=5).hits] == ["a1"]
    store.close()


def test_a_missing_workspace_says_how_to_make_one(place: str) -> None:
    for _ in range(2):  # asking for it does not make it
        with pytest.raises(StoreError, match="There is no workspace"):
            open_store(place, create=False)


def test_notes_are_kept_with_whatever_people_and_pages_write(store: AnyStore) -> None:
    with store.writing() as writer:
        writer.put_aside(Quarantined("feed", "a\x00b", "half \ud800 a pair", NOON, NOON, body="\x00"))
        writer.mark(ReadMark("an\x00a", "a1", 7, NOON))
        writer.save_watch(Watch("w\ud800", "ferry", NOON))
    (item,) = store.quarantine()
    assert (item.place, item.reason, item.body) == ("a\ufffdb", "half \ufffd a pair", "\ufffd")
    assert store.marks("an\x00a")["a1"].entry == 7
    assert store.documents(["a\x00", "\udfff"]) == []
    assert store.alias("\x00") is None
    with store.writing() as writer:
        writer.release("feed", "a\x00b")
        assert writer.drop_watch("w\ud800")
    assert store.quarantine() == []


def test_the_log_is_read_as_it_is_when_reading_begins(store: AnyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.store.tables.stories._AT_ONCE", 2)
    with store.writing() as writer:
        for each in articles(5):
            put(writer, each, each.id)
    entries = iter(store.log(after=1))
    numbers = [next(entries).number]
    with store.writing() as writer:
        put(writer, article(9), "a9")
    assert numbers + [entry.number for entry in entries] == [2, 3, 4, 5]
    assert [entry.number for entry in store.log(after=4)] == [5, 6]


def test_several_processes_write_at_once_and_nothing_is_lost_or_doubled(place: str) -> None:
    with closing(open_store(place)) as store, store.writing() as writer:
        writer.add_study(Study("utility", "utility", "How useful?", ("a0",), NOON))
    writers = [subprocess.Popen([sys.executable, str(WRITER), place, str(number), "25"]) for number in range(3)]
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(articles(120))
    assert [each.wait() for each in writers] == [0, 0, 0]
    with Workspace(place) as workspace:
        kept = workspace.store
        told = [(each.participant, each.answer) for each in kept.actions("utility")]
        assert sorted(told) == sorted((f"p{who}", str(turn)) for who in range(3) for turn in range(25))
        assert [each.number for each in kept.actions("utility")] == list(range(1, 76))
        for who in range(3):
            assert [int(answer) for participant, answer in told if participant == f"p{who}"] == list(range(25))
            assert kept.marks(f"p{who}")["s"] == ReadMark(f"p{who}", "s", 24, NOON)
        assert kept.assigned() == 120 + 3 * 25
        assert [entry.number for entry in kept.log()] == list(range(1, kept.last_entry() + 1))
        assert [len(kept.revisions(f"a{number}")) for number in range(120)] == [1] * 120
        assert workspace.check() == []
