"""MultiLing's corpora of 2011 to 2015: ten news texts per topic and language, human summaries, systems' summaries, grades.

Files are found by their names wherever they lie below the folder, so that the archives may be unpacked side by side:

- sources `M0007.english`: text 7 of topic M000;
- human summaries `english/M000.A.250`: by person A, at most 250 words;
- summaries of systems `PeerSummaries/ID1/english/M000.250`: one of the folders above has `peer` in its name;
- grades `englishGrades.csv`: Topic, Peer, Length, Evaluator, Grade, TrueLength, LengthAwareGrade.

A topic here is a topic in a language: `M000.en`. Sources begin with their title; the line after it is the date, in words.
It is read in the languages whose months Meadow knows (English, French and Spanish among them), and stays in the text.

Source: Giannakopoulos et al. (2011), "TAC 2011 MultiLing pilot overview"; Giannakopoulos (2013), "Multi-document
multilingual summarization and evaluation tracks in ACL 2013 MultiLing workshop".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from meadow.errors import InputError, ReadError, UnknownNameError
from meadow.ingest.article import Article, build_document
from meadow.ingest.loose_times import loose_time
from meadow.ingest.plain import split_title
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    check_folder,
    check_limit,
    file_name,
    load_text,
    new_folder,
    save_lines,
    scales_by_judge,
    unknown_topic,
    visible_files,
)
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document
from meadow.text.decoding import decode
from meadow.text.language import language_name, normalize_language

_HOLDS = "sources such as M0000.english, and where there are any ModelSummaries, PeerSummaries and grades"
_TOPIC = re.compile(r"M\d{3}\.[a-z]{2}")
_DOCUMENT = re.compile(r"M\d{4}\.[a-z]+")
_REFERENCE = re.compile(r"M\d{3}\.[A-Z]+\.\d+")
_MOST = 1000
# The limit of the task is part of every name; it says nothing about the text itself.
_WORDS = 250
# Those that the table has a column for.
_SCALES = ("grade", "length_aware_grade")
_HEADER = ("Topic", "Peer", "Length", "Evaluator", "Grade", "TrueLength", "LengthAwareGrade")

_SOURCE = re.compile(r"(?P<topic>M\d{3})(?P<number>\d+)\.(?P<language>[A-Za-z]+)")
_SUMMARY = re.compile(r"(?P<topic>M\d{3})\d*(?:\.[^/]*)?\.\d+(?:\.txt)?")
_GRADES = re.compile(r"(?P<language>[A-Za-z]+?)[-_ ]?grades\.(?:csv|tsv|txt)", re.IGNORECASE)
_PEERS = "peer"
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|[\s_-]+")
_DELIMITERS = "\t;,"
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "topic": ("topic", "topic_id"),
    "system": ("peer", "system", "peer_id", "system_id"),
    "evaluator": ("evaluator", "judge", "evaluator_id"),
    "language": ("language",),
}
_NO_SCALES = frozenset({"length", "true_length", *(name for names in _FIELDS.values() for name in names)})


def read_multiling(
    path: str | Path, *, language: str | None = None, limit: int | None = None, name: str | None = None
) -> Testbed:
    """Return the testbed of a folder of MultiLing's files; `language` keeps one, `limit` the first topics."""
    check_limit(limit)
    folder = Path(path)
    check_folder(folder, _HOLDS)
    by_topic: dict[str, list[File]] = {}
    for file in iter_files(folder):
        by_topic.setdefault(f"{file.topic}.{file.language}", []).append(file)
    _check_sources(by_topic, folder)
    grades: dict[str, list[Grade]] = {}
    for grade in iter_grades(folder):
        key = f"{grade.topic}.{grade.language}"
        if key not in by_topic:
            raise unknown_topic(grade.place, key, sorted(by_topic))
        grades.setdefault(key, []).append(grade)
    chosen = _chosen(by_topic, language)
    topics = (_topic(key, by_topic[key], grades.get(key, ())) for key in islice(chosen, limit))
    return Testbed(name or folder.resolve().name, tuple(topics))


