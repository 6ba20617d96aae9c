"""People's corrections of stories, applied to the tracker's output whenever either changes.

The tracker goes on as if no one had said anything, and the store notes where it has each document. The stories that readers
see are worked out from that and from the corrections (`tracking.corrections`), but only where a correction names a document
of a story. Anything else is as the tracker says, at no cost. The log holds what became of the stories that readers see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from meadow.model import Assignment, Correction, Origin, StoryEvent
from meadow.store.contract import StoreWriter
from meadow.tracking.corrections import changes, corrected, sides, story_names
from meadow.tracking.routing import LATEST, choose_route


def write_changes(writer: StoreWriter, said: Iterable[Assignment | StoryEvent], at: datetime) -> dict[str, Assignment]:
    """Write what a tracker says to the log, under what people said; return the tracker's assignments by document."""
    assignments: dict[str, Assignment] = {}
    overlay = Overlay(writer, at)
    for change in said:
        if isinstance(change, Assignment):
            overlay.assign(change)
            assignments[change.document_id] = change
        else:
            overlay.change(change)
    overlay.finish()
    return assignments


class Overlay:
    """The corrections in force over a transaction; what the tracker says is written through it.

    `names` are those that stories have by the corrections before.
    """

    def __init__(self, writer: StoreWriter, at: datetime, *, names: Mapping[str, str] | None = None) -> None:
        self._writer = writer
        self._at = at
        in_force = [each for each in writer.corrections() if not each.undone]
        self._renames = [each for each in in_force if each.kind == "rename"]
        self.names = self._names_now() if names is None else names
        self._said = [each for each in in_force if each.kind != "rename"]
        self._tracked_in = writer.tracked_in(_named(self._said)) if self._said else {}
        self._routes = writer.routes() if self._said else {}

    def assign(self, given: Assignment) -> None:
        """Put a new document where the tracker says, or where people would have it."""
        if not self._concerns([given.story_id]):
            self._writer.assign(given, given.story_id, self._at)
            return
        tracked = {**self._around([given.story_id]), given.document_id: given.story_id}
        self._decide_route(given.document_id, tracked)
        story_id = corrected(tracked, self._said, self._routes)[given.document_id]
        put = replace(given, story_id=story_id, opened=story_id == given.document_id)
        self._writer.assign(put, given.story_id, self._at)

    def change(self, event: StoryEvent) -> None:
        """Take over a second thought of the tracker, as far as people leave it."""
        stories = [event.story_id] if event.into is None else [event.story_id, event.into]
        concerned = self._concerns(stories)
        if event.into is not None:
            self._move(event, event.into)
        if not concerned:
            self._writer.change(event, self._at, "tracker")
        elif event.into is not None:
            self.settle(stories, "tracker")

    def settle(self, story_ids: Iterable[str], origin: Origin) -> None:
        """Apply people's corrections to the documents that the tracker has in some of its stories."""
        tracked = self._around(story_ids)
        after = corrected(tracked, self._said, self._routes)
        before = self._writer.story_of(tracked)
        for event in changes(before, after, self._writer.assigned()):
            self._writer.change(event, self._at, origin)

    def finish(self) -> None:
        """Bring the names that people gave to where the stories are now."""
        names = self._names_now()
        for story_id in self.names.keys() - names.keys():
            self._writer.rename(story_id, None)
        for story_id, name in names.items():
            self._writer.rename(story_id, name)
        self.names = names

    def _names_now(self) -> Mapping[str, str]:
        if not self._renames:
            return {}
        return story_names(self._writer.story_of(_named(self._renames)), self._renames)

    def _concerns(self, story_ids: Iterable[str]) -> bool:
        """Return whether people named a document of one of the tracker's stories."""
        return bool(self._tracked_in) and not set(self._tracked_in.values()).isdisjoint(story_ids)

    def _around(self, story_ids: Iterable[str]) -> dict[str, str]:
        """Return where the tracker has the documents of its stories, and of all that corrections connect them with."""
        reached = _connected(set(story_ids), self._said, self._tracked_in)
        return self._writer.tracked_members(sorted(reached))

    def _decide_route(self, document_id: str, tracked: Mapping[str, str]) -> None:
        """Decide and keep which side a new document takes, if people divided its story."""
        choices = sides(document_id, tracked, self._said, self._routes)
        if choices:
            (document,) = self._writer.first_revisions([document_id])
            latest = [each for side in choices for each in side.documents[-LATEST:]]
            known = {each.id: each for each in self._writer.first_revisions(latest)}
            self._routes[document_id] = choose_route(document, choices, known)
            self._writer.route(document_id, self._routes[document_id])

    def _move(self, event: StoryEvent, into: str) -> None:
        """Note where the tracker has the documents that one of its events moves."""
        members = self._writer.tracked_as([event.story_id]).get(event.story_id, [])
        going = set(members) if event.kind == "merge" else set(event.documents)
        moves = {each: into for each in members if each in going}
        self._writer.track(moves)
        self._tracked_in |= {each: into for each in moves if each in self._tracked_in}


def _named(corrections: Iterable[Correction]) -> list[str]:
    return list(dict.fromkeys(name for each in corrections for name in (*each.documents, *each.others)))


def _connected(story_ids: Collection[str], said: Iterable[Correction], tracked_in: Mapping[str, str]) -> set[str]:
    """Return the tracker's stories that corrections connect with some of them, those included."""
    spans = [{tracked_in[name] for name in _named([each]) if name in tracked_in} for each in said]
    reached, before = set(story_ids), -1
    while len(reached) > before:
        before = len(reached)
        reached = reached.union(*(span for span in spans if not span.isdisjoint(reached)))
    return reached
