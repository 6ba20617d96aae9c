"""Chance by a seed."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.errors import UsageError
from meadow.vectors.chance import generator


@pytest.mark.parametrize("seeds", [(0,), (7,), (10**30,), (7, 2)])
def test_the_same_seed_draws_the_same_as_numpy_does(seeds: tuple[int, ...]) -> None:
    witness = np.random.default_rng(seeds if len(seeds) > 1 else seeds[0])
    assert generator(*seeds).permutation(9).tolist() == witness.permutation(9).tolist()


@pytest.mark.parametrize("seeds", [(-1,), (-(10**30),), (3, -1)])
def test_a_seed_below_zero_is_refused(seeds: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match="0 or more"):
        generator(*seeds)
