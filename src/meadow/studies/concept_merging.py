"""One list of key concepts per topic, made by hand with suggestions: which forms are one, and why that may be so.

The list is in slots `merged/KIND/K` of the adjudicator, each `{"text", "aliases"}`. Every step is a change of slots, so
it is in the log and can be undone like any other.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3; the suggestions are our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from meadow.errors import AnswerError
from meadow.lab.evaluate.lemmas import content_lemmas
from meadow.model import Concept, ConceptKind
from meadow.reports.duplicates import suggest_collapses
from meadow.studies.answer_slots import folded
from meadow.studies.answers.concepts import KINDS, ConceptAnswers
from meadow.studies.concept_lists import merged_concepts, named_by

LONGEST_TEXT = 300
MOST = 1_000
Changes = dict[str, Any]  # by slot, without the item; None empties it


@dataclass(frozen=True, slots=True)
class MergedConcepts:
    """An entry of the merged list: its slot, its name, and its other forms."""

    kind: ConceptKind
    number: int
    text: str
    aliases: tuple[str, ...]

    @property
    def slot(self) -> str:
        """The slot that holds it."""
        return f"merged/{self.kind}/{self.number}"

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms, the name first."""
        return tuple(dict.fromkeys((self.text, *self.aliases)))


@dataclass(frozen=True, slots=True)
class Joinable:
    """Two entries that may be one, and why."""

    first: MergedConcepts
    second: MergedConcepts
    reason: str


def merged_list(values: Mapping[str, Any]) -> tuple[MergedConcepts, ...]:
    """Return the entries of the list, by kind and number; `values` are by slot without the item."""
    entries = []
    for slot, entry in values.items():
        part, _, rest = slot.partition("/")
        kind, _, number = rest.partition("/")
        if part == "merged" and kind in KINDS and number.isdecimal():
            entries.append(MergedConcepts(kind, int(number), entry["text"], tuple(entry.get("aliases", ()))))
    return tuple(sorted(entries, key=lambda each: (KINDS.index(each.kind), each.number)))


def begin(answers: Mapping[str, ConceptAnswers]) -> Changes:
    """Return the list to begin with: all that people named, equal forms as one."""
    made: Changes = {}
    for kind in KINDS:
        concepts = [each for each in merged_concepts(answers, {}) if each.kind == kind]
        for number, each in enumerate(concepts):
            aliases = [form for form in each.aliases if form != each.text]
            made[f"merged/{kind}/{number}"] = {"text": each.text, "aliases": aliases}
    return made


def join(first: MergedConcepts, second: MergedConcepts) -> Changes:
    """Return what makes one entry of two: the first keeps its name."""
    aliases = [form for form in dict.fromkeys((*first.forms, *second.forms)) if form != first.text]
    return {first.slot: {"text": first.text, "aliases": aliases}, second.slot: None}


def part(entry: MergedConcepts, listed: Sequence[MergedConcepts]) -> Changes:
    """Return what takes an entry apart: each of its forms on its own."""
    free = max((each.number for each in listed if each.kind == entry.kind), default=-1) + 1
    alone = {entry.slot: {"text": entry.text, "aliases": []}}
    others = {
        f"merged/{entry.kind}/{free + at}": {"text": text, "aliases": []} for at, text in enumerate(entry.forms[1:])
    }
    return alone | others


def left_out(listed: Sequence[MergedConcepts], answers: Mapping[str, ConceptAnswers]) -> Changes:
    """Return what adds the forms that people named and the list does not have, as when someone handed in later."""
    made: Changes = {}
    for kind in KINDS:
        entries = [each for each in listed if each.kind == kind]
        known = {folded(form) for each in entries for form in each.forms}
        free = max((each.number for each in entries), default=-1) + 1
        new = [next(iter(forms.values())) for key, forms in named_by(answers, kind).items() if key not in known]
        made |= {f"merged/{kind}/{free + at}": {"text": text, "aliases": []} for at, text in enumerate(new)}
    return made


def suggestions(listed: Sequence[MergedConcepts], language: str) -> tuple[Joinable, ...]:
    """Return entries of one kind that may be one: by a shared form, by stems, by containment, as an abbreviation."""
    return tuple(each for kind in KINDS for each in _of_kind([one for one in listed if one.kind == kind], language))


def _of_kind(listed: Sequence[MergedConcepts], language: str) -> Iterator[Joinable]:
    concepts = {id_: Concept(each.text, each.kind, each.forms, 1) for id_, each in enumerate(listed)}
    by_concept = {id(concept): at for at, concept in concepts.items()}
    seen = set()
    for collapse in suggest_collapses(list(concepts.values())):
        pair = by_concept[id(collapse.first)], by_concept[id(collapse.second)]
        seen.add(pair)
        yield Joinable(listed[pair[0]], listed[pair[1]], collapse.reason)
    stems = [{frozenset(content_lemmas(form, language)) for form in each.forms} for each in listed]
    for one, two in combinations(range(len(listed)), 2):
        if (one, two) not in seen and (stems[one] & stems[two]) - {frozenset()}:
            yield Joinable(listed[one], listed[two], "the same words in other forms or another order")


def check_merged(rest: str, answer: Any) -> None:
    """Raise an error for an answer that a slot of the merged list does not take; `rest` is `KIND/K`."""
    kind, _, number = rest.partition("/")
    if kind not in KINDS or not number.isdecimal() or int(number) >= MOST:
        raise AnswerError(
            f"The merged list has no slot {rest!r}.", given=rest, allowed=f"{', '.join(KINDS)}, and a number."
        )
    if answer is None:
        return
    texts = [answer.get("text"), *answer.get("aliases", [])] if _is_entry(answer) else [None]
    if any(not isinstance(each, str) or not each.strip() or len(each) > LONGEST_TEXT for each in texts):
        raise AnswerError("This is no concept.", given=repr(answer)[:80], allowed='{"text": …, "aliases": [ … ]}')


def _is_entry(answer: Any) -> bool:
    return (
        isinstance(answer, dict) and set(answer) <= {"text", "aliases"} and isinstance(answer.get("aliases", []), list)
    )
