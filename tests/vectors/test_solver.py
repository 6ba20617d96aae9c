"""The exact solver gives the least cost and keeps native remarks off standard output."""

import os

import numpy as np
import pytest
from scipy.optimize import LinearConstraint

from meadow.vectors.solver import _remarks_on_standard_error, solve_binary


def test_the_cheapest_choice_that_covers_both_is_found() -> None:
    # Variable 2 alone costs 3 and satisfies both rows; 0 and 1 together cost 4.
    rows = LinearConstraint(np.array([[1, 0, 1], [0, 1, 1]]), lb=1)
    answer = solve_binary(np.array([2.0, 2.0, 3.0]), rows)
    assert answer.fun == pytest.approx(3)
    assert np.round(answer.x).tolist() == [0, 0, 1]


def test_what_native_code_prints_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    os.write(1, b"before ")
    with _remarks_on_standard_error():
        os.write(1, b"a remark")
    os.write(1, b"after")
    caught = capfd.readouterr()
    assert caught.out == "before after"
    assert caught.err == "a remark"


def test_standard_output_comes_back_after_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="x"), _remarks_on_standard_error():
        raise ValueError("x")
    os.write(1, b"here")
    assert capfd.readouterr().out == "here"
