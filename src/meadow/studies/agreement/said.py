"""What judges said about one item, answer by answer, for the adjudicator who settles it: not only what is disputed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from meadow.studies.agreement.disputed import Disputed, answers_about
from meadow.studies.answers.alignment import SHARES, AbstractAnswers, AbstractPart
from meadow.studies.answers.grouping import GroupingAnswers
from meadow.studies.answers.headlines import HeadlineAnswers
from meadow.studies.answers.utility import UtilityAnswers
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key

_PARTS = ("abstract", "sources", "questions")


def said_about(judged: Judged, material: StudyMaterial) -> tuple[Disputed, ...]:
    """Return what each judge who handed an item in said about each of its parts; no spread where all said the same."""
    if not judged.answers(material):
        return ()
    return tuple(_TELLERS.get(judged.task, answers_about)(judged, material))


def _scores(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    """Yield the scores of each sentence; a judge who could not judge it is named as well."""
    answers: Mapping[str, UtilityAnswers] = judged.answers(material)
    for ref in material.places:
        given = {judge: each.scores.get(ref) for judge, each in answers.items()}
        texts = {judge: "cannot judge it" if score is None else str(score) for judge, score in given.items()}
        yield Disputed(material.id, ("utility", sentence_key(ref)), material.text_of(ref), texts, _differing(texts))


def _groups(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    """Yield the company of each sentence, and the rank of its group; judges differ where the company does."""
    answers: Mapping[str, GroupingAnswers] = judged.answers(material)
    ranked = {
        judge: {
            sentence_key(ref): f" (group {number}{', its label' if ref == group.label else ''})"
            for number, group in enumerate(each.groups, 1)
            for ref in group.members
        }
        for judge, each in answers.items()
    }
    for each in answers_about(judged, material):
        key = each.slot[1]
        texts = {judge: f"{text}{ranked[judge].get(key, '')}" for judge, text in each.answers.items()}
        yield Disputed(each.item, each.slot, each.subject, texts, each.spread)


def _headlines(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    """Yield the headlines that judges wrote, on which nobody is asked to agree, and all ratings."""
    answers: Mapping[str, HeadlineAnswers] = judged.answers(material)
    written = {judge: each.written for judge, each in answers.items() if each.written is not None}
    if written:
        yield Disputed(material.id, ("written",), "Headlines of the judges", written, 0.0)
    yield from answers_about(judged, material)


def _abstracts(judged: Judged, material: StudyMaterial) -> Iterator[Disputed]:
    answers: Mapping[str, Mapping[str, AbstractAnswers]] = judged.answers(material)
    for length in SHARES:
        by_judge = {judge: _abstract_text(material, each[length]) for judge, each in answers.items()}
        for at, part in enumerate(_PARTS):
            texts = {judge: each[at] for judge, each in by_judge.items()}
            subject = f"{length.capitalize()} abstract: {part}"
            yield Disputed(material.id, (length, part), subject, texts, _differing(texts))


def _abstract_text(material: StudyMaterial, abstract: AbstractAnswers) -> tuple[str, str, str]:
    sources = "; ".join(f"{number}: {_sources(material, part)}" for number, part in enumerate(abstract.sentences, 1))
    questions = " ".join(f"{each.text} {' / '.join(each.answers)}." for each in abstract.questions)
    return abstract.text, sources, questions


def _sources(material: StudyMaterial, part: AbstractPart) -> str:
    """Return the alternative sets of sources by the numbers of sentences on the page, and the rank: `3 + 5 or 9, A`."""
    sets = (sorted(material.places[ref] + 1 for ref in each) for each in part.alternatives)
    numbers = " or ".join(" + ".join(map(str, each)) for each in sets)
    return f"{numbers or 'no source'}, {part.rank or 'no rank'}"


def _differing(texts: Mapping[str, str]) -> float:
    return float(len(set(texts.values())) > 1)


_TELLERS: Mapping[str, Callable[[Judged, StudyMaterial], Iterator[Disputed]]] = {
    "utility": _scores,
    "grouping": _groups,
    "headlines": _headlines,
    "alignment": _abstracts,
}
