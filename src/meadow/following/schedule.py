"""Rounds: every source is read when it is due, what it brought is stored, and only then is it written down as read.

So a run can end at any moment. What was stored is known again, and what was not is read again. The caller iterates
over what happens, and stops by no longer iterating or by saying so between two commits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from meadow.following.asking import Asking
from meadow.following.folders import read_folder, without_files
from meadow.following.identity import Known
from meadow.following.line_pipe import LinePipe, batches
from meadow.following.listing import Source
from meadow.following.manners import Manners
from meadow.following.pace import Pace, due, is_due, is_refused, rested
from meadow.following.polling import read_answer
from meadow.following.rounds import Round, file_of
from meadow.following.sending import WEB_KINDS, Noted, Sending, Sent
from meadow.ingest.items import LIMITS, Limits
from meadow.ingest.live import iter_live
from meadow.model import Alert, Quarantined, SourceState

_LONGEST_SLEEP = 3_600.0

Outcome = TypeVar("Outcome")


class Receiver(Protocol[Outcome]):
    """Stores articles and the states of sources."""

    @property
    def known(self) -> Known:
        """The documents that are stored."""

    def iter_add(self, items: Iterable[Sent], *, source: str) -> Iterator[Outcome]:
        """Iterate over what becomes of each item, once it is stored."""

    def is_new(self, outcome: Outcome) -> bool:
        """Return whether something became a document that was not there before."""

    def look(self) -> None:
        """Let the tracker look at the whole again."""

    def sources(self) -> Sequence[SourceState]:
        """Return the states of all sources that were ever followed."""

    def save_source(self, state: SourceState) -> SourceState | None:
        """Store a source's state and return it with what users changed meanwhile; None if they removed it."""

    def faults(self, source: str) -> Sequence[Quarantined]:
        """Return the items of a source that could not be stored."""

    def release(self, source: str, places: Sequence[str]) -> None:
        """Forget that items could not be stored."""

    def unreported_alerts(self) -> Iterator[Alert]:
        """Iterate over the alerts not reported yet; each counts as reported when the next one is requested."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a run: its pace, whether it reads once, and whether teasers are completed."""

    pace: Pace
    once: bool = False
    completes: bool = False
    limits: Limits = LIMITS


