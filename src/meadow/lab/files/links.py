"""Subsumption between judged sentences: links from a file, and the credit that a subsumed sentence still earns.

Links are lines `a b` (a is subsumed by b, numbers from 0), JSON Lines, or what `meadow evaluate subsumption --json` prints.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from meadow.cli.inputs import Row, is_json, json_rows, read_file
from meadow.errors import ReadError, UsageError
from meadow.lab.evaluate.utility import JudgeTable
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
    notes: tuple[str, ...] = ()


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
    text = read_file(links)
    if not is_json(links, text):
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return Subsumption(tuple(_link(line, f"{links}:{number}") for number, line in lines), credit)
    known = {sentence: number for number, sentence in enumerate(table.sentences)}
    rows = json_rows(text, place=links)
    if len(rows) == 1 and isinstance(rows[0].get("links"), list):
        return _found_links(rows[0]["links"], known, links, credit)
    return Subsumption(tuple(_row_link(row, known, f"{links}, entry {n}") for n, row in enumerate(rows, 1)), credit)


def _found_links(listed: object, known: Mapping[SentenceRef, int], path: str, credit: float) -> Subsumption:
    """Return the links of a whole story between those of its sentences that were judged."""
    rows = json_rows(json.dumps(listed), place=path)
    judged = [row for row in rows if all(_is_known(row.get(side), known) for side in ("sentence", "by"))]
    links = tuple(_row_link(row, known, path) for row in judged)
    return Subsumption(links, credit, (f"{len(links)} of {len(rows)} links are between sentences that were judged.",))


def _is_known(sentence: object, known: Mapping[SentenceRef, int]) -> bool:
    match sentence:
        case [str(document), int(index)]:
            return SentenceRef(document, index) in known
    return False


def _row_link(row: Row, known: Mapping[SentenceRef, int], place: str) -> Link:
    return _sentence(row.get("sentence"), known, place), _sentence(row.get("by"), known, place)


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
