"""Compiled code loads where it pays, never for a small call, and plain code does all where it cannot be kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import meadow
from meadow.model import Document
from meadow.pipeline import summarize

_SMALL = """
import sys
from meadow.kernels.loading import compiled
from meadow.vectors.vocabulary import BULK_CHARACTERS, vocabulary_for
small = vocabulary_for(["The ferry sank."])
assert "numba" not in sys.modules and not compiled(large=False)
large = vocabulary_for(["x" * BULK_CHARACTERS])
assert "numba" in sys.modules and large is not small
assert compiled(large=False) and vocabulary_for(["The ferry sank."]) is large
assert vocabulary_for(["猫"], language="ja") is not large
"""
_NOWHERE = """
from meadow.kernels import loading
from meadow.model import Document
from meadow.pipeline import summarize
from meadow.rank import lexrank
from meadow.vectors import cells, local_terms, near_copies, vocabulary
assert "read-only" in loading.__file__
vocabulary.BULK_CHARACTERS = near_copies.BULK_CHARACTERS = cells.BULK_PAIRS = 0
local_terms.BULK_WORDS = lexrank._BULK_WORDS = 0
print(loading.load_kernels(), loading.compiled(large=True))
print(repr(summarize([Document(str(n), text=text) for n, text in enumerate(TEXTS)], sentences=1)))
"""
TEXTS = ["The ferry sank near the harbour. All were saved.", "A ferry sank on Monday. Divers went down to it."]
_PACKAGE = Path(meadow.__file__).parent


def _run(program: str, source: Path = _PACKAGE.parent, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(source), **environment}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_small_call_loads_nothing_and_a_large_one_serves_the_small_ones_after_it() -> None:
    _run(_SMALL)


def test_where_compiled_code_cannot_be_kept_plain_code_gives_the_same_answer(tmp_path: Path) -> None:
    # Whoever runs the tests may write anywhere: a file stands where each folder for compiled code would be made.
    package = tmp_path / "read-only" / "meadow"
    package.mkdir(parents=True)
    for part in _PACKAGE.iterdir():
        if part.name != "kernels":
            (package / part.name).symlink_to(part)
    shutil.copytree(_PACKAGE / "kernels", package / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "kernels" / "__pycache__").touch()
    nowhere = os.devnull + "/cache"
    said = _run(f"{TEXTS = }" + _NOWHERE, package.parent, HOME=nowhere, XDG_CACHE_HOME=nowhere, NUMBA_CACHE_DIR="")
    documents = [Document(str(number), text=text) for number, text in enumerate(TEXTS)]
    assert said.splitlines() == ["False False", repr(summarize(documents, sentences=1))]


_WARM = """
import sys
from pathlib import Path
import meadow.kernels
from meadow.cli.warming import iter_warming
assert list(iter_warming()) == ["words, sums and near-copies", "trackers", "ROUGE"]
for file in Path(meadow.kernels.__file__).parent.glob("*.py"):
    if "@njit(cache=True, nogil=True)\\n" in file.read_text(encoding="utf-8"):  # others are part of who calls them
        kernels = vars(sys.modules[f"meadow.kernels.{file.stem}"]).values()
        calls = [kernel for kernel in kernels if hasattr(kernel, "signatures") and kernel.__module__.endswith(file.stem)]
        print(file.stem, *(kernel.__name__ for kernel in calls if kernel.signatures))
"""


def test_warming_compiles_something_of_every_kernel() -> None:
    compiled = dict(line.partition(" ")[::2] for line in _run(_WARM).splitlines())
    assert {"intern", "rows", "graph", "shared_cells", "shingles", "overlap", "linking", "term_rows"} <= set(compiled)
    assert all(compiled.values()), compiled
