"""Work in another process: the answer, or a named error; never a hang, never a crash here, never a child left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ingest.support import documents_of, items_of
from meadow.errors import InputError, LimitError, ReadError
from meadow.ingest import LIMITS, Limits, parse_time, worker
from meadow.ingest.jsonl import read_jsonl
from meadow.ingest.opening import Found, Opened, reopen
from meadow.ingest.plain import read_plain
from meadow.ingest.watched import read_watched
from meadow.ingest.worker import iter_limited, run_limited
from meadow.model import Document
from patience import until
from project.guards import PROCESSES, running_children

SECONDS, MEGABYTES = 30.0, 200


@pytest.fixture(autouse=True)
def _no_child_is_left() -> Iterator[None]:
    before = set(threading.enumerate())  # some of them may be about to end: another test's server
    yield
    assert not PROCESSES.is_dir() or running_children() == []
    assert set(threading.enumerate()) <= before


def test_a_result_comes_back() -> None:
    assert run_limited(sorted, ["b", "a"], seconds=SECONDS, megabytes=MEGABYTES) == ["a", "b"]


def test_large_payloads_and_results_pass() -> None:
    data = os.urandom(1_000_000) * 20
    assert run_limited(bytes.hex, data, seconds=SECONDS, megabytes=MEGABYTES) == data.hex()


def test_values_come_one_by_one_and_may_be_left_waiting() -> None:
    values = iter_limited(range, 1_000_000_000, seconds=SECONDS, megabytes=MEGABYTES)
    assert [next(values) for _ in range(3)] == [0, 1, 2]
    values.close()
    assert list(iter_limited(range, 4, seconds=SECONDS, megabytes=MEGABYTES)) == [0, 1, 2, 3]


def test_time_is_for_each_value_not_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = [0.0]
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + 3600 * hours[0])
    monkeypatch.setattr(worker, "time", clock)
    values = iter_limited(range, 3, seconds=SECONDS, megabytes=MEGABYTES)
    first = next(values)
    hours[0] = 1.0  # a reader that takes its time is no fault of the child's
    time.sleep(5 * worker._TICK_SECONDS)  # so that the watch looks at its clock
    assert [first, *values] == [0, 1, 2]


@pytest.mark.parametrize(("function", "payload"), [(time.sleep, 600), (sum, range(10**15))])
def test_too_much_time_is_a_limit(function: object, payload: object) -> None:
    with pytest.raises(LimitError, match=r"page\.html: parsing it takes more than 1\.5 s\."):
        run_limited(function, payload, seconds=1.5, megabytes=MEGABYTES, place="page.html")  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit a process's memory")
def test_too_much_memory_is_a_limit() -> None:
    with pytest.raises(LimitError, match=r"page\.html: parsing it takes more than 200 MB of memory\."):
        run_limited(bytearray, 10**9, seconds=SECONDS, megabytes=MEGABYTES, place="page.html")
    assert len(run_limited(bytearray, 10**7, seconds=SECONDS, megabytes=MEGABYTES)) == 10**7


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_crash_is_an_error_with_its_name(number: int) -> None:
    with pytest.raises(
        ReadError, match=r"page\.html: the parser crashed \((Segmentation fault|Aborted|Killed)\)\."
    ) as caught:
        run_limited(signal.raise_signal, number, seconds=SECONDS, megabytes=MEGABYTES, place="page.html")
    assert caught.value.advice == "Convert it to plain text or JSON Lines first."


def test_an_end_without_an_answer_is_an_error() -> None:
    with pytest.raises(ReadError, match=r"the parser crashed \(status 3\)"):
        run_limited(os._exit, 3, seconds=SECONDS, megabytes=MEGABYTES)


def test_an_exception_is_an_error_with_its_text() -> None:
    with pytest.raises(ReadError, match=r"the parser failed \(JSONDecodeError: Expecting value: line 1 column 1"):
        run_limited(json.loads, "nonsense", seconds=SECONDS, megabytes=MEGABYTES)


def test_our_own_errors_travel_whole() -> None:
    with pytest.raises(InputError, match="'soon' is not a time") as caught:
        run_limited(parse_time, "soon", seconds=SECONDS, megabytes=MEGABYTES)
    assert caught.value.given == "soon"


def test_what_a_library_prints_does_not_get_between() -> None:
    assert run_limited(print, "noise", seconds=SECONDS, megabytes=MEGABYTES) is None
    assert run_limited(os.system, "echo noise", seconds=SECONDS, megabytes=MEGABYTES) == 0


def test_the_current_folder_is_not_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit(7)\n", encoding="utf-8")
    (tmp_path / "json.py").write_text("raise SystemExit(7)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_limited(len, "abc", seconds=SECONDS, megabytes=MEGABYTES) == 3


def test_a_script_without_a_main_guard_may_use_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from meadow.ingest.worker import run_limited\nprint(run_limited(len, 'abc', seconds=30, megabytes=200))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="needs /proc")
def test_a_child_does_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    script = (
        "from meadow.ingest.worker import iter_limited\n"
        "values = iter_limited(range, 10**12, seconds=30, megabytes=200)\n"
        "next(values)\n"
        "import os, pathlib\n"
        "tasks = pathlib.Path(f'/proc/{os.getpid()}/task').iterdir()\n"
        "print(*[pid for task in tasks for pid in (task / 'children').read_text().split()], flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    (child,) = done.stdout.split()
    assert until(lambda: not (PROCESSES / child).exists()), "the child is still there"


def test_no_interpreter_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    with pytest.raises(ReadError, match=r"the process to parse it in cannot be started \(No such file"):
        run_limited(len, "abc", seconds=SECONDS, megabytes=MEGABYTES)


def opened(data: bytes) -> Opened:
    return reopen(data, place="a.txt", path=Path("wire/a.txt"), depth=0)


def watched(data: bytes, limits: Limits = LIMITS) -> list[Found]:
    return list(read_watched(read_plain, opened(data), limits))


def test_a_watched_reader_gives_the_same_here_and_there() -> None:
    text = b"Ferry back\n\n" + b"The ferry sails again. " * 100
    (here,) = watched(text)
    (there,) = watched(text, Limits(worker_bytes=100))
    assert isinstance(here, Document)
    assert here == there
    assert there.place == "a.txt"
    assert here.source == "wire"


def test_a_watched_reader_passes_errors_on() -> None:
    with pytest.raises(ReadError, match="looks like binary data"):
        watched(bytes(range(256)) * 10, Limits(worker_bytes=100))
    with pytest.raises(LimitError, match="larger than 1,000 bytes"):
        watched(b"x" * 2_000, Limits(worker_bytes=100, file_bytes=1_000))
    with pytest.raises(LimitError, match=r"takes more than 0\.01 s"):
        watched(b"x " * 2_000, Limits(worker_bytes=100, worker_seconds=0.01))


def test_a_watched_reader_streams() -> None:
    lines = b"".join(b'{"id": "%d", "text": "Words.", "language": "en"}\n' % number for number in range(500))
    items = read_watched(read_jsonl, opened(lines), Limits(worker_bytes=100))
    assert isinstance(next(items), Document)
    assert len(list(items)) == 499


def test_ordinary_reading_starts_no_process() -> None:
    assert len(documents_of(b"Title\n\nText.")) == 1
    assert len(items_of(b'{"text": "x"}\n{"text": "y"}')) == 2
