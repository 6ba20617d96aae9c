"""What an experiment asks for, checked before any work: its options, its systems, and which one others are held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from meadow.errors import InputError, SpecError, UsageError, check_choice
from meadow.lab.experiment import Experiment
from meadow.lab.systems import GIVEN, expand_systems, summarizer
from meadow.lab.testbed import Testbed
from meadow.spec import parse_spec

Options = TypeVar("Options", bound=msgspec.Struct)


def check_unused(experiment: Experiment, *fields: str, instead: str) -> None:
    """Raise an error where a field of the experiment is set that its kind has no use for."""
    for field in fields:
        given = getattr(experiment, field)
        if not given:
            continue
        listed = given if isinstance(given, str) else ", ".join(map(str, given))
        raise UsageError(
            f"The experiment {experiment.name!r} sets {field} ({listed}), which {experiment.kind} has no use for.",
            given=listed,
            allowed=instead,
            advice=f"Leave {field} out.",
        )


def lacking(testbed: Testbed, what: str, *, kind: str, file: str) -> InputError:
    """Return the error for a testbed in which no story has what a kind needs; `file` says what the file holds."""
    return InputError(
        f"No story of the testbed {testbed.name!r} has {what}.",
        given=testbed.name,
        allowed=f"{kind} needs the file {file}.",
        advice="`meadow lab check` says what a testbed has and lacks.",
    )


def summarizers(experiment: Experiment, testbed: Testbed) -> tuple[str, ...]:
    """Return the systems one by one; each must be a summarizer, since only those say which sentences they take."""
    systems = expand_systems(experiment.systems, testbed)
    if not systems:
        raise UsageError(
            f"The experiment {experiment.name!r} names no system.", given="0 systems",
            allowed="systems lists presets such as mead, or presets with steps replaced such as mead(select=mmr).",
        )  # fmt: skip
    for system in systems:
        if parse_spec(system).name == GIVEN:
            raise SpecError(
                f"The system {system} cannot take part: its outputs are texts, and {experiment.kind} scores sentences.",
                given=system,
                allowed="Summarizers, which say which sentences they take.",
                advice="The experiment `summaries` compares texts.",
            )
        summarizer(system).methods()
    return systems


def baseline_row(experiment: Experiment) -> tuple[str, ...] | None:
    """Return the labels of the row that others are held against, where rows are systems; None without a baseline."""
    return None if experiment.baseline is None else (str(parse_spec(experiment.baseline)),)


def baseline(experiment: Experiment, systems: Sequence[str]) -> str | None:
    """Return the system that others are held against, in canonical spelling; it must be one of them."""
    row = baseline_row(experiment)
    if row is None:
        return None
    check_choice("baseline among the systems", row[0], systems)
    return row[0]


def method_specs(experiment: Experiment, *, allowed: str, example: str) -> tuple[str, ...]:
    """Return the methods that an experiment names, in canonical spelling, each once; none at all is an error."""
    systems = tuple(dict.fromkeys(str(parse_spec(system)) for system in experiment.systems))
    if not systems:
        raise UsageError(
            f"The experiment {experiment.name!r} names no system.",
            given="0 systems",
            allowed=allowed,
            advice=f"For example systems = {example}.",
        )
    return systems


def typed_options(experiment: Experiment, options: type[Options]) -> Options:
    """Return the options of an experiment, defaults included; unknown names and values of another type are errors."""
    known = options.__struct_fields__
    for name in experiment.options:
        check_choice(f"option of {experiment.kind}", name, known)
    try:
        return msgspec.convert(dict(experiment.options), options)
    except msgspec.ValidationError as error:
        raise UsageError(
            f"An option of {experiment.kind} cannot be used: {error}.",
            given=", ".join(f"{name}={value!r}" for name, value in experiment.options.items()),
            advice=f"`meadow lab list --toml {experiment.kind}` prints options that run, each with its meaning.",
        ) from error
