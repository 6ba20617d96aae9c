"""Options of an experiment as a typed value: a kind declares a struct, and what does not fit it is an error."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from meadow.errors import UnknownNameError, UsageError
from meadow.lab.experiment import Experiment

Options = TypeVar("Options", bound=msgspec.Struct)


def typed_options(experiment: Experiment, options: type[Options]) -> Options:
    """Return the options of an experiment, defaults included; unknown names and values of another type are errors."""
    known = options.__struct_fields__
    for name in experiment.options:
        if name not in known:
            raise UnknownNameError(f"option of {experiment.kind}", name, known)
    try:
        return msgspec.convert(dict(experiment.options), options)
    except msgspec.ValidationError as error:
        raise UsageError(
            f"An option of {experiment.kind} cannot be used: {error}.",
            given=", ".join(f"{name}={value!r}" for name, value in experiment.options.items()),
            advice=f"`meadow lab list --toml {experiment.kind}` prints options that run, each with its meaning.",
        ) from error
