"""Many sources on the web, asked at once: each site by one thread, so that nobody is asked in a rush.

A slow server delays only its own site. A request that takes longer than two seconds no longer counts among the few that are
asked at a time, and what falls due meanwhile is asked next to it. Answers come in the order in which they arrive; only a few
are held until they are taken. Sources of one site are asked one after the other.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
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
SLOW_SECONDS = 2.0
_MOST_THREADS = 256
_LOOK_SECONDS = 0.1
_HANDING_OVER = float("inf")  # when a site was asked that now waits for its answer to be taken: it is not slow

Answer = Fetched | ReadError


@dataclass(frozen=True, slots=True)
class PolledSource:
    """The answer of a source and its time, or why there is none."""

    state: SourceState
    answer: Answer
    at: datetime


def address_of(state: SourceState) -> str:
    """Return where a source is asked: at its address, or where it moved permanently."""
    return state.key if state.moved is None else state.moved


def ask(state: SourceState, manners: Manners) -> Answer:
    """Return a source's answer to a conditional request; any fault on the way is returned, not raised."""
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


class Asking:
    """Sources that are being asked: `begin` with some at any time, and `take` their answers as they come."""

    def __init__(
        self,
        manners: Manners,
        *,
        clock: Callable[[], datetime],
        at_once: int = AT_ONCE,
        slow_seconds: float = SLOW_SECONDS,
    ) -> None:
        self._manners, self._clock = manners, clock
        self._at_once, self._slow_seconds = at_once, slow_seconds
        self._keys: set[str] = set()
        self._sites: dict[str, deque[SourceState]] = {}
        self._asked: dict[str, float] = {}  # of each site with a thread: when its current source was asked
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._answers: Queue[PolledSource | BaseException] = Queue(maxsize=at_once)

    @property
    def keys(self) -> frozenset[str]:
        """The sources whose answers were not taken yet."""
        return frozenset(self._keys)

    def begin(self, states: Iterable[SourceState]) -> None:
        """Ask sources, each site behind what it is asked already."""
        with self._lock:
            for state in states:
                self._keys.add(state.key)
                self._sites.setdefault(_site(state), deque()).append(state)
        self._start_threads()

    def take(self) -> PolledSource | None:
        """Return the next answer; None if none comes for a moment."""
        self._start_threads()
        try:
            answer = self._answers.get(timeout=_LOOK_SECONDS)
        except Empty:
            return None
        if isinstance(answer, BaseException):
            raise answer
        self._keys.discard(answer.state.key)
        return answer

    def close(self) -> None:
        """Leave no thread that does more than end what it has begun; nobody waits for those."""
        self._closed.set()

    def _start_threads(self) -> None:
        """Start a thread for each site that has none, as many as may be: those that are slow do not count."""
        with self._lock:
            now = time.monotonic()
            quick = sum(now - asked < self._slow_seconds for asked in self._asked.values())
            free = min(self._at_once - quick, _MOST_THREADS - len(self._asked))
            idle = [site for site in self._sites if site not in self._asked]
            for site in idle[: max(0, free)]:
                self._asked[site] = now
                threading.Thread(target=self._work, args=(site,), daemon=True).start()

    def _work(self, site: str) -> None:
        try:
            while (state := self._next(site)) is not None:
                asked = PolledSource(state, ask(state, self._manners), self._clock())
                with self._lock:
                    self._asked[site] = _HANDING_OVER
                self._put(asked)
        except BaseException as error:  # noqa: BLE001 - a fault of ours must reach the waiting thread
            self._put(error)
        if not self._closed.is_set():
            self._start_threads()

    def _next(self, site: str) -> SourceState | None:
        """Return the source of a site that is asked next; None if there is none, and then its thread ends."""
        with self._lock:
            if self._closed.is_set() or not self._sites[site]:
                del self._sites[site], self._asked[site]
                return None
            self._asked[site] = time.monotonic()
            return self._sites[site].popleft()

    def _put(self, answer: PolledSource | BaseException) -> None:
        while not self._closed.is_set():
            try:
                self._answers.put(answer, timeout=_LOOK_SECONDS)
            except Full:
                continue
            return


def _site(state: SourceState) -> str:
    try:
        return parse_endpoint(address_of(state)).origin
    except ReadError:
        return state.key  # the request will report what is wrong with it
