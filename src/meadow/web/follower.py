"""Following within a process: a thread that follows the sources that a workspace knows, until it is closed.

When those change it begins a new run, which loses nothing: a run can end after any commit.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from meadow.brief.json import alert_value
from meadow.errors import MeadowError
from meadow.following.listing import Source
from meadow.following.schedule import CheckedSource, FollowEvent, Postponed, Waiting
from meadow.following.sending import Noted
from meadow.model import Alert, SourceState
from meadow.web.bus import BusEvent
from meadow.web.wording import iso_text
from meadow.workspace import Workspace
from meadow.workspace.following import Following, Surroundings, follow_sources
from meadow.workspace.ingesting import Added, Outcome, Refused

_AFTER_A_PROBLEM = 60.0
_PATIENCE = 10.0


class Follower:
    """Follows the sources of a workspace until it is closed; `wake` says that they have changed."""

    def __init__(
        self, workspace: Workspace, how: Following, *, publish: Callable[[BusEvent], None], note: Callable[[str], None]
    ) -> None:
        self._workspace, self._how, self._publish, self._note = workspace, how, publish, note
        self._woken, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="meadow-follow", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def wake(self) -> None:
        """Begin a new run with the sources as they are now, after the current commit."""
        self._woken.set()

    def close(self) -> None:
        """End after the current commit."""
        self._ended.set()
        self._woken.set()
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._woken.clear()
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001 - the process lives on, so nothing but this loop starts it again
                self._report_problem(error)
                self._woken.wait(_AFTER_A_PROBLEM)
            else:
                self._woken.wait()  # there is nothing to follow, or a change began this wait's end

    def _follow(self) -> None:
        sources = followed(self._workspace.store.sources())
        around = Surroundings(sleep=self._woken.wait, is_over=self._woken.is_set)
        for each in follow_sources(self._workspace, sources, self._how, around):
            event = event_of(each)
            if event is not None:
                self._publish(event)

    def _report_problem(self, error: Exception) -> None:
        known = error if isinstance(error, MeadowError) else _bug(error)
        self._note(f"following stopped, and goes on in a minute: {known}")
        self._publish(BusEvent("problem", {"problem": known.problem, "advice": known.advice}))


def _bug(error: Exception) -> MeadowError:
    problem = f"Following failed in a way that Meadow does not foresee: {type(error).__name__}: {error}."
    return MeadowError(problem, advice="This is a bug in Meadow. Please report it.")


def followed(states: Iterable[SourceState]) -> list[Source]:
    """Return the sources that an app follows: all that the workspace knows but standard input, which is the terminal's."""
    return [Source(state.key, state.kind, state.title) for state in states if state.kind != "input"]


def event_of(what: Outcome | FollowEvent) -> BusEvent | None:
    """Return the event that pages receive for something that happened; None if they receive none."""
    if isinstance(what, Added):
        value = {"document": what.document_id, "story": what.story_id, "revision": what.revision}
        return None if what.revision is None else BusEvent("article", value)
    if isinstance(what, Refused):
        return BusEvent("quarantine", {"place": what.place, "reason": what.reason}) if what.quarantined else None
    if isinstance(what, Alert):
        return BusEvent("alert", alert_value(what))
    if isinstance(what, CheckedSource):
        return BusEvent("source", {"key": what.state.key, "new": what.new, "problem": what.state.problem})
    if isinstance(what, Waiting):
        return BusEvent("waiting", {"until": iso_text(what.until)})
    assert isinstance(what, Noted | Postponed)  # noqa: S101 - nothing else happens
    return None
