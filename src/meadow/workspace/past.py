"""A workspace as it was: stories and documents at a time, folded from the log up to then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from meadow.model import Document, DocumentRow, StoryRow
from meadow.store.contract import Store, StoreReader, Wanted
from meadow.store.folding import fold


@dataclass(frozen=True, slots=True)
class Past:
    """The stories at a time, with the revisions of documents that were in force then."""

    store: StoreReader
    at: datetime
    stories: dict[str, list[str]]

    @classmethod
    def of(cls, store: Store, at: datetime) -> Past:
        """Return a store's stories as they were."""
        return cls(store, at, fold(store.log(until=at)))

    def members(self, story_id: str) -> list[str]:
        """Return the ids of a story's documents; none if there was no such story."""
        return self.stories.get(story_id, [])

    def holding(self, document_id: str) -> str | None:
        """Return the story that held a document, by which a later story is found in the past."""
        return next((story for story, members in self.stories.items() if document_id in members), None)

    def documents(self, document_ids: Iterable[str]) -> list[Document]:
        """Return documents as they read then."""
        return [each for name in document_ids if (each := self._then(name)) is not None]

    def rows(self, wanted: Wanted) -> list[StoryRow]:
        """Return the stories of a list, the one with the latest article first, those without a date last."""
        rows = [_row(story, self.store.rows(members)) for story, members in self.stories.items()]
        kept = [row for row in rows if row is not None and _is_wanted(row, wanted)]
        kept.sort(key=_place, reverse=True)
        return kept[: wanted.limit]

    def _then(self, document_id: str) -> Document | None:
        revisions = [each for each in self.store.revisions(document_id) if each.arrived <= self.at]
        return revisions[-1].document if revisions else None


def _row(story_id: str, documents: list[DocumentRow]) -> StoryRow | None:
    if not documents:  # all of it was forgotten since
        return None
    times = [each.published for each in documents if each.published is not None]
    return StoryRow(
        story_id,
        len(documents),
        tuple(sorted({each.source for each in documents if each.source is not None})),
        tuple(sorted({each.language for each in documents if each.language is not None})),
        min(times, default=None),
        max(times, default=None),
        max(each.arrived for each in documents),
    )


def _time(row: StoryRow) -> datetime:
    return row.arrived if row.last is None else row.last


def _place(row: StoryRow) -> tuple[bool, datetime, str]:
    return row.last is not None, _time(row), row.id


def _is_wanted(row: StoryRow, wanted: Wanted) -> bool:
    first = row.arrived if row.first is None else row.first
    return (
        (wanted.since is None or _time(row) >= wanted.since)
        and (wanted.until is None or first < wanted.until)
        and (not wanted.sources or not set(wanted.sources).isdisjoint(row.sources))
        and (not wanted.languages or not set(wanted.languages).isdisjoint(row.languages))
        and len(row.sources) >= wanted.min_sources
        and row.documents >= wanted.min_articles
        and (wanted.ids is None or row.id in wanted.ids)
        and (wanted.after is None or _place(row) < _place(wanted.after))
    )
