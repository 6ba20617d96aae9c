"""The contradictions planted in the sample, and which of them are found: counted alike by the tests and the benchmark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from meadow.grouping.disagreement import find_differences
from meadow.ingest import read
from meadow.model import Disagreement, Movement
from meadow.sample import sample_path
from meadow.vectors.view import view_documents

Finding = Disagreement | Movement

# The number that a value of the gold begins with: "61.4 per cent" is 61.4, "4億1千万" itself.
_NUMBER = re.compile(r"[\d.,億万千]+(?: (?:million|billion))?")


@dataclass(frozen=True, slots=True)
class Planted:
    """One planted contradiction: its story and name, whether its values are numbers, and the finding that matches it."""

    story: str
    what: str
    numeric: bool
    found: Finding | None


@dataclass(frozen=True, slots=True)
class Result:
    """What was planted in the sample, and what else was found there."""

    planted: tuple[Planted, ...]
    others: tuple[tuple[str, Finding], ...]


def measure_sample() -> Result:
    """Return which planted contradictions are found: two of their values, each with one of its documents."""
    documents = {document.id: document for document in read(sample_path())}
    gold = (sample_path() / ".." / "gold" / "stories.jsonl").read_text(encoding="utf-8")
    planted: list[Planted] = []
    others: list[tuple[str, Finding]] = []
    for line in gold.splitlines():
        story = json.loads(line)
        differences = find_differences(view_documents(documents[name] for name in story["documents"]))
        found: tuple[Finding, ...] = (*differences.disagreements, *differences.moved)
        own = list(_matches(story, found))
        planted += own
        hit = [each.found for each in own]
        others += [(f"{story['story']}", each) for each in found if each not in hit]
    return Result(tuple(planted), tuple(others))


def _matches(story: dict[str, object], found: tuple[Finding, ...]) -> Iterator[Planted]:
    contradictions = story["contradictions"]
    assert isinstance(contradictions, list)
    for each in contradictions:
        wanted = {_number(value["value"]): set(value["documents"]) for value in each["values"]}
        numeric = all(number is not None for number in wanted)
        worded = {value["value"].split()[0]: set(value["documents"]) for value in each["values"]}
        match = next((one for one in found if _common_values(wanted if numeric else worded, one) > 1), None)
        yield Planted(str(story["story"]), each["what"], numeric, match)


def _common_values(wanted: Mapping[str, set[str]] | Mapping[str | None, set[str]], found: Finding) -> int:
    by_value = dict[str | None, set[str]](wanted)
    return sum(bool(by_value.get(value.value, set()) & set(value.document_ids)) for value in found.values)


def _number(value: str) -> str | None:
    match = _NUMBER.match(value)
    return None if match is None else match[0].strip(".,")
