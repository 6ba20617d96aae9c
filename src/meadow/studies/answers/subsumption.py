"""Subsumption: which sentence says all that another says, pair by pair; sentences that cover each other are equal.

A pair has one slot, `pair/S/S2`, where S precedes S2 in the item: "covers" (S says all that S2 says), "covered" (S2
says all that S says), "equal" or "none". `settled/S` says that no other sentence covers S, beyond the pairs that say so.

Source: Radev, Jing, Styś and Tam (2004), sections 2.2 and 5.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from meadow.errors import AnswerError
from meadow.lab.evaluate.subsumption import equivalence_classes
from meadow.model import SentenceRef
from meadow.studies.answer_slots import Parts, Values, bad_answer, parse_sentence, unknown_slot
from meadow.studies.answers.kind import SKIP, AnswerKind, checked_everywhere, counted, is_skipped
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key

Relation = Literal["covers", "covered", "equal", "none"]
_TURNED: Mapping[str, Relation] = {"covers": "covered", "covered": "covers", "equal": "equal", "none": "none"}

Pair = tuple[SentenceRef, SentenceRef]


@dataclass(frozen=True, slots=True)
class SubsumptionAnswers:
    """A judge's answers about pairs, the earlier sentence first, and the sentences that are settled.

    `links` are pairs (a, b): a is subsumed by b. `classes` are the sentences that cover each other, round a circle too.
    """

    pairs: Mapping[Pair, Relation]
    settled: frozenset[SentenceRef]
    skipped: frozenset[SentenceRef]
    links: frozenset[Pair]
    classes: tuple[tuple[SentenceRef, ...], ...]

    def by(self, ref: SentenceRef) -> frozenset[SentenceRef]:
        """Return the sentences that the judge named as saying all that this one says."""
        return frozenset(target for source, target in self.links if source == ref)


def pair_parts(
    material: StudyMaterial, first: SentenceRef, second: SentenceRef, relation: Relation
) -> tuple[Parts, Relation]:
    """Return the slot of a pair and the answer in it, from a relation as seen from the first sentence."""
    if material.places[first] < material.places[second]:
        return ("pair", sentence_key(first), sentence_key(second)), relation
    return ("pair", sentence_key(second), sentence_key(first)), _TURNED[relation]


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer relates two sentences of the item, or settles one."""
    if checked_everywhere(material, parts, answer):
        return
    if len(parts) == 3 and parts[0] == "pair":
        _check_pair(material, parts, answer)
    elif len(parts) == 2 and parts[0] == "settled":
        parse_sentence(parts[1], material)
        if answer is not True:
            raise bad_answer(parts, answer, "true, or null to take it up again.")
    else:
        allowed = "pair/SENTENCE/SENTENCE, settled/SENTENCE, skip/SENTENCE, skip, submitted"
        raise unknown_slot(parts, "subsumption", allowed)


def read(material: StudyMaterial, values: Values) -> SubsumptionAnswers:
    """Return what a judge said of an item's sentences."""
    pairs: dict[Pair, Relation] = {}
    settled, skipped = set(), set()
    for parts, answer in values.items():
        if parts[0] == "pair":
            pairs[parse_sentence(parts[1], material), parse_sentence(parts[2], material)] = answer
        elif parts[0] == "settled":
            settled.add(parse_sentence(parts[1], material))
        elif parts[0] == SKIP and len(parts) == 2:
            skipped.add(parse_sentence(parts[1], material))
    links = frozenset(link for pair, relation in pairs.items() for link in _links(pair, relation))
    return SubsumptionAnswers(pairs, frozenset(settled), frozenset(skipped), links, _classes(material, links))


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the item can be handed in."""
    answered, total = done(material, values)
    if is_skipped(values) or answered == total:
        return ()
    answers = read(material, values)
    first = next(ref for ref in material.places if ref not in answers.settled | answers.skipped)
    return (
        f"{counted(total - answered, 'sentence')} not settled; the first is sentence {material.places[first] + 1}.",
    )


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many sentences are settled or skipped, and how many there are."""
    answers = read(material, values)
    return len(answers.settled | answers.skipped), len(material.sentences)


def _check_pair(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    first, second = parse_sentence(parts[1], material), parse_sentence(parts[2], material)
    if material.places[first] >= material.places[second]:
        raise AnswerError(
            f"The pair {parts[1]!r}, {parts[2]!r} is not in the order of the item.",
            given="/".join(parts),
            allowed="The sentence that comes first in the item is named first, and no sentence is paired with itself.",
            advice='Turn the pair round, and with it "covers" into "covered".',
        )
    if answer not in _TURNED:
        raise bad_answer(parts, answer, f"One of {', '.join(_TURNED)}, or null to take it back.")


def _links(pair: Pair, relation: Relation) -> list[Pair]:
    first, second = pair
    forward = [(first, second)] if relation in ("covered", "equal") else []
    return forward + ([(second, first)] if relation in ("covers", "equal") else [])


def _classes(material: StudyMaterial, links: frozenset[Pair]) -> tuple[tuple[SentenceRef, ...], ...]:
    refs, number_of = list(material.places), material.places
    groups = equivalence_classes(((number_of[a], number_of[b]) for a, b in links), len(refs))
    return tuple(tuple(refs[number] for number in sorted(group)) for group in groups if len(group) > 1)


SUBSUMPTION = AnswerKind("subsumption", check, read, missing, done)
