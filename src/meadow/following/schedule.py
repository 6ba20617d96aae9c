"""Rounds: every source is read when it is due, what it brought is stored, and only then is it written down as read.

So a run can end at any moment. What was stored is known again, and what was not is read again. Whoever follows iterates
over what happens, and stops by no longer iterating or by saying so between two commits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from meadow.following.folders import read_folder
from meadow.following.identity import Known
from meadow.following.line_pipe import LinePipe, batches
from meadow.following.listing import Source
from meadow.following.manners import Manners
from meadow.following.pace import Pace, due, rested
from meadow.following.polling import read_address
from meadow.following.rounds import Round
from meadow.following.sending import Noted, Sending, Sent
from meadow.ingest.items import LIMITS, Limits
from meadow.ingest.live import iter_live
from meadow.model import Alert, SourceState

_LONGEST_SLEEP = 3_600.0

Outcome = TypeVar("Outcome")


class Receiver(Protocol[Outcome]):
    """Where articles go, and where the state of sources is kept."""

    @property
    def known(self) -> Known:
        """What is stored."""

    def add(self, items: Iterable[Sent], *, source: str) -> Iterator[Outcome]:
        """Iterate over what becomes of each item, once it is stored."""

    def is_new(self, outcome: Outcome) -> bool:
        """Say whether something became a document that was not there before."""

    def look(self) -> None:
        """Let the tracker look at the whole again."""

    def sources(self) -> Sequence[SourceState]:
        """Return the states of all sources that were ever followed."""

    def save_source(self, state: SourceState) -> None:
        """Keep where a source stands."""

    def untold_alerts(self) -> Iterator[Alert]:
        """Iterate over the alerts that nobody was told of; each counts as told when the next one is asked for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How sources are followed: at which pace, whether only once, and whether teasers are completed."""

    pace: Pace
    once: bool = False
    completes: bool = False
    limits: Limits = LIMITS


@dataclass(frozen=True, slots=True)
class World:
    """What a run needs of the world around it: the web, standard input, the clock, sleep, and whether it is to end."""

    manners: Manners
    pipe: LinePipe
    clock: Callable[[], datetime]
    sleep: Callable[[float], object]
    is_over: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Checked:
    """A source was read, and this is where it stands; `new` documents came from it."""

    state: SourceState
    new: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """All that was due is done; the next source is read at this time."""

    until: datetime


Told = Checked | Noted | Waiting | Alert


def follow(
    sources: Sequence[Source], receiver: Receiver[Outcome], plan: Plan, world: World
) -> Iterator[Outcome | Told]:
    """Iterate over what happens while sources are followed: until standard input ends, once, or until the run is over."""
    run = _Run(receiver, plan, world, _states(sources, receiver))
    yield from run.alerts()  # those that a run before this one could not tell any more
    if any(source.kind == "input" for source in sources):
        yield from run.read_input()
    else:
        yield from run.go_round()


def _states(sources: Sequence[Source], receiver: Receiver[Outcome]) -> dict[str, SourceState]:
    """Return where each source stands, in the order of the sources; new ones at their beginning."""
    kept = {state.key: state for state in receiver.sources()}
    states = {}
    for source in sources:
        state = kept.get(source.key, SourceState(source.key, source.kind))
        states[source.key] = replace(state, title=source.title) if state.title is None else state
    return states


@dataclass(slots=True)
class _Run(Generic[Outcome]):
    receiver: Receiver[Outcome]
    plan: Plan
    world: World
    states: dict[str, SourceState]

    def go_round(self) -> Iterator[Outcome | Told]:
        """Read what is due, again and again."""
        while not self.world.is_over():
            for key in self._due_keys():
                yield from self._read(key)
                if self.world.is_over():
                    return
            self.receiver.look()
            yield from self.alerts()
            upcoming = min((time for time in map(self._due, self.states.values()) if time is not None), default=None)
            if self.plan.once or upcoming is None:
                return
            yield Waiting(upcoming)
            self._sleep_until(upcoming)

    def read_input(self) -> Iterator[Outcome | Told]:
        """Read standard input as it comes, until it ends."""
        (state,) = self.states.values()
        lines = iter_live(self.world.pipe, limits=self.plan.limits)
        for batch in batches(lines, self.world.pipe.has_line):
            state = yield from self._store(Round(batch, state))
            if self.world.is_over():
                return
        self.receiver.look()
        yield from self.alerts()
        state = rested(state, self.world.clock(), self.plan.pace)
        self.receiver.save_source(state)
        yield Checked(state, 0)

    def alerts(self) -> Iterator[Alert]:
        """Tell what nobody was told of yet."""
        yield from self.receiver.untold_alerts()

    def _due(self, state: SourceState) -> datetime | None:
        return due(state, self.plan.pace)

    def _due_keys(self) -> list[str]:
        now = self.world.clock()
        times = [(due(state, self.plan.pace, once=self.plan.once), key) for key, state in self.states.items()]
        ready = [(time, key) for time, key in times if time is not None and time <= now]
        return [key for _, key in sorted(ready, key=lambda each: each[0])]

    def _sleep_until(self, time: datetime) -> None:
        while not self.world.is_over():
            rest = (time - self.world.clock()).total_seconds()
            if rest <= 0:
                return
            self.world.sleep(min(rest, _LONGEST_SLEEP))

    def _read(self, key: str) -> Iterator[Outcome | Told]:
        """Read a source, store what it brought, and write down where it stands."""
        for part in self._parts(self.states[key]):
            before = self.states[key].documents
            state = yield from self._store(part)
            if self.world.is_over():
                return  # what is left of it is read again
            self.states[key] = state
            self.receiver.save_source(state)
            yield Checked(state, state.documents - before)

    def _parts(self, state: SourceState) -> Iterator[Round]:
        now, pace, limits = self.world.clock(), self.plan.pace, self.plan.limits
        if state.kind in ("feed", "page"):
            yield read_address(state, self.world.manners, now=now, pace=pace, limits=limits)
        else:
            yield from read_folder(state, now=now, pace=pace, limits=limits)

    def _store(self, part: Round) -> Generator[Outcome | Told, None, SourceState]:
        """Store what a source brought, and return its state with the new documents counted in."""
        notes: list[Noted] = []
        new = 0
        sending = Sending(
            self.receiver.known, tuple(self.states), self.plan.completes, self.world.manners, notes.append
        )
        for outcome in self.receiver.add(sending.items(part), source=part.state.key):
            new += self.receiver.is_new(outcome)
            yield outcome
            if self.world.is_over():
                break
        yield from notes
        yield from self.alerts()
        return replace(part.state, documents=part.state.documents + new)
