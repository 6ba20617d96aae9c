"""Lessons for `sequence`: stories with the sentences that an editor chose, and what each sentence was worth to the editor.

A file of judgements has one JSON object a line; a sentence is `[document, index, start, end]`, in characters of the text:

    {"story": "ferry", "documents": ["f-1", "f-2"], "picks": [["f-2", 0, 0, 91]], "utility": [["f-2", 0, 0, 91, 10]],
     "outcome": [["f-2", 0, 0, 91]], "same": [[["f-2", 0, 0, 91], ["f-1", 4, 310, 402]]]}

`utility` is from 10 (must be told) to 1, all other sentences have none. `outcome` lists sentences that tell the newest
outcome, `same` groups that tell one fact. Sentences are matched by characters, so other boundaries do no harm.

Source: our own; utility after Radev, Jing, Styś and Tam (2004).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.errors import InputError
from meadow.model import Document, FloatArray
from meadow.rank import RANKERS
from meadow.recipe import DEFAULT_BUDGET, DEFAULT_RANK
from meadow.select.budget import Flags, LazyBudget
from meadow.select.sequence.features import Shortlist
from meadow.select.sequence.model import SequenceWeights
from meadow.select.sequence.search import find_shortlist
from meadow.vectors.view import StoryView, view_documents

HIGHEST = 10  # the worth of a sentence that must be told
_HALF = 0.5  # of the shorter sentence, from which on two sentences are one
# What a shortlist is taken by before there are weights: early sentences.
_EARLY = SequenceWeights({}, {"log_position": -1.0}, {})
_FIELDS = ("story", "documents", "picks", "utility", "outcome", "same")

_Marked = tuple[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class SequenceLesson:
    """A story with an editor's judgement, by the members of its shortlist.

    `worth` is from 0 to 1, `facts` the facts that each member tells, `outcome` which members tell the newest outcome, and
    `picks` the editor's own summary as far as it is in the shortlist; `best` is what the whole of it is worth.
    """

    name: str
    view: StoryView
    short: Shortlist
    worth: FloatArray
    facts: tuple[frozenset[object], ...]
    outcome: Flags
    picks: tuple[int, ...]
    best: float

    def gains(self, printed: Sequence[int]) -> FloatArray:
        """Return what each member adds to some that are printed: its worth, or nothing if its fact is told."""
        told = frozenset[object]().union(*(self.facts[member] for member in printed))
        return np.where([bool(facts) and facts <= told for facts in self.facts], 0.0, self.worth)

    def figures(self, members: Sequence[int]) -> dict[str, float]:
        """Return how close a summary comes to the editor's: utility, and shares of what is wrong with it."""
        value, told, twice = 0.0, frozenset[object](), False
        for place, member in enumerate(members):
            value += float(self.gains(members[:place])[member])
            twice |= bool(self.facts[member] & told)
            told |= self.facts[member]
        return {
            "utility": value / self.best,
            "first": float(bool(len(members)) and self.outcome[members[0]]),
            "empty": float(np.mean(self.worth[list(members)] == 0)) if len(members) else 0.0,
            "twice": float(twice),
        }


def read_lessons(lines: Iterable[str], documents: Iterable[Document]) -> list[SequenceLesson]:
    """Return the judgements of a file as lessons; those without picks teach nothing and are left out."""
    known = {document.id: document for document in documents}
    lessons = [lesson_of(row, known) for row in map(_row, lines) if row["picks"]]
    found = [lesson for lesson in lessons if lesson is not None]
    if not found:
        raise InputError("No judgement has picks to learn from.", advice="Give a file with one judgement a line.")
    return found


def lesson_of(row: Mapping[str, Any], known: Mapping[str, Document]) -> SequenceLesson | None:
    """Return a judgement as a lesson; None if no sentence of its story can be printed."""
    missing = next((each for each in row["documents"] if each not in known), None)
    if missing is not None:
        raise InputError(
            f"The judgement of {row['story']!r} names the document {missing!r}, which was not given.",
            given=missing, allowed="Every document of a judgement is among the paths.",
            advice="Give the files that the editors read.",
        )  # fmt: skip
    view = view_documents([known[each] for each in row["documents"]])
    lengths = view.counts("terms").lengths.tolist()
    budget = LazyBudget("words", int(DEFAULT_BUDGET.amount), len(view), lambda row: lengths[row] or None)
    short = find_shortlist(view, RANKERS.build(DEFAULT_RANK)(view), budget, _EARLY, first=100)
    return None if short is None else _judged(row, view, short)


def _judged(row: Mapping[str, Any], view: StoryView, short: Shortlist) -> SequenceLesson:
    worth = {_ref(each): float(each[4]) / HIGHEST for each in row["utility"]}
    spans = [*row["utility"], *row["picks"], *row["outcome"], *(each for group in row["same"] for each in group)]
    group_of = {_ref(each): number for number, group in enumerate(row["same"]) for each in group}
    refs = [_matched(view, member, spans) for member in short.candidates.rows.tolist()]
    outcome = {_ref(each) for each in row["outcome"]}
    picks = [_ref(each) for each in row["picks"]]
    places = [next((member for member, found in enumerate(refs) if pick in found), None) for pick in picks]
    told = {group_of.get(pick, pick): worth.get(pick, 0.0) for pick in reversed(picks)}
    return SequenceLesson(
        row["story"],
        view,
        short,
        np.array([max((worth.get(ref, 0.0) for ref in found), default=0.0) for found in refs]),
        tuple(frozenset(group_of.get(ref, ref) for ref in found if ref in worth) for found in refs),
        np.array([bool(found & outcome) for found in refs], dtype=np.bool_),
        tuple(place for place in places if place is not None),
        max(1 / HIGHEST, sum(told.values())),
    )


def _matched(view: StoryView, row: int, spans: Sequence[Sequence[Any]]) -> frozenset[_Marked]:
    """Return the editor's sentences that a sentence covers by half or more."""
    sentence = view.sentences[row]
    start, end = sentence.given or (sentence.start, sentence.end)
    return frozenset(
        _ref(each) for each in spans if each[0] == sentence.ref.document_id and _overlap(start, end, each[2], each[3])
    )


def _overlap(start: int, end: int, first: int, last: int) -> bool:
    return min(end, last) - max(start, first) > _HALF * min(end - start, last - first)


def _ref(each: Sequence[Any]) -> _Marked:
    return str(each[0]), int(each[1])


def _row(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InputError(f"A line of the judgements is not valid JSON ({error}).", given=line[:60]) from error
    lacking = [name for name in _FIELDS if not isinstance(row, dict) or name not in row]
    if lacking:
        raise InputError(
            f"A judgement has no {lacking[0]!r}.", given=line[:60], allowed=f"Every line has {', '.join(_FIELDS)}."
        )
    found: dict[str, Any] = row
    return found
