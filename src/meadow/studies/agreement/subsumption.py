"""Agreement about subsumption: on how many sentences how many judges name one subsumer ("+") or none ("−").

Source: Radev, Jing, Styś and Tam (2004), Tables 8 and 9 (M13).
"""

from __future__ import annotations

from collections.abc import Mapping

from meadow.lab.evaluate.subsumption import agreement_levels, agreement_scores
from meadow.lab.kinds.subsumption_agreement import SCORES, SCORES_NOTE, level_columns, score_entries, sentence_name
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.model import SentenceRef
from meadow.provenance import signature
from meadow.studies.agreement.intervals import ALPHA_NOTE, DRAWN, alpha_entry
from meadow.studies.answers.subsumption import SubsumptionAnswers
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

_SEVERAL = 2


def subsumption_tables(judged: Judged) -> tuple[Table, Table]:
    """Return how many sentences each number of judges agrees on, item by item, and the score of each sentence."""
    said = {material: _asked(material, judged.answers(material)) for material in judged.materials}
    able = {material: answers for material, answers in said.items() if answers}
    most = max((len(next(iter(answers.values()))) for answers in able.values()), default=_SEVERAL)
    columns = level_columns(range(most, 0, -1))
    levels = Table(
        "levels", "On how many sentences how many judges agree", ("item",), (*columns, Column("alpha", "higher")),
        tuple(Row((material.name,), _levels(answers, most)) for material, answers in able.items()),
        notes=("2 +: sentences of which two judges name one and the same subsumer; 2 −: of which two name none.",
               "Only sentences that every judge settled count. Alpha: whether a sentence has a subsumer at all.",
               ALPHA_NOTE),
        signature=signature({"metric": "subsumption_agreement+krippendorff_alpha", **DRAWN}),
    )  # fmt: skip
    scores = Table(
        "sentence-scores", "The agreement about each sentence", ("item", "sentence"), SCORES,
        tuple(row for material, answers in able.items() for row in _score_rows(material, answers)),
        notes=(SCORES_NOTE,), signature=signature({"metric": "subsumption_agreement"}),
    )  # fmt: skip
    return levels, scores


Asked = dict[SentenceRef, list[frozenset[SentenceRef]]]


def _asked(material: StudyMaterial, answers: Mapping[str, SubsumptionAnswers]) -> Asked:
    """Return what all judges said of each sentence that all settled; nothing where there are fewer than two judges."""
    if len(answers) < _SEVERAL:
        return {}
    every = [ref for ref in material.places if all(ref in each.settled for each in answers.values())]
    return {ref: [each.by(ref) for each in answers.values()] for ref in every}


def _levels(answers: Asked, most: int) -> tuple[Entry, ...]:
    levels = agreement_levels(list(answers.values()))
    counts = [levels.get(level, (None, None))[side] for level in range(most, 0, -1) for side in (0, 1)]
    by_judge = [[bool(by) for by in row] for row in zip(*answers.values(), strict=True)]
    return (*map(Entry, counts), alpha_entry(by_judge))


def _score_rows(material: StudyMaterial, answers: Asked) -> list[Row]:
    scores = agreement_scores(list(answers.values()))
    return [
        Row((material.name, sentence_name(ref)), score_entries(score))
        for ref, score in zip(answers, scores, strict=True)
    ]
