"""Headline methods beside each other: mean scores, people's scores, and which ROUGE goes with what people like.

Source: van Kesteren and Kraaij (2005), Tables I to III and the study behind them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Unpack

import numpy as np

from meadow.errors import InputError, UsageError
from meadow.evaluate.correlation import spearman
from meadow.evaluate.headline_scores import (
    LengthUnit,
    Penalty,
    References,
    headline_lengths,
    score,
    score_signature,
)
from meadow.evaluate.rouge import Options

MethodTexts = Mapping[str, Sequence[str]]
MethodScores = Mapping[str, Sequence[float | None]]

_PENALTIES: tuple[Penalty | None, ...] = (None, "brevity", "length")
_UNDEFINED = "–"


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's ρ of one kind of score with length and with quality.

    `length` and `quality` are over single headlines of all methods; `method_length` and `method_quality` over the
    methods' means. None: too few values, or all the same.
    """

    metric: str
    penalty: Penalty | None
    length: float | None
    quality: float | None
    method_length: float | None
    method_quality: float | None
    signature: str


def correlation_table(
    headlines: MethodTexts,
    references: References,
    quality: MethodScores,
    *,
    metric: str = "rouge1",
    unit: LengthUnit = "words",
    **options: Unpack[Options],
) -> tuple[Correlation, ...]:
    """Return six rows: recall and precision, each plain, with brevity and with length penalty.

    `headlines` and `quality` hold a list per method, in the order of the stories; a headline that nobody judged has the
    quality None and is left out where quality counts.
    """
    _check_methods(headlines, quality)
    lengths: dict[str, list[float | None]] = {
        method: list(headline_lengths(texts, references, unit=unit, **options).headlines)
        for method, texts in headlines.items()
    }
    most = max(1 if isinstance(models, str) else len(models) for models in references)
    rows = []
    for side in ("recall", "precision"):
        for penalty in _PENALTIES:
            name = f"{metric}-{side}"
            scores: MethodScores = {
                method: score(texts, references, metric=name, penalty=penalty, unit=unit, **options)
                for method, texts in headlines.items()
            }
            how = score_signature(name, references=most, penalty=penalty, unit=unit, **options)
            rows.append(_correlation(name, penalty, scores, lengths, quality, how))
    return tuple(rows)


def method_table(columns: Mapping[str, MethodScores]) -> dict[str, dict[str, float | None]]:
    """Return the mean of each column for each method, from `{column: {method: scores}}`.

    A score of None does not count; a method without any score in a column has the mean None there.
    """
    methods = dict.fromkeys(chain.from_iterable(columns.values()))
    return {method: {name: _mean(scores.get(method, ())) for name, scores in columns.items()} for method in methods}


def rank_correlations(table: Mapping[str, Mapping[str, float | None]]) -> dict[tuple[str, str], float | None]:
    """Return Spearman's ρ of every two columns of a table of methods, over the methods that have both values."""
    columns = dict.fromkeys(chain.from_iterable(table.values()))
    return {
        (one, two): _known_spearman([row.get(one) for row in table.values()], [row.get(two) for row in table.values()])
        for one, two in combinations(columns, 2)
    }


def mean_over_judges(judges: Sequence[Sequence[float | None]]) -> list[float | None]:
    """Return the mean of the judges' scores for each headline; a headline that nobody judged is None."""
    sizes = sorted({len(row) for row in judges})
    if len(sizes) != 1:
        raise InputError(
            f"The judges scored {', '.join(map(str, sizes)) or 'no'} headlines.",
            given=f"{len(judges)} judges",
            allowed="Every judge has one entry per headline.",
            advice="Give None for a headline that a judge did not score.",
        )
    return [_mean(scores) for scores in zip(*judges, strict=True)]


def reference_plan(stories: Sequence[str], *, part: float = 0.1, extra: int = 4, seed: int = 0) -> dict[str, int]:
    """Return how many reference headlines to write for each story: one, and `extra` more for a random part.

    The part is rounded half up. The source's study had 100 stories, ten of them with five references.
    """
    if not 0 <= part <= 1 or extra < 0:
        raise UsageError(
            f"A plan with part={part:g} and extra={extra} is impossible.",
            given=f"part={part:g}, extra={extra}",
            allowed="The part lies between 0 and 1, and extra is not negative.",
        )
    names = list(dict.fromkeys(stories))
    count = math.floor(len(names) * part + 0.5)
    chosen = set(np.random.default_rng(seed).permutation(len(names))[:count].tolist())
    return {name: 1 + extra if number in chosen else 1 for number, name in enumerate(names)}


def _correlation(
    name: str, penalty: Penalty | None, scores: MethodScores, lengths: MethodScores, quality: MethodScores, how: str
) -> Correlation:
    means = method_table({"score": scores, "length": lengths, "quality": quality})
    by_method = rank_correlations(means)
    return Correlation(
        metric=name,
        penalty=penalty,
        length=_pooled_spearman(scores, lengths),
        quality=_pooled_spearman(scores, quality),
        method_length=by_method["score", "length"],
        method_quality=by_method["score", "quality"],
        signature=how,
    )


def _pooled_spearman(a: MethodScores, b: MethodScores) -> float | None:
    return _known_spearman([x for method in a for x in a[method]], [y for method in a for y in b[method]])


def _known_spearman(a: Sequence[float | None], b: Sequence[float | None]) -> float | None:
    known = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    return spearman([x for x, _ in known], [y for _, y in known])


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _check_methods(headlines: MethodTexts, quality: MethodScores) -> None:
    if not headlines or set(headlines) != set(quality):
        raise InputError(
            f"There are headlines of {_listed(headlines)}, but quality scores of {_listed(quality)}.",
            given=f"{len(headlines)} and {len(quality)} methods",
            allowed="Headlines and quality must be about the same methods, at least one.",
        )
    for method, texts in headlines.items():
        if len(texts) != len(quality[method]):
            raise InputError(
                f"The method {method!r} has {len(texts)} headlines, but {len(quality[method])} quality scores.",
                given=method,
                allowed="Each headline has one quality score.",
                advice="Give None for a headline that nobody judged.",
            )


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(sorted(names)) or "no method"
