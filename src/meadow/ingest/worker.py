"""Risky work in a separate process, with limits of time and memory: what fails there cannot end this process.

`run_limited` gives one value, `iter_limited` the values of an iterator as they come. The child is a fresh interpreter: a
fork would copy locks that other threads hold, and multiprocessing's "spawn" runs the caller's script again. It costs
about 0.2 s plus what the function imports, so it is for large inputs.

Time: the child is killed when one value takes longer than `seconds`; should this process die first, the child's own timer
of computing time ends it. Memory: on Linux the child may map `megabytes` more than when it began to work. macOS does not
enforce such a limit and Windows has none; there, time is the only bound. A child is gone when the iterator is closed.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from meadow.errors import LimitError, MeadowError, ReadError

T = TypeVar("T")
P = TypeVar("P")

# -P keeps the current folder, which may be full of a stranger's files, out of the child's import path.
_COMMAND = ("-P", "-c", "from meadow.ingest.worker import work; work()")
_ADVICE = "Convert it to plain text or JSON Lines first."
_LENGTH = 8
_MEBIBYTE = 1 << 20
_TICK_SECONDS = 0.05


def run_limited(function: Callable[[P], T], payload: P, *, seconds: float, megabytes: int, place: str = "input") -> T:
    """Return `function(payload)`, computed in another process; what goes wrong there is a `ReadError` about `place`.

    The function must be importable by name; payload and result must survive pickling. A `MeadowError` that it raises is
    raised here; too much time or memory is a `LimitError`; a crash or any other exception is a `ReadError`.
    """
    values: Generator[T] = _iter_values((function, payload, True), seconds, megabytes, place)
    try:
        return next(values)
    finally:
        values.close()


def iter_limited(
    function: Callable[[P], Iterable[T]], payload: P, *, seconds: float, megabytes: int, place: str = "input"
) -> Generator[T]:
    """Yield the values of `function(payload)` as another process computes them; `seconds` are for each of them."""
    return _iter_values((function, payload, False), seconds, megabytes, place)


def work() -> None:
    """Do the one job that standard input describes and answer on standard output: the whole life of a child."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    with suppress(BrokenPipeError):  # nobody waits any longer
        for answer in _answers(sys.stdin.buffer):
            answers.write(len(answer).to_bytes(_LENGTH))
            answers.write(answer)
            answers.flush()
    os._exit(0)  # a parser that made a mess must not stumble over it on its way out


def _iter_values(job: tuple[Any, Any, bool], seconds: float, megabytes: int, place: str) -> Generator[Any]:
    with _started(place) as child, _watch(child, seconds) as watch:
        with watch.waiting(), suppress(BrokenPipeError):  # a child that is gone already is judged by its answer
            pickle.dump((seconds, megabytes), child.stdin)
            pickle.dump(job, child.stdin)
            child.stdin.close()
        while True:
            with watch.waiting():
                kind, value = _received(child.stdout)
            if kind == "done":
                return
            if kind != "value":
                raise _failure(kind, value, child, watch, megabytes, place)
            yield value


class _Child:
    """A running interpreter with its two pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter, a fixed command
            [sys.executable, *_COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.stdin = cast("IO[bytes]", self.process.stdin)
        self.stdout = cast("IO[bytes]", self.process.stdout)


@contextmanager
def _started(place: str) -> Iterator[_Child]:
    try:
        child = _Child()
    except OSError as error:
        raise ReadError(place, f"the process to parse it in cannot be started ({error.strerror}).") from error
    try:
        yield child
    finally:
        child.process.kill()
        child.stdout.close()
        with suppress(BrokenPipeError):
            child.stdin.close()
        child.process.wait()


class _Watch:
    """Kills a child that keeps us waiting for longer than `seconds`."""

    def __init__(self, child: _Child, seconds: float) -> None:
        self.child = child
        self.seconds = seconds
        self.deadline = math.inf
        self.expired = False
        self.ended = threading.Event()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self.deadline = time.monotonic() + self.seconds
        try:
            yield
        finally:
            self.deadline = math.inf

    def run(self) -> None:
        while not self.ended.wait(_TICK_SECONDS):
            if time.monotonic() > self.deadline:
                self.expired = True
                self.child.process.kill()
                return


@contextmanager
def _watch(child: _Child, seconds: float) -> Iterator[_Watch]:
    watch = _Watch(child, seconds)
    thread = threading.Thread(target=watch.run, name="meadow-worker-watch", daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        watch.ended.set()
        thread.join()


def _received(stream: IO[bytes]) -> tuple[str, Any]:
    length = stream.read(_LENGTH)
    data = stream.read(int.from_bytes(length)) if len(length) == _LENGTH else b""
    if not data or len(data) < int.from_bytes(length):
        return "silence", None
    answer: tuple[str, Any] = pickle.loads(data)  # noqa: S301 - from our own child, through a pipe nobody else has
    return answer


def _failure(kind: str, value: Any, child: _Child, watch: _Watch, megabytes: int, place: str) -> MeadowError:
    """Return the error for an answer that is no value, or for a child that fell silent."""
    if kind == "error" and isinstance(value, MeadowError):
        return value
    if kind == "memory":
        return LimitError(place, f"parsing it takes more than {megabytes:,} MB of memory.", advice=_ADVICE)
    if kind == "fault":
        return ReadError(place, f"the parser failed ({value}).", advice=_ADVICE)
    status = child.process.wait()
    if watch.expired or (hasattr(signal, "SIGPROF") and status == -signal.SIGPROF):
        return LimitError(place, f"parsing it takes more than {watch.seconds:g} s.", advice=_ADVICE)
    ended = signal.strsignal(-status) if status < 0 else f"status {status}"
    return ReadError(place, f"the parser crashed ({ended}).", advice=_ADVICE)


def _answers(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield what the child has to say, pickled: each value, then how it ended."""
    try:
        seconds, megabytes = pickle.load(stream)  # noqa: S301 - from our own parent
        _restart_timer(seconds)
        function, payload, is_one = pickle.load(stream)  # noqa: S301 - from our own parent
        _limit_memory(megabytes * _MEBIBYTE)
        result = function(payload)
        for value in (result,) if is_one else result:
            yield pickle.dumps(("value", value), pickle.HIGHEST_PROTOCOL)
            _restart_timer(seconds)
    except MemoryError:
        _limit_memory(None)  # else there might not be enough to say so
        yield pickle.dumps(("memory", None))
    except MeadowError as error:
        yield pickle.dumps(("error", error))
    except Exception as error:  # noqa: BLE001 - whatever a parser raises is an answer
        yield pickle.dumps(("fault", f"{type(error).__name__}: {error}"[:500]))
    else:
        yield pickle.dumps(("done", None))


def _restart_timer(seconds: float) -> None:
    """End this process when it has computed for so long; waiting for its reader costs it nothing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory(more: int | None) -> None:
    """Let this process map `more` bytes beyond what it has now; None lifts the limit."""
    if sys.platform != "linux":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if more is None:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    wanted = pages * resource.getpagesize() + more
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
