"""The gold phrases: how they are read, and precision and recall against them. `gold/README.txt` explains the format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from meadow.text.phrases import dates, names, noun_phrases, numbers

FOLDER = Path(__file__).parent / "gold"
LANGUAGES = ("en", "es", "nl", "ja")
KINDS = ("np", "name", "number", "counted", "date")
PARTS = ("held-out", "held-out news", "tuned")
ANCHOR = datetime(2026, 3, 4, 12, tzinfo=UTC)
NAME_KINDS = {"person": "person", "org": "organisation", "place": "place", "other": "other"}

# What is compared: a place in the text, and what is said of it.
Item = tuple[int, int, str]


@dataclass(frozen=True)
class Case:
    """A sentence and the items that it holds, by kind."""

    text: str
    part: str
    items: dict[str, list[Item]] = field(default_factory=dict)


class Figures(NamedTuple):
    """Counts that add up: what was found, what is in the gold, and what is both."""

    found: int = 0
    gold: int = 0
    right: int = 0

    def __add__(self, other: object) -> Figures:
        assert isinstance(other, Figures)
        return Figures(self.found + other.found, self.gold + other.gold, self.right + other.right)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 1.0


def load_cases(language: str) -> list[Case]:
    cases: list[Case] = []
    part = ""
    for line in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = line.strip("[]")
        elif line.strip() and not line.startswith((" ", "#")):
            cases.append(Case(line, part))
        elif line.startswith(" "):
            field_name, _, value = line.strip().partition(": ")
            _add(cases[-1], field_name, value)
    return cases


def _add(case: Case, name: str, value: str) -> None:
    """Add one line's items; an item that is not in the sentence, or a field nobody knows, is an error of the gold."""
    place = 0
    for entry in value.split(" | "):
        shown, said = _split(name, entry)
        found = re.compile(_whole(shown)).search(case.text, place)
        assert found is not None, f"{shown!r} is not in {case.text!r} after {place}"
        start = found.start()
        place = start + len(shown)
        kind = "name" if name in NAME_KINDS else name
        assert kind in KINDS, f"unknown field {name!r}"
        case.items.setdefault(kind, []).append((start, place, said.partition(" *")[0]))
        if " *" in said:
            case.items.setdefault("counted", []).append((start, place, said.partition(" *")[2]))


def _whole(shown: str) -> str:
    """Return a pattern for an item that is not part of a longer word; Japanese has no blanks to tell words by."""
    spaced = shown.isascii() or not re.search(r"[ぁ-ヺ一-鿿]", shown)
    return (
        rf"(?<!\w){re.escape(shown)}(?!\w)"
        if spaced and shown[-1].isalnum() and shown[0].isalnum()
        else re.escape(shown)
    )


def _split(name: str, entry: str) -> tuple[str, str]:
    if name == "number":
        shown, _, said = entry.rpartition(" = ")
        return shown, said
    if name == "date":
        said, _, shown = entry.partition(" = ")
        return shown, said
    return entry, NAME_KINDS.get(name, "")


def found_items(text: str, language: str) -> dict[str, list[Item]]:
    """Return what our functions find, in the shape of the gold."""
    measured = numbers(text, language)
    return {
        "np": [(span.start, span.end, "") for span in noun_phrases(text, language)],
        "name": sorted((span.start, span.end, name.kind) for name in names(text, language) for span in name.spans),
        "number": [(item.start, item.end, _value(item.value, item.high, item.bound, item.unit)) for item in measured],
        "counted": [(item.start, item.end, item.counted) for item in measured if item.counted is not None],
        "date": [(item.start, item.end, str(item.day or "-")) for item in dates(text, language, anchor=ANCHOR)],
    }


def _value(value: Decimal, high: Decimal | None, bound: str | None, unit: str | None) -> str:
    return (bound or "") + _plain(value) + ("" if high is None else f"-{_plain(high)}") + (f" {unit}" if unit else "")


def _plain(value: Decimal) -> str:
    """Return a number without zeros after its last digit: 2.50 is 2.5, and 850 stays 850."""
    digits = f"{value:f}"
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def compared(case: Case, language: str) -> dict[str, Figures]:
    """Return the counts of one case by kind; what is counted is compared where the gold says it."""
    found = found_items(case.text, language)
    return {kind: _figures(found[kind], case.items.get(kind, []), kind) for kind in KINDS}


def _figures(found: list[Item], gold: list[Item], kind: str) -> Figures:
    right = sum((Counter(found) & Counter(gold)).values())
    return Figures(len(found), len(gold), right)


def totals(language: str, part: str) -> dict[str, Figures]:
    """Return the summed counts of one part of a language's gold."""
    summed = dict.fromkeys(KINDS, Figures())
    for case in load_cases(language):
        if case.part == part:
            for kind, figures in compared(case, language).items():
                summed[kind] += figures
    return summed


def mistakes(language: str, part: str) -> Iterator[str]:
    """Yield a line for each item that is missed or found in error."""
    for case in load_cases(language):
        if case.part != part:
            continue
        found = found_items(case.text, language)
        for kind in KINDS:
            got, gold = set(found[kind]), set(case.items.get(kind, []))
            for sign, items in (("-", gold - got), ("+", got - gold)):
                yield from (
                    f"{sign} {kind} {case.text[a:b]!r} {said}   in: {case.text[:60]}" for a, b, said in sorted(items)
                )
