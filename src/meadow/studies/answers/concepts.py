"""Key concepts: people, organisations and key factors of a topic, at most eight of each, in a judge's own words.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from meadow.model import ConceptKind
from meadow.studies.answer_slots import Parts, Values, unknown_slot
from meadow.studies.answers.kind import AnswerKind, check_text, checked_everywhere, is_skipped
from meadow.studies.material import StudyMaterial

KINDS: tuple[ConceptKind, ...] = get_args(ConceptKind)
SLOTS = 8
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class ConceptAnswers:
    """The concepts that a judge named, kind by kind, in the order of their slots."""

    concepts: Mapping[ConceptKind, tuple[str, ...]]

    @property
    def count(self) -> int:
        """The number of concepts."""
        return sum(map(len, self.concepts.values()))


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer is the text of one of the eight slots of a kind."""
    if checked_everywhere(material, parts, answer):
        return
    if not is_concept(parts):
        raise unknown_slot(parts, "concepts", f"concept/{'|'.join(KINDS)}/0…{SLOTS - 1}, skip, submitted")
    check_text(parts, answer, longest=_LONGEST)


def is_concept(parts: Parts) -> bool:
    """Return whether a slot holds a concept: `concept/KIND/K`, K from 0 to 7."""
    numbers = [str(number) for number in range(SLOTS)]
    return len(parts) == 3 and parts[0] == "concept" and parts[1] in KINDS and parts[2] in numbers


def read(material: StudyMaterial, values: Values) -> ConceptAnswers:
    """Return the concepts that a judge named, each once."""
    del material  # concepts are in the judge's own words
    slots = sorted(parts for parts in values if is_concept(parts))
    named = {kind: [values[parts].strip() for parts in slots if parts[1] == kind] for kind in KINDS}
    return ConceptAnswers({kind: tuple(dict.fromkeys(texts)) for kind, texts in named.items()})


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the item can be handed in: at least one concept, none of them twice."""
    if is_skipped(values):
        return ()
    if not read(material, values).count:
        return ("No concept yet: name at least one person, organisation or factor, or skip the item and say why.",)
    return tuple(_repeats(values))


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many slots are filled, and how many there are; no judge has to fill all."""
    return read(material, values).count, SLOTS * len(KINDS)


def _repeats(values: Values) -> Iterator[str]:
    seen: dict[tuple[str, str], str] = {}
    for parts in sorted(parts for parts in values if is_concept(parts)):
        text = values[parts].strip()
        if seen.setdefault((parts[1], text.casefold()), parts[2]) != parts[2]:
            yield f"{text!r} is given twice among the {parts[1]} slots; once is enough."


CONCEPTS = AnswerKind("concepts", check, read, missing, done)
