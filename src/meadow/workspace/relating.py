"""Stories of a workspace about the same event, among those that a search for its names finds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

from meadow.brief.wording import OtherReports
from meadow.model import Brief, Document, Relation, Story, StoryRow
from meadow.store.contract import Store, StoreReader, Wanted
from meadow.store.query import Query
from meadow.text.language import language_name
from meadow.text.phrases.names import names
from meadow.text.printable import one_line
from meadow.tracking.related import find_related
from meadow.workspace.memory import Memory
from meadow.workspace.reading import StoryEntry

if TYPE_CHECKING:
    from meadow.workspace.workspace import Workspace

_AROUND = timedelta(days=30)  # as far apart as related stories may be
_ROWS = 200  # stories around the same time that are asked for their languages
_HITS, _STORIES, _ARTICLES = 40, 12, 10
_CHARACTERS, _WORDS = 1_000, 12
_NUMBER = re.compile(r"\d{2,}")


def related_stories(store: Store, story_id: str, memory: Memory[tuple[Relation, ...]]) -> tuple[Relation, ...]:
    """Return the stories that seem to be about the same event, in other languages and its own, the closest first.

    Until something comes in or is corrected, `memory` knows them.
    """
    with store.reading():
        (row,) = store.stories(Wanted(ids=[story_id]))
        key = f"{story_id}|{store.last_entry()}|{store.fingerprints([story_id])}"
        found = memory.get(key)
        if found is None:
            found = _find(store, row, _articles(store, row))
            memory.put(key, found)
    return found


def with_related(workspace: Workspace, entry: StoryEntry) -> Brief:
    """Return the brief of a story as it is now, with its relations to other stories."""
    return replace(entry.brief, related=workspace.related(entry.row.id))


def related_headlines(workspace: Workspace, story_id: str) -> list[OtherReports]:
    """Return the related stories of a story under their headlines, as pages and the terminal name them."""
    relations = workspace.related(story_id)
    wanted = Wanted(ids=[each.story_id for each in relations])
    headlines = {each.row.id: each.headline for each in workspace.headings(wanted)} if relations else {}
    own = {language for row in workspace.store.stories(Wanted(ids=[story_id])) for language in row.languages}
    return [
        OtherReports(
            each.story_id, None if each.language in own else one_line(language_name(each.language)),
            headlines[each.story_id], ", ".join(map(one_line, each.shared)),
        )
        for each in relations
        if each.story_id in headlines
    ]  # fmt: skip


def _find(store: StoreReader, row: StoryRow, documents: Sequence[Document]) -> tuple[Relation, ...]:
    own = {*store.members(row.id)}
    words = _named(documents)
    stories: dict[str, None] = {}
    # One search would find more of the story's own language than of all others.
    for languages in filter(None, (_other_languages(store, row), row.languages)):
        hits = store.search(Query(words=words, languages=languages), limit=_HITS).hits if words else ()
        found = dict.fromkeys(store.story_of(hit.document_id for hit in hits if hit.document_id not in own).values())
        stories |= dict.fromkeys(islice(found, _STORIES))
    candidates = store.stories(Wanted(ids=[each for each in stories if each != row.id]))
    stories_read = [(_story(row), documents), *((_story(each), _articles(store, each)) for each in candidates)]
    return find_related(stories_read).get(row.id, ())


def _other_languages(store: StoreReader, row: StoryRow) -> tuple[str, ...]:
    """Return the languages that stories around the same time have and this one has not."""
    since = None if row.first is None else row.first - _AROUND
    until = None if row.last is None else row.last + _AROUND
    near = store.stories(Wanted(since=since, until=until, limit=_ROWS))
    return tuple(sorted({language for each in near for language in each.languages} - set(row.languages)))


def _named(documents: Sequence[Document]) -> tuple[str, ...]:
    """Return the words of names and the numbers that a story's first articles hold most often."""
    used: Counter[str] = Counter()
    for document in documents:
        text = f"{document.title or ''}. {document.text[:_CHARACTERS]}"
        used.update(_NUMBER.findall(text))
        for name in names(text, document.language or "en"):
            used.update({word: len(name.spans) for word in name.text.split()})
    return tuple(word for word, _ in sorted(used.items(), key=lambda each: (-each[1], each[0]))[:_WORDS])


def _articles(store: StoreReader, row: StoryRow) -> list[Document]:
    return store.documents(store.members(row.id)[:_ARTICLES])


def _story(row: StoryRow) -> Story:
    return Story(row.id, (), row.first, row.last)
