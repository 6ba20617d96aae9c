"""Answers of people: tables of judges × items, named subsumers, and the answers to questions about a text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from meadow.cli.inputs import Row, is_json, item_name, json_rows, read_file, read_rows, text_field
from meadow.errors import InputError, ReadError, check_choice
from meadow.lab.evaluate.judge_tables import Columns, find_columns
from meadow.lab.formats.traces import read_sessions
from meadow.model import Concept, ConceptKind

Answer = str | float | None


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """What each judge answered to each item; None where a judge gave no answer, numbers where all answers are.

    `taken` says which columns were taken for what.
    """

    items: tuple[str, ...]
    judges: Mapping[str, tuple[Answer, ...]]
    numeric: bool
    taken: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody answered to a question after the work on a topic, which may have no name."""

    question: str
    answer: str
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question's answer, with its alternatives, and how tables name it."""

    name: str
    answers: tuple[str, ...]


def read_answer_table(path: str) -> AnswerTable:
    """Return the table of a file: a column per judge, or a row per judgement (`item`, `judge`, `answer`); CSV or JSON."""
    rows = read_rows(path)
    try:
        columns = find_columns(name for row in rows for name in row)
    except InputError as error:
        raise ReadError(path, str(error)) from error
    given = _given_answers(rows, columns, path)
    items = tuple(dict.fromkeys(item for item, _ in given))
    names = dict.fromkeys(judge for _, judge in given)
    known = [answer for answer in given.values() if answer is not None]
    numbers = [_as_number(answer) for answer in known]
    numeric = bool(known) and None not in numbers
    table = {judge: tuple(given.get((item, judge)) for item in items) for judge in names}
    if numeric:
        table = {judge: tuple(_as_number(answer) for answer in answers) for judge, answers in table.items()}
    return AnswerTable(items, table, numeric, columns.describe(tuple(names), len(items), kind="item"))


def read_subsumers(path: str) -> dict[str, list[tuple[str, ...]]]:
    """Return, per sentence, which sentences each judge says subsume it.

    The file has JSON Lines of {"sentence": …, "answers": [[…], …]}, one list per judge, or an object of lists by judge; or
    it is the `subsumption.jsonl` of a testbed, a line per judge and sentence.
    """
    rows = json_rows(read_file(path), place=path)
    if rows and "judge" in rows[0]:
        return _judged_subsumers(rows, path)
    named: dict[str, list[tuple[str, ...]]] = {}
    for number, row in enumerate(rows, start=1):
        place = f"{path}, entry {number}"
        answers = row.get("answers")
        lists = list(answers.values()) if isinstance(answers, dict) else answers
        if not isinstance(lists, list) or not all(isinstance(each, list) for each in lists):
            raise ReadError(
                place, '"answers" is not a list of lists.', advice='Write {"sentence": "a1", "answers": [["b2"], []]}.'
            )
        named[text_field(row, ("sentence",), place=place)] = [tuple(map(str, each)) for each in lists]
    return named


