"""Integer programmes solved exactly by HiGHS."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp

from meadow.model import FloatArray


def solve_binary(costs: FloatArray, constraints: LinearConstraint, *, seconds: float = math.inf) -> OptimizeResult:
    """Return the answer for variables that are 0 or 1, with the least cost and no gap unless `seconds` run out.

    Every variable is declared whole and the programme is solved as it stands. Where HiGHS 1.12 simplifies a programme, the
    answer may have to be repaired when it is translated back, and a remark about that goes to standard output whatever the
    options say: `--json` promises one value there and nothing else.
    """
    return milp(
        costs,
        integrality=np.ones(len(costs), dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=constraints,
        options={"mip_rel_gap": 0.0, "time_limit": seconds, "presolve": False},
    )
