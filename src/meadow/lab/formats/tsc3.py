"""Gold extracts, abstracts and questions as text files around the form that the TSC3 paper prints.

    documents/<topic>/…                  the documents of a topic, in any form that Meadow reads
    <topic>.<length>.gold                a line per abstract sentence: 1<TAB>{s1} {s10,s11}<TAB>A
    <topic>.<length>.abstract            the abstract, a sentence a line; line N is the sentence that the gold calls N
    <topic>.<length>.<writer>.abstract   more abstracts, by others
    <topic>.<length>.qa                  a question a line: question<TAB>answer|another answer

The length is a name such as short or long, and may be missing together with its full stop (where a writer follows, without
it: <topic>..<writer>.abstract). Where the gold's names are no numbers of lines, its sentences are the lines in their order,
if there are as many. A question has the number of its line, or the name in a third column. Sentences s1, s2, … count over
the documents of the topic in time order. The files of the evaluation itself are not public: the gold's lines are the
paper's, the names and the other files are our own.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, Table 1 and section 3.2; the layout of the folder is our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import InputError, ReadError
from meadow.lab.evaluate.gold_format import GoldUnit, format_gold, parse_gold_units
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    at,
    check_folder,
    file_name,
    load_text,
    new_folder,
    numbered,
    read_topic_folders,
    save_lines,
    save_topic_folders,
    topic_in,
)
from meadow.lab.testbed import AbstractSentence, GoldExtract, Question, Testbed, Topic, WrittenText
from meadow.model import Document, SentenceRef

ABSTRACT = "abstract"
_KINDS = (".gold", ".abstract", ".qa")


@dataclass(frozen=True, slots=True)
class _NamedTopic:
    """A file and what its name says."""

    path: Path
    topic: str
    length: str | None
    writer: str | None

    @property
    def kind(self) -> str:
        """The ending of the file's name."""
        return self.path.suffix


def read_tsc3(path: str | Path) -> Testbed:
    """Return the testbed of a folder with documents, gold extracts, abstracts and questions."""
    folder = Path(path)
    check_folder(folder, "documents/<topic>/ and files such as <topic>.short.gold")
    documents = read_topic_folders(folder)
    files = [_named(file, documents) for file in sorted(folder.iterdir()) if file.suffix in _KINDS]
    topics = (_topic(name, documents[name], [file for file in files if file.topic == name]) for name in documents)
    return Testbed(folder.resolve().name, tuple(topics))


