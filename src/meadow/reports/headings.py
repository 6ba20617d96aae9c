"""Headings of a report: days for a topic that evolves, instances for one that collects cases.

A topic collects cases ("hunger strikes") when no name holds its documents together and most of them have a place or a
name of their own. A document's instance is the name that it mentions most and the others least; places come first.

Source: our own; the two kinds of topics are those of Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.1.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from meadow.errors import check_choice
from meadow.model import Section
from meadow.reports.mentions import spelling_key
from meadow.reports.named import read_names
from meadow.reports.synthesis import day_of
from meadow.text.phrases import Name
from meadow.text.tokens import words
from meadow.vectors.view import StoryView

By = Literal["auto", "time", "instances"]
WAYS = ("auto", "time", "instances")
ANSWER = "Answer"
IN_SHORT = "In short"
NEAREST = "What comes nearest"
OTHER = "Other cases"
UNDATED = "Undated"
_OPENING = 2  # sentences at the head of an article, where it says what case it is about
_HELD_TOGETHER = 0.5  # a name in more of the documents makes them one topic that evolves
_FEWEST_INSTANCES = 3
_PLACED = 0.6  # of the documents must have an instance
_WEIGHTS = {"place": 2.0, "organisation": 1.0, "person": 0.7, "other": 1.0}


def make_sections(view: StoryView, rows: Sequence[int], question: str, *, by: str = "auto") -> tuple[Section, ...]:
    """Return rows under headings: by day or by instance, as asked for or as the documents suggest; in time order within."""
    check_choice("way to group a report", by, WAYS)
    ordered = sorted(rows)
    if not ordered:
        return ()
    instances = {} if by == "time" else _instances(view, ordered, question, forced=by == "instances")
    return _by_instance(view, ordered, instances) if instances else _by_day(view, ordered)


def _by_day(view: StoryView, rows: Sequence[int]) -> tuple[Section, ...]:
    days: dict[str, list[int]] = {}
    for row in rows:
        day = day_of(view, row)
        days.setdefault(UNDATED if day is None else day.isoformat(), []).append(row)
    # Time order is that of one clock; an article of another zone may bear yesterday's date.
    ordered = sorted(days, key=lambda day: (day == UNDATED, day))
    return tuple(_section(view, day, "undated" if day == UNDATED else "day", days[day]) for day in ordered)


def _by_instance(view: StoryView, rows: Sequence[int], instances: Mapping[int, str]) -> tuple[Section, ...]:
    cases: dict[str, list[int]] = {}
    for row in rows:
        cases.setdefault(instances.get(int(view.document_of[row]), OTHER), []).append(row)
    named = [_section(view, name, "instance", case_rows) for name, case_rows in cases.items() if name != OTHER]
    return (*named, *([_section(view, OTHER, "other", cases[OTHER])] if OTHER in cases else []))


def _section(
    view: StoryView, heading: str, kind: Literal["day", "instance", "other", "undated"], rows: Sequence[int]
) -> Section:
    return Section(heading, kind, tuple(view.sentences[row].ref for row in rows))


def _instances(view: StoryView, rows: Sequence[int], question: str, *, forced: bool) -> dict[int, str]:
    """Return the instance of each document by its number; nothing where the topic does not collect cases."""
    documents = {int(view.document_of[row]) for row in rows}
    read = read_names(view, _read_rows(view, rows, documents))
    holders = [{int(view.document_of[row]) for row in name_rows} for _, name_rows in read]
    together = max((len(holding) for holding in holders), default=0)
    if not forced and (len(documents) < _FEWEST_INSTANCES or together > _HELD_TOGETHER * len(documents)):
        return {}
    found = _own_names(view, documents, read, question)
    if not forced and (len(set(found.values())) < _FEWEST_INSTANCES or len(found) < _PLACED * len(documents)):
        return {}
    return found


def _read_rows(view: StoryView, rows: Sequence[int], documents: set[int]) -> list[int]:
    heads = [
        row
        for row, (document, number) in enumerate(zip(view.document_of.tolist(), view.number.tolist(), strict=True))
        if document in documents and number <= _OPENING
    ]
    return sorted({*rows, *heads})


def _own_names(
    view: StoryView, documents: set[int], read: Sequence[tuple[Name, list[int]]], question: str
) -> dict[int, str]:
    """Return for each document the name that is most its own and not in the question."""
    asked = {word for language in dict.fromkeys(view.languages) for word in words(question, language)}
    outlets = {spelling_key(each.source) for each in view.documents if each.source is not None}
    best: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for name, rows in read:
        if asked.intersection(words(name.text, view.language)) or spelling_key(name.text) in outlets:
            continue
        mentions = Counter(int(view.document_of[row]) for row in rows)
        rarity = math.log1p(len(documents) / len(mentions)) * _WEIGHTS[name.kind]
        for document, times in mentions.items():
            best[document].append((times * rarity, " ".join(name.text.split())))
    return {document: min(names, key=lambda each: (-each[0], each[1]))[1] for document, names in best.items()}
