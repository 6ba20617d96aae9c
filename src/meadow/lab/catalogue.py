"""Experiments by name or file: small TOML texts, checked when read, written back as they were run.

Source: TOML 1.0 (toml.io) for the notation; what it holds is our own.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.experiment import EXPERIMENTS, Experiment, Published, find_kind
from meadow.lab.toml_text import parse_toml, value
from meadow.store.files import reading

_SUFFIX = ".toml"
_ADVICE = "`meadow lab list --toml NAME` prints one that runs: copy it and change it."
_FEWEST_RESAMPLES = 100
# Each is a row of numbers in memory.
_MOST_RESAMPLES = 1_000_000


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    labels: tuple[str, ...]
    values: dict[str, float]
    note: str | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    title: str = ""
    about: str = ""
    source: str | None = None
    systems: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    budgets: tuple[str, ...] = ()
    baseline: str | None = None
    seed: int = 0
    resamples: int = 10_000
    options: dict[str, Any] = {}
    published: tuple[_Row, ...] = ()


def experiment_names() -> tuple[str, ...]:
    """Return the names of the experiments that run by name: a file of the package each, or a kind's own."""
    return tuple(sorted({*(path.name.removesuffix(_SUFFIX) for path in _folder().glob(f"*{_SUFFIX}")), *EXPERIMENTS}))


def experiment_text(name: str) -> str:
    """Return the TOML of an experiment that runs by name; a kind that brings none runs as it is."""
    if name not in experiment_names():
        advice = f"For an experiment of your own give its file, whose name ends in {_SUFFIX}."
        raise UnknownNameError("experiment", name, experiment_names(), advice=advice)
    path = _folder() / f"{name}{_SUFFIX}"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    return find_kind(name).toml or f"kind = {value(name)}\n"


def load_experiment(name: str | Path) -> Experiment:
    """Return the experiment of a bundled name, or of a file whose name ends in `.toml`."""
    if not str(name).endswith(_SUFFIX):
        return parse_experiment(experiment_text(str(name)), name=str(name))
    path = Path(name)
    with reading(path):
        there = path.is_file()
    if not there:
        raise InputError(f"There is no experiment file {str(name)!r}.", given=str(name), advice=_ADVICE)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{str(name)!r} is not text in UTF-8.", given=str(name), advice=_ADVICE) from error
    return parse_experiment(text, name=path.name.removesuffix(_SUFFIX))


def parse_experiment(text: str, *, name: str) -> Experiment:
    """Return the experiment that a TOML text describes; unknown keys and kinds are errors."""
    try:
        file = msgspec.convert(parse_toml(text), _File)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"The experiment {name!r} is not TOML: {error}.", given=name, advice=_ADVICE) from error
    except msgspec.ValidationError as error:
        allowed = f"Known: {', '.join(_File.__struct_fields__)}."
        message = f"The experiment {name!r} cannot be read: {error}."
        raise InputError(message, given=name, allowed=allowed, advice=_ADVICE) from error
    if file.kind not in EXPERIMENTS:
        raise UnknownNameError("kind of experiment", file.kind, EXPERIMENTS, advice=_ADVICE)
    fields = {key: getattr(file, key) for key in _File.__struct_fields__ if key != "published"}
    rows = tuple(Published(row.table, row.labels, row.values, row.note) for row in file.published)
    return check_experiment(Experiment(name, published=rows, **fields))


def check_experiment(experiment: Experiment) -> Experiment:
    """Return the experiment if its numbers are possible; what systems, metrics and options mean its kind knows."""
    if not _FEWEST_RESAMPLES <= experiment.resamples <= _MOST_RESAMPLES:
        given = str(experiment.resamples)
        allowed = (
            f"It must be at least {_FEWEST_RESAMPLES}, since fewer say nothing about an interval,"
            f" and at most {_MOST_RESAMPLES:,}."
        )
        raise UsageError(f"The number of resamples is {given}.", given=given, allowed=allowed)
    if experiment.seed < 0:
        raise UsageError(f"The seed is {experiment.seed}.", given=str(experiment.seed), allowed="It is 0 or more.")
    for row in experiment.published:
        if not all(map(math.isfinite, row.values.values())):
            given = f"{row.table}, {' '.join(row.labels)}"
            raise UsageError(f"A published figure is no number: {given}.", given=given, allowed="Leave it out instead.")
    return experiment


def format_experiment(experiment: Experiment) -> str:
    """Return the experiment as TOML that `parse_experiment` reads back as it was."""
    lines = [f"{key} = {value(setting)}" for key, setting in _scalars(experiment).items() if setting is not None]
    if experiment.options:
        lines += ["", "[options]", *(f"{key} = {value(setting)}" for key, setting in experiment.options.items())]
    for row in experiment.published:
        entries = {"table": row.table, "labels": row.labels, "values": row.values, "note": row.note}
        lines += [
            "",
            "[[published]]",
            *(f"{key} = {value(setting)}" for key, setting in entries.items() if setting is not None),
        ]
    return "\n".join(lines) + "\n"


def _scalars(experiment: Experiment) -> Mapping[str, object]:
    return {key: getattr(experiment, key) for key in _File.__struct_fields__ if key not in ("options", "published")}


def _folder() -> Path:
    return Path(str(files("meadow.lab"))) / "experiments"