def write_tsc3(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write documents, gold extracts, abstracts and questions, and return notes on what has no place there."""
    folder = new_folder(path)
    save_topic_folders(testbed, folder)
    for topic in testbed:
        _save_gold(topic, folder)
        for name, lines in _abstracts(topic).items():
            save_lines(_file(folder, topic, *name, "abstract"), lines)
        for length in dict.fromkeys(question.length for question in topic.questions):
            asked = [question for question in topic.questions if question.length == length]
            save_lines(_file(folder, topic, length, None, "qa"), _question_lines(asked))
    return changes(testbed, read_tsc3(folder))


def _named(file: Path, topics: Iterable[str]) -> _NamedTopic:
    topic_name, rest = topic_in(file.name.removesuffix(file.suffix), topics, file.as_posix())
    parts = rest.split(".", 1)
    if len(parts) > 1 and file.suffix != ".abstract":
        raise InputError(
            f"{file.as_posix()} does not tell what it holds.",
            given=file.name,
            allowed=f"{topic_name}.<length>{file.suffix}: a full stop ends the length.",
        )
    return _NamedTopic(file, topic_name, parts[0] or None, parts[1] if len(parts) > 1 else None)


def _topic(name: str, documents: tuple[Document, ...], files: Sequence[_NamedTopic]) -> Topic:
    abstracts = {(file.length, file.writer): load_text(file.path) for file in files if file.kind == ".abstract"}
    numbering = numbered(documents)
    return Topic(
        name,
        documents,
        references=tuple(WrittenText(writer or ABSTRACT, text, length) for (length, writer), text in abstracts.items()),
        gold=tuple(
            _gold(file, numbering, _lines(abstracts.get((file.length, None), "")))
            for file in files
            if file.kind == ".gold"
        ),
        questions=tuple(question for file in files if file.kind == ".qa" for question in _questions(file)),
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _gold(file: _NamedTopic, numbering: Sequence[SentenceRef], abstract: Sequence[str]) -> GoldExtract:
    place = file.path.as_posix()
    with at(place):
        units = parse_gold_units(load_text(file.path), numbering=numbering)
    texts = _texts(units, abstract)
    sentences = (_sentence(unit, numbering, text, place) for unit, text in zip(units, texts, strict=True))
    return GoldExtract(tuple(sentences), file.length)


def _texts(units: Sequence[GoldUnit], abstract: Sequence[str]) -> Sequence[str | None]:
    """Return the line of the abstract that each unit of the gold is about; None where that is not known."""
    by_number = {str(number): line for number, line in enumerate(abstract, start=1)}
    if not any(unit.id in by_number for unit in units) and len(units) == len(abstract):
        return abstract
    return [by_number.get(unit.id) for unit in units]


def _sentence(unit: GoldUnit, numbering: Sequence[SentenceRef], text: str | None, place: str) -> AbstractSentence:
    last = max(max(chosen) for chosen in unit.alternatives)
    if last > len(numbering):
        raise InputError(
            f"{place}: the abstract sentence {unit.id!r} is made from s{last}.",
            given=f"s{last}",
            allowed=f"The documents of the topic have the sentences s1 to s{len(numbering)}.",
            advice="Check that these are the documents that the gold was made from.",
        )
    sets = tuple(frozenset(numbering[number - 1] for number in chosen) for chosen in unit.alternatives)
    return AbstractSentence(unit.id, sets, unit.rank, text)


def _questions(file: _NamedTopic) -> Iterator[Question]:
    for number, line in enumerate(load_text(file.path).splitlines(), start=1):
        if not line.strip():
            continue
        text, answers, name, *_ = (*(part.strip() for part in line.split("\t")), "", "")
        accepted = tuple(answer.strip() for answer in answers.split("|") if answer.strip())
        if not text or not accepted:
            raise ReadError(
                f"{file.path.as_posix()}:{number}",
                f"{line[:60]!r} is no question with an answer.",
                advice="A line is: question, tab, answers with | between them.",
            )
        yield Question(name or str(number), text, accepted, file.length)


def _save_gold(topic: Topic, folder: Path) -> None:
    numbers = {ref: number for number, ref in enumerate(numbered(topic.documents), start=1)}
    for gold in topic.gold:
        save_lines(_file(folder, topic, gold.length, None, "gold"), _gold_lines(topic, gold, numbers))


def _gold_lines(topic: Topic, gold: GoldExtract, numbers: Mapping[SentenceRef, int]) -> Iterator[str]:
    for sentence in gold.sentences:
        strangers = sorted(ref for chosen in sentence.alternatives for ref in chosen if ref not in numbers)
        if strangers:
            raise InputError(
                f"The gold of {topic.id!r} names {strangers[0].document_id!r} {strangers[0].index} (from 0).",
                given=f"{strangers[0].document_id} {strangers[0].index}",
                allowed=f"The documents of the topic have {len(numbers)} sentences.",
            )
        sets = [[numbers[ref] for ref in chosen] for chosen in sentence.alternatives]
        ranks = None if sentence.rank is None else [sentence.rank]
        yield format_gold([sets], ids=[sentence.id], ranks=ranks).rstrip("\n")


def _abstracts(topic: Topic) -> dict[tuple[str | None, str | None], Sequence[str]]:
    """Return the lines of each abstract by length and writer.

    Where the gold holds the sentences, they are the abstract: a reference in the same words is that abstract, without its
    name, so that it does not come twice.
    """
    of_gold = {
        gold.length: [" ".join(sentence.text.split()) for sentence in gold.sentences if sentence.text is not None]
        for gold in topic.gold
    }
    written_down: dict[tuple[str | None, str | None], Sequence[str]] = {}
    for written in topic.references:
        lines = of_gold.get(written.length, [])
        is_own = written.id == ABSTRACT or (bool(lines) and written.text.split() == " ".join(lines).split())
        if not is_own or written.id == ABSTRACT:
            written_down[written.length, None if is_own else written.id] = written.text.split("\n")
    return {(length, None): lines for length, lines in of_gold.items() if lines} | written_down


def _question_lines(questions: Sequence[Question]) -> Iterator[str]:
    for number, question in enumerate(questions, start=1):
        answers = "|".join(" ".join(answer.split()) for answer in question.answers)
        line = f"{' '.join(question.text.split())}\t{answers}"
        yield line if question.id == str(number) else f"{line}\t{question.id}"


def _file(folder: Path, topic: Topic, length: str | None, writer: str | None, kind: str) -> Path:
    if length is not None and "." in length:
        raise InputError(f"The length {length!r} cannot be part of a file's name: a full stop ends it.", given=length)
    middle = [part for part in (length, writer) if part is not None] if writer is None else [length or "", writer]
    return folder / file_name(".".join([topic.id, *middle, kind]))


FORMAT = Format(
    "tsc3", "TSC3: gold extracts, abstracts and questions as text files by topic and length", read_tsc3, write_tsc3
)
