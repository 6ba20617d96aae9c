"""Headings made in advance: a thread that makes those at the head of the list whenever articles have come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from meadow.errors import MeadowError
from meadow.store.contract import Wanted
from meadow.workspace import Workspace

HEAD = 60  # stories: three pages of the list
_MOST_ASKED = 200  # older requests have been answered, or will be repeated
_LOOK_SECONDS = 0.5
_PATIENCE = 10.0


class HeadingPreparer:
    """Keeps the headings of the latest stories, and of those that a page asked for, until it is closed."""

    def __init__(self, workspace: Workspace, *, note: Callable[[str], None]) -> None:
        self._workspace, self._note = workspace, note
        self._asked: dict[str, None] = {}
        self._lock, self._woken, self._ended = threading.Lock(), threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="meadow-headings", daemon=True)

    def start(self) -> None:
        """Begin with what is there."""
        self._thread.start()

    def ask(self, story_ids: Iterable[str]) -> None:
        """Make the headings of some stories as soon as possible."""
        with self._lock:
            asked = [*self._asked, *story_ids]
            self._asked = dict.fromkeys(asked[-_MOST_ASKED:])
        self._woken.set()

    def close(self) -> None:
        """End after the heading that is being made."""
        self._ended.set()
        self._woken.set()
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        seen = -1
        while not self._ended.is_set():
            try:
                seen = self._look(seen)
            except MeadowError as error:
                self._note(f"headings could not be prepared and are tried again: {error}")
            self._woken.wait(_LOOK_SECONDS)
            self._woken.clear()

    def _look(self, seen: int) -> int:
        """Make the requested headings and, if the log has grown, the head of the list; return the end of the log."""
        store = self._workspace.store
        with self._lock:
            wanted, self._asked = list(self._asked), {}
        last = store.last_entry()
        if last != seen:
            wanted += [row.id for row in store.stories(Wanted(limit=HEAD))]
        if wanted:
            self._workspace.prepare(list(dict.fromkeys(wanted)), is_over=self._ended.is_set)
        return last
