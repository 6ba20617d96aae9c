"""One list of key concepts per topic from what several judges named: equal forms at once, the rest by hand.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3: lists were brought together and redundant concepts
collapsed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from meadow.model import Concept, ConceptKind
from meadow.studies.answer_slots import Values, folded
from meadow.studies.answers.concepts import KINDS, ConceptAnswers


def merged_concepts(answers: Mapping[str, ConceptAnswers], settled: Values) -> tuple[Concept, ...]:
    """Return the list that the adjudicator made, in slots `merged/KIND/K`; without one, the judges' lists as one.

    There equal forms count once, and those that most judges named come first.
    """
    made = {parts: answer for parts, answer in settled.items() if parts[0] == "merged"}
    return tuple(_settled(made, answers)) if made else tuple(_together(answers))


def named_by(answers: Mapping[str, ConceptAnswers], kind: ConceptKind) -> dict[str, dict[str, str]]:
    """Return who named each concept of a kind, and in which form: `{folded form: {judge: form}}`."""
    found: dict[str, dict[str, str]] = {}
    for judge, each in answers.items():
        for text in each.concepts.get(kind, ()):
            found.setdefault(folded(text), {})[judge] = text
    return found


def _together(answers: Mapping[str, ConceptAnswers]) -> Iterator[Concept]:
    for kind in KINDS:
        named = named_by(answers, kind)
        for key in sorted(named, key=lambda key: (-len(named[key]), key)):
            forms = tuple(dict.fromkeys(named[key].values()))
            yield Concept(forms[0], kind, forms, len(named[key]))


def _settled(made: Mapping[tuple[str, ...], Any], answers: Mapping[str, ConceptAnswers]) -> Iterator[Concept]:
    for kind in KINDS:
        named = named_by(answers, kind)
        entries = sorted((int(parts[2]), answer) for parts, answer in made.items() if parts[1] == kind)
        for _, answer in entries:
            forms = tuple(dict.fromkeys((answer["text"], *answer.get("aliases", ()))))
            judges = {judge for form in forms for judge in named.get(folded(form), ())}
            yield Concept(answer["text"], kind, forms, len(judges))
