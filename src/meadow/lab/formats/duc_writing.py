"""Folders of DUC and TAC, written: SGML documents, models, peers, and the statements of all topics in one file.

Source: the guidelines of the Document Understanding Conferences (2001-2007), see `meadow.lab.formats.duc`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from meadow.errors import InputError
from meadow.lab.formats.changes import changes
from meadow.lab.formats.folders import file_name
from meadow.lab.formats.records import new_folder, save_lines
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document

# Who chose the documents is not known here. The folder bears the topic's whole name, so nothing is looked up by it.
_CHOOSER = "A"


def save_duc(testbed: Testbed, path: str | Path, read: Callable[[Path], Testbed]) -> tuple[str, ...]:
    """Write a testbed as a folder of DUC and return how what `read` finds differs."""
    folder = new_folder(path)
    for topic in testbed:
        _save_documents(topic, folder / "docs" / file_name(topic.id))
        for written in topic.references:
            _save_summary(folder / "models", topic, written.length, written.id, written.text)
        for output in (output for output in topic.outputs if output.task == "summary"):
            _save_summary(folder / "peers", topic, output.length, output.system, output.text)
    if any(topic.title is not None or topic.question is not None for topic in testbed):
        save_lines(folder / "topics.sgml", (line for topic in testbed for line in _statement(topic)))
    return changes(testbed, read(folder))


def _save_documents(topic: Topic, folder: Path) -> None:
    folder.mkdir(parents=True)
    for document in topic.documents:
        save_lines(folder / file_name(document.id), _sgml(document))


def _sgml(document: Document) -> Iterator[str]:
    yield "<DOC>"
    yield f"<DOCNO> {_escaped(document.id)} </DOCNO>"
    if document.published_text is not None:
        yield f"<DATE_TIME> {document.published_text} </DATE_TIME>"
    if document.title is not None:
        yield f"<HEADLINE> {_escaped(document.title)} </HEADLINE>"
    yield "<TEXT>"
    for paragraph in document.text.split("\n\n"):
        yield f"<P>\n{_escaped(paragraph)}\n</P>"
    yield from ("</TEXT>", "</DOC>")


def _save_summary(folder: Path, topic: Topic, length: str | None, writer: str, text: str) -> None:
    """Write one summary; full stops end the parts of its name, so a length may hold none."""
    if length is not None and "." in length:
        raise InputError(
            f"The length {length!r} cannot be part of the name of a summary, whose parts end at full stops.",
            given=length,
            advice="Rename it in the testbed, or write the testbed's own folder format.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{topic.id}.M.{length or '0'}.{_CHOOSER}.{writer}"
    save_lines(folder / file_name(name), text.split("\n"))


def _statement(topic: Topic) -> Iterator[str]:
    if topic.title is None and topic.question is None:
        return
    yield from ("<topic>", f"<num> {_escaped(topic.id)} </num>")
    if topic.title is not None:
        yield f"<title> {_escaped(topic.title)} </title>"
    if topic.question is not None:
        yield f"<narr>\n{_escaped(topic.question)}\n</narr>"
    yield from ("</topic>", "")


def _escaped(text: str) -> str:
    return escape(text, quote=False)
