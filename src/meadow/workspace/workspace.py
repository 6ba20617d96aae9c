"""`Workspace(path)`: one method per verb."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.ingest.items import Item
from meadow.model import (
    Alert,
    Budget,
    Correction,
    Document,
    ForgottenKind,
    Quarantined,
    ReadMark,
    Relation,
    Report,
    SourceState,
    Tombstone,
    Watch,
)
from meadow.recipe import Recipe
from meadow.store.contract import Store, Wanted
from meadow.store.opening import open_store
from meadow.store.query import parse_query
from meadow.workspace.backing_up import back_up
from meadow.workspace.correcting import Corrector
from meadow.workspace.forgetting import forgettable
from meadow.workspace.headings import Headings, ListedStory
from meadow.workspace.ingesting import Added, Identify, Ingest, Outcome, as_given, in_order
from meadow.workspace.memory import Memory
from meadow.workspace.outdated import drop_outdated_results, outdated_results
from meadow.workspace.reading import StoryEntry, StoryReader
from meadow.workspace.searching import SearchPage, search_stories
from meadow.workspace.tracked import TrackedLog, settle_tracker

if TYPE_CHECKING:
    from meadow.following.schedule import FollowEvent
    from meadow.studies.judging import Judging
    from meadow.workspace.alerting import Alerting
    from meadow.workspace.asking import AnsweredQuery, PackedEvidence
    from meadow.workspace.checking import CheckedText
    from meadow.workspace.following import Surroundings
    from meadow.workspace.placing import Placing
    from meadow.workspace.replaying import Replayed
    from meadow.workspace.sources import SourceList

READER = "me"  # who reads, where nobody says so
FIRST_PAGE = Wanted(limit=20)
EVERY_STORY = Wanted()
LIST_RECIPE = Recipe(budget=Budget("sentences", 1), annotate=False)  # a list shows a headline and one sentence

_REPORTS_AT_HAND = 100


def now() -> datetime:
    """Return what time it is."""
    return datetime.now(UTC)


class Workspace:
    """Articles, stories and all that is known about them, in a folder or, by its address, in a Postgres.

    Reading is safe from several threads and processes while one writes. `tracker` is chosen when a workspace is made, and
    stays. Close it, or use it as a context: `with Workspace("news") as workspace: …`.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        tracker: str | None = None,
        create: bool = True,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self.store: Store = open_store(path, create=create)
        self.clock = clock
        try:
            self.tracker = settle_tracker(self.store, tracker)
        except BaseException:
            self.store.close()
            raise
        self._ingest = Ingest(self.store, TrackedLog(self.tracker), clock)
        self._reader = StoryReader(self.store, clock)
        self._reports: Memory[Report] = Memory(_REPORTS_AT_HAND)
        self._relations: Memory[tuple[Relation, ...]] = Memory()
        self._headings = Headings(self.store, self._reader, LIST_RECIPE)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything."""
        self.store.close()

    def add(
        self, items: Iterable[Item], *, source: str = "script", identify: Identify = as_given, look: bool = True
    ) -> list[Outcome]:
        """Store and track documents, and return what became of each; for a stream without an end there is `iter_add`.

        A list is taken in the order of time, a stream as it comes. At the end the tracker looks at the whole again; without
        `look` that is left to a later call. In a folder one process adds at a time, and another one gets a `BusyStoreError`;
        in a Postgres several take turns.
        """
        return list(self.iter_add(items, source=source, identify=identify, look=look))

    def iter_add(
        self, items: Iterable[Item], *, source: str = "script", identify: Identify = as_given, look: bool = True
    ) -> Iterator[Outcome]:
        """Iterate over what becomes of documents, each once it is safely stored; nothing is added before the iteration.

        Otherwise as `add`. Ending the iteration early leaves the rest out.
        """
        with self.store.ingesting():
            yield from self._ingest.iter_add(in_order(items), source=source, identify=identify)
            if look:
                self._ingest.look()

    def follow(
        self,
        sources: Sequence[str],
        *,
        feeds: str | None = None,
        every: str = "15m",
        once: bool = False,
        full_text: bool = False,
        allow_hosts: Collection[str] = (),
        on_event: Callable[[Outcome | FollowEvent], object] = lambda _event: None,
        around: Surroundings | None = None,
    ) -> int:
        """Follow sources until `around` says that it is over, with `once` for one round; return how many documents are new.

        Sources are addresses of feeds and pages, folders, files or `-`, and those of the list `feeds`. They are read at once
        and then after each `every`. `on_event` gets each document once it is stored, alerts, and states of sources. An
        exception in it, or an interrupt, ends the call; nothing that was stored is lost.
        """
        from meadow.following.listing import list_sources
        from meadow.workspace.following import Following, Surroundings, follow_sources

        named = list_sources(sources, feeds=feeds)
        how = Following(every, once=once, full_text=full_text, allow_hosts=allow_hosts)
        new = 0
        for event in follow_sources(self, named, how, Surroundings() if around is None else around):
            new += isinstance(event, Added) and event.is_new
            on_event(event)
        return new

    def stories(
        self,
        wanted: Wanted = FIRST_PAGE,
        *,
        unread: bool = False,
        at: datetime | None = None,
        reader: str = READER,
        recipe: Recipe | None = None,
        keep: bool = True,
    ) -> list[StoryEntry]:
        """Return stories, the one with the latest article first, each with a brief by a recipe; `at` shows the past.

        `wanted` says which; with `unread` only those that have articles which the reader has not seen. Briefs are kept
        for the next time; without `keep` it stays in memory, and nothing is written.
        """
        return self._reader.read(wanted, recipe or LIST_RECIPE, at=at, reader=reader, unread=unread, keep=keep)

    def headings(
        self, wanted: Wanted = FIRST_PAGE, *, unread: bool = False, reader: str = READER, within: float | None = None
    ) -> list[ListedStory]:
        """Return stories as a list shows them, without their articles, the one with the latest article first.

        Missing headings are made now. With `within`, making stops after that number of seconds: the remaining stories have
        an earlier headline or an article's title, and say so. Nothing is written.
        """
        return self._headings.listed(wanted, reader=reader, unread=unread, within=within)

    def prepare(self, story_ids: Sequence[str], *, is_over: Callable[[], bool] = lambda: False) -> int:
        """Make and keep what lists show of some stories, before anybody asks, and return how many were made."""
        return self._headings.prepare(story_ids, is_over=is_over)

    def story(
        self,
        story_id: str,
        *,
        at: datetime | None = None,
        reader: str = READER,
        recipe: Recipe | None = None,
        keep: bool = True,
    ) -> StoryEntry:
        """Return a story with a brief by a recipe; a merged id leads to its new story; `at` shows the past."""
        return self._reader.one(story_id, recipe or Recipe(), at=at, reader=reader, keep=keep)

    def related(self, story_id: str) -> tuple[Relation, ...]:
        """Return the stories that seem to be about the same event, in other languages and its own, the closest first."""
        from meadow.workspace.relating import related_stories  # slow to load, and most runs need none of it

        return related_stories(self.store, self._reader.find(story_id), self._relations)

    def placing(self, story_id: str) -> Placing:
        """Return why each article of a story is in it, and which other story it is closest to."""
        from meadow.workspace.placing import explain_placing

        return explain_placing(self.store, self.tracker, self._reader.find(story_id))

    def mark(self, story_id: str, *, reader: str = READER) -> None:
        """Note that a reader has read a story up to now."""
        known = self._reader.find(story_id)
        with self.store.writing() as writer:
            writer.mark(ReadMark(reader, known, writer.last_entry(), self.clock()))

    def search(self, text: str, *, limit: int = 20, after: int = 0) -> SearchPage:
        """Return the articles that answer a query best, with their best sentences, by story; the best story first.

        `after` is the number of best articles to skip, which were seen before.
        """
        return search_stories(self.store, parse_query(text, now=self.clock()), limit=limit, after=after)

    def report(self, question: str, *, story_id: str | None = None, sentences: int | None = None) -> AnsweredQuery:
        """Return a cited report that answers a question, from a story or from the articles that have its words."""
        from meadow.workspace.asking import answer_question  # slow to load, and most runs need none of it

        known = None if story_id is None else self._reader.find(story_id)
        return answer_question(self.store, question, story_id=known, sentences=sentences, memory=self._reports)

    def pack(self, question: str, *, story_id: str | None = None, tokens: int = 2_000) -> PackedEvidence:
        """Return the best evidence for a question within `tokens`, from the same articles as `report`."""
        from meadow.workspace.asking import pack_evidence

        known = None if story_id is None else self._reader.find(story_id)
        return pack_evidence(self.store, question, story_id=known, tokens=tokens)

    def check_text(self, text: str, *, story_id: str | None = None) -> CheckedText:
        """Return whether a text's sentences are in a story's articles, or in those that they cite or share words with."""
        from meadow.workspace.checking import check_text

        known = None if story_id is None else self._reader.find(story_id)
        return check_text(self.store, text, story_id=known)

    def merge(self, story_id: str, other: str) -> Correction:
        """Make one story of two, and keep them so whatever comes."""
        one, two = self._reader.find(story_id), self._reader.find(other)
        return self._correct(lambda corrector: corrector.merge(one, two))

    def split(self, story_id: str, document_ids: Sequence[str]) -> Correction:
        """Move some of a story's articles to a new story, and keep them apart from then on."""
        known = self._reader.find(story_id)
        return self._correct(lambda corrector: corrector.split(known, document_ids))

    def rename(self, story_id: str, name: str | None) -> Correction:
        """Head a story by a name; without one it is headed by its own headline again."""
        known = self._reader.find(story_id)
        return self._correct(lambda corrector: corrector.rename(known, name))

    def undo(self, number: int | None = None) -> Correction:
        """Take a correction back: the last one, or the one of a number."""
        return self._correct(lambda corrector: corrector.undo(number))

    def _correct(self, carry_out: Callable[[Corrector], Correction]) -> Correction:
        with self.store.writing() as writer:
            return carry_out(Corrector(writer, self.clock()))

    def forget(
        self, document_id: str | None = None, *, source: str | None = None, reason: str | None = None
    ) -> list[str]:
        """Remove a document, or all of a source, permanently, and return the ids that are gone; it will not come back."""
        return self._forget([forgettable(self.store, document_id, source)], reason)

    def retain(self, since: datetime) -> list[str]:
        """Forget the stories that have no article since a time, whole, and return the ids of articles that are gone."""
        old = [row for row in self.store.stories(EVERY_STORY) if (row.last or row.arrived) < since]
        members = [each for row in old for each in self.store.members(row.id)]
        return self._forget([("document", each) for each in members], f"no article since {since.isoformat()}")

    def _forget(self, forgotten: Sequence[tuple[ForgottenKind, str]], reason: str | None) -> list[str]:
        with self.store.ingesting(alone=True):
            # After a checkpoint nothing that is gone is needed to bring the tracker back.
            self._ingest.keep()
            with self.store.writing() as writer:
                at = self.clock()
                return [each for kind, name in forgotten for each in writer.forget(Tombstone(kind, name, at, reason))]

    def replay(
        self,
        *,
        tracker: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        apply: bool = False,
        on_step: Callable[[int, int], None] | None = None,
    ) -> Replayed:
        """Track again the articles that arrived in a period, and return how stories differ from those that are there.

        The tracker is that of the workspace unless another is named. What people said holds over both. With `apply` it takes
        over all articles: stories change, and what changes is in the log. `on_step` gets the articles done and the total.
        """
        from meadow.workspace.replaying import Period, check_whole, take_over, track_again, tracker_spec

        spec, period = tracker_spec(tracker, self.tracker), Period(since, until)
        step = on_step or (lambda _done, _total: None)
        if not apply:
            return track_again(self.store, spec, period, step)
        check_whole(period)
        with self.store.ingesting(alone=True):
            done = take_over(self.store, spec, self.clock(), step)
        self.tracker, self._ingest = spec, Ingest(self.store, TrackedLog(spec), self.clock)
        return done

    def watch(self, query: str, *, name: str | None = None) -> Watch:
        """Save a question or words whose stories, and new facts in them, are reported; without a name they are its name."""
        return self._alerting().add_watch(query, name)

    def watches(self) -> list[Watch]:
        """Return the watches, by name."""
        return self.store.watches()

    def unwatch(self, name: str) -> None:
        """Forget a watch."""
        self._alerting().remove_watch(name)

    def watched(self, name: str, wanted: Wanted = EVERY_STORY) -> Iterator[str]:
        """Iterate over the ids of the stories that a watch matches, the one with the latest article first."""
        alerting = self._alerting()
        return alerting.iter_matching(alerting.find_watch(name), wanted)

    def raise_alerts(self) -> list[Alert]:
        """Keep the alerts that articles since the last call are worth, and return them; none is raised twice."""
        return self._alerting().raise_alerts()

    def _alerting(self) -> Alerting:
        from meadow.workspace.alerting import Alerting  # slow to load, and most runs need none of it

        return Alerting(self.store, self.clock)

    @property
    def judging(self) -> Judging:
        """Studies: new ones, what participants do in them, and what comes of it."""
        from meadow.studies.judging import Judging  # slow to load, and most runs need none of it

        return Judging(self.store, self.clock)

    def sources(self) -> list[SourceState]:
        """Return the sources that are followed, by key, each with its state."""
        return self.store.sources()

    def add_source(self, address: str) -> SourceState:
        """Follow a feed or web page from now on; the follower of the workspace reads it in the next run."""
        return self._source_list().add(address)

    def remove_source(self, key: str) -> None:
        """Follow a source no longer; its articles stay."""
        self._source_list().remove(key)

    def retry_source(self, key: str) -> SourceState:
        """Let a source be read whole in the next run, what is in quarantine of it included."""
        return self._source_list().ask_again(key)

    def quarantine(self) -> list[Quarantined]:
        """Return the items that could not be stored, the latest first."""
        return self.store.quarantine()

    def release(self, source: str, place: str) -> None:
        """Forget an item of the quarantine."""
        self._source_list().release(source, place)

    def _source_list(self) -> SourceList:
        from meadow.workspace.sources import SourceList  # loads what reads lists, which most runs do not need

        return SourceList(self.store)

    def export(self, story_ids: Iterable[str] | None = None) -> Iterator[tuple[Document, str]]:
        """Iterate over the articles of some stories, or of all, each with the story that it is in."""
        wanted = None if story_ids is None else [self._reader.find(each) for each in story_ids]
        ids = sorted(row.id for row in self.store.stories(Wanted(ids=wanted)))
        return ((each, name) for name in ids for each in self.store.documents(self.store.members(name)))

    def backup(self, target: str | Path) -> None:
        """Write a copy of all that is committed to a new file; one of a damaged workspace is an error that says so."""
        back_up(self.store, Path(target))

    def check(self) -> list[str]:
        """Return what is wrong with the workspace, in words; empty if all is well."""
        return self.store.check()

    def outdated(self) -> list[str]:
        """Return the keys of kept summaries and headings that other code made: an earlier version, or other plug-ins."""
        return outdated_results(self.store)

    def drop_outdated(self) -> int:
        """Remove what `outdated` names, and return how many there were; a summary is made again when it is asked for."""
        return drop_outdated_results(self.store)

    def look(self) -> None:
        """Let the tracker look at the whole again, if anything has come since it last did."""
        with self.store.ingesting():
            self._ingest.look()
