"""Many sources on the web, asked at once: each site by one thread, so that nobody is asked in a rush.

A slow server then keeps nobody waiting but its own site. Answers come in the order in which they arrive; only a few are
held until they are taken. Sources of one site are asked one after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from queue import Empty, Full, Queue

from meadow.errors import ReadError
from meadow.following.manners import Manners
from meadow.following.rounds import unforeseen
from meadow.ingest.addresses import parse_endpoint
from meadow.ingest.fetch import Fetched
from meadow.model import SourceState

AT_ONCE = 8
_LOOK_SECONDS = 0.1

Answer = Fetched | ReadError


@dataclass(frozen=True, slots=True)
class Asked:
    """What a source answered and when, or why it did not."""

    state: SourceState
    answer: Answer
    at: datetime


def address_of(state: SourceState) -> str:
    """Return where a source is asked: at its address, or where it moved to for good."""
    return state.key if state.moved is None else state.moved


def ask(state: SourceState, manners: Manners) -> Answer:
    """Return what a source answers, told which copy of it we have; any fault on the way is returned, not raised."""
    return answer_of(address_of(state), manners, etag=state.etag, last_modified=state.last_modified)


def answer_of(url: str, manners: Manners, *, etag: str | None = None, last_modified: str | None = None) -> Answer:
    """Return what an address answers, or why it does not.

    A bug is a fault of this address too: what one stranger sends must not end the reading of all others.
    """
    try:
        return manners.get(url, etag=etag, last_modified=last_modified)
    except ReadError as error:
        return error
    except Exception as error:  # noqa: BLE001 - see above
        return unforeseen(error, url)


def ask_all(
    states: Sequence[SourceState],
    manners: Manners,
    *,
    clock: Callable[[], datetime],
    is_over: Callable[[], bool] = lambda: False,
    at_once: int = AT_ONCE,
) -> Iterator[Asked]:
    """Yield what sources answer as their answers come, so many sites asked at a time, until `is_over` says so.

    Whoever stops iterating leaves no thread that does more than end what it has begun.
    """
    sites = _by_site(states)
    asking = _Asking(manners, sites, clock, at_once)
    asking.begin(min(at_once, len(sites)))
    try:
        waiting = len(states)
        while waiting and not is_over():
            asked = asking.take()
            if asked is not None:
                waiting -= 1
                yield asked
    finally:
        asking.closed.set()


def _by_site(states: Sequence[SourceState]) -> list[list[SourceState]]:
    sites: dict[str, list[SourceState]] = {}
    for state in states:
        try:
            site = parse_endpoint(address_of(state)).origin
        except ReadError:
            site = state.key  # asking it will tell what is wrong with it
        sites.setdefault(site, []).append(state)
    return list(sites.values())


class _Asking:
    """Threads that ask sites, and the answers that wait to be taken."""

    def __init__(
        self, manners: Manners, sites: Sequence[Sequence[SourceState]], clock: Callable[[], datetime], held: int
    ) -> None:
        self.closed = threading.Event()
        self._manners = manners
        self._clock = clock
        self._sites: Queue[Sequence[SourceState]] = Queue()
        for site in sites:
            self._sites.put(site)
        self._answers: Queue[Asked | BaseException] = Queue(maxsize=held)

    def begin(self, count: int) -> None:
        """Start so many threads; a run that ends does not wait for them."""
        for _ in range(count):
            threading.Thread(target=self._work, daemon=True).start()

    def take(self) -> Asked | None:
        """Return the next answer; None if none comes for a moment."""
        try:
            answer = self._answers.get(timeout=_LOOK_SECONDS)
        except Empty:
            return None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _work(self) -> None:
        try:
            while not self.closed.is_set():
                for state in self._sites.get_nowait():
                    answer = ask(state, self._manners)
                    if not self._put(Asked(state, answer, self._clock())):
                        return
        except Empty:
            return
        except BaseException as error:  # noqa: BLE001 - a fault of ours must reach whoever waits for an answer
            self._put(error)

    def _put(self, answer: Asked | BaseException) -> bool:
        """Hand an answer over; whether anyone still wants it."""
        while not self.closed.is_set():
            try:
                self._answers.put(answer, timeout=_LOOK_SECONDS)
            except Full:
                continue
            return True
        return False
