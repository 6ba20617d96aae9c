"""Adding documents: idempotent, whole after every fault, and the same stories whether or not there was a restart."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import meadow
from meadow.errors import BusyStoreError, ReadError, StoreError, UnknownNameError, UsageError
from meadow.following.identity import Identified
from meadow.ingest.items import Item, Skipped
from meadow.model import Document, Tombstone
from meadow.store.contract import Store, StoreReader, Wanted
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added, Refused, groups
from meadow.workspace.tracked import TrackedLog
from store.articles import SteppingClock, article, articles, partition


def content(store: Store) -> set[tuple[str, int, str]]:
    """Return all that a store was given: every revision of every document."""
    ids = [each for row in store.stories(Wanted()) for each in store.members(row.id)]
    return {(each, rev.number, meadow.to_json(rev.document)) for each in ids for rev in store.revisions(each)}


def test_documents_are_reported_once_they_are_kept(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        outcomes = workspace.add(articles(8))
        assert all(isinstance(each, Added) and each.is_new for each in outcomes)
        assert sorted(map(len, partition(workspace).values())) == [2, 2, 2, 2]
        assert {frozenset(each) for each in partition(workspace).values()} == {
            frozenset(story.document_ids) for story in meadow.track(articles(8))
        }


def test_the_log_says_what_the_tracker_merged_by(place: str) -> None:
    texts = (
        "A ferry capsized off Skerra on Monday.",
        "Divers raised a wreck near Skerra harbour.",
        "The ferry that capsized off Skerra was raised by divers at the harbour near the wreck.",
        "The wreck of the ferry that capsized near Skerra harbour on Monday was raised by divers.",
    )
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add([Document(str(number), text=text, language="en") for number, text in enumerate(texts)])
        workspace.look()
        events = [entry.event for entry in workspace.store.log() if entry.event is not None]
        assert [(each.kind, each.story_id, each.into) for each in events] == [("merge", "0", "1")]
        assert events[0].decided is not None
        assert (events[0].decided.rule, events[0].decided.pairs) == ("alike", 3)


def test_a_list_is_taken_in_the_order_of_time(new_place: Callable[[], str]) -> None:
    with Workspace(new_place(), clock=SteppingClock()) as one, Workspace(new_place(), clock=SteppingClock()) as other:
        one.add(articles(30))
        other.add(articles(30)[::-1])
        assert partition(one) == partition(other)
        assert [each.document_id for each in other.add(iter(articles(33)[:29:-1])) if isinstance(each, Added)] == [
            "a32", "a31", "a30",
        ]  # fmt: skip


def test_sending_again_changes_nothing(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        first = workspace.add(articles(8))
        before = workspace.store.counts(), partition(workspace)
        again = workspace.add(reversed(articles(8)))
        assert (workspace.store.counts(), partition(workspace)) == before
        assert {(each.document_id, each.story_id) for each in again if isinstance(each, Added)} == {
            (each.document_id, each.story_id) for each in first if isinstance(each, Added)
        }
        assert not any(isinstance(each, Added) and each.is_new for each in again)


def test_a_correction_of_an_article_is_a_revision_in_the_same_story(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        (first,) = workspace.add([article(1)])
        (later,) = workspace.add([replace(article(1), text="Corrected: the ferry Lurna did not run aground.")])
        assert isinstance(first, Added)
        assert isinstance(later, Added)
        assert (later.revision, later.story_id) == (2, first.story_id)
        assert workspace.store.assigned() == 1


def test_bad_items_are_put_aside_and_the_rest_goes_on(place: str) -> None:
    bad = [ReadError(f"feed:{number}", "no text") for number in range(4)]
    hostile = [replace(article(90 + number), text="a\x00b", place=f"x:{number}") for number in range(3)]
    items: list[Item] = [*articles(50), *bad, Skipped("feed", "a note"), *hostile, *articles(93)[50:]]
    with Workspace(place, clock=SteppingClock()) as workspace:
        outcomes = workspace.add(items, source="feed")
        assert sum(isinstance(each, Added) for each in outcomes) == 93
        refused = [each for each in outcomes if isinstance(each, Refused)]
        assert len(refused) == 7
        assert all(each.quarantined for each in refused)
        assert len(workspace.store.quarantine()) == 7
        # Mended and sent again, an item leaves the quarantine.
        workspace.add([replace(article(90), place="x:0", id="mended")], source="feed")
        assert len(workspace.store.quarantine()) == 6


def test_what_was_forgotten_does_not_come_back(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(articles(4))
        with workspace.store.writing() as writer:
            writer.forget(Tombstone("document", "a1", workspace.clock()))
        outcomes = workspace.add(articles(5))
        assert [each.quarantined for each in outcomes if isinstance(each, Refused)] == [False]
        assert workspace.store.document("a1") is None
        assert workspace.store.check() == []


def test_identity_can_be_decided_by_what_is_there(place: str) -> None:
    def by_address(document: Document, store: StoreReader) -> Identified:
        known = store.named([document.url or ""]).get(document.url or "")
        return Identified(document if known is None else replace(document, id=known), (document.url or "",))

    one = article(1, url="https://example.org/one")
    with Workspace(place, clock=SteppingClock()) as workspace:
        outcomes = workspace.add([one, replace(one, id="other", text="Changed.")], identify=by_address)
    assert [(each.document_id, each.revision) for each in outcomes if isinstance(each, Added)] == [("a1", 1), ("a1", 2)]


@pytest.mark.parametrize("tracker", ["meadow", "cidr"])
def test_a_restart_is_no_difference(
    new_place: Callable[[], str], tracker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meadow.workspace.tracked.CHECKPOINT_EVERY", 40)
    chance = random.Random(7)
    stream = [article(number, topic=chance.randrange(4), source=f"Paper {number % 5}") for number in range(150)]
    with Workspace(new_place(), tracker=tracker, clock=SteppingClock()) as workspace:
        workspace.add(stream)
        expected = partition(workspace)
    at, place = 0, new_place()
    while at < len(stream):
        step = chance.randrange(1, 30)
        with Workspace(place, clock=SteppingClock()) as workspace:
            # What came before is sent again, as after a crash.
            workspace.add(stream[max(at - 5, 0) : at + step], look=at + step >= len(stream))
        at += step
    with Workspace(place) as workspace:
        assert partition(workspace) == expected
        assert workspace.store.check() == []


def test_a_tracker_ahead_of_a_failed_commit_is_brought_back(
    new_place: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace(new_place(), clock=SteppingClock()) as workspace:
        workspace.add(articles(10), look=False)

        def fail(*_: object) -> None:
            raise OSError("injected")

        with monkeypatch.context() as patched:
            patched.setattr(workspace._ingest.log, "keep", fail)
            with pytest.raises(OSError, match="injected"):
                workspace.add(articles(12))
        assert workspace.store.assigned() == 10
        workspace.add(articles(20))
        found = partition(workspace)
    with Workspace(new_place(), clock=SteppingClock()) as workspace:
        workspace.add(articles(20))
        assert partition(workspace) == found


def test_adding_needs_no_one_who_reads_what_became_of_it(tmp_path: Path) -> None:
    with Workspace(tmp_path / "desk", clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
        assert workspace.store.counts()["documents"] == 8
        assert workspace.search("wolves").total == 2


def test_a_stream_is_added_only_as_far_as_it_is_iterated(tmp_path: Path) -> None:
    def endless() -> Iterator[Document]:
        number = 0
        while True:
            yield article(number, topic=number % 4)
            number += 1

    with Workspace(tmp_path / "desk", clock=SteppingClock()) as workspace:
        adding = workspace.iter_add(endless())
        assert workspace.store.counts()["documents"] == 0
        first = next(adding)
        assert isinstance(first, Added)
        assert workspace.store.document(first.document_id) is not None
        adding.close()  # type: ignore[attr-defined]
        assert workspace.add([article(0)])[0] == replace(first, revision=None, similarity=0.0, opened=False)


def test_every_public_method_that_iterates_says_so_or_only_reads() -> None:
    iterating = {
        name for name, method in inspect.getmembers(Workspace, inspect.isfunction)
        if not name.startswith("_") and "Iterator" in str(method.__annotations__.get("return"))
    }  # fmt: skip
    assert iterating == {"iter_add", "watched", "export"}, "watched and export change nothing"


def test_an_export_of_an_unknown_story_is_an_error_before_anything_is_read(tmp_path: Path) -> None:
    with Workspace(tmp_path / "desk") as workspace, pytest.raises(UnknownNameError, match="no story called 'nothing'"):
        workspace.export(["nothing"])


def test_two_cannot_add_to_one_folder_at_once(tmp_path: Path) -> None:
    with Workspace(tmp_path / "space") as one, Workspace(tmp_path / "space") as other:
        adding = one.iter_add(articles(300))
        next(adding)
        with pytest.raises(BusyStoreError, match="adding articles to"):
            other.add(articles(2))
        assert other.store.document("a0") is not None
        adding.close()  # type: ignore[attr-defined]
        other.add(articles(150))
        # The first goes on from what the other added.
        one.add(articles(200))
        assert one.store.assigned() == 200
        assert one.store.check() == []


def test_the_tracker_of_a_workspace_stays(place: str) -> None:
    Workspace(place, tracker="cidr(threshold=3)").close()
    with Workspace(place) as workspace:
        assert workspace.tracker == "cidr(threshold=3)"
    with pytest.raises(UsageError, match="replay"):
        Workspace(place, tracker="meadow")


def test_a_snapshot_that_no_longer_fits_says_what_to_do(place: str) -> None:
    with Workspace(place) as workspace:
        workspace.add(articles(5))
        workspace._ingest.keep()
        with workspace.store.writing() as writer:
            kept = writer.checkpoint(workspace.tracker)
            assert kept is not None
            writer.save_checkpoint(replace(kept, snapshot={**kept.snapshot, "version": 1}))
        with pytest.raises(StoreError, match="replay --apply"):
            TrackedLog(workspace.tracker).ready(workspace.store)


def test_groups_end_by_number_and_by_time() -> None:
    assert [len(each) for each in groups(range(250), clock=lambda: 0.0)] == [100, 100, 50]
    assert [len(each) for each in groups(range(3), clock=iter(range(100)).__next__)] == [1, 1, 1]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example has a new place
@given(data=st.data())
def test_any_order_and_any_repeats_give_one_content(new_place: Callable[[], str], data: st.DataObject) -> None:
    sent = [*articles(6), replace(article(1), text="Another text of the first."), replace(article(2), title="Renamed")]
    place = new_place()
    order = data.draw(st.permutations([*range(len(sent)), *data.draw(st.lists(st.integers(0, 7), max_size=8))]))
    while order:
        with Workspace(place, clock=SteppingClock()) as workspace:
            count = data.draw(st.integers(1, len(order)))
            workspace.add([sent[number] for number in order[:count]])
            order = order[count:]
    with Workspace(place) as workspace:
        found = {(name, text) for name, _, text in content(workspace.store)}
        assert found == {(each.id, meadow.to_json(each)) for each in sent}
        assert workspace.store.check() == []
