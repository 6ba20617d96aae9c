"""Copies of this process: what they spare, where none are made, and that none is left."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest

from meadow.engines import COMMAND_ENGINE, Failed, open_engine
from meadow.engines import forks as forks_room
from meadow.engines.forks import Forks, can_fork
from meadow.errors import EngineError
from meadow.testing import check_engine
from patience import until


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let copies be made although the test process may have threads, which here hold no lock that a copy needs."""
    monkeypatch.setattr(forks_room, "can_fork", lambda: sys.platform == "linux")


def _process_number(_: int) -> int:
    return os.getpid()


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("spec", ["forks:1", "forks:3"])
def test_copies_keep_the_contract(spec: str) -> None:
    check_engine(partial(open_engine, spec))


def test_items_need_not_travel_and_neither_does_what_is_called() -> None:
    held = threading.Lock()  # which no pickle takes
    with open_engine("forks:2") as engine:
        results = dict(engine.map(lambda pair, more: pair[1] + more, [(held, 1), (held, 2)], shared=10))
    assert results == {0: 11, 1: 12}


def test_what_comes_back_must_travel() -> None:
    with open_engine("forks:2") as engine:
        ((_, lost),) = engine.map(open, [os.devnull])
    assert isinstance(lost, Failed)
    assert isinstance(lost.error, EngineError)
    assert "cannot travel between processes" in str(lost.error)


def test_there_are_as_many_copies_as_items_and_none_after_a_map() -> None:
    with open_engine("forks:8") as engine:
        assert isinstance(engine, Forks)
        assert engine.pids == ()
        numbers = engine.map(_process_number, range(3))
        next(numbers)
        pids = engine.pids
        assert len(pids) == 3
        assert os.getpid() not in pids
        list(numbers)
        assert engine.pids == ()
        assert not any(map(_is_running, pids))


def test_who_stops_listening_ends_the_copies() -> None:
    with open_engine("forks:2") as engine:
        assert isinstance(engine, Forks)
        numbers = engine.map(_process_number, range(100))
        next(numbers)
        pids = engine.pids
        numbers.close()
        assert not any(map(_is_running, pids))


def test_this_process_is_one_of_those_at_work_where_that_is_wanted(tmp_path: Path) -> None:
    def met(_: int) -> int:
        (tmp_path / str(os.getpid())).touch()
        assert until(lambda: len(list(tmp_path.iterdir())) == 2), "the other one has nothing to do"
        return os.getpid()

    with open_engine("forks:2") as engine:
        numbers = [number for _, number in engine.map(met, range(20), here=True)]
    assert len(set(numbers)) == 2
    assert os.getpid() in numbers


def test_one_item_is_done_here_where_that_is_safe_and_elsewhere_where_it_is_not() -> None:
    with open_engine("forks:2") as engine:
        ((_, here),) = engine.map(_process_number, [0], here=True)
        ((_, there),) = engine.map(_process_number, [0])
    assert here == os.getpid() != there


def test_items_that_come_one_by_one_are_done_here() -> None:
    with open_engine("forks:2") as engine:
        assert {number for _, number in engine.map(_process_number, iter(range(4)))} == {os.getpid()}


def test_a_process_with_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks_room, "can_fork", can_fork)
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    try:
        assert not can_fork()
        with open_engine("forks:2") as engine:
            assert {number for _, number in engine.map(_process_number, range(4))} == {os.getpid()}
    finally:
        end.set()
        other.join()


def test_only_linux_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert can_fork() == (sys.platform == "linux")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not can_fork()


@pytest.mark.parametrize("here", [False, True])
def test_copies_that_are_killed_half_way_cost_nothing_but_time(here: bool) -> None:
    wanted = {number: math.factorial(number) for number in range(200)}
    found: dict[object, object] = {}
    with open_engine("forks:3") as engine:
        assert isinstance(engine, Forks)
        for key, outcome in engine.map(math.factorial, range(200), size=4, here=here):
            if len(found) == 40:
                for pid in engine.pids:
                    os.kill(pid, signal.SIGKILL)
            found[key] = outcome
    assert found == wanted


def test_results_larger_than_a_pipe_come_back_whole() -> None:
    sizes = [3_000_000, 5, 2_000_000, 0]
    with open_engine("forks:2") as engine:
        assert dict(engine.map(bytes, sizes)) == {place: bytes(size) for place, size in enumerate(sizes)}


def test_what_a_method_prints_does_not_get_between_our_lines(tmp_path: Path) -> None:
    done = _run_script(
        tmp_path,
        """
        import atexit, sys
        from meadow.engines import open_engine
        atexit.register(lambda: print("bye"))
        def said(item):
            print("from a method", flush=True)
            return item
        sys.stdout.write("once ")
        with open_engine("forks:2") as engine:
            print(sorted(engine.map(said, [1, 2])))
        """,
    )
    assert done.stdout == "once [(0, 1), (1, 2)]\nbye\n"
    assert done.stderr.count("from a method") == 2


def _run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(_script(folder, text))], capture_output=True, text=True, check=True)


def _script(folder: Path, text: str) -> Path:
    script = folder / "script.py"
    script.write_text(dedent(text), encoding="utf-8")
    return script


_SLEEPERS = """
    import sys, time
    from meadow.engines import open_engine
    with open_engine("forks:3") as engine:
        numbers = engine.map(lambda item: time.sleep(1_000 * item), [0, 1, 1, 1])
        try:
            next(numbers)
            print(*engine.pids, flush=True)
            next(numbers)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
"""


@contextmanager
def _sleepers(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    process = subprocess.Popen(
        [sys.executable, str(_script(folder, _SLEEPERS))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        try:
            assert process.stdout is not None
            yield process, [int(pid) for pid in process.stdout.readline().split()]
        finally:
            process.kill()


def test_an_interrupt_is_for_this_process_which_ends_the_others(tmp_path: Path) -> None:
    with _sleepers(tmp_path) as (process, pids):
        assert len(pids) == 3
        for pid in (*pids, process.pid):  # as a terminal does it
            os.kill(pid, signal.SIGINT)
        printed, errors = process.communicate()
        assert (printed, errors, process.returncode) == ("interrupted\n", "", 0)
        assert not any(map(_is_running, pids))


def test_copies_end_with_a_parent_that_is_killed_whatever_they_do(tmp_path: Path) -> None:
    with _sleepers(tmp_path) as (process, pids):
        process.kill()
        process.wait()
        assert until(lambda: not any(map(_is_running, pids)))


def test_commands_take_all_cores() -> None:
    with open_engine(COMMAND_ENGINE) as engine:
        assert isinstance(engine, Forks)
        assert engine.width == len(os.sched_getaffinity(0))
