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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import InputError, ReadError
from meadow.evaluate.gold_format import GoldUnit, parse_gold_units
from meadow.lab.formats import Format
from meadow.lab.formats.folders import at, load_text, numbered, read_topic_folders, unknown_topic
from meadow.lab.formats.records import check_folder
from meadow.lab.formats.tsc3_writing import save_tsc3
from meadow.lab.testbed import AbstractSentence, GoldExtract, Question, Testbed, Topic, WrittenText
from meadow.model import Document, SentenceRef

ABSTRACT = "abstract"
_KINDS = (".gold", ".abstract", ".qa")


@dataclass(frozen=True, slots=True)
class _Named:
    """A file and what its name tells."""

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
    return save_tsc3(testbed, path, read_tsc3, abstract=ABSTRACT)


def _named(file: Path, topics: Iterable[str]) -> _Named:
    stem = file.name.removesuffix(file.suffix)
    own = max((topic for topic in topics if f"{stem}.".startswith(f"{topic}.")), key=len, default=None)
    if own is None:
        raise unknown_topic(file.as_posix(), stem, topics)
    parts = stem[len(own) + 1 :].split(".", 1)
    if len(parts) > 1 and file.suffix != ".abstract":
        raise InputError(
            f"{file.as_posix()} does not tell what it holds.",
            given=file.name,
            allowed=f"{own}.<length>{file.suffix}: a full stop ends the length.",
        )
    return _Named(file, own, parts[0] or None, parts[1] if len(parts) > 1 else None)


def _topic(name: str, documents: tuple[Document, ...], files: Sequence[_Named]) -> Topic:
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


def _gold(file: _Named, numbering: Sequence[SentenceRef], abstract: Sequence[str]) -> GoldExtract:
    place = file.path.as_posix()
    with at(place):
        units = parse_gold_units(load_text(file.path), numbering=numbering)
    texts = _texts(units, abstract)
    sentences = (_sentence(unit, numbering, text, place) for unit, text in zip(units, texts, strict=True))
    return GoldExtract(tuple(sentences), file.length)


def _texts(units: Sequence[GoldUnit], abstract: Sequence[str]) -> Sequence[str | None]:
    """Return the line of the abstract that each unit of the gold is about; None where nothing tells."""
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


def _questions(file: _Named) -> Iterator[Question]:
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


FORMAT = Format(
    "tsc3", "TSC3: gold extracts, abstracts and questions as text files by topic and length", read_tsc3, write_tsc3
)
