"""The items that judges dispute most, with what each of them said: where an adjudicator should look first.

Each task has a spread that its answers allow: of scores and ratings the standard deviation, of pairs and groups the share of
judges outside the largest camp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import pstdev
from typing import Any

from meadow.model import SentenceRef
from meadow.studies.answers.concepts import KINDS
from meadow.studies.answers.grouping import GroupingAnswers
from meadow.studies.answers.headlines import SCALES
from meadow.studies.concept_lists import named_by
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key

MOST = 20
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Disputed:
    """Something that judges see differently: what it is, in words, what each said, and how far they are apart."""

    item: str
    slot: tuple[str, ...]
    subject: str
    answers: Mapping[str, str]
    spread: float


def most_disputed(judged: Judged, *, limit: int = MOST) -> tuple[Disputed, ...]:
    """Return what judges are furthest apart on, the widest first; what all see alike is left out."""
    disputes = [
        each
        for material in judged.materials
        if len(judged.answers(material)) >= _SEVERAL
        for each in answers_about(judged, material)
        if each.spread > 0
    ]
    return tuple(sorted(disputes, key=lambda each: -each.spread)[:limit])


def answers_about(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    """Yield all that judges were asked about an item and answered, in its order, with what each said."""
    return _FINDERS[judged.task](judged, material)


def _scores(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    for ref in material.places:
        given = {judge: each.scores[ref] for judge, each in answers.items() if ref in each.scores}
        if given:
            texts = {judge: str(score) for judge, score in given.items()}
            yield Disputed(
                material.id, ("utility", sentence_key(ref)), material.text_of(ref), texts, pstdev(given.values())
            )


def _pairs(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    asked = dict.fromkeys(pair for each in answers.values() for pair in each.pairs)
    for first, second in asked:
        # Who settled the first sentence without a word on the pair saw nothing between the two.
        texts = {judge: str(each.pairs.get((first, second), "none")) for judge, each in answers.items()}
        subject = f"{material.text_of(first)} / {material.text_of(second)}"
        slot = ("pair", sentence_key(first), sentence_key(second))
        yield Disputed(material.id, slot, subject, texts, _outside(Counter(texts.values())))


def _groups(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers: Mapping[str, GroupingAnswers] = judged.answers(material)
    companies = {judge: _company(each) for judge, each in answers.items()}
    for ref in material.places:
        camps = Counter(company.get(ref, frozenset()) for company in companies.values())
        texts = {judge: _company_text(material, ref, company.get(ref)) for judge, company in companies.items()}
        yield Disputed(material.id, ("group", sentence_key(ref)), material.text_of(ref), texts, _outside(camps))


def _ratings(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    for candidate in material.candidates:
        for scale in SCALES:
            rated = {judge: each.ratings.get(candidate.key, {}).get(scale) for judge, each in answers.items()}
            given = {judge: value for judge, value in rated.items() if value is not None}
            if given:
                texts = {judge: f"{scale} {value}" for judge, value in given.items()}
                yield Disputed(material.id, ("rating", candidate.key), candidate.text, texts, pstdev(given.values()))


def _named(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    for kind in KINDS:
        for forms in named_by(answers, kind).values():
            texts = {judge: forms.get(judge, "not named") for judge in answers}
            camps = Counter(judge in forms for judge in answers)
            yield Disputed(
                material.id, ("concept", kind), f"{kind}: {next(iter(forms.values()))}", texts, _outside(camps)
            )


def _sources(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    for length in ("short", "long"):
        used = {
            judge: {ref for part in each[length].sentences for sources in part.alternatives for ref in sources}
            for judge, each in answers.items()
        }
        for ref in (ref for ref in material.places if any(ref in refs for refs in used.values())):
            texts = {judge: "source" if ref in refs else "not used" for judge, refs in used.items()}
            yield Disputed(
                material.id, (length, "source"), material.text_of(ref), texts, _outside(Counter(texts.values()))
            )


def _taken(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers = judged.answers(material)
    for ref in (ref for ref in material.places if any(ref in each.refs for each in answers.values())):
        texts = {judge: "taken" if ref in each.refs else "left" for judge, each in answers.items()}
        slot = ("pick", sentence_key(ref))
        yield Disputed(material.id, slot, material.text_of(ref), texts, _outside(Counter(texts.values())))


def _company(answers: GroupingAnswers) -> dict[SentenceRef, frozenset[SentenceRef]]:
    return {ref: frozenset(group.members) for group in answers.groups for ref in group.members}


def _company_text(material: StudyMaterial, ref: SentenceRef, company: frozenset[SentenceRef] | None) -> str:
    if company is None:
        return "in no group"
    others = sorted(material.places[other] + 1 for other in company if other != ref)
    return f"with {', '.join(map(str, others))}" if others else "alone"


def _outside(camps: Counter[Any]) -> float:
    return 1 - max(camps.values()) / camps.total()


_FINDERS: Mapping[str, Callable[[Judged, StudyMaterial], Iterator[Disputed]]] = {
    "report": _taken,
    "utility": _scores,
    "subsumption": _pairs,
    "grouping": _groups,
    "headlines": _ratings,
    "concepts": _named,
    "alignment": _sources,
}
