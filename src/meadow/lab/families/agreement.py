"""Print how far judges agree: on scores and answers, on subsumption, or on clusterings.

Answers are CSV or JSON Lines with a column per judge (item,Ada,Ben; an
empty cell is no answer), or a row per judgement (item,judge,answer).
Subsumers are JSON Lines of {"sentence": "a2", "answers": [["b2"], ["b2"],
[]]}, a list per judge, or a testbed's subsumption.jsonl. Clusterings are as for meadow evaluate clustering;
an item that a judge leaves out is in no cluster.

Examples:
    meadow evaluate agreement --answers ratings.csv --level ordinal
    meadow evaluate agreement --subsumption subsumers.jsonl
    meadow evaluate agreement --clusterings clusters.jsonl classes.jsonl
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate import agreement, clustering
from meadow.lab.evaluate.agreement import Level, Weights
from meadow.lab.files.answers import Answer, AnswerTable, read_answer_table, read_subsumers
from meadow.lab.files.labels import Labelling, read_all_labels, shared_items
from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
from meadow.provenance import signature

_NOT_NUMBERS = "Correlations need numbers, but some answers are not."
_ONE_ANSWER = "A correlation or kappa is undefined where a judge, or both together, give one answer only."
_INCOMPLETE = "Fleiss' kappa needs an answer from every judge to every item."
_NO_CLUSTER = "A judge without clusters has no sentences per cluster."
_ALPHA = "Alpha is undefined where no item has two answers, or all answers are the same."

_JUDGE_HEADS = ("first", "second", "V_beta", "V_0.5", "NVI")
_SET = "all"  # judges here cluster one set of sentences


Subsumers = Mapping[str, Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class JudgesAnswers:
    """What judges said, of one kind: answers to items, subsumers by sentence, or clusterings of the same items."""

    said: AnswerTable | Subsumers | Sequence[Labelling]
    taken: tuple[str, ...] = ()


def read(
    *, answers: str | None = None, subsumption: str | None = None, clusterings: Sequence[str] = ()
) -> JudgesAnswers:
    """Return what the judges of one file said, or of one file for each clustering.

    --answers FILE: A table of judges' scores or answers.
    --subsumption FILE: Which sentences judges name as subsumers.
    --clusterings FILE…: The clusterings of judges, a file each.
    """
    _check_one({"--answers": answers, "--subsumption": subsumption, "--clusterings": clusterings})
    if answers is not None:
        table = read_answer_table(answers)
        return JudgesAnswers(table, (f"{answers}: {table.taken}.",))
    return JudgesAnswers(read_all_labels(clusterings) if subsumption is None else read_subsumers(subsumption))


def sheet(
    data: JudgesAnswers, *, level: Level = "nominal", weights: Weights | None = None, draws: int = 100, seed: int = 0
) -> Sheet:
    """Return how far the judges agree: two by two and all together.

    How to measure:
    --level: Answers differ by: nominal, ordinal, interval or ratio.
    --weights: For kappa: linear or quadratic.
    """
    if isinstance(data.said, AnswerTable):
        return _of_answers(data.said, level, weights)
    if isinstance(data.said, Mapping):
        return _of_subsumption(data.said)
    return _of_clusterings(data.said, draws, seed)


def _check_one(given: Mapping[str, object]) -> None:
    named = [name for name, value in given.items() if value]
    if len(named) != 1:
        raise UsageError(
            f"{' and '.join(named)} were given." if named else "Nothing was given.",
            given=" ".join(named),
            allowed=f"Give one of {', '.join(given)}.",
        )


def _of_answers(table: AnswerTable, level: Level, weights: Weights | None) -> Sheet:
    """Return the agreement of every two judges and of all together."""
    if len(table.judges) < 2:
        raise InputError(
            f"There are answers of {', '.join(table.judges) or 'no judge'} only.", allowed="Agreement needs two judges.",
            advice="Give a column per judge, or rows with item, judge and answer.",
        )  # fmt: skip
    rows = [
        (*names, *_measures(_pair(names, table), table.numeric, weights)) for names in combinations(table.judges, 2)
    ]
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


def _of_subsumption(answers: Subsumers) -> Sheet:
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


def _of_clusterings(judges: Sequence[Labelling], draws: int, seed: int) -> Sheet:
    """Return how far the clusterings of judges agree, both ways with items in no cluster, next to chance."""
    items = shared_items(judges, complete=False)
    labels = {judge.name: judge.in_order(items) for judge in judges}
    table = clustering.interjudge_table({_SET: labels}, draws=draws, seed=seed)
    ways = ("singletons", "bucket") if any(None in each for each in labels.values()) else ("singletons",)
    titles = {way: f"Items in no cluster as {way}" if len(ways) > 1 else "" for way in ways}
    compared = {way: _judge_rows(table, way) for way in ways}
    covered = {name: table.sizes[_SET, name] for name in labels}
    sizes = [(name, size.sentences, size.clusters, size.sentences_per_cluster) for name, size in covered.items()]
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


def _pair(names: tuple[str, str], table: AnswerTable) -> list[tuple[str | float, str | float]]:
    """Return what two judges answered to the items that both answered."""
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
    return both


def _measures(
    both: Sequence[tuple[str | float, str | float]], numeric: bool, weights: Weights | None
) -> tuple[float | None, ...]:
    """Return the number of items, three correlations where all answers are numbers, and kappa."""
    one, two = zip(*both, strict=True)
    kappa = agreement.cohen_kappa(one, two, weights=weights)
    if not numeric:
        return len(both), None, None, None, kappa
    first, second = (list(map(float, answers)) for answers in (one, two))
    correlations = (measure(first, second) for measure in (agreement.spearman, agreement.kendall, agreement.pearson))
    return (len(both), *correlations, kappa)


def _overall(table: AnswerTable, level: Level) -> tuple[float | None, float | None]:
    answers = list(table.judges.values())
    alpha = agreement.krippendorff_alpha(answers, level=level)
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
