"""Compiled code loads where it pays, never for a small call, and plain code does all where it cannot be kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import meadow
from meadow.model import Document
from meadow.pipeline import summarize
from patience import COMPILING_SECONDS

_SMALL = """
import sys
from meadow.kernels.loading import compiled
assert not compiled(large=False) and "numba" not in sys.modules
assert compiled(large=True) and "numba" in sys.modules
assert compiled(large=False)
"""
_NOWHERE = """
from meadow.kernels import loading
from meadow.model import Document
from meadow.pipeline import summarize
from meadow.select import exchange
assert "copy" in loading.__file__
exchange._BULK_CANDIDATES = 0
print(loading.load_kernels(), loading.compiled(large=True))
print(repr(summarize([Document(str(n), text=text) for n, text in enumerate(TEXTS)], sentences=1).picks))
"""
TEXTS = ["The ferry sank near the harbour. All were saved.", "A ferry sank on Monday. Divers went down to it."]
_PACKAGE = Path(meadow.__file__).parent


def _run(program: str, source: Path = _PACKAGE.parent, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(source), **environment},
        capture_output=True, text=True, timeout=COMPILING_SECONDS,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_small_call_loads_nothing_and_a_large_one_serves_the_small_ones_after_it() -> None:
    _run(_SMALL)


def _copied_kernels(folder: Path) -> Path:
    """Return a package like ours whose kernels are copies, without what was compiled."""
    package = folder / "copy" / "meadow"
    package.mkdir(parents=True)
    for part in _PACKAGE.iterdir():
        if part.name != "kernels":
            (package / part.name).symlink_to(part)
    shutil.copytree(_PACKAGE / "kernels", package / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    return package


def test_where_compiled_code_cannot_be_kept_plain_code_gives_the_same_answer(tmp_path: Path) -> None:
    # Whoever runs the tests may write anywhere: a file stands where each folder for compiled code would be made.
    package = _copied_kernels(tmp_path)
    (package / "kernels" / "__pycache__").touch()
    nowhere = os.devnull + "/cache"
    said = _run(f"{TEXTS = }" + _NOWHERE, package.parent, HOME=nowhere, XDG_CACHE_HOME=nowhere, NUMBA_CACHE_DIR="")
    documents = [Document(str(number), text=text) for number, text in enumerate(TEXTS)]
    assert said.splitlines() == ["False False", repr(summarize(documents, sentences=1).picks)]


_COLD = """
import numpy as np
from meadow.kernels import loading, term_rows
loading.when_compiling(lambda: print("compiling"))
for _ in range(2):
    loading.tell_of_compiling("meadow.kernels.term_rows")
print(term_rows.heaviest(np.array([0.5, 2.0, 1.0]), np.array([0, 3]), 2).tolist())
"""


def test_a_user_is_told_once_before_code_is_compiled_that_nobody_has_kept(tmp_path: Path) -> None:
    package = _copied_kernels(tmp_path)
    source = package / "kernels" / "term_rows.py"

    def run() -> list[str]:
        return _run(_COLD, package.parent, NUMBA_CACHE_DIR=str(tmp_path / "kept")).splitlines()[:-1]

    assert (run(), run()) == (["compiling"], [])
    os.utime(source, (2e9, 2e9))  # installed anew, as it was
    assert run() == []
    source.write_text(source.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert run() == ["compiling"]


_WARM = """
import sys
from pathlib import Path
import meadow.kernels
from meadow.cli.warming import iter_warming
assert list(iter_warming()) == ["summaries", "trackers"]
for file in Path(meadow.kernels.__file__).parent.glob("*.py"):
    if "@kernel\\n" in file.read_text(encoding="utf-8"):  # others are part of who calls them
        kernels = vars(sys.modules[f"meadow.kernels.{file.stem}"]).values()
        calls = [kernel for kernel in kernels if hasattr(kernel, "signatures") and kernel.__module__.endswith(file.stem)]
        print(file.stem, *(kernel.__name__ for kernel in calls if kernel.signatures))
"""


def test_warming_compiles_something_of_every_kernel() -> None:
    compiled = dict(line.partition(" ")[::2] for line in _run(_WARM).splitlines())
    assert {"exchange", "gathering", "linking", "term_rows", "postings_walk", "postings_follow"} == set(compiled)
    assert all(compiled.values()), compiled


# The start is a file that both wait for, so that neither finds what the other has kept.
_ONE_KERNEL = """
import sys, time
from pathlib import Path
import numpy as np
from meadow.kernels.term_rows import heaviest
weights, ends = np.array([0.5, 2.0, 1.0]), np.array([0, 3])
Path(sys.argv[1], f"ready{sys.argv[2]}").touch()
while not Path(sys.argv[1], "start").exists():
    time.sleep(0.001)
print(heaviest(weights, ends, 2).tolist(), sum(heaviest.stats.cache_hits.values()))
"""


@pytest.mark.drill
def test_two_processes_compile_into_one_empty_folder_at_once(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    environment = {**os.environ, "PYTHONPATH": str(_PACKAGE.parent), "NUMBA_CACHE_DIR": str(cache)}

    def started(name: str) -> subprocess.Popen[str]:
        program = [sys.executable, "-c", _ONE_KERNEL, str(tmp_path), name]
        return subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    both = [started(name) for name in "ab"]
    while not all((tmp_path / f"ready{name}").exists() for name in "ab"):
        assert all(process.poll() is None for process in both), [process.communicate() for process in both]
        time.sleep(0.01)
    (tmp_path / "start").touch()
    said = [process.communicate(timeout=COMPILING_SECONDS) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    cells = "[1, 2]"
    assert [output.startswith(cells) for output, _ in said] == [True, True]
    # What they kept is whole: the next process loads it and compiles nothing.
    output, errors = started("c").communicate(timeout=COMPILING_SECONDS)
    assert output == f"{cells} 1\n", errors
    assert {file.suffix for file in cache.rglob("*") if file.is_file()} == {".nbi", ".nbc", ".lock"}
