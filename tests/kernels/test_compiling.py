"""Processes that compile into one folder at once each find their own code there afterwards, and nobody needs the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

import meadow.kernels
from meadow.kernels.compiling import CodeFirst, LockedCache
from meadow.kernels.folder_lock import LOCK, folder_lock
from patience import COMPILING_SECONDS, until

_SOURCE = Path(meadow.kernels.__file__).parents[2]
_MODULE = """
from meadow.kernels.compiling import kernel

@kernel
def doubled(x):
    return x + x
"""
# Both look for their code before either keeps any. Then whoever has read the list of what is kept, to add to it, goes on
# once the other has read it too, or waits for the lock: without a lock both have surely read it before either writes it.
_COMPILE = """
import sys, time
from contextlib import contextmanager
from pathlib import Path
from meadow.kernels import compiling
from meadow.kernels.compiling import CodeFirst
from module import doubled
folder, name, other = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
lock, save, load_index = compiling.folder_lock, CodeFirst.save, CodeFirst._load_index
load = compiling.LockedCache.load_overload

def load_together(self, *given):
    found = load(self, *given)
    (folder / f"{name}-has-looked").touch()
    while not (folder / f"{other}-has-looked").exists():
        time.sleep(0.001)
    return found

@contextmanager
def announced(path, *, shared=False):
    if not shared:
        (folder / f"{name}-waits").touch()
    with lock(path, shared=shared):
        yield

def read_together(self):
    index = load_index(self)
    (folder / f"{name}-has-read").touch()
    while not ((folder / f"{other}-has-read").exists() or (folder / f"{other}-waits").exists()):
        time.sleep(0.001)
    return index

def slow_save(self, key, data):
    CodeFirst._load_index = read_together
    save(self, key, data)

compiling.folder_lock, CodeFirst.save = announced, slow_save
compiling.LockedCache.load_overload = load_together
print(doubled(eval(sys.argv[4])))
"""
_LOAD = """
from module import doubled
print(doubled(1), doubled(1.5), sum(doubled.stats.cache_hits.values()))
"""


def _started(folder: Path, program: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(folder), str(_SOURCE))),
        "NUMBA_CACHE_DIR": str(folder / "cache"),
    }
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _said(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=COMPILING_SECONDS)
    assert process.returncode == 0, errors
    return output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "module.py").write_text(_MODULE, encoding="utf-8")
    return tmp_path


def test_two_processes_keep_two_signatures_at_once_and_a_third_finds_both(folder: Path) -> None:
    whole = _started(folder, _COMPILE, str(folder), "whole", "real", "1")
    real = _started(folder, _COMPILE, str(folder), "real", "whole", "1.5")
    assert (_said(whole), _said(real)) == ("2\n", "3.0\n")
    assert _said(_started(folder, _LOAD)) == "2 3.0 2\n"
    # This numba asked for our lock: a version that does not would leave these out.
    assert {"whole-waits", "real-waits", "whole-has-read", "real-has-read"} <= {file.name for file in folder.iterdir()}
    assert sorted(file.suffix for file in (folder / "cache").rglob("*.nb*")) == [".nbc", ".nbc", ".nbi"]


def test_without_a_lock_code_is_compiled_and_not_kept(folder: Path) -> None:
    # Whoever runs the tests may write anywhere: a folder stands where the file would be.
    assert _said(_started(folder, "from module import doubled; print(doubled.stats.cache_path)")) != ""
    (cache,) = (folder / "cache").iterdir()
    (cache / LOCK).mkdir()
    assert [_said(_started(folder, _LOAD)) for _ in range(2)] == ["2 3.0 0\n"] * 2
    assert not list(cache.glob("*.nb*"))


_FULL = """
from meadow.kernels.compiling import CodeFirst
def full(self, key, data):
    raise OSError(28, "No space left on device")
