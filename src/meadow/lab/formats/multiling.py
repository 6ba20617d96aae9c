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

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from meadow.errors import InputError
from meadow.ingest.article import Article, build_document
from meadow.ingest.loose_times import loose_time
from meadow.ingest.plain import split_title
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.folders import load_text, unknown_topic
from meadow.lab.formats.multiling_files import File, Grade, iter_files, iter_grades
from meadow.lab.formats.multiling_writing import renamed, save_files
from meadow.lab.formats.records import check_folder, check_limit, new_folder
from meadow.lab.testbed import Output, Rating, Testbed, Topic, WrittenText
from meadow.model import Document
from meadow.text.language import normalize_language

_HOLDS = "sources such as M0000.english, and where there are any ModelSummaries, PeerSummaries and grades"


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
    numbered = renamed(testbed)
    folder = new_folder(path)
    save_files(numbered, folder)
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


FORMAT = Format("multiling", "MultiLing's source texts, summaries and grades", read_multiling, write_multiling)
