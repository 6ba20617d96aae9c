"""The verbs by which people correct stories: merge, split, rename, undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from meadow.errors import UsageError
from meadow.model import Correction
from meadow.store.contract import StoreWriter
from meadow.workspace.overlay import Overlay


@dataclass(frozen=True, slots=True)
class Corrector:
    """Corrects stories, in a transaction."""

    writer: StoreWriter
    at: datetime

    def merge(self, story_id: str, other: str) -> Correction:
        """Make one story of two."""
        story_id, other = self._now(story_id), self._now(other)
        if story_id == other:
            raise UsageError(f"{story_id!r} is one story.", given=story_id, advice="Name two stories.")
        return self._correct(Correction(0, "merge", self._anchor(story_id), self._anchor(other)))

    def split(self, story_id: str, document_ids: Sequence[str]) -> Correction:
        """Move some of a story's documents to a new story."""
        story_id = self._now(story_id)
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
        return self._correct(Correction(0, "rename", self._anchor(self._now(story_id)), name=name))

    def undo(self, number: int | None) -> Correction:
        """Take a correction back: the last one, or the one of a number."""
        in_force = [each for each in self.writer.corrections() if not each.undone]
        chosen = next((each for each in reversed(in_force) if number in (None, each.number)), None)
        if chosen is None:
            raise UsageError(
                "There is nothing to undo." if number is None else f"There is no correction {number} to undo.",
                given=str(number), allowed=f"Corrections: {', '.join(str(each.number) for each in in_force) or 'none'}.",
            )  # fmt: skip
        return self._settled(lambda: self._undone(chosen))

    def _correct(self, wanted: Correction) -> Correction:
        return self._settled(
            lambda: self.writer.correct(wanted.kind, wanted.documents, wanted.others, wanted.name, self.at)
        )

    def _undone(self, chosen: Correction) -> Correction:
        self.writer.undo(chosen.number)
        return replace(chosen, undone=True)

    def _settled(self, change: Callable[[], Correction]) -> Correction:
        """Change what people said, and bring the stories that it speaks of to it."""
        names = Overlay(self.writer, self.at).names
        correction = change()
        overlay = Overlay(self.writer, self.at, names=names)
        overlay.settle(self.writer.tracked_in((*correction.documents, *correction.others)).values(), "person")
        overlay.finish()
        return correction

    def _now(self, story_id: str) -> str:
        """Return the story that is meant: someone else may have merged it away since it was looked up."""
        return self.writer.alias(story_id) or story_id

    def _anchor(self, story_id: str) -> tuple[str, ...]:
        """Return a document that identifies a story: the one that it is named after, or its first."""
        members = self.writer.members(story_id)
        return (story_id if story_id in members else members[0],)
