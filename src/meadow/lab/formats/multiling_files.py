"""The files of MultiLing's corpora: what a name and the folders around it tell, and the table of grades.

Source: Giannakopoulos et al. (2011), "TAC 2011 MultiLing pilot overview", and the description that its archive of results
holds: a grade has the fields Topic, Peer, Length, Evaluator, Grade, TrueLength, LengthAwareGrade.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import ReadError, UnknownNameError
from meadow.lab.formats.folders import visible_files
from meadow.text.decoding import decode
from meadow.text.language import normalize_language

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
        if source is not None and (code := _language(source["language"])) is not None:
            yield File(path, "source", source["topic"], code, source["number"])
        elif (summary := _SUMMARY.fullmatch(path.name)) is not None:
            yield _summary(path, inside, summary["topic"])


def iter_grades(folder: Path) -> Iterator[Grade]:
    """Yield the grades of all tables named after a language, such as `englishGrades.csv`."""
    for path in visible_files(folder):
        named = _GRADES.fullmatch(path.name)
        if named is not None:
            yield from _iter_table(path, _language(named["language"]))


def _summary(path: Path, inside: Path, topic: str) -> File:
    """Return a summary's file: the folder named after a language tells it, and the one above that a peer's system."""
    folders = inside.parts[:-1]
    known = [(level, code) for level, name in enumerate(folders) if (code := _language(name)) is not None]
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


def _language(name: str) -> str | None:
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
    code = _language(tongue) or language
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
