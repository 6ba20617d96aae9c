"""Agreement about groups: V_beta, V_0.5 and NVI of every two judges, with and without irrelevant sentences, against chance.

Source: Geiss (2009), Table 3 and section 7; the measures are those of `meadow.lab.evaluate.clustering`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from meadow.lab.evaluate.clustering import differences
from meadow.lab.evaluate.clustering_studies import random_baseline, two_ways
from meadow.lab.kinds.cluster_measures import two_way_columns, two_way_figures
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.provenance import signature
from meadow.studies.agreement.intervals import DRAWN, MEAN_NOTE, mean_row
from meadow.studies.answers.grouping import GroupingAnswers
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial

MEASURES = ("v_beta", "v_half", "nvi")
_SEVERAL = 2
_CHANCE_SENTENCES = 4
_DIFFERENCES = tuple(
    Column(name, digits=0)
    for name in ("irrelevant in both", "same groups", "only first", "only second", "delete", "add", "move")
)


def grouping_tables(judged: Judged) -> tuple[Table, Table]:
    """Return how far every two judges agree on each item, and how many sentences set them apart."""
    said = {material: judged.answers(material) for material in judged.materials}
    columns = two_way_columns(MEASURES)
    pairs = {material.id: _pair_rows(material, answers, columns) for material, answers in said.items()}
    chance = {material.id: _chance_rows(material, answers, columns) for material, answers in said.items()}
    rows = [row for item in pairs for row in (*pairs[item], *chance[item])]
    agreement = Table(
        "agreement", "Agreement of judges who group sentences", ("item", "judges"), columns,
        (*rows, *mean_row(pairs)),
        notes=("s: irrelevant sentences as singletons; b: in one bucket. Random: a judge against random groups.",
               MEAN_NOTE),
        signature=signature({"metric": "+".join(MEASURES), "draws": 100, **DRAWN}),
    )  # fmt: skip
    apart = [row for material, answers in said.items() for row in _difference_rows(material, answers)]
    return agreement, Table(
        "differences", "What sets two judges apart", ("item", "judges"), _DIFFERENCES, tuple(apart),
        notes=("Sentences to delete, add or move to turn the groups of the first judge into those of the second.",),
        signature=signature({"metric": "differences(pairing=fewest-moves)"}),
    )  # fmt: skip


def _pair_rows(
    material: StudyMaterial, answers: Mapping[str, GroupingAnswers], columns: tuple[Column, ...]
) -> list[Row]:
    labels = {judge: each.labels(material) for judge, each in answers.items()}
    rows = []
    for one, two in combinations(labels, 2):
        figures = two_way_figures(two_ways(labels[one], labels[two]), MEASURES)
        rows.append(Row((material.name, f"{one}-{two}"), tuple(Entry(figures[column.name]) for column in columns)))
    return rows


def _chance_rows(
    material: StudyMaterial, answers: Mapping[str, GroupingAnswers], columns: tuple[Column, ...]
) -> list[Row]:
    """Return what judges have in common with random groups, where two judges can be held against it."""
    if len(answers) < _SEVERAL or len(material.sentences) < _CHANCE_SENTENCES:
        return []
    drawn = [two_way_figures(random_baseline(each.labels(material)), MEASURES) for each in answers.values()]
    means = (sum(each[column.name] for each in drawn) / len(drawn) for column in columns)
    return [Row((material.name, "random"), tuple(map(Entry, means)), contends=False)]


def _difference_rows(material: StudyMaterial, answers: Mapping[str, GroupingAnswers]) -> list[Row]:
    rows = []
    for one, two in combinations(answers, 2):
        compared = differences(answers[one].labels(material), answers[two].labels(material))
        rows.append(Row((material.name, f"{one}-{two}"), tuple(map(Entry, compared.counts.values()))))
    return rows
