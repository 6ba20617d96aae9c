"""Testbeds as folders: read with every reference checked, and written so that reading gives back the same.

`testbed.toml` names it, `stories.jsonl` says which documents belong together, and each further file holds one sort of
judgement, a JSON object per line; docs/reference/testbeds.md describes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from meadow.errors import InputError, UsageError
from meadow.ingest import write_jsonl
from meadow.lab.folder.checks import (
    DOCUMENTS,
    SETTINGS,
    SUFFIXES,
    LineFinding,
    Placed,
    iter_documents,
    iter_file,
    iter_findings,
    iter_settings,
    iter_strangers,
)
from meadow.lab.folder.shapes import SHAPES, SettingsOfTestbed, StoryLine, TestbedLine, iter_topic_lines, topic_of
from meadow.lab.testbed import Testbed, Topic
from meadow.lab.toml_text import value
from meadow.model import Document
from meadow.store.files import reading, writing
from meadow.text.language import detect_language

_Found = TypeVar("_Found")

_SHOWN_FINDINGS = 10
_NAMES = frozenset({SETTINGS, *(f"{stem}{suffix}" for stem in (*SHAPES, DOCUMENTS) for suffix in SUFFIXES)})


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking a folder gave: everything that is wrong with it, and the testbed if nothing is."""

    findings: tuple[LineFinding, ...]
    testbed: Testbed | None


def load_testbed(path: str | Path) -> Testbed:
    """Return the testbed of a folder; if anything is wrong with it, an `InputError` shows the first ten findings."""
    checked = check_testbed(path)
    if checked.testbed is None:
        raise _faulty(f"The testbed {str(path)!r} cannot be used", checked.findings, given=str(path))
    return checked.testbed


def check_testbed(path: str | Path) -> Checked:
    """Return all that is wrong with the testbed of a folder, and the testbed itself if nothing is."""
    folder = _existing(path)
    settings, findings = _parted(iter_settings(folder))
    lines, misread = _parted(_iter_lines(folder))
    if not settings:  # nobody knows where the documents are
        return Checked((*findings, *misread), None)
    documents, unread = _parted(iter_documents(folder, settings[0]))
    findings = [*unread, *misread, *iter_strangers(folder, settings[0])]
    # Where documents or stories are missing, every line that names one would be a finding, and none of them news.
    if not unread and not any(finding.place.startswith(StoryLine.file) for finding in misread):
        findings += iter_findings(lines, {document.id: document for document in documents})
    if findings:
        return Checked(tuple(findings), None)
    return Checked((), _testbed(settings[0], documents, [each.line for each in lines]))


def save_testbed(testbed: Testbed, path: str | Path) -> None:
    """Write a testbed as a folder that `load_testbed` reads back equal; saving that again gives the same bytes.

    The folder is new, empty, or holds a testbed, which is replaced; anything else in it is an error. A document without a
    language is written with the one its sentences were split in. What would not read back equal is refused and
    the folder stays as it was: documents must be as `meadow.read` gives them, and those of a topic in time order.
    """
    folder = Path(path)
    with writing(folder):
        _check_target(folder)
        named = _with_languages(testbed)
        _save(named, _contents(named), folder)


def _save(named: Testbed, contents: Mapping[str, bytes], folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".saving-") as waiting:
        for name, data in contents.items():
            (Path(waiting) / name).write_bytes(data)
        _check_same(named, check_testbed(waiting))
        _move(Path(waiting), folder, list(contents))


def _existing(path: str | Path) -> Path:
    folder = Path(path)
    with reading(path):
        if folder.is_dir():
            return folder
    raise InputError(
        f"The testbed {str(path)!r} {'is a file' if folder.exists() else 'does not exist'}.",
        given=str(path),
        allowed=f"A testbed is a folder with {SETTINGS}, documents and stories.jsonl.",
        advice="docs/reference/testbeds.md describes it.",
    )


def _iter_lines(folder: Path) -> Iterator[Placed[TestbedLine] | LineFinding]:
    """Yield the lines of all files, those of the stories first."""
    stories = list(iter_file(folder, StoryLine))
    if not stories:
        advice = 'Write a line such as {"story": "ferry", "documents": ["f1", "f2"]} for each story.'
        yield LineFinding(f"{StoryLine.file}.jsonl", "The file is missing; every testbed has one.", advice)
    yield from stories
    for shape in SHAPES.values():
        yield from iter_file(folder, shape) if shape is not StoryLine else ()


def _parted(items: Iterable[_Found | LineFinding]) -> tuple[list[_Found], list[LineFinding]]:
    listed = list(items)
    sound = [item for item in listed if not isinstance(item, LineFinding)]
    return sound, [item for item in listed if isinstance(item, LineFinding)]


