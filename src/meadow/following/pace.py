"""When a source is asked again: at its pace, later and later while it fails, and never sooner than its server asks for.

What we refuse ourselves (a private address, a format whose extra is not installed) costs no server anything, and a corrected
command or an installed extra ends it: such a source is due at once in the next run, and at the usual pace within a run.

After each failure the wait doubles, up to a day. Half of it is left to chance, so that many who failed together do not come
back together (Brooker, 2015, "Exponential backoff and jitter", where this is called equal jitter). A server that names a
time (`Retry-After`) is given that, up to a week.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from meadow.errors import InputError
from meadow.ingest.times import parse_time
from meadow.model import SourceState

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_LONGEST = timedelta(days=1)
_MOMENT = timedelta(minutes=1)
_LONGEST_WISH = timedelta(days=7)
_SECONDS = re.compile(r"[0-9]{1,12}", re.ASCII)
_MOST_DOUBLINGS = 20
_MOST_PROBLEM = 500


@dataclass(frozen=True, slots=True)
class Pace:
    """The interval of reading sources, and the source of chance: a function that gives numbers from 0 to 1."""

    every: timedelta
    chance: Callable[[], float]


def due(state: SourceState, pace: Pace, *, once: bool = False) -> datetime | None:
    """Return when a source is read next: None is never, and a time that has passed is at once.

    A source that fails or asks us to wait keeps its own delay; one that we refused is read in each round. Any other is read
    when its last reading is as long ago as the pace of this run says, whatever that of an earlier run was; in a run that
    reads once, at once.
    """
    if state.checked is None:
        return _LONG_AGO
    if state.next_check is None:
        return None
    if state.failures and not is_refused(state):
        return state.next_check
    return state.checked if once else state.checked + pace.every


def is_due(state: SourceState, now: datetime, pace: Pace, *, once: bool = False) -> bool:
    """Return whether a source is read now; one that is due in a moment is, so that sources are read together.

    A source that fails or asks us to wait is never read early.
    """
    time = due(state, pace, once=once)
    if time is None:
        return False
    return time <= (now if state.failures and not is_refused(state) else now + min(pace.every / 10, _MOMENT))


def rested(state: SourceState, now: datetime, pace: Pace) -> SourceState:
    """Return the state of a source that was read, or had nothing new: its failures are over."""
    return replace(state, checked=now, succeeded=now, next_check=now + pace.every, failures=0, problem=None)


def failed(
    state: SourceState, problem: str, now: datetime, pace: Pace, *, wish: timedelta | None = None
) -> SourceState:
    """Return the state of a source that could not be read; `wish` is how long its server asks us to wait."""
    failures = state.failures + 1
    wait = min(pace.every * 2 ** min(failures, _MOST_DOUBLINGS), _LONGEST)
    wait = max(pace.every, wait / 2 + wait / 2 * pace.chance())
    if wish is not None:
        wait = max(pace.every, min(wish, _LONGEST_WISH))
    return replace(state, checked=now, next_check=now + wait, failures=failures, problem=_one_line(problem))


def _one_line(problem: str) -> str:
    return " ".join(problem.split())[:_MOST_PROBLEM]


def refused(state: SourceState, problem: str, now: datetime) -> SourceState:
    """Return the state of a source that we did not read by a rule of our own: no wait follows from that."""
    return replace(state, checked=now, next_check=now, failures=state.failures + 1, problem=_one_line(problem))


def is_refused(state: SourceState) -> bool:
    """Return whether a source was last refused by a rule of our own; any other failure is followed by a wait."""
    return state.failures > 0 and state.next_check is not None and state.next_check == state.checked


def ended(state: SourceState, problem: str, now: datetime) -> SourceState:
    """Return the state of a source that is not asked again."""
    return replace(state, checked=now, next_check=None, failures=state.failures + 1, problem=problem)


def parse_wish(header: str | None, now: datetime) -> timedelta | None:
    """Return how long a `Retry-After` asks us to wait: seconds or a date; None where it says nothing that makes sense."""
    if header is None:
        return None
    written = header.strip()
    if _SECONDS.fullmatch(written):
        return min(timedelta(seconds=int(written)), _LONGEST_WISH)
    try:
        time, _ = parse_time(written)
    except InputError:
        return None
    return max(timedelta(0), time - now)