def _judged_subsumers(rows: Sequence[Row], path: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the answers of a testbed's lines; every judge must have answered about every sentence."""
    given: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, row in enumerate(rows, start=1):
        place, by = f"{path}, line {number}", row.get("by")
        if not isinstance(by, list):
            raise ReadError(place, '"by" is not a list of sentences.', advice="An empty list says that there is none.")
        key = (item_name(row.get("sentence"), place), text_field(row, ("judge",), place=place))
        if key in given:
            raise ReadError(place, f"the judge {key[1]!r} answers about {key[0]!r} twice.")
        given[key] = tuple(item_name(each, place) for each in by)
    judges = dict.fromkeys(judge for _, judge in given)
    sentences = dict.fromkeys(sentence for sentence, _ in given)
    absent = next(((s, judge) for s in sentences for judge in judges if (s, judge) not in given), None)
    if absent is not None:
        raise ReadError(
            path, f"the judge {absent[1]!r} does not answer about {absent[0]!r}.",
            advice='Give the lines of one story whose judges saw the same sentences; {"by": []} says that there is none.',
        )  # fmt: skip
    return {sentence: [given[sentence, judge] for judge in judges] for sentence in sentences}


def read_questions(path: str) -> list[AnsweredQuestion]:
    """Return the questions of a file: an answer per line, alternatives separated by tabs; or JSON Lines.

    A JSON line is {"answer": …} with a text or a list of texts, and optionally the `question`.
    """
    text = read_file(path)
    if is_json(path, text):
        rows = json_rows(text, place=path)
        return [_json_question(row, f"{path}, entry {number}") for number, row in enumerate(rows, start=1)]
    lines = (line for line in text.splitlines() if line.strip())
    return [
        AnsweredQuestion(alternatives[0], alternatives) for line in lines if (alternatives := tuple(line.split("\t")))
    ]


def _json_question(row: Row, place: str) -> AnsweredQuestion:
    given = row.get("answer")
    alternatives = tuple([given] if isinstance(given, str) else given if isinstance(given, list) else ())
    if not alternatives or not all(isinstance(each, str) for each in alternatives):
        raise ReadError(
            place, f"the answer is {json.dumps(given)[:60]}.", advice='Write {"answer": "text"} or a list of texts.'
        )
    return AnsweredQuestion(str(row.get("question") or alternatives[0]), alternatives)


def read_feedback(path: str) -> list[Feedback]:
    """Return the answers of a file with rows of `question`, `answer` and perhaps `topic`, or of a folder of traces."""
    if Path(path).is_dir():
        sessions = read_sessions(path)
        return [Feedback(question, answer, each.topic) for each in sessions for question, answer in each.answers]
    feedback = []
    for number, row in enumerate(read_rows(path), start=1):
        question, answer = (text_field(row, (name,), place=f"{path}, row {number}") for name in ("question", "answer"))
        feedback += [Feedback(question, answer.strip(), _topic(row))] if answer.strip() else []
    if not feedback:
        raise ReadError(path, "it holds no answer.", advice="Write a question and an answer in each row.")
    return feedback


def read_topic_concepts(path: str) -> dict[str, list[Concept]]:
    """Return the key concepts of each topic: rows of `topic` (or `story`), `text`, `kind` and perhaps `aliases`."""
    topics: dict[str, list[Concept]] = {}
    for number, row in enumerate(read_rows(path), start=1):
        place = f"{path}, row {number}"
        text, kind = (text_field(row, (name,), place=place) for name in ("text", "kind"))
        check_choice("kind of concept", kind, get_args(ConceptKind))
        aliases = row.get("aliases")
        forms = tuple(map(str, aliases)) if isinstance(aliases, list) else (text,)
        topics.setdefault(_topic(row) or "–", []).append(Concept(text, cast("ConceptKind", kind), forms, 1))
    return topics


def _topic(row: Row) -> str | None:
    named = next((row[name] for name in ("topic", "story") if row.get(name) not in (None, "")), None)
    return None if named is None else str(named)


def _given_answers(rows: Sequence[Row], columns: Columns, path: str) -> dict[tuple[str, str], Answer]:
    given: dict[tuple[str, str], Answer] = {}
    for number, row in enumerate(rows, start=1):
        place, item = f"{path}, row {number}", columns.name_of(row) or str(number)
        long = columns.judge is not None
        judges = (text_field(row, (str(columns.judge),), place=place),) if long else columns.judges
        for judge in judges:
            if (item, judge) in given:
                raise ReadError(place, f"the judge {judge!r} answers the item {item!r} twice.")
            given[item, judge] = _answer(row.get(str(columns.score if long else judge)))
    return given


def _answer(value: object) -> Answer:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    return value.strip() if isinstance(value, str) else json.dumps(value)


def _as_number(answer: Answer) -> float | None:
    try:
        return None if answer is None else float(answer)
    except ValueError:
        return None
