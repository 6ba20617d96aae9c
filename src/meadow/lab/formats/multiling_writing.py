"""MultiLing's files, written: sources, human summaries, systems' summaries and grades, under the names of the corpus.

Source: Giannakopoulos et al. (2011), "TAC 2011 MultiLing pilot overview".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from meadow.errors import InputError
from meadow.lab.formats.folders import file_name
from meadow.lab.formats.records import save_lines
from meadow.lab.testbed import Testbed, Topic, WrittenText
from meadow.model import Document
from meadow.text.language import language_name

_TOPIC = re.compile(r"M\d{3}\.[a-z]{2}")
_DOCUMENT = re.compile(r"M\d{4}\.[a-z]+")
_REFERENCE = re.compile(r"M\d{3}\.[A-Z]+\.\d+")
_MOST = 1000
# The limit of the task is part of every name; it says nothing about the text itself.
_WORDS = 250
# Those that the table has a column for.
_SCALES = ("grade", "length_aware_grade")
_HEADER = ("Topic", "Peer", "Length", "Evaluator", "Grade", "TrueLength", "LengthAwareGrade")


def renamed(testbed: Testbed) -> Testbed:
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


def save_files(testbed: Testbed, folder: Path) -> None:
    """Write the files of a testbed whose names fit."""
    for topic in testbed:
        language = _language(topic)
        for document in topic.documents:
            _save(folder / "SourceTexts" / document.id, _source(document))
        for reference in topic.references:
            _save(folder / "ModelSummaries" / language / reference.id, reference.text)
        for output in topic.outputs:
            place = folder / "PeerSummaries" / file_name(output.system) / language
            _save(place / f"{topic.id[:4]}.{_WORDS}", output.text)
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
        replace(document, id=f"{name}{place:0{width}}.{_language(topic)}")
        for place, document in enumerate(topic.documents)
    )
    return replace(
        topic,
        id=f"{name}.{topic.language}",
        documents=documents,
        references=tuple(_lettered(each, name, place) for place, each in enumerate(topic.references)),
    )


def _lettered(reference: WrittenText, topic: str, place: int) -> WrittenText:
    letters = chr(ord("A") + place % 26) * (place // 26 + 1)
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
    given: dict[tuple[str, str], dict[str, float]] = {}
    for rating in topic.ratings:
        if rating.task == "summary" and rating.scale in _SCALES:
            given.setdefault((rating.system, rating.judge), {})[rating.scale] = rating.value
    for (system, judge), scales in given.items():
        length = str(words.get(system, ""))
        grades = [_shown(scales, scale) for scale in _SCALES]
        yield topic.id[:4], system, str(_WORDS), judge, grades[0], length, grades[1]


def _shown(scales: Mapping[str, float], scale: str) -> str:
    return repr(scales[scale]) if scale in scales else ""


def _save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    save_lines(path, [text])
