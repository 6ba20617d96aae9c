"""What the build makes of a file of loops: C types from its annotations, and functions that let other threads run."""

from __future__ import annotations

import importlib.util
import threading
import time
from functools import cache
from types import ModuleType

import numpy as np
import pytest

from meadow.kernels import loops
from project.project import ROOT

SOURCE = '''"""Sums."""
from math import inf, sqrt
from meadow.kernels.loops.types import Reals, Word

_STEP: Word = 3
_HALF: float = 0.5


class Sums:
    """Arrays."""

    values: Reals
    count: int


def total(values: Reals, first: int) -> float:
    """Return a sum."""
    summed: float = 0.0
    count, last = 0, -1
    for at in range(first, len(values)):
        summed += values[at] * _HALF
    return summed


def _split(sums: Sums, word: Word) -> tuple[int, Word]:
    return sums.count, word
'''


@cache
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("meadow_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_annotations_become_c_types() -> None:
    assert build().declarations(SOURCE).splitlines()[2:] == [
        "from libc.math cimport INFINITY as inf, sqrt",
        "cdef extern from *:",
        '    """static const uint64_t c_STEP = 3ULL;"""',
        '    uint64_t _STEP "c_STEP"',
        "cdef extern from *:",
        '    """static const double c_HALF = 0x1.0000000000000p-1;"""',
        '    double _HALF "c_HALF"',
        "cdef class Sums:",
        "    cdef public double[::1] values",
        "    cdef public int64_t count",
        "@cython.locals(summed=double, count=int64_t, last=int64_t)",
        "cdef double total(double[::1] values, int64_t first) noexcept nogil",
        "cpdef double released_total(double[::1] values, int64_t first)",
        "cdef (int64_t, uint64_t) _split(Sums sums, uint64_t word) noexcept nogil",
    ]


def test_lines_keep_their_numbers_and_public_functions_release_the_lock() -> None:
    made = build().with_released(SOURCE).splitlines()
    declared = "_", "    values:", "    count:", "from math"
    kept = ["" if line.startswith(declared) else line for line in SOURCE.splitlines()]
    assert made[: len(kept)] == kept
    assert made[len(kept) :] == [
        "import cython",
        "def released_total(values, first):",
        "    'Return a sum.'",
        "    with cython.nogil:",
        "        return total(values, first)",
        "globals()['total'] = released_total",
    ]


@pytest.mark.parametrize("line", ["def f(x): ...", "def f(x: str) -> int: ...", "_TABLE: list = []"])
def test_what_has_no_c_type_is_refused_by_name(line: str) -> None:
    with pytest.raises(SystemExit, match=r"what can be compiled is .*Reals"):
        build().declarations(line)


def test_build_and_package_speak_of_the_same_digests() -> None:
    assert build().digests() == loops.digests()


@pytest.mark.skipif(not loops.COMPILED, reason="only compiled loops release the lock")
def test_other_threads_run_while_a_loop_does() -> None:
    from meadow.kernels.overlap import common_lengths

    ids = np.random.default_rng(1).integers(0, 9, 80_000).astype(np.int32)
    one, ends = np.array([0], np.int32), np.array([0, len(ids)])
    begun, turns = time.perf_counter(), 0
    worker = threading.Thread(target=common_lengths, args=(ids, ends, one, one, 9))
    worker.start()
    while worker.is_alive():
        turns += 1
    assert turns > 1000, f"{turns} turns in {time.perf_counter() - begun:.2f} s"
