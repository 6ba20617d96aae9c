"""Alerts of a workspace: what came since it was last looked at, story by story, in the same step as how far that is.

How far the log has been looked at is kept with the alerts, so a restart repeats nothing and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from meadow.alerts import find_alerts, read_state
from meadow.alerts.watching import check_query, matches
from meadow.errors import UnknownNameError, UsageError
from meadow.model import Alert, Watch
from meadow.store.contract import Store, Wanted

_LOOKED_AT = "alerts looked at"


@dataclass(frozen=True, slots=True)
class Alerting:
    """Watches the stories of a store; `clock` gives the time of alerts."""

    store: Store
    clock: Callable[[], datetime]

    def raise_alerts(self) -> list[Alert]:
        """Find and keep the alerts that articles since the last time are worth, and return those that are new."""
        with self.store.reading():
            last = self.store.last_entry()
            new = self._arrived(int(self.store.fact(_LOOKED_AT) or 0))
            at, watches = self.clock(), self.store.watches()
            drafts = [each for story_id, ids in new.items() for each in self._of_story(story_id, ids, watches, at)]
        if not new:
            return []
        with self.store.writing() as writer:
            kept = [writer.add_alert(draft) for draft in drafts]
            writer.save_fact(_LOOKED_AT, str(last))
        return [alert for alert in kept if alert is not None]

    def add_watch(self, query: str, name: str | None) -> Watch:
        """Save a question or words under a name; the query itself is the name if none is given."""
        line = check_query(query)
        called = line if name is None else " ".join(name.split())
        if not called:
            raise UsageError("A watch needs a name.", given=repr(name), advice="Leave it out to name it by its words.")
        with self.store.writing() as writer:
            taken = {watch.name: watch for watch in writer.watches()}.get(called)
            if taken is not None and taken.query != line:
                raise UsageError(
                    f"There is a watch called {called!r} already, for {taken.query!r}.", given=called,
                    advice=f"Give another name, or `meadow watch remove {called!r}` first.",
                )  # fmt: skip
            watch = Watch(called, line, self.clock()) if taken is None else taken
            writer.save_watch(watch)
        return watch

    def remove_watch(self, name: str) -> None:
        """Forget a watch; an unknown name is an error."""
        with self.store.writing() as writer:
            if not writer.drop_watch(name):
                raise UnknownNameError("watch", name, [watch.name for watch in writer.watches()])

    def find_watch(self, name: str) -> Watch:
        """Return a watch by its name."""
        watches = {watch.name: watch for watch in self.store.watches()}
        if name not in watches:
            raise UnknownNameError("watch", name, watches, advice="`meadow watch list` lists them.")
        return watches[name]

    def iter_matching(self, watch: Watch, wanted: Wanted) -> Iterator[str]:
        """Iterate over the ids of stories that a watch matches, the latest first; `wanted` says among which."""
        rows = self.store.stories(replace(wanted, limit=None))
        for row in rows:
            if matches(watch.query, self.store.documents(self.store.members(row.id))):
                yield row.id

    def _arrived(self, after: int) -> dict[str, list[str]]:
        """Return the documents that came behind an entry of the log, by the story that they are in now."""
        entries = self.store.log(after=after)
        ids = [entry.assignment.document_id for entry in entries if entry.assignment is not None]
        by_story: dict[str, list[str]] = {}
        for document_id, story_id in self.store.story_of(ids).items():
            by_story.setdefault(story_id, []).append(document_id)
        return by_story

    def _of_story(self, story_id: str, new: Collection[str], watches: list[Watch], at: datetime) -> list[Alert]:
        (row,) = self.store.stories(Wanted(ids=[story_id]))
        documents = self.store.documents(self.store.members(story_id))
        return find_alerts(read_state(story_id, documents, new, name=row.name), watches, at)
