"""Floors of quality that only rise: `tests/quality/floors.toml` read, checked against measured values, and raised.

The file pins each value that is measured, and a digest of each file that it is measured on. A floor has a history. Its last
step counts; a step below the one before it needs a reason.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ROOT / "tests" / "quality" / "floors.toml"
_DIGITS = 3  # of a floor
_NOISE = 9  # digits that count of a value: sums of floats may differ behind them from machine to machine
_TABLES = {"digests", "retired"}  # all others are measurements
_KEYS = {"measure", "data", "options", "whole", "margin", "lower_is_better", "floors"}


class Step(NamedTuple):
    """A floor since a day, with the reason where it is worse than the one before."""

    day: date
    floor: float
    reason: str | None


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor of one value: its steps so far, and whether a lower value is the better one."""

    lower_is_better: bool
    steps: tuple[Step, ...]

    def is_met(self, value: float) -> bool:
        """Say whether a value is as good as the last step or better; without a step none is."""
        return bool(self.steps) and not self.is_worse(value, self.steps[-1].floor)

    def is_worse(self, value: float, other: float) -> bool:
        """Say whether a value is worse than another; one that is no number is."""
        gain = other - value if self.lower_is_better else value - other
        return not round(gain, _NOISE) >= 0

    def rounded(self, value: float, margin: float) -> float:
        """Return the floor that a value allows: less the margin, and never better than that."""
        scale = 10.0**_DIGITS
        if self.lower_is_better:
            return math.ceil(round((value + margin) * scale, _NOISE - _DIGITS)) / scale
        return math.floor(round((value - margin) * scale, _NOISE - _DIGITS)) / scale


@dataclass(frozen=True, slots=True)
class Measurement:
    """What is measured together: by which function and options, on which files, and the floor of each value.

    `options` are those of the tests; `whole` holds those that differ where the tests measure a part of a set.
    """

    name: str
    measure: str
    data: tuple[str, ...]
    options: Mapping[str, Any]
    whole: Mapping[str, Any]
    margin: float
    floors: Mapping[str, Floor]


@dataclass(frozen=True, slots=True)
class Gate:
    """All measurements, the digest of each file that they use, and why floors are gone, by `measurement: value`."""

    digests: Mapping[str, str]
    retired: Mapping[str, str]
    measurements: Mapping[str, Measurement]


# Reading ---------------------------------------------------------------------------------------------------------


def read_floors(text: str) -> Gate:
    """Return the gate that the text of a TOML file describes."""
    tables = tomllib.loads(text)
    measurements = {name: _measurement(name, table) for name, table in tables.items() if name not in _TABLES}
    return Gate(tables.get("digests", {}), tables.get("retired", {}), measurements)


def _measurement(name: str, table: Mapping[str, Any]) -> Measurement:
    if unknown := sorted(table.keys() - _KEYS):
        raise ValueError(f"floors of {name!r}: unknown {', '.join(unknown)}; allowed are {', '.join(sorted(_KEYS))}")
    lower = table.get("lower_is_better", ())
    if unknown := sorted(set(lower) - set(table["floors"])):
        raise ValueError(f"floors of {name!r}: lower_is_better names {', '.join(unknown)}, which have no floor")
    floors = {
        value: Floor(value in lower, tuple(Step(each["date"], each["floor"], each.get("reason")) for each in steps))
        for value, steps in table["floors"].items()
    }
    options, whole = table.get("options", {}), table.get("whole", {})
    return Measurement(
        name, table["measure"], tuple(table["data"]), options, whole, table.get("margin", 0.0), floors
    )  # fmt: skip


# Checking: each function returns what is wrong, one line for each ------------------------------------------------


def shortfalls(measurement: Measurement, values: Mapping[str, float]) -> list[str]:
    """Return which values are worse than their floors, and which have no floor or were not measured."""
    found = [
        f"{measurement.name}: {value} has a floor but was not measured" for value in measurement.floors.keys() - values
    ]
    for name, value in values.items():
        floor = measurement.floors.get(name)
        if floor is None or not floor.steps:
            found.append(f"{measurement.name}: {name} is {value:.4f} and has no floor; see --raise")
        elif not floor.is_met(value):
            side = "above" if floor.lower_is_better else "below"
            found.append(f"{measurement.name}: {name} is {value:.4f}, {side} its floor {floor.steps[-1].floor}")
    return sorted(found)


def changed_data(gate: Gate, measurement: Measurement) -> list[str]:
    """Return which files of a measurement are not those that its floors were measured on."""
    return [
        f"{path} has digest {now}, the floors were measured with {gate.digests.get(path)}"
        for path in measurement.data
        if (now := digest(ROOT / path)) != gate.digests.get(path)
    ]


def unexplained_falls(gate: Gate) -> list[str]:
    """Return where a history falls without a reason, or where its days do not follow each other."""
    found = []
    for name, floor in _every_floor(gate):
        for before, after in zip(floor.steps, floor.steps[1:], strict=False):
            if floor.is_worse(after.floor, before.floor) and not (after.reason or "").strip():
                found.append(f"{name}: {after.floor} is worse than {before.floor} and needs a reason")
            if after.day < before.day:
                found.append(f"{name}: {after.day} stands behind {before.day}")
    return found


def rewritten(gate: Gate, earlier: Gate) -> list[str]:
    """Return where histories are other than an earlier version's with steps added, and floors that went silently."""
    now, found = dict(_every_floor(gate)), []
    for name, floor in _every_floor(earlier):
        if name not in now:
            if name not in gate.retired:
                found.append(f"{name}: its floor is gone; say why under [retired]")
        elif now[name].steps[: len(floor.steps)] != floor.steps or now[name].lower_is_better != floor.lower_is_better:
            found.append(f"{name}: its history was changed; add a step instead")
    return found


def _every_floor(gate: Gate) -> Iterator[tuple[str, Floor]]:
    for measurement in gate.measurements.values():
        for value, floor in measurement.floors.items():
            yield f"{measurement.name}: {value}", floor


def digest(path: Path) -> str:
    """Return a digest of a file, or of the names and contents of all files of a folder."""
    found = hashlib.sha256()
    files: Sequence[Path] = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    for each in files:
        if each.suffix != ".pyc":
            found.update(each.relative_to(path).as_posix().encode() + b"\0" + each.read_bytes())
    return found.hexdigest()[:16]


# Raising ---------------------------------------------------------------------------------------------------------


def raised(text: str, measurement: Measurement, values: Mapping[str, float], today: date) -> str:
    """Return the text of the file with a step added to each floor that the measured values allow to rise."""
    for name, floor in measurement.floors.items():
        new = floor.rounded(values[name], measurement.margin)
        if not floor.steps or (floor.is_met(new) and new != floor.steps[-1].floor):
            text = _with_step(text, measurement.name, name, f"  {{ date = {today}, floor = {new} }},\n")
    return text


def _with_step(text: str, measurement: str, value: str, line: str) -> str:
    table = text.find(f"\n[{measurement}.floors]\n")
    begin = text.find(f'\n"{value}" = [\n', table)
    end = text.find("\n]\n", begin)
    following = text.find("\n[", table + 1)
    if min(table, begin, end) < 0 or (0 <= following < begin):
        raise ValueError(f'cannot add to {measurement}: {value}; write its steps as `"{value}" = [`, lines, `]`')
    return text[: end + 1] + line + text[end + 1 :]
