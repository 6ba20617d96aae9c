"""What people said about stories, laid over what the tracker says, whenever either changes.

The tracker's own partition is kept as it is (`tracked`). After each of its steps the stories that people spoke of are
corrected anew, and what differs is written to the log as events of people. So the log alone says what the stories are, and
a restart at any point comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from meadow.errors import UsageError
from meadow.model import Assignment, Correction, StoryEvent
from meadow.store.contract import StoreReader, StoreWriter
from meadow.tracking.corrections import changes, corrected, sides, story_names
from meadow.tracking.routing import choose_route


def write_changes(writer: StoreWriter, said: Iterable[Assignment | StoryEvent], at: datetime) -> dict[str, Assignment]:
    """Write what a tracker says to the log, and what people said above it; return the assignments by document."""
    corrections = active(writer)
    assignments: dict[str, Assignment] = {}
    for change in said:
        if isinstance(change, Assignment):
            writer.assign(change, change.story_id, at)
            assignments[change.document_id] = change
            if corrections:
                _route(writer, change.document_id, corrections)
        else:
            _move_tracked(writer, change)
            writer.change(change, at, "tracker")
        if corrections:
            hold(writer, corrections, at)
    return assignments


def active(store: StoreReader) -> list[Correction]:
    """Return what people said and did not take back, in order."""
    return [each for each in store.corrections() if not each.undone]


def hold(writer: StoreWriter, corrections: Sequence[Correction], at: datetime, *, also: Iterable[str] = ()) -> None:
    """Bring stories to what people said; `also` are documents that a correction spoke of which no longer counts."""
    tracked = writer.tracked_with({*also, *_named(corrections)})
    after = corrected(tracked, corrections, writer.routes())
    for event in changes(writer.story_of(tracked), after, writer.assigned()):
        writer.change(event, at, "person")
    names = story_names(after, corrections)
    for story_id in dict.fromkeys(after.values()):
        writer.rename(story_id, names.get(story_id))


@dataclass(frozen=True, slots=True)
class Corrector:
    """Corrects stories, in a transaction."""

    writer: StoreWriter
    at: datetime

    def merge(self, story_id: str, other: str) -> Correction:
        """Make one story of two."""
        if story_id == other:
            raise UsageError(f"{story_id!r} is one story.", given=story_id, advice="Name two stories.")
        return self._correct(Correction(0, "merge", self._anchor(story_id), self._anchor(other)))

    def split(self, story_id: str, document_ids: Sequence[str]) -> Correction:
        """Make a story of its own of some of a story's documents."""
        members = self.writer.members(story_id)
        chosen = tuple(dict.fromkeys(document_ids))
        strangers = [each for each in chosen if each not in members]
        if strangers or not chosen or len(chosen) == len(members):
            raise UsageError(
                f"{len(chosen)} of the {len(members)} articles of {story_id!r} cannot be split off."
                if not strangers
                else f"{', '.join(map(repr, strangers))} is no article of the story {story_id!r}.",
                given=", ".join(chosen), allowed="Some of a story's articles, not all of them.",
                advice=f"`meadow story {story_id}` lists them.",
            )  # fmt: skip
        others = tuple(each for each in members if each not in chosen)
        return self._correct(Correction(0, "split", chosen, others))

    def rename(self, story_id: str, name: str | None) -> Correction:
        """Name a story; without a name it is headed by its own headline again."""
        if name is not None and not name.strip():
            raise UsageError("A name needs letters.", given=repr(name), advice="Leave the name out to take it back.")
        return self._correct(Correction(0, "rename", self._anchor(story_id), name=name))

    def undo(self, number: int | None) -> Correction:
        """Take a correction back: the last one, or the one of a number."""
        standing = active(self.writer)
        chosen = next((each for each in reversed(standing) if number in (None, each.number)), None)
        if chosen is None:
            raise UsageError(
                "There is nothing to undo." if number is None else f"There is no correction {number} to undo.",
                given=str(number), allowed=f"Corrections: {', '.join(str(each.number) for each in standing) or 'none'}.",
            )  # fmt: skip
        self.writer.undo(chosen.number)
        hold(self.writer, active(self.writer), self.at, also=_named([chosen]))
        return replace(chosen, undone=True)

    def _correct(self, wanted: Correction) -> Correction:
        kept = self.writer.correct(wanted.kind, wanted.documents, wanted.others, wanted.name, self.at)
        hold(self.writer, active(self.writer), self.at)
        return kept

    def _anchor(self, story_id: str) -> tuple[str, ...]:
        """Return a document that stands for a story: the one that it is named after, or its first."""
        members = self.writer.members(story_id)
        return (story_id if story_id in members else members[0],)


def _named(corrections: Iterable[Correction]) -> list[str]:
    return [name for each in corrections for name in (*each.documents, *each.others)]


def _move_tracked(writer: StoreWriter, event: StoryEvent) -> None:
    """Note where the tracker has the documents that an event of its own moves."""
    if event.into is None:
        return
    members = writer.tracked_as([event.story_id]).get(event.story_id, [])
    going = set(members) if event.kind == "merge" else set(event.documents)
    writer.track({each: event.into for each in members if each in going})


def _route(writer: StoreWriter, document_id: str, corrections: Sequence[Correction]) -> None:
    """Decide, where people divided the story that a document comes to, which side it takes."""
    tracked = writer.tracked_with(_named(corrections))
    found = sides(document_id, tracked, corrections, writer.routes()) if document_id in tracked else []
    if found:
        (document,) = writer.first_revisions([document_id])
        of_sides = writer.first_revisions(each for side in found for each in side.documents)
        writer.route(document_id, choose_route(document, found, {each.id: each for each in of_sides}))
