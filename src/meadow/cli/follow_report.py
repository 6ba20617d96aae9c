"""The output of `meadow follow`: documents and alerts on standard output, the rest on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from json import dumps

from meadow.brief.json import alert_value, assignment_value
from meadow.cli import printing
from meadow.cli.alert_command import AlertCommand
from meadow.following.durations import format_duration
from meadow.following.pace import is_refused
from meadow.following.schedule import CheckedSource, FollowEvent, Postponed, Waiting
from meadow.following.sending import Noted
from meadow.ingest.problems import NOT_READ, NOTE, Problems
from meadow.model import Alert, Assignment, SourceState
from meadow.workspace.ingesting import Added, Outcome, Refused

_REMEMBERED_FAULTS = 10_000
_REFRESH_SECONDS = 0.2
_SHOWN_PROBLEMS = 20
_LONGEST_ID = 40  # two of them fit into a line


class FollowReport:
    """Prints what happens as it happens, and counts it.

    `acknowledges` says that the sender of a document waits for an answer, also if it was known. With `quiet` only
    problems are printed; commands still run on alerts.
    """

    def __init__(
        self,
        *,
        json: bool,
        command: AlertCommand | None,
        acknowledges: bool,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.json = json
        self.command = command
        self.acknowledges = acknowledges
        self.quiet = quiet
        self.put_aside = self.left_out = 0
        self.failing: set[str] = set()
        self._problems: dict[str, str] = {}
        self._known: set[str] = set()
        self._faults: set[tuple[str, str]] = set()
        self._items = Problems()
        self._postponed: dict[str, list[SourceState]] = {}
        self._progress = _Progress(clock, shown=not quiet)

    @property
    def sources(self) -> int:
        """The number of sources read or tried."""
        return len(self._known)

    def on_event(self, what: Outcome | FollowEvent) -> None:
        """Print what happened, if it is worth a line."""
        if isinstance(what, Added):
            self._report_document(what)
        elif isinstance(what, Alert):
            self._report_alert(what)
        elif isinstance(what, Refused):
            self._report_refusal(what)
        elif isinstance(what, Noted):
            self._say_first(NOTE, what.place, what.reason)
        elif isinstance(what, CheckedSource):
            self._report_source(what.state)
        elif isinstance(what, Postponed):
            self._postpone(what.state)
        else:
            self._say_pending()
            self._progress.show(self._summary(what), at_once=True)

    def finish(self) -> None:
        """Say at the end what was put aside, and which sources wait or fail."""
        self._say_pending()
        self._progress.clear()
        self._report_postponed()
        if self.put_aside:
            items = "item could not be read and is" if self.put_aside == 1 else "items could not be read and are"
            printing.note(f"{self.put_aside:,} {items} in quarantine.")
        if self.left_out and not self.quiet:
            printing.note(f"items that were forgotten on request and stay so: {self.left_out:,}.")
        if self.failing:
            printing.note(f"{len(self.failing):,} of {self.sources:,} sources could not be read.")

    def _report_document(self, added: Added) -> None:
        self._progress.count(added.revision is not None)
        if self.quiet or (added.revision is None and not self.acknowledges):
            return
        self._progress.clear()
        if self.json:
            printing.print_json(_added_value(added))
        else:
            new = "new" if added.opened else "   "
            edit = "" if added.revision in (None, 1) else f"  revision {added.revision}"
            ids = dict.fromkeys((_short(added.story_id), _short(added.document_id)))
            printing.print_text(f"{added.similarity:7.3f}  {new}  {'  '.join(ids)}{edit}")
        sys.stdout.flush()
        self._progress.show(self._summary(None))

    def _report_alert(self, alert: Alert) -> None:
        self._progress.clear()
        value = alert_value(alert)
        if self.json and not self.quiet:
            printing.print_json(value)
        elif not self.quiet:
            printing.print_text(f"  alert  {alert.kind}  {_short(alert.story_id)}  {alert.text}")
        sys.stdout.flush()
        problem = None if self.command is None else self.command.run(dumps(value, ensure_ascii=False))
        if problem is not None:
            self._say(f"the command of --on-alert failed: {problem}.")

    def _report_refusal(self, refused: Refused) -> None:
        if not refused.quarantined:
            self.left_out += 1
            return
        fault = (refused.place, refused.reason)
        if fault in self._faults:
            return  # it is read again at every round, and was reported
        if len(self._faults) < _REMEMBERED_FAULTS:
            self._faults.add(fault)
        self.put_aside += 1
        self._say_first(NOT_READ, refused.place, f"{refused.reason.rstrip('.')}.")

    def _report_source(self, state: SourceState) -> None:
        """Say what is wrong with a source once for each reason, and that it works again."""
        self._known.add(state.key)
        before = self._problems.pop(state.key, None)
        if state.problem is not None:
            self._problems[state.key] = state.problem
            if before != state.problem:
                self._say(f"{state.key}: {state.problem.rstrip('.')}{_again(state)}.")
        elif state.key in self.failing:
            self._say(f"{state.key}: can be read again.")
        self.failing.discard(state.key)
        if state.failures:
            self.failing.add(state.key)

    def _say_first(self, label: str, place: str, reason: str) -> None:
        line = self._items.add(label, place, reason)
        if line is not None:
            self._say(line)

    def _say_pending(self) -> None:
        """Say how many problems came of the kinds that were shown, since this was last said."""
        for line in self._items.pending():
            self._say(line)

    def _postpone(self, state: SourceState) -> None:
        self._known.add(state.key)
        self.failing.add(state.key)
        self._postponed.setdefault(state.problem or "it failed", []).append(state)

    def _report_postponed(self) -> None:
        """Say which sources were left alone, by what is wrong with them."""
        for problem, states in islice(self._postponed.items(), _SHOWN_PROBLEMS):
            until = min((state.next_check for state in states if state.next_check is not None), default=None)
            what = f"{states[0].key} waits" if len(states) == 1 else f"{len(states):,} sources wait"
            when = (
                "for good" if until is None else f"until {_clock_time(until)}{' or later' if len(states) > 1 else ''}"
            )
            self._say(f"{what} {when} ({problem.rstrip('.')}).")
        left = sum(len(states) for states in islice(self._postponed.values(), _SHOWN_PROBLEMS, None))
        if left:
            self._say(f"{left:,} more {'source waits' if left == 1 else 'sources wait'}, for other reasons.")

    def _say(self, message: str) -> None:
        self._progress.clear()
        printing.note(message)

    def _summary(self, waiting: Waiting | None) -> str:
        failing = f", {len(self.failing):,} of {self.sources:,} sources failing" if self.failing else ""
        until = "" if waiting is None else f", waiting until {waiting.until.astimezone():%H:%M}"
        return f"{self._progress.documents:,} documents{self._progress.rate}{failing}{until}"


class _Progress:
    """The number and rate of new documents, on a line that is rewritten some times a second."""

    def __init__(self, clock: Callable[[], float], *, shown: bool) -> None:
        self._clock = clock
        self._shown = shown
        self._line = printing.StatusLine()
        self._last = self._begun = clock()
        self._recent = 0
        self.documents = 0

    def count(self, is_new: bool) -> None:
        self.documents += is_new
        if self._recent == 0:
            self._begun = self._clock()
        self._recent += 1

    @property
    def rate(self) -> str:
        """The documents per second since the last wait."""
        seconds = self._clock() - self._begun
        return f", {self._recent / seconds:,.0f}/s" if self._recent and seconds > 0 else ""

    def show(self, text: str, *, at_once: bool = False) -> None:
        now = self._clock()
        if self._shown and (at_once or now - self._last >= _REFRESH_SECONDS):
            self._line.show(text)
            self._last = now
        if at_once:
            self._recent = 0

    def clear(self) -> None:
        self._line.clear()


def _added_value(added: Added) -> dict[str, object]:
    """Return a document as `track --json` prints it, and which revision it is; null if it was there before."""
    assignment = Assignment(added.document_id, added.story_id, added.similarity, added.opened)
    return assignment_value(assignment) | {"revision": added.revision}


def _short(name: str) -> str:
    """Return an id as a line shows it: of a long address the host and the end."""
    if len(name) <= _LONGEST_ID:
        return name
    bare = name.partition("://")[2] or name
    host = bare.partition("/")[0][: _LONGEST_ID // 2]
    return bare if len(bare) <= _LONGEST_ID else f"{host}…{bare[len(host) + 1 - _LONGEST_ID :]}"


def _clock_time(moment: datetime) -> str:
    """Return a time of today as hours and minutes, any other with its day."""
    local = moment.astimezone()
    return f"{local:%H:%M}" if local.date() == datetime.now().astimezone().date() else f"{local:%d %b %H:%M}"


def _again(state: SourceState) -> str:
    if not state.failures:
        return ""
    if is_refused(state):
        return "; it is tried again in each round"
    if state.next_check is None or state.checked is None:
        return "; it is not asked again"
    return f"; asked again in {format_duration(state.next_check - state.checked)}"
