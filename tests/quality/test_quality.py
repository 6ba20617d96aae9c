"""Measured quality is as good as its floors: one test for each measurement of `floors.toml`."""

from __future__ import annotations

import pytest
from benchmarks._floors import FLOORS, changed_data, read_floors, shortfalls
from benchmarks._measures import measured

from shared import shared

GATE = read_floors(FLOORS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GATE.measurements)
def test_no_value_is_worse_than_its_floor(name: str) -> None:
    measurement = GATE.measurements[name]
    for path in measurement.data:
        if path.startswith("../shared/"):
            shared(*path.split("/")[2:])
    assert changed_data(GATE, measurement) == [], "measure again, then give a reason for each floor that falls"
    assert shortfalls(measurement, measured(measurement)) == [], "CONTRIBUTING.md says how to lower a floor"
