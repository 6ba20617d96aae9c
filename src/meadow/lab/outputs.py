"""What other systems wrote, added to a testbed: texts by topic, or folders with a text file per topic.

Source: our own; the folders are those that `meadow evaluate rouge` reads too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from meadow.errors import InputError, UnknownNameError
from meadow.lab.formats.folders import load_text, visible_files
from meadow.lab.testbed import Output, Testbed

_SHAPE = (
    "DIR/SYSTEM/TOPIC.txt, a folder for each system; or DIR/TOPIC.txt, which is one system, called like the folder."
)


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
