"""Judgements out and in: JSON Lines, CSV and Label Studio's JSON, each of which reads back as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import UnknownNameError
from meadow.studies.exporting.csv import format_csv_answers, parse_csv_answers
from meadow.studies.exporting.jsonl import format_jsonl_answers, parse_jsonl_answers
from meadow.studies.exporting.label_studio import format_label_studio, parse_label_studio
from meadow.studies.exporting.lines import GivenAnswer, given_answers
from meadow.studies.material import StudyMaterial

__all__ = ["FORMATS", "AnswerFormat", "GivenAnswer", "answer_format", "given_answers"]


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """A format of judgements: how it is written, from the items and the answers, and how it is read."""

    name: str
    suffix: str
    format: Callable[[Sequence[StudyMaterial], Iterable[GivenAnswer]], str]
    parse: Callable[[str], list[GivenAnswer]]


FORMATS: Mapping[str, AnswerFormat] = {
    "jsonl": AnswerFormat("jsonl", ".jsonl", lambda _, answers: format_jsonl_answers(answers), parse_jsonl_answers),
    "csv": AnswerFormat("csv", ".csv", lambda _, answers: format_csv_answers(answers), parse_csv_answers),
    "label-studio": AnswerFormat("label-studio", ".json", format_label_studio, parse_label_studio),
}


def answer_format(name: str) -> AnswerFormat:
    """Return a format by its name."""
    if name not in FORMATS:
        raise UnknownNameError("format of judgements", name, FORMATS)
    return FORMATS[name]
