"""Subsumption between judged sentences: links from a file, and the credit that a subsumed sentence still earns.

Links are lines `a b` (a is subsumed by b, numbers from 0), or JSON Lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from meadow.cli.evaluate.inputs import is_json, json_rows, read_file
from meadow.errors import ReadError, UsageError
from meadow.evaluate.utility import JudgeTable
from meadow.model import SentenceRef

Link = tuple[int, int]

_SHAPES = (
    'Write "a b" with numbers from 0, or {"sentence": ["document", 0], "by": ["document", 3]}: a is subsumed by b.'
)
_LINE = re.compile(r"([0-9]{1,9})[\s,;>-]+([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Subsumption:
    """Which sentences subsume which, and what a subsumed one still earns (E)."""

    links: tuple[Link, ...]
    credit: float


def read_subsumption(links: str | None, credit: float | None, table: JudgeTable) -> Subsumption | None:
    """Return what --links and --credit ask for, or None without them; one without the other is an error."""
    if links is None and credit is None:
        return None
    if links is None or credit is None:
        given, lacking = ("--credit", "--links") if links is None else ("--links", "--credit")
        raise UsageError(
            f"{given} was given without {lacking}.", given=given, allowed="Subsumption needs both.",
            advice="For example: --links links.txt --credit 0.5.",
        )  # fmt: skip
    return Subsumption(tuple(read_links(links, table)), credit)


def read_links(path: str, table: JudgeTable) -> list[Link]:
    """Return the links of a file as pairs of sentence numbers in the table of judges."""
    text = read_file(path)
    if not is_json(path, text):
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return [_link(line, f"{path}:{number}") for number, line in lines]
    known = {place: number for number, place in enumerate(table.sentences)}
    links = []
    for number, row in enumerate(json_rows(text, place=path), start=1):
        place = f"{path}, entry {number}"
        links.append((_sentence(row.get("sentence"), known, place), _sentence(row.get("by"), known, place)))
    return links


def _link(line: str, place: str) -> Link:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ReadError(place, f"{line[:60]!r} is not a link.", advice=_SHAPES)
    return int(match[1]), int(match[2])


def _sentence(value: object, known: Mapping[SentenceRef, int], place: str) -> int:
    match value:
        case bool():
            pass
        case int():
            return value
        case [str(document), int(index)] if SentenceRef(document, index) in known:
            return known[SentenceRef(document, index)]
    raise ReadError(place, f"{json.dumps(value)[:60]} is not a judged sentence.", advice=_SHAPES)
