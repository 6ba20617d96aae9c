"""Agreement about utilities: J compared with chance and Krippendorff's α, each with its interval, and Spearman's ρ.

Source: Radev, Jing, Styś and Tam (2004), sections 4.2 and 5; the measures are those of `meadow.lab.evaluate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.lab.evaluate.agreement import judge_agreement
from meadow.lab.evaluate.utility import bootstrap, relative_utility, sentence_count
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.provenance import signature
from meadow.studies.agreement.intervals import ALPHA_NOTE, DRAWN, alpha_entry
from meadow.studies.answers.utility import UtilityAnswers
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.testbed import judge_table

RATES = (10, 20, 30)
RESAMPLES = 2_000
_SEVERAL = 2
_COLUMNS = (
    Column("J", "higher"), Column("R"), Column("judges", digits=0), Column("sentences", digits=0),
)  # fmt: skip
_PLAIN = (Column("alpha", "higher"), Column("mean rho", "higher"), Column("least rho"), Column("judges", digits=0))

Scores = Mapping[str, UtilityAnswers]


def utility_tables(judged: Judged, *, rates: Sequence[float] = RATES) -> tuple[Table, Table]:
    """Return J and R of each item at each rate, and α and ρ of the scores themselves."""
    said = {material: judged.answers(material) for material in judged.materials}
    able = {material: answers for material, answers in said.items() if len(answers) >= _SEVERAL}
    rows = [row for material, answers in able.items() for row in _rate_rows(material, answers, rates)]
    relative = Table(
        "relative-utility", "Relative utility of judges to each other", ("item", "rate"), _COLUMNS, tuple(rows),
        notes=("J: what judges' best sentences are worth to each other, R: what chance is worth to them.",
               "The interval is over judges, from three on. Only sentences that every judge scored count."),
        signature=signature({"metric": "relative_utility", "resamples": RESAMPLES, "seed": 0}),
    )  # fmt: skip
    plain = Table(
        "scores", "Agreement of the scores", ("item",), _PLAIN,
        tuple(Row((material.name,), _plain(material, answers), contends=False) for material, answers in able.items()),
        notes=("Alpha is Krippendorff's, at interval level; rho is Spearman's, over pairs of judges.", ALPHA_NOTE),
        signature=signature({"metric": "krippendorff_alpha(level=interval)+spearman", **DRAWN}),
    )  # fmt: skip
    return relative, plain


def scores_by_judge(material: StudyMaterial, answers: Scores) -> dict[str, list[float | None]]:
    """Return each judge's scores over all sentences of an item, None where they gave none."""
    return {judge: [each.scores.get(ref) for ref in material.places] for judge, each in answers.items()}


def _rate_rows(material: StudyMaterial, answers: Scores, rates: Sequence[float]) -> list[Row]:
    table = judge_table(material, answers)
    if table is None:
        return []
    rows = []
    for rate in rates:
        count = sentence_count(len(table.sentences), rate)
        utility = relative_utility(table.utilities, count=count)
        low, high = _bounds(table.utilities, count)
        sizes = (Entry(len(table.judges)), Entry(len(table.sentences)))
        entries = (Entry(utility.agreement, low, high), Entry(utility.random), *sizes)
        rows.append(Row((material.name, f"{rate:g} %"), entries, contends=False))
    return rows


def _bounds(utilities: Sequence[Sequence[float]], count: int) -> tuple[float | None, float | None]:
    """Return the interval of J over judges; none of two judges, who make the same pair however they are drawn."""
    if len(utilities) <= _SEVERAL:
        return None, None
    drawn = bootstrap(utilities, count=count, unit="judges", resamples=RESAMPLES).agreement
    return (None, None) if drawn is None else (drawn.low, drawn.high)


def _plain(material: StudyMaterial, answers: Scores) -> tuple[Entry, ...]:
    scores = scores_by_judge(material, answers)
    ranks = judge_agreement(scores)
    alpha = alpha_entry(list(scores.values()), level="interval")
    return alpha, Entry(ranks.mean), Entry(ranks.least), Entry(len(scores))
