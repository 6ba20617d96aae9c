"""Rows of random real numbers, from which tests of twins distinguish one order of adding from another."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

# Of very different sizes, so that every order of adding rounds in its own way.
reals = st.floats(1e-3, 1e3).map(lambda value: value * math.pi)


@st.composite
def real_matrices(draw: st.DrawFn, *, least_rows: int = 0, empty_rows: bool = True) -> sparse.csr_array:
    """Draw a sparse matrix of positive reals; its rows are long enough for numpy to add them in pairs."""
    rows, width = draw(st.integers(least_rows, 12)), draw(st.integers(1, 40))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dense = np.exp(random.normal(0, 3, (rows, width))) * (random.random((rows, width)) < draw(st.floats(0.05, 1)))
    if not empty_rows:
        dense[np.arange(rows), random.integers(0, width, rows)] = random.random(rows) + 0.1
    return sparse.csr_array(dense)


def summed_in_order(values: list[float]) -> float:
    """Return a sum whose steps are rounded one after the other, from left to right."""
    total = 0.0
    for value in values:
        total += value
    return total
