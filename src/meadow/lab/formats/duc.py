"""Folders of DUC and TAC: documents in SGML, people's summaries (models), systems' summaries (peers), topic statements.

    docs/D0701A/…                  the documents of a topic; every folder that holds files is one, also docs/D0703A/D0703A-B/
    models/D0701.M.250.A.C         a person's summary, also in folders below: topic, type, length, who chose, who wrote
    peers/D0701.M.250.A.12         a system's summary, the same way
    *.sgml, *.xml, topics/…        topic statements: <topic> with num (or id), title and narr (or narrative)

The name of a summary need not repeat the letter of the person who chose the documents: D0701 with the letter A finds the
folder D0701A, D0703-B the folder D0703A-B, and case does not count. A summary of one document (type P, its id at the end of
the name) makes a topic of that document alone. A length of 0 means none. The narrative is the topic's question.

Source: the guidelines of the Document Understanding Conferences (2001-2007) and the Text Analysis Conferences (2008-2011).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape, unescape
from pathlib import Path

from meadow.errors import InputError
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    check_folder,
    file_name,
    load_text,
    new_folder,
    read_documents,
    save_lines,
    unknown_topic,
    visible_files,
)
from meadow.lab.testbed import Output, Testbed, Topic, WrittenText
from meadow.model import Document

# Only a summary of one document (P) has a document's id at its end, so a writer's name may hold full stops elsewhere.
_NAME = re.compile(
    r"(?P<topic>.+?)\.(?:(?P<type>M)|P)\.(?P<length>[^.]+)\.(?P<chooser>[^.]*)\."
    r"(?P<writer>(?(type).+?|[^.]+))(?(type)|(?:\.(?P<document>.+?))?)(?:\.html?|\.txt)?"
)
_EXAMPLE = "Names are topic.type.length.chooser.writer, such as D0701.M.250.A.C."
_STATEMENT = re.compile(r"<topic\b([^<>]*)>(.*?)</topic\s*>", re.IGNORECASE | re.DOTALL)
_STATEMENT_SUFFIXES = frozenset({".sgml", ".sgm", ".xml", ".txt", ".topics", ""})
_TAG = re.compile(r"<[^<>]*>")
# Summaries of the first years are wrapped: <SUM DOCSET=…>, or HTML with a link per sentence.
_WRAPPED = re.compile(r"<(?:sum|html|body)\b", re.IGNORECASE)
# Who chose the documents is not known to a writer. The folder has the topic's whole name, so nothing is looked up by it.
_CHOOSER = "A"


@dataclass(frozen=True, slots=True)
class _DucSummary:
    """A summary and what the name of its file says."""

    place: str
    topic: str
    chooser: str
    length: str | None
    writer: str
    document: str | None
    text: str


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a topic statement says."""

    title: str | None
    question: str | None


def read_duc(path: str | Path) -> Testbed:
    """Return the testbed of a folder with `docs/`, and `models/`, `peers/` and topic statements where there are any."""
    folder = Path(path)
    check_folder(folder, "docs/, and models/, peers/ and topic statements where there are any")
    topics = _document_topics(folder / "docs")
    statements = _statements(folder)
    named = {topic.id: _stated(topic, statements) for topic in topics}
    for summary in _summaries(folder / "models"):
        topic = _find(named, summary)
        written = WrittenText(summary.writer, summary.text, summary.length)
        _check_new(summary, ((each.id, each.length) for each in topic.references))
        named[topic.id] = replace(topic, references=(*topic.references, written))
    for summary in _summaries(folder / "peers"):
        topic = _find(named, summary)
        output = Output(summary.writer, summary.text, length=summary.length)
        _check_new(summary, ((each.system, each.length) for each in topic.outputs))
        named[topic.id] = replace(topic, outputs=(*topic.outputs, output))
    return Testbed(folder.resolve().name, tuple(named.values()))