@dataclass(frozen=True, slots=True)
class World:
    """The surroundings of a run: the web, standard input, the clock, sleep, and whether it is to end."""

    manners: Manners
    pipe: LinePipe
    clock: Callable[[], datetime]
    sleep: Callable[[float], object]
    is_over: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A source that was read, with its state now; `new` documents came from it."""

    state: SourceState
    new: int


@dataclass(frozen=True, slots=True)
class Postponed:
    """A source that a run which reads once skips, since it failed before, with its state."""

    state: SourceState


@dataclass(frozen=True, slots=True)
class Waiting:
    """All that was due is done; the next source is read at this time."""

    until: datetime


FollowEvent = CheckedSource | Postponed | Noted | Waiting | Alert


def follow(
    sources: Sequence[Source], receiver: Receiver[Outcome], plan: Plan, world: World
) -> Iterator[Outcome | FollowEvent]:
    """Iterate over what happens while sources are followed: until standard input ends, once, or until the run is over."""
    asking = Asking(world.manners, clock=world.clock)
    run = _Run(receiver, plan, world, _states(sources, receiver), asking)
    yield from run.alerts()  # those that an earlier run ended too soon to report
    if any(source.kind == "input" for source in sources):
        yield from run.read_input()
        return
    try:
        yield from run.go_round()
    finally:
        asking.close()


def _states(sources: Sequence[Source], receiver: Receiver[Outcome]) -> dict[str, SourceState]:
    """Return the state of each source, in the order of the sources; a new source has an empty one."""
    kept = {state.key: state for state in receiver.sources()}
    states = {}
    for source in sources:
        state = kept.get(source.key, SourceState(source.key, source.kind))
        if is_refused(state):  # the user may have allowed it since, or installed what it needs
            state = replace(state, checked=None)
        if state.listing is not None:  # what could not be read may be readable by now, so each run tries it once
            state = without_files(state, [fault.place for fault in receiver.faults(source.key)])
        states[source.key] = replace(state, title=source.title) if state.title is None else state
    return states


@dataclass(slots=True)
class _Run(Generic[Outcome]):
    receiver: Receiver[Outcome]
    plan: Plan
    world: World
    states: dict[str, SourceState]
    asking: Asking

    def go_round(self) -> Iterator[Outcome | FollowEvent]:
        """Read what is due, again and again."""
        while not self.world.is_over():
            yield from self._read_due()
            if self.world.is_over():
                return
            yield from self._look()
            if self.asking.keys:
                continue
            upcoming = min((time for time in map(self._due, self.states.values()) if time is not None), default=None)
            if self.plan.once or upcoming is None:
                return
            yield Waiting(upcoming)
            self._sleep_until(upcoming)

    def read_input(self) -> Iterator[Outcome | FollowEvent]:
        """Read standard input as it comes, until it ends; what came is counted and looked at every so often."""
        (state,) = self.states.values()
        new, looked = 0, self.world.clock()
        lines = iter_live(self.world.pipe, limits=self.plan.limits)
        for batch in batches(lines, self.world.pipe.has_line):
            new += yield from self._store(Round(batch, state))
            if self.world.is_over():
                break
            if self.world.clock() - looked >= self.plan.pace.every:
                looked = self.world.clock()
                yield from self._settle(state, new)
                yield from self._look()
                new = 0
        yield from self._settle(state, new)
        if not self.world.is_over():
            yield from self._look()

    def alerts(self) -> Iterator[Alert]:
        """Yield the alerts not reported yet."""
        yield from self.receiver.unreported_alerts()

    def _look(self) -> Iterator[Alert]:
        self.receiver.look()
        yield from self.alerts()

    def _due(self, state: SourceState) -> datetime | None:
        return due(state, self.plan.pace)

    def _due_states(self) -> list[SourceState]:
        now, pace, once, asked = self.world.clock(), self.plan.pace, self.plan.once, self.asking.keys
        due_now = (state for state in self.states.values() if is_due(state, now, pace, once=once))
        return [state for state in due_now if state.key not in asked]

    def _sleep_until(self, time: datetime) -> None:
        while not self.world.is_over():
            rest = (time - self.world.clock()).total_seconds()
            if rest <= 0:
                return
            self.world.sleep(min(rest, _LONGEST_SLEEP))

    def _read_due(self) -> Iterator[Outcome | FollowEvent]:
        """Read what is due: files first, then what is on the web as the answers come, until something else is due."""
        states = self._due_states()
        if self.plan.once:
            reading = {state.key for state in states}
            yield from (Postponed(state) for key, state in self.states.items() if key not in reading)
        clock, pace, limits = self.world.clock, self.plan.pace, self.plan.limits
        for state in states:
            if state.kind not in WEB_KINDS:
                yield from self._keep(read_folder(state, now=clock(), pace=pace, limits=limits))
            if self.world.is_over():
                return
        self.asking.begin(state for state in states if state.kind in WEB_KINDS)
        while self.asking.keys and not self.world.is_over():
            asked = self.asking.take()
            if asked is not None:
                read = read_answer(asked.state, asked.answer, now=asked.at, pace=pace, limits=limits)
                yield from self._keep([read])
            elif not self.plan.once and self._due_states():
                return

    def _keep(self, parts: Iterable[Round]) -> Iterator[Outcome | FollowEvent]:
        """Store the new documents of a source, and its state."""
        for part in parts:
            begun = self.world.clock()
            new = yield from self._store(part)
            if self.world.is_over():
                return  # what is left of it is read again
            if part.state.failures == 0:
                self._release(part, begun)
            yield from self._settle(part.state, new)

    def _release(self, part: Round, begun: datetime) -> None:
        """Let go of faults that were there before, and that this reading no longer found."""
        faults = [fault.place for fault in self.receiver.faults(part.state.key) if fault.last < begun]
        mended = [place for place in faults if part.files is None or file_of(place, part.files) is not None]
        if mended:
            self.receiver.release(part.state.key, mended)

    def _settle(self, state: SourceState, new: int) -> Iterator[CheckedSource]:
        """Store the state of a source, with its new documents counted."""
        if state.kind == "input":
            state = rested(state, self.world.clock(), self.plan.pace)
        if state.key not in self.states:
            return
        settled = replace(state, documents=self.states[state.key].documents + new)
        kept = self.receiver.save_source(settled)
        if kept is None:
            del self.states[state.key]
        else:
            self.states[state.key] = kept
        yield CheckedSource(settled, new)

    def _store(self, part: Round) -> Generator[Outcome | FollowEvent, None, int]:
        """Store what a source brought, and return how many documents are new."""
        notes: list[Noted] = []
        new = 0
        known, manners = self.receiver.known, self.world.manners
        sending = Sending(known, tuple(self.states), self.plan.completes, manners, notes.append)
        for outcome in self.receiver.iter_add(sending.items(part), source=part.state.key):
            new += self.receiver.is_new(outcome)
            yield outcome
            if self.world.is_over():
                break
        yield from notes
        yield from self.alerts()
        return new
