"""Agreement of judges as a sheet: on scores and answers, on subsumption, and on clusterings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from meadow.errors import InputError
from meadow.lab.evaluate import agreement, clustering
from meadow.lab.evaluate.agreement import Level, Weights
from meadow.lab.files.answers import Answer, AnswerTable
from meadow.lab.files.labels import Labelling
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.provenance import signature

_NOT_NUMBERS = "Correlations need numbers, but some answers are not."
_ONE_ANSWER = "A correlation or kappa is undefined where a judge, or both together, give one answer only."
_INCOMPLETE = "Fleiss' kappa needs an answer from every judge to every item."
_NO_CLUSTER = "A judge without clusters has no sentences per cluster."
_ALPHA = "Alpha is undefined where no item has two answers, or all answers are the same."

_JUDGE_HEADS = ("first", "second", "V_beta", "V_0.5", "NVI")
_SET = "all"  # judges here cluster one set of sentences


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two judges on the items that both answered."""

    names: tuple[str, str]
    first: tuple[str | float, ...]
    second: tuple[str | float, ...]


def answer_sheet(table: AnswerTable, *, level: str, weights: str | None) -> Sheet:
    """Return the agreement of every two judges and of all together."""
    if len(table.judges) < 2:
        raise InputError(
            f"There are answers of {', '.join(table.judges) or 'no judge'} only.", allowed="Agreement needs two judges.",
            advice="Give a column per judge, or rows with item, judge and answer.",
        )  # fmt: skip
    pairs = [_pair(names, table) for names in combinations(table.judges, 2)]
    rows = [(*pair.names, len(pair.first), *_measures(pair, table.numeric, weights)) for pair in pairs]
    alpha, fleiss = _overall(table, level)
    size = {"judges": len(table.judges), "items": len(table.items)}
    keys = ("first", "second", "items", "spearman", "kendall", "pearson", "kappa")
    return Sheet(
        blocks=[
            make_table(("first", "second", "items", "Spearman", "Kendall", "Pearson", "kappa"), rows),
            make_table(("all judges", "value"), [(f"Krippendorff's alpha ({level})", alpha), ("Fleiss' kappa", fleiss)]),
        ],
        value={
            "measure": "agreement", **size, "pairs": records(keys, rows),
            "alpha": alpha, "fleiss": fleiss,
        },
        notes=_notes(table, rows, alpha),
        signatures=[
            signature({"measure": "spearman(ties=mean), kendall(b), pearson", **size}),
            signature({"measure": f"cohen_kappa(weights={weights or 'none'})", **size}),
            signature({"measure": f"krippendorff_alpha(level={level})", **size}),
            signature({"measure": "fleiss_kappa", **size}),
        ],
    )  # fmt: skip


def subsumption_sheet(answers: Mapping[str, Sequence[Sequence[str]]]) -> Sheet:
    """Return the + or − score of every sentence, and how many sentences each number of judges agrees on."""
    rows = list(answers.values())
    scores = agreement.subsumption_agreement(rows)
    levels = agreement.subsumption_agreement_levels(rows)
    return Sheet(
        blocks=[
            make_table(
                ("sentence", "score"), [(name, f"{score:+d}") for name, score in zip(answers, scores, strict=True)]
            ),
            make_table(("judges who agree", "+", "−"), [(level, *counts) for level, counts in levels.items()]),
        ],
        value={
            "measure": "agreement",
            "scores": dict(zip(answers, scores, strict=True)),
            "levels": {str(level): {"plus": plus, "minus": minus} for level, (plus, minus) in levels.items()},
        },
        signatures=[signature({"measure": "subsumption_agreement", "judges": len(rows[0]), "sentences": len(rows)})],
    )


def clustering_agreement_sheet(judges: Sequence[Labelling], items: Sequence[str], *, draws: int, seed: int) -> Sheet:
    """Return how far the clusterings of judges agree, both ways with items in no cluster, beside chance."""
    labels = {judge.name: judge.in_order(items) for judge in judges}
    table = clustering.interjudge_table({_SET: labels}, draws=draws, seed=seed)
    ways = ("singletons", "bucket") if any(None in each for each in labels.values()) else ("singletons",)
    titles = {way: f"Items in no cluster as {way}" if len(ways) > 1 else "" for way in ways}
    compared = {way: _judge_rows(table, way) for way in ways}
    sizes = [_size_row(name, table.sizes[_SET, name]) for name in labels]
    return Sheet(
        blocks=[
            *(make_table(_JUDGE_HEADS, rows, title=titles[way]) for way, rows in compared.items()),
            make_table(("judge", "sentences", "clusters", "sentences per cluster"), sizes),
        ],
        value={
            "measure": "agreement",
            "ways": {way: records(_JUDGE_HEADS, rows) for way, rows in compared.items()},
            "sizes": records(("judge", "sentences", "clusters", "per_cluster"), sizes),
        },
        notes=[_NO_CLUSTER] if any(row[-1] is None for row in sizes) else [],
        signatures=[
            *(getattr(pair.ways, way).signature for way in ways for pair in table.pairs), table.base.signature
        ],
    )  # fmt: skip


def _judge_rows(table: clustering.InterjudgeTable, way: str) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = [(*pair.judges, *_values(getattr(pair.ways, way))) for pair in table.pairs]
    rows += [("mean", "", *_values(getattr(table.mean, way))), ("random", "", *_values(getattr(table.base, way)))]
    return rows


def _values(comparison: clustering.Comparison) -> tuple[float, float, float]:
    return comparison.v_beta, comparison.v_half, comparison.nvi


def _size_row(name: str, size: clustering.ClusteringSize) -> tuple[str, int, int, float | None]:
    return name, size.sentences, size.clusters, size.sentences_per_cluster


def _pair(names: tuple[str, str], table: AnswerTable) -> _Pair:
    both = [
        (one, two)
        for one, two in zip(*(table.judges[name] for name in names), strict=True)
        if one is not None and two is not None
    ]
    if not both:
        raise InputError(
            f"The judges {names[0]!r} and {names[1]!r} answered no item both.", given=" and ".join(names),
            allowed="Every two judges must share at least one item.",
        )  # fmt: skip
    return _Pair(names, tuple(one for one, _ in both), tuple(two for _, two in both))


def _measures(pair: _Pair, numeric: bool, weights: str | None) -> tuple[float | None, ...]:
    kappa = agreement.cohen_kappa(pair.first, pair.second, weights=cast("Weights | None", weights))
    if not numeric:
        return None, None, None, kappa
    first, second = ([float(answer) for answer in answers] for answers in (pair.first, pair.second))
    return (
        agreement.spearman(first, second),
        agreement.kendall(first, second),
        agreement.pearson(first, second),
        kappa,
    )


def _overall(table: AnswerTable, level: str) -> tuple[float | None, float | None]:
    answers = list(table.judges.values())
    alpha = agreement.krippendorff_alpha(answers, level=cast("Level", level))
    return alpha, agreement.fleiss_kappa(answers) if _is_complete(answers) else None


def _is_complete(answers: Sequence[Sequence[Answer]]) -> bool:
    return all(answer is not None for row in answers for answer in row)


def _notes(table: AnswerTable, rows: Sequence[Sequence[Cell]], alpha: float | None) -> list[str]:
    undefined = [(row[-1] is None) or (table.numeric and None in row) for row in rows]
    said = {
        _NOT_NUMBERS: not table.numeric,
        _ONE_ANSWER: any(undefined),
        _INCOMPLETE: not _is_complete(list(table.judges.values())),
        _ALPHA: alpha is None,
    }
    return [note for note, holds in said.items() if holds]
