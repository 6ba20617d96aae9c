"""Testbeds by name: a folder of ours, a folder in another format, or the small one over the sample corpus.

Outputs of other systems are added as texts by topic, or from folders with a text file per topic, as `meadow evaluate rouge`
reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.formats import TESTBED_FORMATS, find_format
from meadow.lab.formats.records import load_text, visible_files
from meadow.lab.testbed import Output, Testbed
from meadow.sample import testbed_path
from meadow.store.files import reading

_SHAPE = (
    "DIR/SYSTEM/TOPIC.txt, a folder for each system; or DIR/TOPIC.txt, which is one system, called like the folder."
)


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


def with_outputs(testbed: Testbed, system: str, texts: Mapping[str, str], *, task: str = "summary") -> Testbed:
    """Return the testbed with what a system wrote, by topic; topics without a text stay as they are."""
    if any(output.system == system and output.task == task for topic in testbed for output in topic.outputs):
        raise InputError(
            f"The testbed {testbed.name} has outputs of {system!r} already.", given=system, advice="Use another name."
        )
    stranger = next((topic for topic in texts if topic not in {each.id for each in testbed}), None)
    if stranger is not None:
        raise UnknownNameError(
            f"topic of the testbed {testbed.name}", stranger, [topic.id for topic in testbed],
            advice=f"{system!r} has a text about it.",
        )  # fmt: skip
    topics = (
        replace(topic, outputs=(*topic.outputs, Output(system, texts[topic.id], task))) if topic.id in texts else topic
        for topic in testbed
    )
    return replace(testbed, topics=tuple(topics))


def with_output_folder(testbed: Testbed, path: str | Path) -> Testbed:
    """Return the testbed with the texts of a folder: `SYSTEM/TOPIC.txt`, or `TOPIC.txt` of one system called like it."""
    root = Path(path)
    if not root.is_dir():
        raise InputError(f"{str(path)!r} is no folder of outputs.", given=str(path), allowed=_SHAPE)
    folders = sorted(each for each in root.iterdir() if each.is_dir() and not each.name.startswith("."))
    for folder in folders or [root]:
        testbed = with_outputs(testbed, folder.resolve().name, _texts(folder))
    return testbed


def _texts(folder: Path) -> dict[str, str]:
    """Return the texts of a system by topic, which is the name of the file without its suffix."""
    texts: dict[str, str] = {}
    for file in visible_files(folder):
        if file.parent != folder or file.suffix in (".json", ".jsonl", ".gz"):
            raise InputError(f"{str(file)!r} is no plain text of a topic.", given=str(file), allowed=_SHAPE)
        topic = file.stem if file.suffix in (".txt", ".md") else file.name
        if topic in texts:
            raise InputError(f"Two files of {str(folder)!r} are about {topic!r}.", given=topic, allowed=_SHAPE)
        texts[topic] = load_text(file)
    if not texts:
        raise InputError(f"The folder {str(folder)!r} holds no text.", given=str(folder), allowed=_SHAPE)
    return texts
