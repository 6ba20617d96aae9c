"""Agreement about headlines: Spearman's ρ of every two judges and α on each scale; and what each system got.

Source: van Kesteren and Kraaij (2005), Table II and the agreement of its judges (H7).
"""

from __future__ import annotations

from statistics import fmean

from meadow.lab.evaluate.agreement import judge_agreement
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.provenance import signature
from meadow.studies.agreement.intervals import ALPHA_NOTE, DRAWN, alpha_entry
from meadow.studies.answers.headlines import SCALES
from meadow.studies.judged import Judged

_SEVERAL = 2
_COLUMNS = (
    Column("mean rho", "higher"), Column("least rho"), Column("alpha", "higher"), Column("judges", digits=0),
    Column("headlines", digits=0),
)  # fmt: skip

Headline = tuple[str, str]  # an item and a system


def headline_tables(judged: Judged) -> tuple[Table, Table]:
    """Return how far judges agree on each scale over all items, and the mean ratings of each system."""
    scores = {scale: ratings_by_judge(judged, scale) for scale in SCALES}
    agreement = Table(
        "judges", "How far judges agree about headlines", ("scale",), _COLUMNS,
        tuple(Row((scale,), _agreement(scores[scale])) for scale in SCALES),
        notes=("Spearman's rho of every two judges over the headlines that both rated; alpha at ordinal level.", ALPHA_NOTE),
        signature=signature({"metric": "spearman+krippendorff_alpha(level=ordinal)", **DRAWN}),
    )  # fmt: skip
    systems = sorted({system for _, system in _headlines(judged)})
    rows = [Row((system,), tuple(Entry(_mean(judged, scale, system)) for scale in SCALES)) for system in systems]
    return agreement, Table(
        "systems", "Headlines in the eyes of people", ("system",),
        tuple(Column(scale, "higher", digits=2) for scale in SCALES), tuple(rows),
        notes=("Mean over judges, then over items.",), signature=signature({"metric": "mean"}),
    )  # fmt: skip


def ratings_by_judge(judged: Judged, scale: str) -> dict[str, list[float | None]]:
    """Return what each judge gave each headline of all items on a scale, None where nothing."""
    every = _headlines(judged)
    rated: dict[str, dict[Headline, int]] = {judge: {} for judge in judged.judges}
    for material in judged.materials:
        systems = {candidate.key: candidate.system for candidate in material.candidates}
        for judge, answers in judged.answers(material).items():
            given = {key: rating[scale] for key, rating in answers.ratings.items() if scale in rating}
            rated[judge] |= {(material.id, systems[key]): value for key, value in given.items()}
    return {judge: [ratings.get(headline) for headline in every] for judge, ratings in rated.items() if ratings}


def _headlines(judged: Judged) -> list[Headline]:
    return [(material.id, candidate.system) for material in judged.materials for candidate in material.candidates]


def _agreement(scores: dict[str, list[float | None]]) -> tuple[Entry, ...]:
    rated = sum(any(value is not None for value in values) for values in zip(*scores.values(), strict=True))
    sizes = (Entry(len(scores)), Entry(rated))
    if len(scores) < _SEVERAL:
        return (Entry(None), Entry(None), Entry(None), *sizes)
    ranks = judge_agreement(scores)
    alpha = alpha_entry(list(scores.values()), level="ordinal")
    return (Entry(ranks.mean), Entry(ranks.least), alpha, *sizes)


def _mean(judged: Judged, scale: str, system: str) -> float | None:
    by_headline = list(zip(_headlines(judged), *ratings_by_judge(judged, scale).values(), strict=True))
    given = [[value for value in values if value is not None] for (_, name), *values in by_headline if name == system]
    means = [fmean(values) for values in given if values]
    return fmean(means) if means else None
