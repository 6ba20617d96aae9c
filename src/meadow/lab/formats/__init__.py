"""Testbeds out of the file formats that others use, and back: a lazy table of formats by name.

A format's module holds `read_<name>(path, **options) -> Testbed`, where the format can hold a testbed
`write_<name>(testbed, path) -> notes`, and `FORMAT`, which says so. The notes of a writer say, one sentence each, what
the format has no place for: nothing is lost silently.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import UsageError
from meadow.lab.testbed import Testbed
from meadow.registry import Registry

Reader = Callable[..., Testbed]
Writer = Callable[[Testbed, str | Path], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of testbeds: what it is, its reader, and its writer where it can be written."""

    name: str
    about: str
    read: Reader
    write: Writer | None = None


TESTBED_FORMATS = Registry(
    "testbed",
    "format of testbeds",
    {
        "duc": "meadow.lab.formats.duc:FORMAT",
        "iscorpus": "meadow.lab.formats.traces:ISCORPUS",
        "jsonl": "meadow.lab.formats.jsonl:FORMAT",
        "lines": "meadow.lab.formats.lines:FORMAT",
        "mead": "meadow.lab.formats.mead:FORMAT",
        "multiling": "meadow.lab.formats.multiling:FORMAT",
        "summeval": "meadow.lab.formats.summeval:FORMAT",
        "traces": "meadow.lab.formats.traces:FORMAT",
        "tsc3": "meadow.lab.formats.tsc3:FORMAT",
    },
    holds=Format,
    advice="A folder of Meadow's own form is given without a format's name.",
)


def find_format(name: str) -> Format:
    """Return the format called `name`, importing its module if this is the first use."""
    form: Format = TESTBED_FORMATS.member(name)
    return form


def find_writer(name: str) -> Writer:
    """Return the writer of the format called `name`; formats that are only read have none."""
    write = find_format(name).write
    if write is None:
        raise UsageError(
            f"Testbeds cannot be written in the format {name}, which is only read.",
            given=name,
            advice="Write the testbed's own folder format instead: it holds everything.",
        )
    return write
