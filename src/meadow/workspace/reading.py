"""Stories to be read: made once per recipe and state of the story, then taken from what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice

from meadow.errors import StoreError, UnknownNameError, UsageError
from meadow.model import Brief, Digest, Document, Headline, Moved, Run, Story, StoryRow
from meadow.pipeline.briefs import brief_view
from meadow.pipeline.presets import settled
from meadow.pipeline.views import in_time_order
from meadow.provenance import content_id, run_stamp
from meadow.provenance.code_version import running_code
from meadow.recipe import Recipe
from meadow.store.contract import Store, Wanted
from meadow.store.query_words import language_of
from meadow.store.values import from_json, to_json
from meadow.text.japanese import reading_parts
from meadow.vectors.view import view_documents
from meadow.workspace.memory import Memory
from meadow.workspace.past import Past

STRETCH = 200  # stories that are looked through at once for something new
NAMED = "name given by a person"


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """A story with its row of the list, its brief, and the documents that a reader has not seen.

    `moved` are those that second looks have moved here today from other stories.
    """

    row: StoryRow
    brief: Brief
    new: tuple[str, ...] = ()
    moved: Moved | None = None


@dataclass(frozen=True, slots=True)
class StoryReader:
    """Makes the briefs of a store's stories; `clock` gives the time of a kept result. Without `keep` nothing is written."""

    store: Store
    clock: Callable[[], datetime]
    memory: Memory[Brief] = field(default_factory=Memory)

    def read(
        self,
        wanted: Wanted,
        recipe: Recipe,
        *,
        at: datetime | None,
        reader: str,
        unread: bool = False,
        keep: bool = True,
    ) -> list[StoryEntry]:
        """Return the stories of a list with briefs; with `at` as they were then, with `unread` only those with news."""
        if at is not None:
            past = Past.of(self.store, at)
            then = {row: past.documents(past.members(row.id)) for row in past.rows(wanted)}
            return self._entries(then, recipe, {}, keep=keep)
        with self.store.reading():
            new = self.rows(wanted, reader=reader, unread=unread)
            documents = {row: self.store.documents(self.store.members(row.id)) for row in new}
            today = self.clock().replace(hour=0, minute=0, second=0, microsecond=0)
            moved = self.store.moved([row.id for row in new], today)
        whole = {row: each for row, each in documents.items() if each}  # of a damaged article a note was given
        entries = self._entries(whole, recipe, new, keep=keep)
        return [replace(each, moved=moved.get(each.row.id)) for each in entries]

    def rows(self, wanted: Wanted, *, reader: str, unread: bool = False) -> dict[StoryRow, tuple[str, ...]]:
        """Return the rows of a list, each with the documents that a reader has not seen."""
        marks = {story: mark.entry for story, mark in self.store.marks(reader).items()}
        return self._unread(wanted, marks) if unread else self._arrived(self.store.stories(wanted), marks)

    def count(self, wanted: Wanted, *, at: datetime | None, reader: str, unread: bool = False) -> int:
        """Return how many stories a list has without its limit."""
        every = replace(wanted, limit=None)
        if at is not None:
            return len(Past.of(self.store, at).rows(every))
        return len(self.rows(every, reader=reader, unread=True) if unread else self.store.stories(every))

    def make(self, row: StoryRow, documents: Sequence[Document], recipe: Recipe) -> Brief:
        """Return a new brief of a story; nothing is kept."""
        ordered = in_time_order(documents)
        story = Story(row.id, tuple(each.id for each in ordered), row.first, row.last)
        return brief_view(view_documents(ordered), recipe, story=story)

    def _unread(self, wanted: Wanted, marks: Mapping[str, int]) -> dict[StoryRow, tuple[str, ...]]:
        """Return stories with something new, looked for a stretch at a time: the first page seldom needs the whole list."""
        unread: dict[StoryRow, tuple[str, ...]] = {}
        after = wanted.after
        while wanted.limit is None or len(unread) < wanted.limit:
            rows = self.store.stories(replace(wanted, after=after, limit=STRETCH))
            unread |= {row: new for row, new in self._arrived(rows, marks).items() if new}
            if len(rows) < STRETCH:
                break
            after = rows[-1]
        return dict(islice(unread.items(), wanted.limit))

    def _arrived(self, rows: Iterable[StoryRow], marks: Mapping[str, int]) -> dict[StoryRow, tuple[str, ...]]:
        """Return which documents of each story came since it was read."""
        return {row: tuple(self.store.arrived_after(row.id, marks.get(row.id, 0))) for row in rows}

    def one(self, story_id: str, recipe: Recipe, *, at: datetime | None, reader: str, keep: bool = True) -> StoryEntry:
        """Return a story with its brief; an id that was merged away leads to the story that took it in."""
        if at is not None:
            past = Past.of(self.store, at)
            known = story_id if past.members(story_id) else past.holding(story_id)
            if known is None or not past.rows(Wanted(ids=[known])):
                raise UsageError(f"At {at.isoformat()} there was no story {story_id!r}.", given=story_id)
            (entry,) = self.read(Wanted(ids=[known]), recipe, at=at, reader=reader, keep=keep)
            return entry
        found = self.find(story_id)
        found_entries = self.read(Wanted(ids=[found]), recipe, at=None, reader=reader, keep=keep)
        if not found_entries:
            raise StoreError(
                f"All articles of the story {found!r} are damaged in this workspace.", given=story_id,
                advice="`meadow doctor --workspace PATH` names all that is; a backup from before has them whole.",
            )  # fmt: skip
        (entry,) = found_entries
        return entry

    def find(self, story_id: str) -> str:
        """Return the id of the story that a reader means; one that was merged away leads to where it went."""
        known = self.store.alias(story_id)
        if known is None:
            rows = self.store.stories(Wanted(limit=1_000))
            raise UnknownNameError("story", story_id, [row.id for row in rows], advice="`meadow stories` lists them.")
        return known

    def _entries(
        self,
        documents: Mapping[StoryRow, Sequence[Document]],
        recipe: Recipe,
        new: Mapping[StoryRow, tuple[str, ...]],
        *,
        keep: bool,
    ) -> list[StoryEntry]:
        """Return stories with their briefs; with `keep` new briefs are kept, all in one step."""
        made: dict[str, Brief] = {}
        entries = [
            StoryEntry(row, self._entry_brief(row, each, recipe, made), new.get(row, ()))
            for row, each in documents.items()
        ]
        if made and keep and not self.store.read_only:
            at = self.clock()
            with self.store.writing() as writer:
                for key, brief in made.items():
                    writer.save_result(key, brief.story.id, to_json(replace(brief, documents=())), at)
        return entries

    def _entry_brief(
        self, row: StoryRow, documents: Sequence[Document], recipe: Recipe, made: dict[str, Brief]
    ) -> Brief:
        ordered = in_time_order(documents)
        story = Story(row.id, tuple(each.id for each in ordered), row.first, row.last)
        key = result_key("brief", recipe, story, ordered)
        result = self._remembered(key)
        if result is None:
            with self.memory.making(key):
                meanwhile = self._remembered(key)
                result = self._make(key, ordered, recipe, story, made) if meanwhile is None else meanwhile
        brief = replace(result, documents=tuple(ordered))
        return brief if row.name is None else replace(brief, headline=named(brief.headline, row.name))

    def _remembered(self, key: str) -> Brief | None:
        """Return a brief that was made before, without its documents."""
        brief = self.memory.get(key)
        kept = self.store.result(key) if brief is None else None
        if kept is not None:
            brief = from_json(kept)
            self.memory.put(key, brief)
        return brief

    def _make(self, key: str, documents: list[Document], recipe: Recipe, story: Story, made: dict[str, Brief]) -> Brief:
        brief = made[key] = brief_view(view_documents(documents), recipe, story=story)
        self.memory.put(key, replace(brief, documents=()))
        return brief


def result_key(kind: str, recipe: Recipe, story: Story, documents: Sequence[Document]) -> str:
    """Return the key that a result is kept under: all that could change it."""
    parts = {"kind": kind, "recipe": settled(recipe), "story": story.id}
    stamp = run_stamp({**parts, **reading_parts(_languages(documents))}, documents)
    addresses = content_id(*(f"{each.url}\t{each.place}" for each in documents))
    return f"{stamp.signature}|{addresses}|{running_code()}"


def named(headline: Headline, name: str) -> Headline:
    """Return a headline that a person wrote."""
    return replace(headline, text=name, evidence=(), method=NAMED)


def as_digest(entries: Sequence[StoryEntry], recipe: Recipe) -> Digest:
    """Return stories as a digest, which every output format can print."""
    documents = [document for entry in entries for document in entry.brief.documents]
    stamp: Run = run_stamp({"recipe": settled(recipe), **reading_parts(_languages(documents))}, documents)
    return Digest(tuple(entry.brief for entry in entries), stamp)


def _languages(documents: Iterable[Document]) -> frozenset[str]:
    return frozenset(map(language_of, documents))