CodeFirst.save = full
"""


def test_a_folder_that_takes_nothing_more_is_no_error(folder: Path) -> None:
    assert _said(_started(folder, _FULL + _LOAD)) == "2 3.0 0\n"
    assert _said(_started(folder, _LOAD)) == "2 3.0 0\n"
    assert _said(_started(folder, _LOAD)) == "2 3.0 2\n"


def test_a_folder_that_was_removed_is_made_again(folder: Path) -> None:
    program = "import shutil, module\nshutil.rmtree(module.doubled.stats.cache_path)\n"
    assert _said(_started(folder, program + _LOAD)) == "2 3.0 0\n"
    assert _said(_started(folder, _LOAD)) == "2 3.0 2\n"


def test_plain_code_on_request_is_left_alone(folder: Path) -> None:
    program = (
        'import os\nos.environ["NUMBA_DISABLE_JIT"] = "1"\nfrom module import doubled\nprint(type(doubled).__name__)'
    )
    assert _said(_started(folder, program)) == "function\n"


class Killed(BaseException):
    """The end of a process, at a place where it can be waited for."""


@pytest.mark.parametrize("fatal", ["_save_index", "_save_data"])
def test_whoever_ends_while_new_code_is_kept_leaves_no_old_code_under_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fatal: str
) -> None:
    file: Any = CodeFirst  # numba has no types

    def found(source: str) -> list[object]:
        return [file(str(tmp_path), "f", source).load(key) for key in ("whole", "real")]

    for key in ("whole", "real"):
        file(str(tmp_path), "f", "before").save(key, f"old {key}")
    assert found("before") == ["old whole", "old real"]
    after, done = file(str(tmp_path), "f", "after"), getattr(CodeFirst, fatal)
    for steps in (1, 0):  # before a thing is written, and after that

        def ending(self: CodeFirst, *given: object, steps: int = steps) -> None:
            if not steps:
                done(self, *given)
            raise Killed

        with monkeypatch.context() as patched:
            patched.setattr(CodeFirst, fatal, ending)
            with pytest.raises(Killed):
                after.save("whole", "new whole")
        assert found("after") == [None, None]
    after.save("real", "new real")
    assert (found("after"), found("before")) == ([None, "new real"], [None, None])
    after.save("whole", "new whole")
    after.save("whole", "new whole")
    assert found("after") == ["new whole", "new real"]
    assert len(list(tmp_path.glob("*.nbc"))) == 2


def _kernel_modules() -> Iterator[ModuleType]:
    for file in sorted(Path(meadow.kernels.__file__).parent.glob("*.py")):
        yield import_module(f"meadow.kernels.{file.stem}" if file.stem != "__init__" else "meadow.kernels")


def test_every_kernel_is_kept_under_the_lock() -> None:
    kernels = [each for module in _kernel_modules() for each in vars(module).values() if isinstance(each, Dispatcher)]
    assert len(kernels) > 70
    caches = [vars(each)["_cache"] for each in kernels]
    assert {type(each) for each in caches} == {LockedCache}
    assert {type(each._cache_file) for each in caches} == {CodeFirst}


_HOLD = """
import sys
from meadow.kernels.folder_lock import folder_lock
with folder_lock(sys.argv[1]):
    print("locked", flush=True)
    sys.stdin.read()
"""
_TRY = """
import fcntl, sys
from pathlib import Path
with Path(sys.argv[1]).open() as file:
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if sys.argv[2] == "shared" else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        print("free")
    except BlockingIOError:
        print("locked")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system itself, by flock")
@pytest.mark.parametrize(("ours", "theirs", "found"), [
    (False, "shared", "locked\n"), (False, "alone", "locked\n"), (True, "alone", "locked\n"), (True, "shared", "free\n"),
])  # fmt: skip
def test_readers_share_the_lock_and_writers_do_not(tmp_path: Path, ours: bool, theirs: str, found: str) -> None:
    with folder_lock(tmp_path, shared=ours):
        assert _said(_started(tmp_path, _TRY, str(tmp_path / LOCK), theirs)) == found
    assert _said(_started(tmp_path, _TRY, str(tmp_path / LOCK), "alone")) == "free\n"


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system itself, by flock")
def test_a_lock_ends_with_the_process_that_had_it(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], env={**os.environ, "PYTHONPATH": str(_SOURCE)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        assert _said(_started(tmp_path, _TRY, str(tmp_path / LOCK), "alone")) == "locked\n"
        holder.kill()
    assert until(lambda: _said(_started(tmp_path, _TRY, str(tmp_path / LOCK), "alone")) == "free\n")


def test_a_lock_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"), folder_lock(tmp_path / "missing"):
        pass