def write_multiling(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write sources, summaries and grades into a new folder; return what these files have no place for."""
    numbered = _fitting(testbed)
    folder = new_folder(path)
    _save_files(numbered, folder)
    note = "Topics, documents and references are named by number." if numbered != testbed else None
    back = read_multiling(folder, name=testbed.name)
    return (*([] if note is None else [note]), *changes(numbered, back))


def _check_sources(by_topic: dict[str, list[File]], folder: Path) -> None:
    with_sources = [key for key, files in by_topic.items() if any(file.kind == "source" for file in files)]
    if not with_sources:
        raise InputError(
            f"There are no source texts in {str(folder)!r}.",
            given=str(folder),
            allowed=f"A folder is expected with {_HOLDS}.",
        )
    for key in by_topic.keys() - set(with_sources):
        raise unknown_topic(by_topic[key][0].path.as_posix(), key, sorted(with_sources))


def _chosen(by_topic: Iterable[str], language: str | None) -> list[str]:
    keys = sorted(by_topic)
    if language is None:
        return keys
    code = normalize_language(language)
    chosen = [key for key in keys if key.endswith(f".{code}")]
    if not chosen:
        codes = sorted({key.partition(".")[2] for key in keys})
        raise InputError(
            f"There is no topic in the language {language!r}.",
            given=language,
            allowed=f"Languages: {', '.join(codes)}.",
        )
    return chosen


def _check_once(files: Sequence[File]) -> None:
    """Raise an error if two files claim to be the same text, as where two corpora were unpacked into one folder."""
    first: dict[tuple[str, str], Path] = {}
    for file in files:
        other = first.setdefault((file.kind, file.maker), file.path)
        if other != file.path:
            raise InputError(
                f"{other.as_posix()} and {file.path.as_posix()} are both the {file.kind} {file.maker} of {file.topic}.",
                given=file.path.as_posix(),
                advice="Keep one of them; corpora of different years need folders of their own.",
            )


def _topic(key: str, files: Sequence[File], grades: Sequence[Grade]) -> Topic:
    _check_once(files)
    kinds = {kind: [file for file in files if file.kind == kind] for kind in ("source", "model", "peer")}
    documents = [_document(file) for file in sorted(kinds["source"], key=lambda file: int(file.maker))]
    return Topic(
        key,
        tuple(sorted(documents, key=lambda document: document.order)),
        references=tuple(WrittenText(file.maker, load_text(file.path)) for file in kinds["model"]),
        outputs=tuple(Output(file.maker, load_text(file.path)) for file in kinds["peer"]),
        ratings=tuple(
            Rating(grade.system, scale, grade.evaluator, value)
            for grade in grades
            for scale, value in grade.scales.items()
        ),
    )


def _document(file: File) -> Document:
    title, text = split_title(load_text(file.path))
    published = loose_time(text.partition("\n")[0])
    article = Article(id=file.path.name, title=title, text=text, published=published, language=file.language)
    return build_document(article, place=file.path.as_posix())


def _fitting(testbed: Testbed) -> Testbed:
    """Return the testbed with names that files of this format can have; names that fit already are kept."""
    if len(testbed) > _MOST:
        raise InputError(
            f"The testbed has {len(testbed)} topics.",
            given=str(len(testbed)),
            allowed=f"MultiLing's names count {_MOST}.",
        )
    fit = all(_fits(topic) for topic in testbed)
    topics = testbed.topics if fit else tuple(_renamed(topic, number) for number, topic in enumerate(testbed))
    return replace(testbed, topics=topics)


def _save_files(testbed: Testbed, folder: Path) -> None:
    """Write the files of a testbed whose names fit."""
    for topic in testbed:
        language = _language(topic)
        for document in topic.documents:
            _save(folder / "SourceTexts" / document.id, _source(document))
        for reference in topic.references:
            _save(folder / "ModelSummaries" / language / reference.id, reference.text)
        for output in topic.outputs:
            peers = folder / "PeerSummaries" / file_name(output.system) / language
            _save(peers / f"{topic.id[:4]}.{_WORDS}", output.text)
    for language in sorted({_language(topic) for topic in testbed}):
        rows = [row for topic in testbed if _language(topic) == language for row in _grades(topic)]
        if rows:
            _save(
                folder / "HumanEvaluation" / f"{language}Grades.csv",
                "\n".join("\t".join(row) for row in (_HEADER, *rows)),
            )


def _fits(topic: Topic) -> bool:
    language = _language(topic)
    documents = [document.id for document in topic.documents]
    return (
        _TOPIC.fullmatch(topic.id) is not None
        and topic.id.endswith(f".{topic.language}")
        and all(_DOCUMENT.fullmatch(name) and name.startswith(topic.id[:4]) for name in documents)
        and all(name.endswith(f".{language}") for name in documents)
        and all(_REFERENCE.fullmatch(each.id) and each.id.startswith(topic.id[:4]) for each in topic.references)
    )


def _renamed(topic: Topic, number: int) -> Topic:
    name = f"M{number:03}"
    width = len(str(max(len(topic.documents) - 1, 0)))
    documents = tuple(
        replace(document, id=f"{name}{order:0{width}}.{_language(topic)}")
        for order, document in enumerate(topic.documents)
    )
    return replace(
        topic,
        id=f"{name}.{topic.language}",
        documents=documents,
        references=tuple(_lettered(each, name, order) for order, each in enumerate(topic.references)),
    )


def _lettered(reference: WrittenText, topic: str, order: int) -> WrittenText:
    letters = chr(ord("A") + order % 26) * (order // 26 + 1)
    return replace(reference, id=f"{topic}.{letters}.{_WORDS}")


def _language(topic: Topic) -> str:
    if topic.language is None:
        raise InputError(
            f"The documents of {topic.id!r} name no language.",
            given=topic.id,
            advice="MultiLing's files are named after it: give the documents one.",
        )
    return language_name(topic.language).lower()


def _source(document: Document) -> str:
    return document.text if document.title is None else f"{document.title}\n\n{document.text}"


def _grades(topic: Topic) -> Iterator[Sequence[str]]:
    words = {output.system: len(output.text.split()) for output in topic.outputs}
    for (system, judge), scales in scales_by_judge(topic).items():
        length = str(words.get(system, ""))
        grades = [repr(scales[scale]) if scale in scales else "" for scale in _SCALES]
        if any(grades):
            yield topic.id[:4], system, str(_WORDS), judge, grades[0], length, grades[1]


def _save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    save_lines(path, [text])


FORMAT = Format("multiling", "MultiLing's source texts, summaries and grades", read_multiling, write_multiling)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the corpus: a `source`, a `model` or a `peer` summary, of a topic in a language.

    `maker` is the number of a source, the name of a model's file, or the system of a peer.
    """

    path: Path
    kind: str
    topic: str
    language: str
    maker: str


@dataclass(frozen=True, slots=True)
class Grade:
    """A line of a table of grades: what an evaluator gave a system's summary, scale by scale."""

    place: str
    topic: str
    language: str
    system: str
    evaluator: str
    scales: Mapping[str, float]


def iter_files(folder: Path) -> Iterator[File]:
    """Yield the texts of a corpus wherever they lie below the folder; files with other names are passed over."""
    for path in visible_files(folder):
        inside = path.relative_to(folder)
        source = _SOURCE.fullmatch(path.name)
        if source is not None and (code := _named_language(source["language"])) is not None:
            yield File(path, "source", source["topic"], code, source["number"])
        elif (summary := _SUMMARY.fullmatch(path.name)) is not None:
            yield _summary(path, inside, summary["topic"])


def iter_grades(folder: Path) -> Iterator[Grade]:
    """Yield the grades of all tables named after a language, such as `englishGrades.csv`."""
    for path in visible_files(folder):
        named = _GRADES.fullmatch(path.name)
        if named is not None:
            yield from _iter_table(path, _named_language(named["language"]))


def _summary(path: Path, inside: Path, topic: str) -> File:
    """Return a summary's file: the folder named after a language gives it, the one above that a peer's system."""
    folders = inside.parts[:-1]
    known = [(level, code) for level, name in enumerate(folders) if (code := _named_language(name)) is not None]
    if not known:
        raise ReadError(
            path.as_posix(),
            "the language of this summary is not known",
            advice="Summaries lie in folders named after a language, such as ModelSummaries/english/M000.A.250 and"
            " PeerSummaries/ID1/english/M000.250.",
        )
    level, code = known[-1]
    if not any(_PEERS in name.lower() for name in folders):
        return File(path, "model", topic, code, path.name)
    if level == 0 or _PEERS in folders[level - 1].lower():
        raise ReadError(path.as_posix(), "a peer's summary lies in a folder of its system, such as ID1/english")
    return File(path, "peer", topic, code, folders[level - 1])


def _named_language(name: str) -> str | None:
    try:
        # A code of two letters may be a system or a set; the corpora write whole names.
        return normalize_language(name) if len(name) > 3 else None
    except UnknownNameError:
        return None


def _iter_table(path: Path, language: str | None) -> Iterator[Grade]:
    # Not tidied as texts are: an empty field at the end of a line is a field.
    lines = [line for line in decode(path.read_bytes(), place=path.as_posix()).splitlines() if line.strip()]
    rows = list(_rows(lines))
    if not rows:
        return
    names = ["_".join(part.lower() for part in _HUMP.split(name.strip()) if part) for name in rows[0]]
    places = {field: _place(names, allowed) for field, allowed in _FIELDS.items()}
    if places["topic"] is None or places["system"] is None:
        raise ReadError(
            f"{path.as_posix()}:1",
            f"these columns are not a table of grades: {', '.join(rows[0])}",
            advice="Expected are Topic, Peer (or System), Evaluator, and a column for each scale, such as Grade.",
        )
    for number, row in enumerate(rows[1:], start=2):
        yield _grade(f"{path.as_posix()}:{number}", names, row, places, language)


def _rows(lines: Sequence[str]) -> Iterator[list[str]]:
    delimiter = next((mark for mark in _DELIMITERS if mark in lines[0]), " ") if lines else " "
    return iter(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))


def _place(names: Sequence[str], allowed: Sequence[str]) -> int | None:
    return next((names.index(name) for name in allowed if name in names), None)


def _grade(
    place: str, names: Sequence[str], row: Sequence[str], places: Mapping[str, int | None], language: str | None
) -> Grade:
    if len(row) != len(names):
        raise ReadError(place, f"{len(row)} fields, but the first line names {len(names)}")
    topic, system, evaluator, tongue = (row[at] if at is not None else "" for at in places.values())
    code = _named_language(tongue) or language
    if code is None:
        raise ReadError(place, "the language is not known: neither a column nor the file's name tells it")
    scales = {
        name: _number(value, place) for name, value in zip(names, row, strict=True) if name not in _NO_SCALES and value
    }
    return Grade(place, topic[:4], code, system, evaluator or "judge", scales)


def _number(text: str, place: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ReadError(place, f"{text!r} is not a number") from error