def write_duc(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write `docs/`, `models/`, `peers/` and `topics.sgml`, and return notes on what has no place there."""
    folder = new_folder(path)
    for topic in testbed:
        _save_documents(topic, folder / "docs" / file_name(topic.id))
        for written in topic.references:
            _save_summary(folder / "models", topic, written.length, written.id, written.text)
        for output in (output for output in topic.outputs if output.task == "summary"):
            _save_summary(folder / "peers", topic, output.length, output.system, output.text)
    if any(topic.title is not None or topic.question is not None for topic in testbed):
        save_lines(folder / "topics.sgml", (line for topic in testbed for line in _statement(topic)))
    return changes(testbed, read_duc(folder))


def _document_topics(docs: Path) -> list[Topic]:
    check_folder(docs, "a folder of documents for each topic")
    folders = dict.fromkeys(file.parent for file in visible_files(docs))
    if docs in folders or not folders:
        what = "files beside the folders of topics" if folders else "no documents"
        raise InputError(
            f"{docs.as_posix()} holds {what}.", given=str(docs), allowed="A folder for each topic: docs/D0701A/…"
        )
    twice = [each for each in folders if sum(each.name.lower() == other.name.lower() for other in folders) > 1]
    if twice:
        raise InputError(
            f"Two folders of documents are called {twice[0].name!r}.",
            given=twice[0].as_posix(),
            advice="Give each task (main, update) a folder with docs/ of its own.",
        )
    return [Topic(each.name, read_documents(each)) for each in folders]


def _statements(folder: Path) -> dict[str, _Statement]:
    """Return the topic statements by the topic's number in small letters."""
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.suffix in _STATEMENT_SUFFIXES]
    statements = {}
    for file in (*files, *visible_files(folder / "topics")):
        for attributes, body in _STATEMENT.findall(load_text(file)):
            number = _element(body, "num") or _attribute(attributes, "id")
            if number is None:
                raise InputError(
                    f"{file.as_posix()} has a topic statement without a number.",
                    given=" ".join(_TAG.sub(" ", body).split())[:60],
                    allowed="<topic> holds <num>D0701A</num>, or is <topic id='D0901A'>.",
                )
            asked = _element(body, "narr") or _element(body, "narrative")
            statements[number.lower().removeprefix("number:").strip()] = _Statement(_element(body, "title"), asked)
    return statements


def _stated(topic: Topic, statements: Mapping[str, _Statement]) -> Topic:
    # The sets of an update task share the statement of their topic: D0903A-B has that of D0903A.
    number = topic.id.lower()
    said = statements.get(number) or statements.get(number.rpartition("-")[0])
    return topic if said is None else replace(topic, title=said.title, question=said.question)


def _element(body: str, name: str) -> str | None:
    """Return the text of an element, closed or not, as one line; None where it is missing or blank."""
    element = re.search(rf"<{name}\b[^<>]*>([^<]*)", body, re.IGNORECASE)
    return None if element is None else " ".join(unescape(element[1]).split()) or None


def _attribute(attributes: str, name: str) -> str | None:
    attribute = re.search(rf"""\b{name}\s*=\s*["']?([^"'\s]+)""", attributes, re.IGNORECASE)
    return None if attribute is None else unescape(attribute[1])


def _summaries(folder: Path) -> Iterator[_DucSummary]:
    for file in visible_files(folder):
        parts = _NAME.fullmatch(file.name)
        if parts is None:
            raise InputError(f"{file.as_posix()} does not tell what it holds.", given=file.name, allowed=_EXAMPLE)
        text = load_text(file)
        topic, chooser, length, writer, document = parts.group("topic", "chooser", "length", "writer", "document")
        written = _unwrapped(text) if _WRAPPED.search(text) else text
        yield _DucSummary(file.as_posix(), topic, chooser, None if length == "0" else length, writer, document, written)


def _unwrapped(text: str) -> str:
    """Return the text of a summary in SGML or HTML, a line for each line of it; marks before a sentence go."""
    body = re.split(r"<body\b[^<>]*>", text, maxsplit=1, flags=re.IGNORECASE)[-1]
    unmarked = re.sub(r"<a\s+name\b[^<>]*>[^<]*</a>", " ", body, flags=re.IGNORECASE)
    lines = (" ".join(line.split()) for line in unescape(_TAG.sub(" ", unmarked)).split("\n"))
    return "\n".join(line for line in lines if line)


def _find(topics: dict[str, Topic], summary: _DucSummary) -> Topic:
    """Return the topic that a summary is of; the first summary of a single document adds a topic for it."""
    base, dash, part = summary.topic.partition("-")
    spellings = (summary.topic, f"{summary.topic}{summary.chooser}", f"{base}{summary.chooser}{dash}{part}")
    by_name = {name.lower(): topic for name, topic in topics.items()}
    whole = next((by_name[each.lower()] for each in spellings if each.lower() in by_name), None)
    if whole is None:
        raise unknown_topic(summary.place, summary.topic, topics)
    if summary.document is None:
        return whole
    single = [document for document in whole.documents if document.id.lower() == summary.document.lower()]
    if not single:
        raise InputError(
            f"{summary.place} summarizes a document that the topic does not have.",
            given=summary.document,
            allowed=f"Documents of {whole.id}: {', '.join(document.id for document in whole.documents[:8])}.",
        )
    return topics.setdefault(single[0].id, Topic(single[0].id, tuple(single), kind="single"))


def _check_new(summary: _DucSummary, met: Iterable[tuple[str, str | None]]) -> None:
    if (summary.writer, summary.length) in set(met):
        raise InputError(
            f"{summary.place} is a second summary of the same length by {summary.writer!r}.",
            given=summary.writer,
            advice="Keep one of them.",
        )


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


FORMAT = Format("duc", "DUC and TAC: docs/, models/, peers/ and topic statements in SGML", read_duc, write_duc)
