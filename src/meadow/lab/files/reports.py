"""Reports for the measures of information synthesis, and the key concepts of their topics.

A report is a JSON object with its `sentences` (`document`, `index`, `text`), as `meadow summarize --json` prints them, and
optionally a `name` and a `topic`; a file holds one of them, or several as JSON Lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from meadow.cli.inputs import Row, is_json, json_rows, read_file
from meadow.errors import InputError, ReadError, UsageError
from meadow.lab.evaluate.synthesis import SynthesisReport
from meadow.model import Sentence, SentenceRef

_SHAPE = 'A report is {"name": …, "topic": …, "sentences": [{"document": …, "index": 0, "text": …}]}.'
NO_TOPIC = ""

Reports = Mapping[str, tuple[SynthesisReport, ...]]
Concepts = Sequence[Sequence[str]]


def pair_of(options: Mapping[str, Sequence[str] | None]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the two lists of files that belong together: `report` and `reference`, or `manual` and `automatic`."""
    given = [name for name, paths in options.items() if paths]
    for first, second in (("report", "reference"), ("manual", "automatic")):
        if given == [first, second]:
            return options[first] or (), options[second] or ()
    raise UsageError(
        f"Given are {', '.join(f'--{name}' for name in given) or 'no reports'}.",
        given=" ".join(given),
        allowed="Either --report and --reference, or --manual and --automatic.",
    )


def read_reports(paths: Sequence[str]) -> Reports:
    """Return the reports of files by topic, in order; a report without a topic belongs to the one that has no name."""
    topics: dict[str, tuple[SynthesisReport, ...]] = {}
    for path in paths:
        rows = json_rows(read_file(path), place=path)
        if len(rows) == 1 and isinstance(
            rows[0].get("reports"), list
        ):  # what `meadow evaluate baselines --json` prints
            rows = json_rows(json.dumps(rows[0]["reports"]), place=path)
        for number, row in enumerate(rows, start=1):
            place = path if len(rows) == 1 else f"{path}, entry {number}"
            name = row.get("name")
            report = SynthesisReport(
                tuple(_sentences(row, place)), _default_name(path, number, len(rows)) if name is None else str(name)
            )
            topic = str(row.get("topic") or NO_TOPIC)
            topics[topic] = (*topics.get(topic, ()), report)
    if not topics:
        raise ReadError(", ".join(paths), "there is no report.", advice=_SHAPE)
    return topics


def read_concepts(path: str, topics: Sequence[str]) -> Mapping[str, Concepts]:
    """Return the key concepts of each topic, each a list of aliases.

    The file has a concept per line, aliases separated by tabs; or it is a JSON list of lists, or an object of such lists
    by topic.
    """
    text = read_file(path)
    if not (is_json(path, text) or text.lstrip().startswith("[[")):
        lines = [[alias.strip() for alias in line.split("\t") if alias.strip()] for line in text.splitlines()]
        return {topic: [aliases for aliases in lines if aliases] for topic in topics}
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError(path, f"it is not valid JSON ({error}).") from error
    by_topic = given if isinstance(given, dict) else dict.fromkeys(topics, given)
    absent = [topic for topic in topics if topic not in by_topic]
    if absent:
        raise InputError(
            f"{path!r} has no key concepts for the topic {absent[0]!r}.", given=absent[0],
            allowed=f"It has: {', '.join(map(repr, by_topic)) or 'none'}.",
        )  # fmt: skip
    return {topic: _aliases(by_topic[topic], path) for topic in topics}


def _sentences(row: Row, place: str) -> Iterator[Sentence]:
    listed = row.get("sentences")
    if not isinstance(listed, list):
        raise ReadError(place, 'it has no list "sentences".', advice=_SHAPE)
    for sentence in listed:
        match sentence:
            case {"document": str(document), "index": int(index), "text": str(text)}:
                yield Sentence(SentenceRef(document, index), 0, len(text), text)
            case _:
                raise ReadError(place, f"{json.dumps(sentence)[:60]} is not a sentence.", advice=_SHAPE)


def _default_name(path: str, number: int, total: int) -> str:
    stem = Path(path.removesuffix(".gz")).stem
    return stem if total == 1 else f"{stem}:{number}"


def _aliases(concepts: object, path: str) -> Concepts:
    if not isinstance(concepts, list) or not all(isinstance(each, list | str) for each in concepts):
        raise ReadError(
            path,
            f"{json.dumps(concepts)[:60]} is not a list of key concepts.",
            advice='Write [["United Nations", "UN"], …].',
        )
    return [[each] if isinstance(each, str) else [str(alias) for alias in each] for each in concepts]
