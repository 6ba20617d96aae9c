"""Grouping: sentences that share information in groups, each with a label, the most important group first.

`group/S` holds the key of a group, or "aside" for a sentence that belongs to none; `label/G` the sentence that speaks for a
group; `ranking` the groups in order. Sentences that are in no group when the item is handed in are irrelevant.

Source: Geiss (2009), sections 3 and 4; the rules that can be checked are those of `meadow.lab.clustering_rules`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from meadow.lab.clustering_rules import BrokenRule, broken_rules
from meadow.model import SentenceRef
from meadow.studies.answer_slots import Parts, Values, bad_answer, parse_sentence, unknown_slot
from meadow.studies.answers.kind import AnswerKind, checked_everywhere, counted, is_skipped
from meadow.studies.material import StudyMaterial

ASIDE = "aside"
_KEY = re.compile(r"[A-Za-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class KeyedGroup:
    """A group under the key that a judge's page gave it; `ranked` says whether the judge has put it in order."""

    key: str
    members: tuple[SentenceRef, ...]
    label: SentenceRef | None
    ranked: bool


@dataclass(frozen=True, slots=True)
class GroupingAnswers:
    """A judge's groups, ranked ones first, what they set aside, and what they have not touched."""

    groups: tuple[KeyedGroup, ...]
    aside: tuple[SentenceRef, ...]
    untouched: tuple[SentenceRef, ...]

    @property
    def faults(self) -> tuple[BrokenRule, ...]:
        """The hard rules that the groups break, as `meadow lab check` reports them; every group needs a label."""
        members = [group.members for group in self.groups]
        return broken_rules(members, [group.label for group in self.groups], labelled=True)

    def labels(self, material: StudyMaterial) -> list[str | None]:
        """Return the group of each sentence of the item, None for those in none: what clusterings are compared by."""
        of = {ref: group.key for group in self.groups for ref in group.members}
        return [of.get(ref) for ref in material.places]


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer puts a sentence into a group, labels one or ranks them."""
    if checked_everywhere(material, parts, answer):
        return
    if len(parts) == 2 and parts[0] == "group":
        parse_sentence(parts[1], material)
        if not _is_key(answer):
            raise bad_answer(parts, answer, f'The key of a group (letters, digits, "-"), "{ASIDE}", or null.')
    elif len(parts) == 2 and parts[0] == "label" and _is_key(parts[1]):
        parse_sentence(answer, material)
    elif parts == ("ranking",):
        _check_ranking(parts, answer)
    else:
        allowed = "group/SENTENCE, label/GROUP, ranking, skip/SENTENCE, skip, submitted"
        raise unknown_slot(parts, "grouping", allowed)


def read(material: StudyMaterial, values: Values) -> GroupingAnswers:
    """Return a judge's groups: in the order of the ranking, then those without a rank by their first sentence."""
    group_of = {parse_sentence(parts[1], material): key for parts, key in values.items() if parts[0] == "group"}
    members: dict[str, list[SentenceRef]] = {}
    for ref in material.places:
        if group_of.get(ref, ASIDE) != ASIDE:
            members.setdefault(group_of[ref], []).append(ref)
    ranking = [key for key in values.get(("ranking",), ()) if key in members]
    order = dict.fromkeys([*ranking, *members])
    groups = (
        KeyedGroup(key, tuple(members[key]), _label(material, values, key), ranked=key in ranking) for key in order
    )
    aside = tuple(ref for ref in material.places if group_of.get(ref) == ASIDE)
    return GroupingAnswers(tuple(groups), aside, tuple(ref for ref in material.places if ref not in group_of))


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return the rules that are broken and the steps left out; sentences in no group are irrelevant, which is an answer."""
    if is_skipped(values):
        return ()
    answers = read(material, values)
    if not answers.groups:
        return ("No group yet: make one, or skip the item and say why.",)
    unranked = sum(not group.ranked for group in answers.groups)
    ranks = (f"{counted(unranked, 'group')} without a rank.",) if unranked else ()
    return (*(f"{fault.problem} {fault.advice}" for fault in answers.faults), *ranks)


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many sentences are in a group or set aside, and how many there are."""
    total = len(material.sentences)
    return total - len(read(material, values).untouched), total


def _label(material: StudyMaterial, values: Values, key: str) -> SentenceRef | None:
    named = values.get(("label", key))
    return None if named is None else parse_sentence(named, material)


def _is_key(text: Any) -> bool:
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def _check_ranking(parts: Parts, answer: Any) -> None:
    keys = answer if isinstance(answer, list) else [None]
    if not all(map(_is_key, keys)) or ASIDE in keys or len(set(keys)) < len(keys):
        raise bad_answer(parts, answer, "A list of keys of groups, each once, the most important first.")


GROUPING = AnswerKind("grouping", check, read, missing, done)
