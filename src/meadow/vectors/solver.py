"""Integer programmes solved exactly by HiGHS, which keeps its remarks off our standard output."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp

from meadow.model import FloatArray

_STANDARD_OUTPUT, _STANDARD_ERROR = 1, 2
_turned = Lock()


def solve_binary(
    costs: FloatArray, constraints: LinearConstraint, *, seconds: float = math.inf, presolve: bool = True
) -> OptimizeResult:
    """Return the answer for variables that are 0 or 1, with the least cost and no gap unless `seconds` run out.

    Every variable is declared whole: with fractions, HiGHS 1.12 repairs solutions more often and says so.
    """
    with _remarks_on_standard_error():
        return milp(
            costs,
            integrality=np.ones(len(costs), dtype=np.int64),
            bounds=Bounds(0, 1),
            constraints=constraints,
            options={"mip_rel_gap": 0.0, "time_limit": seconds, "presolve": presolve},
        )


@contextmanager
def _remarks_on_standard_error() -> Iterator[None]:
    """Let what native code prints go to standard error: `--json` promises one value on standard output and nothing else."""
    with _turned:
        try:
            kept = os.dup(_STANDARD_OUTPUT)
        except OSError:  # closed, as for a service: then nothing can be printed there either
            yield
            return
        try:
            os.dup2(_STANDARD_ERROR, _STANDARD_OUTPUT)
            yield
        finally:
            os.dup2(kept, _STANDARD_OUTPUT)
            os.close(kept)
