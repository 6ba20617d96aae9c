"""The exact solver gives the least cost, says nothing, and leaves standard output to whoever else prints."""

import os
import random
from threading import Thread

import numpy as np
import pytest
from scipy.optimize import LinearConstraint

from meadow.vectors.solver import solve_binary

# What a thread prints while others solve: each line must arrive, and nothing between them.
LINES = [f"line {number}\n" for number in range(300)]


def _covering(seed: int) -> tuple[np.ndarray, LinearConstraint]:
    """Return a covering problem of 40 rows and 30 columns that takes some branching."""
    draw = random.Random(seed)
    rows = np.array([[draw.random() < 0.15 for _ in range(30)] for _ in range(40)], dtype=float)
    rows[rows.sum(axis=1) == 0, 0] = 1
    return np.array([draw.randint(1, 9) for _ in range(30)], dtype=float), LinearConstraint(rows, lb=1)


def test_the_cheapest_choice_that_covers_both_is_found() -> None:
    # Variable 2 alone costs 3 and satisfies both rows; 0 and 1 together cost 4.
    rows = LinearConstraint(np.array([[1, 0, 1], [0, 1, 1]]), lb=1)
    answer = solve_binary(np.array([2.0, 2.0, 3.0]), rows)
    assert answer.fun == pytest.approx(3)
    assert np.round(answer.x).tolist() == [0, 0, 1]


def test_what_another_thread_prints_during_a_solve_arrives(capfd: pytest.CaptureFixture[str]) -> None:
    solvers = [Thread(target=lambda seed=seed: solve_binary(*_covering(seed))) for seed in range(4)]
    for solver in solvers:
        solver.start()
    for line in LINES:
        os.write(1, line.encode())
    for solver in solvers:
        solver.join()
    assert capfd.readouterr() == ("".join(LINES), "")


def test_threads_find_the_answers_that_one_alone_finds() -> None:
    alone = [solve_binary(*_covering(seed)).x.round().tolist() for seed in range(6)]
    found: dict[int, list[float]] = {}

    def solve(seed: int) -> None:
        found[seed] = solve_binary(*_covering(seed)).x.round().tolist()

    threads = [Thread(target=solve, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(6)] == alone
