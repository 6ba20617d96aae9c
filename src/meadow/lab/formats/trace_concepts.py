"""One list of key concepts out of many: what people named in the same words is one concept.

Words are the same without regard to case, accents and endings: forms with equal lemmas would be counted as one anyway
(`meadow.lab.evaluate.key_concepts`). Concepts that are one in other words ("war", "conflict") are joined by naming one of
them with the other as an alias, which is how people collapse them by hand.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3; the rule of equal words is our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from meadow.errors import ReadError
from meadow.lab.evaluate.lemmas import sentence_lemmas
from meadow.lab.formats.trace_events import Placed, TraceEvent
from meadow.model import Concept, ConceptKind
from meadow.reports.mentions import spelling_key


def merge_concepts(events: Sequence[Placed], language: str) -> tuple[Concept, ...]:
    """Return the concepts of a topic in the order of their first naming; `count` is how many people named each.

    A concept's text is what most called it, and its kind the one that most gave it; the first wins among equals.
    """
    groups: list[tuple[set[object], list[TraceEvent]]] = []
    for place, event in events:
        keys = {key for form in _forms(event) for key in _keys(form, language, place)}
        touched = [group for group in groups if group[0] & keys]
        joined = (
            keys.union(*(known for known, _ in touched)),
            [*(each for _, named in touched for each in named), event],
        )
        at = groups.index(touched[0]) if touched else len(groups)
        groups = [group for group in groups if not any(group is other for other in touched)]
        groups.insert(at, joined)
    return tuple(_concept(named) for _, named in groups)


def _concept(events: Sequence[TraceEvent]) -> Concept:
    texts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for event in events:
        texts[_text(event)] += event.people
        kinds[event.kind or ""] += event.people
    text = texts.most_common(1)[0][0]
    forms = dict.fromkeys((text, *(form for event in events for form in _forms(event))))
    people = {event.user for event in events if event.user is not None}
    listed = sum(event.people for event in events if event.user is None)
    return Concept(text, cast("ConceptKind", kinds.most_common(1)[0][0]), tuple(forms), len(people) + listed)


def _forms(event: TraceEvent) -> tuple[str, ...]:
    return (_text(event), *(" ".join(alias.split()) for alias in event.aliases))


def _text(event: TraceEvent) -> str:
    return " ".join((event.text or "").split())


def _keys(form: str, language: str, place: str) -> tuple[object, ...]:
    lemmas = sentence_lemmas(form, language)
    if not lemmas:
        raise ReadError(place, f"the concept {form!r} holds no word")
    return spelling_key(form), lemmas
