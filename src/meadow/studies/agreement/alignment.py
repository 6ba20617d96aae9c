"""Agreement about alignments: whether judges drew on the same sentences, and how much of one's abstract the other's covers.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 3; the measures are those of `meadow.lab.evaluate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from statistics import fmean

from meadow.lab.evaluate.coverage import coverage, minimum_cover
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.provenance import signature
from meadow.studies.agreement.concepts import dice
from meadow.studies.agreement.intervals import ALPHA_NOTE, DRAWN, alpha_entry
from meadow.studies.answers.alignment import SHARES, AbstractAnswers
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

_SEVERAL = 2
_COLUMNS = (
    Column("alpha", "higher"), Column("dice", "higher"), Column("coverage", "higher"), Column("judges", digits=0),
)  # fmt: skip

Gold = list[list[frozenset[int]]]


def alignment_tables(judged: Judged) -> tuple[Table, Table]:
    """Return how far judges drew on the same sentences, by item and length, and how long their abstracts are."""
    rows, sizes = [], []
    for material in judged.materials:
        answers = judged.answers(material)
        for length in SHARES:
            abstracts = {judge: each[length] for judge, each in answers.items()}
            labels = (material.name, length)
            if len(abstracts) >= _SEVERAL:
                rows.append(Row(labels, _agreement(material, abstracts)))
            sizes += [Row((*labels, judge), _sizes(abstract)) for judge, abstract in abstracts.items()]
    agreement = Table(
        "agreement", "How far abstracts rest on the same sentences", ("item", "length"), _COLUMNS, tuple(rows),
        notes=("Alpha and Dice: sentences in any source of an abstract. Coverage: how much of one abstract the"
               " smallest extract for another's could have produced, over ordered pairs of judges.", ALPHA_NOTE),
        signature=signature({"metric": "krippendorff_alpha+dice+coverage", **DRAWN}),
    )  # fmt: skip
    names = ("characters", "limit", "sentences", "sources", "questions")
    return agreement, Table(
        "abstracts", "Abstracts that judges wrote", ("item", "length", "judge"),
        tuple(Column(name, digits=0) for name in names), tuple(sizes),
    )  # fmt: skip


def _agreement(material: StudyMaterial, abstracts: Mapping[str, AbstractAnswers]) -> tuple[Entry, ...]:
    gold = {judge: _gold(material, abstract) for judge, abstract in abstracts.items()}
    used = {
        judge: {number for sets in sentences for each in sets for number in each} for judge, sentences in gold.items()
    }
    table = [[number in numbers for number in range(len(material.sentences))] for numbers in used.values()]
    shared = [dice(set(map(str, one)), set(map(str, two))) for one, two in combinations(used.values(), 2)]
    covers = [coverage(minimum_cover(one), two) for one, two in permutations(gold.values(), 2) if one and two]
    known = [value for value in shared if value is not None]
    means = (fmean(known) if known else None, fmean(covers) if covers else None)
    return (alpha_entry(table), *map(Entry, means), Entry(len(abstracts)))


def _gold(material: StudyMaterial, abstract: AbstractAnswers) -> Gold:
    sets = [
        [frozenset(material.places[ref] for ref in each) for each in part.alternatives] for part in abstract.sentences
    ]
    return [each for each in sets if each]


def _sizes(abstract: AbstractAnswers) -> tuple[Entry, ...]:
    sources = {ref for part in abstract.sentences for each in part.alternatives for ref in each}
    counts = (len(abstract.text), abstract.limit, len(abstract.sentences), len(sources), len(abstract.questions))
    return tuple(map(Entry, counts))
