"""How figures moved and where sources disagree, as every form of a brief says it: each value, who gives it and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from meadow.brief.places import Place, documents_by_id, find_document
from meadow.brief.wording import count_text, day_text, period_text, speaker
from meadow.model import CopyGroup, DisagreeingValue, Disagreement, Document, Movement, Report, Sentence, Summary
from meadow.text.printable import one_line
from meadow.text.sentences import document_sentences

MOVED, DISAGREE = "How figures moved", "Sources disagree"  # the two headings
_BOUNDS = {">=": "at least ", ">": "more than ", "<=": "up to ", "<": "under ", "~": "about "}
_WEEK = timedelta(days=7)
_SURE = 0.8  # a finding with a smaller chance is printed with it


class CitedEvidence(NamedTuple):
    """A value as it is printed, who gives it and when, whether it is merely an earlier one, and its sentences."""

    value: str
    support: str
    superseded: bool
    places: tuple[Place, ...] = ()


def claims(
    found: Disagreement | Movement, documents: Iterable[Document], copies: Sequence[CopyGroup] = ()
) -> list[CitedEvidence]:
    """Return each value with who gives it, when and where: 2 articles, 3 Mar 2026: Harbour Wire (sentence 2)."""
    by_id = documents_by_id(documents)
    copied = {copy for group in copies for copy in group.copies}
    return [
        CitedEvidence(_value_text(each), _support(each, by_id, copied), each.superseded, _places(each, by_id))
        for each in found.values
    ]


def name_of(found: Disagreement | Movement) -> str:
    """Return what a finding is about, with its chance where that is small."""
    return one_line(found.what) + ("" if found.chance >= _SURE else f" (chance {found.chance:.2f})")


def steps(movement: Movement) -> list[tuple[str, bool]]:
    """Return the values of a movement with their days, oldest first, and which are in force: 12 (Mon), now 14 (Tue)."""
    times = [each.first for each in movement.values if each.first is not None]
    within_a_week = bool(times) and max(times) - min(times) < _WEEK
    shown = []
    for each in movement.values:
        day = None if each.first is None else f"{each.first:%a}" if within_a_week else day_text(each.first.date())
        text = _value_text(each) + ("" if day is None else f" ({day})")
        shown.append((text if each.superseded else f"now {text}", not each.superseded))
    return shown


def moved_text(movement: Movement) -> str:
    """Return a movement as one line: 12 (Mon) → 14 (Tue) → now 17 (Thu)."""
    return " → ".join(text for text, _ in steps(movement))


def evidence_of(found: Summary | Report, documents: Iterable[Document]) -> dict[str, Sequence[Sentence]]:
    """Return the sentences of every document that gives a value which moved or is disputed, each split once."""
    by_id = documents_by_id(documents)
    findings: tuple[Movement | Disagreement, ...] = (*found.moved, *found.disagreements)
    named = {ref.document_id for each in findings for value in each.values for ref in value.refs}
    return {name: document_sentences(find_document(name, by_id)) for name in sorted(named)}


def _value_text(given: DisagreeingValue) -> str:
    return f"{_BOUNDS.get(given.bound or '', '')}{one_line(given.value)}"


def _support(given: DisagreeingValue, by_id: Mapping[str, Document], copied: set[str]) -> str:
    """Return how many articles give a value, copies counted separately, on which days, and who says so where."""
    behind = [find_document(name, by_id) for name in given.document_ids]
    copies = sum(document.id in copied for document in behind)
    # Where the first to print a text is not among them, one of its copies counts as the original.
    originals = max(len(behind) - copies, 1)
    counted = count_text(originals, "article")
    if len(behind) > originals:
        counted += f" and {count_text(len(behind) - originals, 'copy', 'copies')}"
    named = ", ".join(dict.fromkeys(f"{speaker(document)}{_where(given, document)}" for document in behind))
    voices = f"; according to {', '.join(map(one_line, given.voices))}" if given.voices else ""
    return f"{counted}, {period_text(behind)}: {named}{voices}"


def _where(given: DisagreeingValue, document: Document) -> str:
    """Return the sentences of a document that give a value; one that none of its sentences gives has it in the title."""
    numbers = [str(ref.index + 1) for ref in given.refs if ref.document_id == document.id]
    if not numbers:
        return " (title)" if given.refs else ""
    return f" (sentence{'s' if len(numbers) > 1 else ''} {', '.join(numbers)})"


def _places(given: DisagreeingValue, by_id: Mapping[str, Document]) -> tuple[Place, ...]:
    return tuple(Place(find_document(ref.document_id, by_id), ref.index) for ref in given.refs)
