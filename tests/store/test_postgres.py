"""A Postgres that refuses, that goes away, and that several processes write to at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from command import run_meadow
from meadow.errors import BusyStoreError, NewerStoreError, StoreError, UsageError
from meadow.model import Decision, StoryEvent
from meadow.store.opening import open_store
from meadow.store.postgres import migrating
from meadow.store.postgres.address import parse_address
from meadow.store.postgres.migrating import check_server
from meadow.store.postgres.schema import MARK, MIGRATIONS, PostgresMigration
from meadow.store.postgres.session import FAULTS, explanation
from meadow.store.postgres.store import PostgresStore
from meadow.store.query import Query
from meadow.workspace import Workspace
from patience import until
from postgres import Server
from store.articles import NOON, SteppingClock, article, articles, put

SECRET = "hunter2"  # noqa: S105 - nobody's


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_place()


def opened(place: str) -> PostgresStore:
    return PostgresStore(parse_address(place))


def end_connections(server: Server, name: str) -> None:
    """End the connections of this process to a workspace, as a restart of the server does."""
    server.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'")  # noqa: S608


@pytest.mark.parametrize(
    "place",
    [
        f"postgresql://desk:{SECRET}@127.0.0.1:1/news",
        f"postgresql://desk:{SECRET}@/news?host=/nowhere",
        f"postgresql://desk:{SECRET}@does-not-exist.invalid/news?connect_timeout=1",
    ],
)
def test_a_server_that_is_not_there_is_reported_with_exit_code_3(place: str, tmp_path: Path) -> None:
    done = run_meadow("stories", "--workspace", place, folder=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "refuses, or is not there" in done.stderr
    assert "Check that the server runs" in done.stderr
    assert SECRET not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_password_database_or_user_is_reported(postgres: Server, tmp_path: Path) -> None:
    postgres.run("CREATE ROLE keeper LOGIN PASSWORD 'right'")
    postgres.demand_password("keeper")
    refused = {
        'role "nobody" does not exist': postgres.place(user="nobody", password=SECRET),
        'database "nothing" does not exist': postgres.place(database="nothing"),
        'password authentication failed for user "keeper"': postgres.place(user="keeper", password=SECRET),
        "no password supplied": postgres.place(user="keeper"),
        "There is no workspace at postgresql://keeper:***@/": postgres.place(user="keeper", password="right"),  # noqa: S106
    }
    for words, place in refused.items():
        done = run_meadow("doctor", "--workspace", place, folder=tmp_path)
        printed = done.stdout + done.stderr
        assert (done.returncode, words in printed, SECRET in printed) == (3, True, False), printed


def test_a_user_without_the_right_to_make_a_schema_is_reported(postgres: Server, tmp_path: Path) -> None:
    postgres.run("CREATE ROLE guest LOGIN")
    done = run_meadow(
        "follow", "--once", "news.jsonl", "--workspace", postgres.place(user="guest", schema="mine"), folder=tmp_path
    )
    assert done.returncode == 3
    assert "the user lacks a right (permission denied for database postgres)" in done.stderr
    postgres.run("CREATE SCHEMA mine AUTHORIZATION guest")
    with closing(open_store(postgres.place(user="guest", schema="mine"))) as store:
        assert store.check() == []


def test_a_database_that_cannot_keep_every_character_is_reported(postgres: Server) -> None:
    postgres.run("CREATE DATABASE old ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreError, match="its encoding is LATIN1"):
        open_store(postgres.place(database="old"))


def test_an_old_server_is_reported() -> None:
    address = parse_address("postgresql:///news")
    with pytest.raises(StoreError, match="too old: version 12") as refused:
        check_server(address, 12, "UTF8")
    assert refused.value.exit_code == 3
    check_server(address, 14, "UTF8")


def test_a_schema_of_another_program_is_left_alone(postgres: Server) -> None:
    postgres.run("CREATE SCHEMA theirs; CREATE TABLE theirs.documents(a TEXT)")
    with pytest.raises(StoreError, match="another program"):
        open_store(postgres.place(schema="theirs"))


def test_a_workspace_of_a_newer_version_is_left_alone(place: str) -> None:
    store = opened(place)
    with store.writing() as writer:
        writer.run(f"INSERT INTO {MARK} VALUES('0999-later', 'now')")
    store.close()
    with pytest.raises(NewerStoreError, match="newer Meadow"):
        open_store(place)


def test_the_log_of_an_older_workspace_is_read_and_goes_on(place: str) -> None:
    """A workspace as it was before events said what decided them: the log without that column."""
    merge = StoryEvent("merge", "a1", 3, "a0")
    with closing(opened(place)) as store:
        with store.writing() as writer:
            for each, story in zip(articles(3), ["a0", "a1", "a0"], strict=True):
                put(writer, each, story)
            writer.change(merge, NOON, "tracker")
        with store.writing() as writer:
            writer.run("ALTER TABLE log DROP COLUMN decided")
            writer.run(f"DELETE FROM {MARK} WHERE name = '0002-decisions'")  # noqa: S608 - our own name
    decided = StoryEvent("split", "a0", 3, "a2", ("a2",), Decision("stray", 0.1 + 0.2, 0.35, 2))
    with closing(opened(place)) as store:
        with store.writing() as writer:
            writer.change(decided, NOON, "tracker")
        assert [entry.event for entry in store.log(after=3)] == [merge, decided]
        assert store.check() == []


def test_an_older_form_is_migrated_after_a_copy_and_a_failure_changes_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch, postgres: Server
) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        before = workspace.store.content_hash()
    failing = (*MIGRATIONS, PostgresMigration("9999-later", "CREATE TABLE later(a TEXT); SELECT 1 / 0"))
    with monkeypatch.context() as patched:
        patched.setattr(migrating.missing_migrations, "__kwdefaults__", {"migrations": failing})
        with pytest.raises(psycopg.errors.DivisionByZero):
            open_store(place)
    with closing(opened(place)) as store:
        assert store.content_hash() == before
    later = (*MIGRATIONS, PostgresMigration("9999-later", "CREATE TABLE later(a TEXT)"))
    monkeypatch.setattr(migrating.missing_migrations, "__kwdefaults__", {"migrations": later})
    with closing(opened(place)) as store:
        assert (store.content_hash(), store.all("SELECT * FROM later")) == (before, [])
    copy = f"{parse_address(place).schema}_{MIGRATIONS[-1].name.partition('-')[0]}"
    with psycopg.connect(postgres.uri) as connection:
        rows = connection.execute(f"SELECT number FROM {copy}.documents".encode()).fetchall()  # noqa: S608
    assert len(rows) == 12


def test_many_make_a_workspace_at_once_and_one_of_them_chooses_its_tracker(place: str) -> None:
    def make(tracker: str) -> str | None:
        try:
            with Workspace(place, tracker=tracker) as workspace:
                return workspace.tracker
        except UsageError:
            return None

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(make, [f"cidr(threshold={number})" for number in range(1, 7)]))
    assert sum(each is not None for each in made) == 1
    with Workspace(place) as workspace:
        assert workspace.tracker in made


def test_a_server_that_was_away_meanwhile_is_no_error_and_one_that_leaves_in_a_transaction_is(
    place: str, postgres: Server
) -> None:
    name = f"meadow-{place.rpartition('_')[2]}"
    store = opened(f"{place}&application_name={name}")
    with store.writing() as writer:
        put(writer, article(1), "a1")
    assert store.document("a1") is not None
    end_connections(postgres, name)
    assert store.document("a1") == article(1)
    end_connections(postgres, name)
    with store.reading():
        assert store.members("a1") == ["a1"]
    end_connections(postgres, name)
    with store.writing() as writer:
        put(writer, article(2), "a2")
    with pytest.raises(StoreError, match="acknowledged before is safe"), store.writing() as writer:  # noqa: PT012
        put(writer, article(3), "a3")
        end_connections(postgres, name)
        put(writer, article(4), "a4")
    assert [row.id for row in store.rows(["a1", "a2", "a3", "a4"])] == ["a1", "a2"]
    assert store.check() == []
    store.close()


def test_a_transaction_in_which_a_statement_failed_is_never_taken_for_kept(place: str) -> None:
    store = opened(place)
    with pytest.raises(StoreError, match="had failed"), store.writing() as writer:  # noqa: PT012
        put(writer, article(1), "a1")
        with pytest.raises(psycopg.IntegrityError):
            writer.run("INSERT INTO studies(id) VALUES('s')")
    assert store.counts()["documents"] == 0
    store.close()


def test_waiting_too_long_for_the_right_to_write_is_reported(place: str) -> None:
    one, other = opened(place), opened(f"{place}&options=-c%20lock_timeout%3D60s")
    other._writing_session().execute("SET lock_timeout = 50")
    with one.writing() as writer:
        put(writer, article(1), "a1")
        with pytest.raises(BusyStoreError, match="another process is writing"), other.writing():
            pass
    with other.writing() as writer:
        put(writer, article(2), "a2")
    assert one.assigned() == 2
    one.close()
    other.close()


def test_what_can_only_be_read_is_reported(place: str, postgres: Server) -> None:
    opened(place).close()
    with closing(opened(f"{place}&options=-c%20default_transaction_read_only%3Don")) as store:
        with pytest.raises(StoreError, match="read-only"), store.writing() as writer:
            put(writer, article(1), "a1")
        assert store.counts()["documents"] == 0
    with closing(opened(place)) as store, pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        store.connection.execute("DELETE FROM documents")


def test_a_schema_that_is_dropped_is_reported(place: str, postgres: Server) -> None:
    with closing(opened(place)) as store:
        postgres.run(f"DROP SCHEMA {store.address.schema} CASCADE")
        with pytest.raises(StoreError, match="lost its tables"):
            store.document("a1")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_the_server_has_words(fault: type[Exception]) -> None:
    told = explanation(fault("it said so"), parse_address(f"postgresql://desk:{SECRET}@/news"))
    assert "it said so" in str(told)
    assert told.advice
    assert (told.exit_code, SECRET in str(told)) == (3, False)


def test_two_workspaces_of_one_database_do_not_touch(postgres: Server) -> None:
    with Workspace(postgres.new_place()) as one, Workspace(postgres.new_place()) as other:
        adding = one.iter_add(articles(300))
        next(adding)
        other.add(articles(3))
        list(adding)
        assert (one.store.assigned(), other.store.assigned()) == (300, 3)


def test_readers_of_threads_share_a_few_connections(place: str, postgres: Server) -> None:
    store = opened(f"{place}&application_name=many")
    ready: Callable[[], int] = threading.Barrier(20).wait

    def read() -> None:
        ready()
        for _ in range(5):
            store.counts()

    threads = [threading.Thread(target=read) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with closing(store), psycopg.connect(postgres.uri, autocommit=True) as connection:

        def listed() -> int:
            found = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'many'"
            ).fetchone()
            assert found is not None
            return int(found[0])

        assert until(lambda: listed() <= 9)  # the server lists a connection for a moment after it was closed


@pytest.mark.parametrize(
    "asked",
    [
        Query(("ferry",)), Query(("ferries", "harbour")), Query(("wolves", "zeppelin")), Query(phrases=("cup final",)),
        Query(("the",), excluded=("goals",)), Query(("report",), sources=("paper 1",), since=NOON + timedelta(hours=5)),
        Query(("report",), excluded_phrases=("cup final",), languages=("en", "nl")), Query(("渡轮",)), Query(("nothing",)),
    ],
)  # fmt: skip
def test_a_search_finds_the_same_with_the_same_scores_as_in_sqlite(
    asked: Query, both: tuple[Workspace, Workspace]
) -> None:
    one, other = (workspace.store.search(asked, limit=7) for workspace in both)
    assert one == other


@pytest.fixture(scope="module")
def both(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, Workspace]]:
    """Give two workspaces, one in each engine, with the same articles and revisions."""
    extra = [
        article(300, text="De veerboot liep aan de grond.", language="nl"), article(301, text="渡轮搁浅。", language="zh"),
        article(4, text="The ferry was raised, and the harbour is open again."),
    ]  # fmt: skip
    folder = tmp_path_factory.mktemp("both")
    with (
        Workspace(folder, clock=SteppingClock()) as one,
        Workspace(postgres.new_place(), clock=SteppingClock()) as other,
    ):
        for workspace in (one, other):
            for start in range(0, 250, 50):
                workspace.add(articles(250)[start : start + 50], look=False)
            workspace.add(extra)
            workspace.forget("a8")
        assert one.store.content_hash() == other.store.content_hash()
        yield one, other
