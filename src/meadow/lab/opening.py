"""Testbeds by name: a folder of ours, a folder in another format, or the small one over the sample corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meadow.errors import UsageError
from meadow.lab.formats import TESTBED_FORMATS, find_format
from meadow.lab.outputs import with_output_folder
from meadow.lab.testbed import Testbed
from meadow.sample import testbed_path
from meadow.store.files import reading


def open_testbed(
    given: str | Path | Testbed | None = None,
    *,
    reader: Mapping[str, Any] | None = None,
    topics: Sequence[str] | None = None,
    outputs: str | Path | Sequence[str | Path] = (),
) -> Testbed:
    """Return a testbed: of a folder, of `FORMAT:PATH` in another format, or the sample's own where nothing is given.

    `reader` are options of that format's reader; `topics` keep only those, in the order given. `outputs` are folders of what
    other systems wrote, `SYSTEM/TOPIC.txt`; they become `given(SYSTEM)`.
    """
    with reading(str(given)):
        testbed = given if isinstance(given, Testbed) else _opened(given, dict(reader or {}))
        for folder in [outputs] if isinstance(outputs, str | Path) else outputs:
            testbed = with_output_folder(testbed, folder)
    return testbed if topics is None else replace(testbed, topics=tuple(testbed.topic(name) for name in topics))


def _opened(given: str | Path | None, options: dict[str, Any]) -> Testbed:
    from meadow.lab.folder import load_testbed

    name, colon, path = str(given or "").partition(":")
    if colon and name in TESTBED_FORMATS:
        return _read(name, path, options)
    if options:
        raise UsageError(
            f"A testbed's own folder takes no options, but {', '.join(options)} is given.",
            given=", ".join(options),
            advice=f"Options are for other formats, such as jsonl:PATH. Known formats: {', '.join(TESTBED_FORMATS)}.",
        )
    return load_testbed(testbed_path() if given is None else given)


def _read(name: str, path: str, options: dict[str, Any]) -> Testbed:
    try:
        return find_format(name).read(Path(path), **options)
    except TypeError as error:
        # A reader's own keywords are what it takes; any other is the caller's slip, not a bug of ours.
        unknown = [key for key in options if f"'{key}'" in str(error)]
        if not unknown:
            raise
        raise UsageError(f"The format {name} has no option {unknown[0]!r}.", given=unknown[0]) from error
