"""Rounds over a real workspace and servers on this machine, with a clock that is set."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from following.web import START, Clock, item, rss
from meadow.errors import InputError, UsageError
from meadow.following.listing import Source, list_sources
from meadow.following.schedule import CheckedSource, FollowEvent, Postponed, Waiting
from meadow.following.sending import Noted
from meadow.model import Alert, SourceState
from meadow.workspace import Workspace
from meadow.workspace.following import Following, Surroundings, follow_sources
from meadow.workspace.ingesting import Added, Outcome, Refused
from servers import Answer, Server, serving

FERRY = "The ferry Star of Skerra sank on Monday evening off the harbour, and divers searched the wreck all night long."
WOLVES = "Wolves have come back to the hills above Haldmoor, where shepherds lost eleven sheep within a single week."


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@dataclass
class Desk:
    """A workspace and someone who follows into it."""

    folder: Path
    server: Server
    clock: Clock = field(default_factory=Clock)
    descriptor: int = 0

    def run(
        self, sources: Sequence[Source], how: Following | None = None, *, until: timedelta | None = None
    ) -> list[Outcome | FollowEvent]:
        """Return what happens until the run ends, or until a time has passed."""
        how = how or Following(once=until is None, allow_hosts=[self.server.host])
        end = None if until is None else self.clock.now + until
        around = Surroundings(
            sleep=self.clock.sleep,
            is_over=lambda: end is not None and self.clock.now >= end,
            chance=lambda: 0.5,
            input_descriptor=self.descriptor,
        )
        with Workspace(self.folder / "space", clock=self.clock) as workspace:
            return list(follow_sources(workspace, sources, how, around))

    def feeds(self, *paths: str) -> list[Source]:
        return list_sources([self.server.url(path) for path in paths])

    def states(self) -> dict[str, SourceState]:
        with Workspace(self.folder / "space") as workspace:
            return {state.key.removeprefix(self.server.url("")): state for state in workspace.store.sources()}

    def counts(self) -> dict[str, int]:
        with Workspace(self.folder / "space") as workspace:
            return workspace.store.counts()


@pytest.fixture
def desk(tmp_path: Path, server: Server) -> Desk:
    return Desk(tmp_path, server)


def added(told: Sequence[Outcome | FollowEvent]) -> list[str]:
    """Return the ids of new documents."""
    return [each.document_id for each in told if isinstance(each, Added) and each.is_new]


def asked(server: Server) -> list[str]:
    return [path for path in server.paths() if path != "/robots.txt"]


class TestOnce:
    def test_documents_are_reported_and_counted_and_the_state_is_kept(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1"), item(WOLVES, guid="2")), headers={"ETag": "x"})
        told = desk.run(desk.feeds("/a"))
        assert added(told) == [f"{desk.server.url('/a')}#1", f"{desk.server.url('/a')}#2"]
        (checked,) = (each for each in told if isinstance(each, CheckedSource))
        assert (checked.new, checked.state.documents, checked.state.etag) == (2, 2, "x")
        assert desk.states()["/a"] == checked.state

    def test_a_second_run_asks_again_and_finds_nothing_new(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        desk.run(desk.feeds("/a"))
        told = desk.run(desk.feeds("/a"))
        assert [type(each) for each in told] == [CheckedSource]
        assert asked(desk.server) == ["/a", "/a"]

    def test_an_edited_article_is_a_revision(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        desk.run(desk.feeds("/a"))
        desk.server.pages["/a"] = Answer(rss(item(FERRY + " Two were found.", guid="1")))
        (revised, _) = desk.run(desk.feeds("/a"))
        assert isinstance(revised, Added)
        assert (revised.revision, revised.is_new) == (2, False)
        assert desk.counts()["documents"] == 1

    def test_one_feed_that_fails_stops_no_other_and_waits_its_turn(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(status=429, headers={"Retry-After": "7200"})
        desk.server.pages["/b"] = Answer(rss(item(FERRY, guid="1")))
        assert len(added(desk.run(desk.feeds("/a", "/b", "/gone")))) == 1
        states = desk.states()
        assert (states["/a"].failures, states["/b"].failures, states["/gone"].failures) == (1, 0, 1)
        desk.clock.move(minutes=30)
        desk.run(desk.feeds("/a", "/b"))
        assert asked(desk.server) == ["/a", "/b", "/gone", "/b"]

    def test_what_we_refused_is_read_by_the_next_run_that_allows_it(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        (refused,) = desk.run(desk.feeds("/a"), Following(once=True))
        assert isinstance(refused, CheckedSource)
        assert refused.state.failures == 1
        assert len(added(desk.run(desk.feeds("/a")))) == 1
        assert desk.states()["/a"].failures == 0

    def test_what_we_refuse_is_tried_at_the_usual_pace_in_a_run_and_at_once_in_the_next(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        told = desk.run(desk.feeds("/a"), Following("15m"), until=timedelta(minutes=50))
        assert [each.state.failures for each in told if isinstance(each, CheckedSource)] == [1, 2, 3, 4]
        allowed = Following("2h", allow_hosts=[desk.server.host])
        assert len(added(desk.run(desk.feeds("/a"), allowed, until=timedelta(seconds=1)))) == 1

    def test_a_run_that_reads_once_names_what_it_leaves_alone(self, desk: Desk) -> None:
        desk.server.pages["/gone"] = Answer(status=410)
        desk.server.pages["/b"] = Answer(rss(item(FERRY, guid="1")))
        sources = desk.feeds("/a", "/gone", "/b")
        assert not [each for each in desk.run(sources) if isinstance(each, Postponed)]
        desk.clock.move(minutes=1)
        postponed = [each.state for each in desk.run(sources) if isinstance(each, Postponed)]
        assert [each.key for each in postponed] == [desk.server.url("/a"), desk.server.url("/gone")]
        assert "404" in str(postponed[0].problem)
        assert (postponed[0].next_check is None, postponed[1].next_check is None) == (False, True)
        assert not [each for each in desk.run(sources, until=timedelta(hours=1)) if isinstance(each, Postponed)]

    def test_what_ids_do_to_documents_holds_through_the_store(self, desk: Desk) -> None:
        url = desk.server.url("/ferry")
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1", link=url), item(WOLVES, guid="1", link=url + "2")))
        assert [each.rpartition("/a#")[2] for each in added(desk.run(desk.feeds("/a")))] == ["1", "1#2"]
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="9", link=url), item(WOLVES, guid="8", link=url + "2")))
        assert added(desk.run(desk.feeds("/a"))) == []
        assert desk.counts()["documents"] == 2

    def test_articles_of_a_round_are_tracked_in_order_of_time(self, desk: Desk) -> None:
        days = ("Wed, 04 Mar 2026 08:00:00 GMT", "Mon, 02 Mar 2026 08:00:00 GMT", "Tue, 03 Mar 2026 08:00:00 GMT")
        items = [item(f"{WOLVES} Day {number}.", guid=str(number), date=day) for number, day in enumerate(days)]
        desk.server.pages["/a"] = Answer(rss(*items))
        assert [each[-1] for each in added(desk.run(desk.feeds("/a")))] == ["1", "2", "0"]


class TestBadItems:
    def test_93_of_100_are_stored_and_7_put_aside(self, desk: Desk) -> None:
        bad = [
            b"no json",
            b"{}",
            b'{"text": 3}',
            b'{"id": "x", "text": ""}',
            b'["text"]',
            b'{"text": "x", "url": []}',
            b"{",
        ]
        good = [json.dumps({"id": str(number), "text": f"{WOLVES} {number}"}).encode() for number in range(93)]
        lines = [
            line
            for number, line in enumerate(good)
            for line in ([line, bad.pop()] if number % 12 == 5 and bad else [line])
        ]
        assert (len(lines), bad) == (100, [])
        (desk.folder / "wire.jsonl").write_bytes(b"\n".join(lines))
        told = desk.run([Source(str(desk.folder / "wire.jsonl"), "file")])
        assert len(added(told)) == 93
        refused = [each for each in told if isinstance(each, Refused)]
        assert len(refused) == 7
        assert all(each.quarantined and each.reason for each in refused)
        counts = desk.counts()
        assert (counts["documents"], counts["quarantine"]) == (93, 7)
        # Mended, they leave the quarantine.
        mended = [line if line in good else b'{"text": "It was mended."}' for line in lines]
        (desk.folder / "wire.jsonl").write_bytes(b"\n".join(mended))
        assert len(added(desk.run([Source(str(desk.folder / "wire.jsonl"), "file")]))) == 7
        assert desk.counts()["quarantine"] == 0


class TestMended:
    """What could not be read is tried again, and leaves the quarantine."""

    def test_each_run_tries_files_again_that_could_not_be_read(self, desk: Desk) -> None:
        news = desk.folder / "news"
        news.mkdir()
        (news / "a.jsonl").write_text('{"id": "a", "text": "Wolf."}\n{}\n', encoding="utf-8")
        (news / "b.jsonl").write_text('{"id": "b", "text": "Ferry."}\n', encoding="utf-8")
        (news / "c.txt").write_bytes(b"")
        sources = [Source(str(news), "folder")]
        assert [each.place.rpartition("/")[2] for each in self.refused(desk.run(sources))] == ["a.jsonl:2", "c.txt"]
        desk.clock.move(hours=1)
        # Not b.jsonl, which is as it was.
        assert [each.place.rpartition("/")[2] for each in self.refused(desk.run(sources))] == ["a.jsonl:2", "c.txt"]
        assert desk.counts()["quarantine"] == 2
        (news / "a.jsonl").write_text('{"id": "a", "text": "Wolf."}\n', encoding="utf-8")
        (news / "c.txt").write_text("The council meets.", encoding="utf-8")
        desk.clock.move(hours=1)
        assert len(added(desk.run(sources))) == 1
        assert desk.counts()["quarantine"] == 0

    def test_a_fault_of_a_feed_stays_until_the_feed_is_read_without_it(self, desk: Desk) -> None:
        bad = "<item><guid>2</guid></item>"
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1"), bad), headers={"ETag": "x"})
        assert len(self.refused(desk.run(desk.feeds("/a")))) == 1
        for status in (304, 500):
            desk.server.pages["/a"] = Answer(status=status)
            desk.clock.move(days=1)
            desk.run(desk.feeds("/a"))
            assert desk.counts()["quarantine"] == 1
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        desk.clock.move(days=1)
        desk.run(desk.feeds("/a"))
        assert desk.counts()["quarantine"] == 0

    def refused(self, told: Sequence[Outcome | FollowEvent]) -> list[Refused]:
        return [each for each in told if isinstance(each, Refused)]


class TestPace:
    def test_sources_are_read_when_they_are_due_and_the_run_sleeps_between(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
        desk.server.pages["/b"] = Answer(status=500)
        how = Following(every="1h", allow_hosts=[desk.server.host])
        told = desk.run(desk.feeds("/a", "/b"), how, until=timedelta(hours=5))
        assert asked(desk.server).count("/a") == 5
        # An hour and a half after the first failure, three after the second.
        assert asked(desk.server).count("/b") == 3
        waits = [each.until for each in told if isinstance(each, Waiting)]
        assert waits[0] - START == timedelta(hours=1)
        assert len([each for each in told if isinstance(each, CheckedSource)]) == 8

    def test_where_nothing_is_ever_due_again_the_run_ends(self, desk: Desk) -> None:
        desk.server.pages["/a"] = Answer(status=410)
        told = desk.run(desk.feeds("/a"), Following(allow_hosts=[desk.server.host]), until=timedelta(days=9))
        assert [type(each) for each in told] == [CheckedSource]
        assert desk.clock.now < START + timedelta(minutes=1)

    def test_a_run_that_is_over_reads_no_further_source(self, desk: Desk) -> None:
        desk.server.pages["/a"] = desk.server.pages["/b"] = Answer(rss(item(FERRY, guid="1")))
        desk.run(desk.feeds("/a", "/b"), Following(allow_hosts=[desk.server.host]), until=timedelta(0))
        assert asked(desk.server) == []


class TestResuming:
    def test_stopping_anywhere_loses_nothing(self, desk: Desk) -> None:
        """Stop after each single thing that happens, start again, and compare with a run that was never stopped."""
        news = desk.folder / "news"
        news.mkdir()
        for number in range(6):
            (news / f"{number}.txt").write_text(f"{WOLVES} Report number {number}.", encoding="utf-8")
        desk.server.pages["/a"] = Answer(rss(*(item(f"{FERRY} {number}", guid=str(number)) for number in range(5))))
        sources = [*desk.feeds("/a"), Source(str(news), "folder")]
        how = Following(once=True, allow_hosts=[desk.server.host])
        whole = set(added(desk.run(sources)))
        assert len(whole) == 11
        stopping = Desk(desk.folder / "stopping", desk.server)
        for steps in range(1, 9):
            with Workspace(stopping.folder / "space", clock=stopping.clock) as workspace:
                around = Surroundings(sleep=stopping.clock.sleep)
                happening = follow_sources(workspace, sources, how, around)
                for _, _told in zip(range(steps), happening, strict=False):
                    pass
                happening.close()  # type: ignore[attr-defined] # it is a generator
        stopping.run(sources)
        with Workspace(stopping.folder / "space") as workspace:
            assert {document.id for document in workspace.store.documents(whole)} == whole
        counts = stopping.counts()
        assert (counts["documents"], counts["revisions"]) == (11, 11)


class TestFullText:
    TEASER = "The ferry Star of Skerra sank on Monday evening …"

    def feed(self, desk: Desk, title: str = "Ferry sinks") -> None:
        desk.server.pages["/a"] = Answer(
            rss(item(self.TEASER, guid="1", title=title, link=desk.server.url("/ferry")))
        )  # fmt: skip

    def run(self, desk: Desk) -> list[Outcome | FollowEvent]:
        return desk.run(desk.feeds("/a"), Following(once=True, full_text=True, allow_hosts=[desk.server.host]))

    def text(self, desk: Desk) -> str:
        with Workspace(desk.folder / "space") as workspace:
            document = workspace.store.document(f"{desk.server.url('/a')}#1")
            assert document is not None
            return document.text

    def test_a_page_is_fetched_once_and_its_teaser_is_known_from_then_on(self, desk: Desk) -> None:
        self.feed(desk)
        desk.server.pages["/ferry"] = Answer(f"<article><p>{FERRY}</p></article>".encode())
        self.run(desk)
        assert self.text(desk) == FERRY
        assert [type(each) for each in self.run(desk)] == [CheckedSource]
        assert asked(desk.server) == ["/a", "/ferry", "/a"]

    def test_a_page_that_fails_for_now_is_tried_again_and_one_that_is_missing_is_not(self, desk: Desk) -> None:
        self.feed(desk)
        desk.server.pages["/ferry"] = Answer(status=503)
        notes = [each for each in self.run(desk) if isinstance(each, Noted)]
        assert "the teaser of the feed is kept" in notes[0].reason
        assert "503" in notes[0].reason
        assert self.text(desk) == self.TEASER
        desk.server.pages["/ferry"] = Answer(f"<article><p>{FERRY}</p></article>".encode())
        self.run(desk)
        assert self.text(desk) == FERRY
        assert desk.counts()["documents"] == 1
        # The title changes while the page is gone: the text that is stored stays.
        self.feed(desk, "Ferry sinks off Skerra")
        desk.server.pages["/ferry"] = Answer(status=404)
        notes = [each for each in self.run(desk) if isinstance(each, Noted)]
        assert "the text that is stored is kept" in notes[0].reason
        assert self.text(desk) == FERRY
        before = asked(desk.server).count("/ferry")
        self.run(desk)
        assert asked(desk.server).count("/ferry") == before


class TestInput:
    def test_lines_are_stored_as_they_come_and_known_when_they_come_again(self, desk: Desk) -> None:
        lines = b'{"text": "Wolves are back."}\n{"id": "b", "text": "Ferry sinks."}\nno json\n'
        assert len(added(self.piped(desk, lines))) == 2
        told = self.piped(desk, b'{"id": "c", "text": "Storm."}\n' + lines)
        assert added(told) == ["c"]
        assert [each.place for each in told if isinstance(each, Refused)] == ["-:4"]
        assert desk.states()["-"].documents == 3

    def piped(self, desk: Desk, data: bytes) -> list[Outcome | FollowEvent]:
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        try:
            desk.descriptor = reading
            return desk.run(list_sources(["-"]), Following())
        finally:
            os.close(reading)


def test_a_workspace_follows_what_is_named_and_what_is_listed(desk: Desk) -> None:
    desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
    (desk.folder / "mine.txt").write_text(f"{desk.server.url('/a')}\n", encoding="utf-8")
    (desk.folder / "wolves.txt").write_text(WOLVES, encoding="utf-8")
    with Workspace(desk.folder / "space") as workspace:
        told: list[Outcome | FollowEvent] = []
        new = workspace.follow(
            [str(desk.folder / "wolves.txt")],
            feeds=str(desk.folder / "mine.txt"),
            once=True,
            allow_hosts=[desk.server.host],
            on_event=told.append,
        )
        assert new == len(added(told)) == workspace.store.counts()["documents"] == 2
        with pytest.raises(InputError, match="nowhere"):
            workspace.follow(["nowhere"])
        with pytest.raises(UsageError, match="no length of time"):
            workspace.follow([str(desk.folder)], every="often")


def test_alerts_are_reported_once_if_need_be_by_the_next_run(desk: Desk) -> None:
    with Workspace(desk.folder / "space", clock=desk.clock) as workspace, workspace.store.writing() as writer:
        for word in ("storm", "wolf"):
            writer.add_alert(Alert(0, START, "word", "s", f"{word} appears", word))
    desk.server.pages["/a"] = Answer(rss(item(FERRY, guid="1")))
    with Workspace(desk.folder / "space", clock=desk.clock) as workspace:
        around = Surroundings(sleep=desk.clock.sleep)
        how = Following(once=True, allow_hosts=[desk.server.host])
        happening = follow_sources(workspace, desk.feeds("/a"), how, around)
        assert isinstance(next(happening), Alert)
        happening.close()  # type: ignore[attr-defined] # it is a generator
    told = [each.text for each in desk.run(desk.feeds("/a")) if isinstance(each, Alert)]
    assert told == ["storm appears", "wolf appears"]
    assert [each for each in desk.run(desk.feeds("/a")) if isinstance(each, Alert)] == []
