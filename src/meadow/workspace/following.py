"""A workspace that follows sources: it adds their articles and keeps their states."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from meadow.following.durations import parse_duration
from meadow.following.identity import Identified
from meadow.following.line_pipe import LinePipe
from meadow.following.listing import Source
from meadow.following.manners import Manners
from meadow.following.pace import Pace
from meadow.following.schedule import FollowEvent, Plan, World, follow
from meadow.following.sending import Sent
from meadow.ingest.fetch import NETWORK, fetch
from meadow.ingest.items import Item
from meadow.model import Alert, Document, Quarantined, SourceState
from meadow.store.contract import Store, StoreReader
from meadow.workspace.ingesting import Added, Identify, Outcome

EVERY = "15m"
_STANDARD_INPUT = 0
_LAST_REPORTED_ALERT = "alerts told"


class Adding(Protocol):
    """A workspace to which following adds."""

    store: Store
    clock: Callable[[], datetime]

    def iter_add(
        self, items: Iterable[Item], *, source: str = ..., identify: Identify = ..., look: bool = ...
    ) -> Iterator[Outcome]:
        """Iterate over what becomes of documents, each once it is stored."""

    def look(self) -> None:
        """Let the tracker look at the whole again."""

    def raise_alerts(self) -> list[Alert]:
        """Keep the alerts that articles since the last call are worth."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of following: how to sleep, whether to end, and the source of chance."""

    sleep: Callable[[float], object] = time.sleep
    is_over: Callable[[], bool] = lambda: False
    chance: Callable[[], float] = random.random
    input_descriptor: int = _STANDARD_INPUT


@dataclass(frozen=True, slots=True)
class Following:
    """The settings of following: how often, or once, with the text of linked pages, and the allowed private hosts."""

    every: str = EVERY
    once: bool = False
    full_text: bool = False
    allow_hosts: Collection[str] = ()


def follow_sources(
    workspace: Adding, sources: Sequence[Source], how: Following, around: Surroundings
) -> Iterator[Outcome | FollowEvent]:
    """Iterate over what happens while a workspace follows sources: documents, alerts, and states of sources."""
    network = replace(NETWORK, allowed=frozenset(how.allow_hosts))
    world = World(
        manners=Manners(fetch, network, clock=workspace.clock, sleep=around.sleep),
        pipe=LinePipe(around.input_descriptor, is_over=around.is_over),
        clock=workspace.clock,
        sleep=around.sleep,
        is_over=around.is_over,
    )
    plan = Plan(Pace(parse_duration(how.every), around.chance), once=how.once, completes=how.full_text)
    return follow(sources, _WorkspaceReceiver(workspace), plan, world)


@dataclass(frozen=True, slots=True)
class _WorkspaceReceiver:
    """A workspace as following needs it; `seen` is the state of each source when it was last read or written."""

    workspace: Adding
    seen: dict[str, SourceState] = field(default_factory=dict)

    @property
    def known(self) -> StoreReader:
        return self.workspace.store

    def iter_add(self, items: Iterable[Sent], *, source: str) -> Iterator[Outcome]:
        """Add items; a document that was identified before keeps its id, and its keys are kept with it."""
        keys: dict[str, tuple[str, ...]] = {}

        def sent() -> Iterator[Item]:
            for item in items:
                if isinstance(item, Identified):
                    keys[item.document.id] = keys.get(item.document.id, ()) + item.keys
                    yield item.document
                else:
                    yield item

        def identify(document: Document, _store: StoreReader) -> Identified:
            return Identified(document, keys.pop(document.id, ()))

        return self.workspace.iter_add(sent(), source=source, identify=identify, look=False)

    def is_new(self, outcome: Outcome) -> bool:
        return isinstance(outcome, Added) and outcome.is_new

    def look(self) -> None:
        self.workspace.look()
        self.workspace.raise_alerts()

    def sources(self) -> Sequence[SourceState]:
        states = self.workspace.store.sources()
        self.seen.update({state.key: state for state in states})
        return states

    def save_source(self, state: SourceState) -> SourceState | None:
        """Store a source's state, unless a user removed it or asked to read it again meanwhile."""
        with self.workspace.store.writing() as writer:
            now = next((each for each in writer.sources() if each.key == state.key), None)
            before = self.seen.get(state.key)
            if now is None and before is not None:
                return None
            settled = state if now == before or now is None else replace(now, documents=state.documents)
            writer.save_source(settled)
        self.seen[state.key] = settled
        return settled

    def faults(self, source: str) -> Sequence[Quarantined]:
        return self.workspace.store.quarantine(source=source)

    def release(self, source: str, places: Sequence[str]) -> None:
        with self.workspace.store.writing() as writer:
            for place in places:
                writer.release(source, place)

    def unreported_alerts(self) -> Iterator[Alert]:
        """Iterate over unreported alerts; one that is being reported when a run ends is reported again by the next."""
        for alert in self.workspace.store.alerts(after=int(self.workspace.store.fact(_LAST_REPORTED_ALERT) or 0)):
            yield alert
            with self.workspace.store.writing() as writer:
                writer.save_fact(_LAST_REPORTED_ALERT, str(alert.number))