def _testbed(settings: SettingsOfTestbed, documents: Sequence[Document], lines: Iterable[TestbedLine]) -> Testbed:
    by_id = {document.id: document for document in documents}
    said: dict[str, list[TestbedLine]] = {}
    for line in lines:
        said.setdefault(line.story, []).append(line)
    stories = [line for group in said.values() for line in group if isinstance(line, StoryLine)]
    topics = tuple(topic_of(story, map(by_id.__getitem__, story.documents), said[story.story]) for story in stories)
    in_stories = {name for story in stories for name in story.documents}
    loose = sorted((each for each in documents if each.id not in in_stories), key=lambda document: document.order)
    return Testbed(settings.name, topics, settings.about, settings.illustration, tuple(loose))


def _contents(testbed: Testbed) -> dict[str, bytes]:
    """Return the bytes of each file; files of which the testbed has nothing are left out."""
    settings = {"name": testbed.name, "about": testbed.about, "illustration": testbed.illustration}
    files = {SETTINGS: [f"{key} = {value(setting)}" for key, setting in settings.items() if setting not in ("", False)]}
    try:
        files[f"{DOCUMENTS}.jsonl"] = list(write_jsonl(testbed.documents))
        for topic in testbed:
            for line in iter_topic_lines(topic):
                files.setdefault(f"{line.file}.jsonl", []).append(msgspec.json.encode(line).decode())
        return {name: "".join(f"{line}\n" for line in lines).encode() for name, lines in files.items() if lines}
    except UnicodeEncodeError as error:
        raise InputError(
            f"The testbed {testbed.name!r} holds half a character: {error}.",
            given=repr(error.object[max(0, error.start - 20) : error.end]),
            allowed="Text is valid Unicode.",
            advice="Clean it with meadow.text.clean.clean_text.",
        ) from error


def _with_languages(testbed: Testbed) -> Testbed:
    """Return the testbed with the language named in which `document_sentences` splits each document."""
    topics = tuple(replace(topic, documents=_named(topic.documents)) for topic in testbed)
    return replace(testbed, topics=topics, loose=_named(testbed.loose))


def _named(documents: Iterable[Document]) -> tuple[Document, ...]:
    return tuple(
        replace(document, language=detect_language(document.text)) if document.language is None else document
        for document in documents
    )


def _check_target(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{str(folder)!r} is a file.", given=str(folder), allowed="A testbed is saved as a folder.")
    names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    foreign = [name for name in names if name not in _NAMES]
    if foreign or (names and SETTINGS not in names):
        why = f"holds {foreign[0]!r}" if foreign else f"has no {SETTINGS}, but holds {names[0]!r}"
        raise UsageError(
            f"The folder {str(folder)!r} {why}, so it is more than a testbed or none.",
            given=str(folder),
            allowed="A testbed is saved to a new or empty folder, or over a testbed.",
            advice="Name another folder.",
        )


def _check_same(testbed: Testbed, checked: Checked) -> None:
    """Raise an error unless what was written reads back as it was."""
    name = testbed.name
    if checked.testbed is None:
        raise _faulty(f"The testbed {name!r} cannot be saved", checked.findings, given=name)
    if checked.testbed != testbed:
        where = next(_iter_differences(testbed, checked.testbed))
        raise InputError(
            f"The testbed {name!r} would not read back as it is: {where}.",
            given=where,
            allowed="Documents are as meadow.read gives them, those of a topic and the loose ones in time order;"
            " gold has one extract per length.",
            advice="Clean texts and titles (meadow.text.clean), and sort documents by `Document.order`.",
        )


def _iter_differences(ours: Testbed, theirs: Testbed) -> Iterator[str]:
    """Yield where two testbeds differ, the most telling first."""
    by_id = {document.id: document for document in theirs.documents}
    for document in ours.documents:
        other = by_id.get(document.id)
        yield from () if other is None else _fields(f"the document {document.id!r}", document, other)
    for topic, twin in zip(ours, theirs, strict=False):
        yield from _fields(f"the story {topic.id!r}", topic, twin)
    yield from _fields("the testbed", ours, theirs)


def _fields(what: str, ours: Document | Topic | Testbed, theirs: Document | Topic | Testbed) -> Iterator[str]:
    for field in fields(ours):
        if field.compare and getattr(ours, field.name) != getattr(theirs, field.name, None):
            yield f"{field.name} of {what}"


def _move(waiting: Path, folder: Path, names: Sequence[str]) -> None:
    folder.mkdir(exist_ok=True)
    for stale in sorted(_NAMES.difference(names)):
        (folder / stale).unlink(missing_ok=True)
    for name in names:
        (waiting / name).replace(folder / name)


def _faulty(what: str, findings: Sequence[LineFinding], *, given: str) -> InputError:
    shown = "".join(f"\n  {finding}" for finding in findings[:_SHOWN_FINDINGS])
    rest = len(findings) - _SHOWN_FINDINGS
    more = f"\n  … and {rest} more findings." if rest > 0 else ""
    count = "one finding" if len(findings) == 1 else f"{len(findings)} findings"
    return InputError(f"{what}, {count}:{shown}{more}", given=given)
