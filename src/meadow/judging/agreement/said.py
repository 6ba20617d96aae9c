"""What judges said about one item, answer by answer, for the adjudicator who settles it: not only what is disputed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meadow.judging.agreement.disputed import Disputed, answers_about
from meadow.judging.answers.alignment import SHARES, AbstractAnswers, AbstractPart
from meadow.judging.judged import Judged
from meadow.judging.material import Material

_PARTS = ("abstract", "sources", "questions")


def said_about(judged: Judged, material: Material) -> tuple[Disputed, ...]:
    """Return what each judge who handed an item in said about each of its parts; no spread where all said the same."""
    if not judged.answers(material):
        return ()
    return tuple(_abstracts(judged, material) if judged.task == "alignment" else answers_about(judged, material))


def _abstracts(judged: Judged, material: Material) -> Iterator[Disputed]:
    answers: Mapping[str, Mapping[str, AbstractAnswers]] = judged.answers(material)
    for length in SHARES:
        by_judge = {judge: _told(material, each[length]) for judge, each in answers.items()}
        for at, part in enumerate(_PARTS):
            texts = {judge: each[at] for judge, each in by_judge.items()}
            spread = float(len(set(texts.values())) > 1)
            yield Disputed(material.id, (length, part), f"{length.capitalize()} abstract: {part}", texts, spread)


def _told(material: Material, abstract: AbstractAnswers) -> tuple[str, str, str]:
    sources = "; ".join(f"{number}: {_sources(material, part)}" for number, part in enumerate(abstract.sentences, 1))
    questions = " ".join(f"{each.text} {' / '.join(each.answers)}." for each in abstract.questions)
    return abstract.text, sources, questions


def _sources(material: Material, part: AbstractPart) -> str:
    """Return the alternative sets of sources by the numbers of sentences on the page, and the rank: `3 + 5 or 9, A`."""
    sets = (sorted(material.places[ref] + 1 for ref in each) for each in part.alternatives)
    numbers = " or ".join(" + ".join(map(str, each)) for each in sets)
    return f"{numbers or 'no source'}, {part.rank or 'no rank'}"
