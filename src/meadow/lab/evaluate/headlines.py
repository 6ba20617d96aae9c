"""How good headlines are: ROUGE against several references, penalties for bad lengths, and what people think of both.

A method's penalty is one number, from sums over all its headlines; it applies to each headline that is shorter than
the shortest reference of its own story (brevity), or longer than the longest (length).

Source: van Kesteren and Kraaij (2005), Tables I to III and the study behind them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal, Unpack, get_args

from meadow.errors import InputError, UnknownNameError, UsageError, check_choice
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.agreement import spearman
from meadow.lab.evaluate.rouge_rules import HEADLINE_DIALECT
from meadow.vectors.chance import generator

__all__ = [
    "PENALTIES",
    "Correlation",
    "LengthUnit",
    "Lengths",
    "Measure",
    "MethodScores",
    "MethodTexts",
    "Penalty",
    "References",
    "brevity_penalty",
    "correlation_table",
    "headline_lengths",
    "length_penalty",
    "mean_over_judges",
    "method_table",
    "rank_correlations",
    "reference_plan",
    "score",
    "score_signature",
]

Penalty = Literal["brevity", "length"]
LengthUnit = Literal["words", "characters"]
References = Sequence[str | Sequence[str]]
Measure = Callable[[str, Sequence[str]], float]
MethodTexts = Mapping[str, Sequence[str]]
MethodScores = Mapping[str, Sequence[float | None]]

PENALTIES: tuple[Penalty | None, ...] = (None, "brevity", "length")
_SIDES = ("recall", "precision", "f")


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of a method's headlines, and of the shortest and the longest reference of each story."""

    headlines: tuple[int, ...]
    shortest: tuple[int, ...]
    longest: tuple[int, ...]

    @property
    def brevity_penalty(self) -> float:
        """`exp(1 − r/c)`, at most 1: c sums the headlines, r the shortest references; 0 if all headlines are empty."""
        given, wanted = sum(self.headlines), _above_zero(sum(self.shortest), "shortest")
        return min(1.0, math.exp(1 - wanted / given)) if given else 0.0

    @property
    def length_penalty(self) -> float:
        """`exp(1 − c/r)`, at most 1: c sums the headlines, r the longest references."""
        given, wanted = sum(self.headlines), _above_zero(sum(self.longest), "longest")
        return min(1.0, math.exp(1 - given / wanted))

    def factors(self, penalty: Penalty | None) -> tuple[float, ...]:
        """Return what each headline's score is multiplied with: 1, or the penalty where its length is bad."""
        if penalty is None:
            return (1.0,) * len(self.headlines)
        if penalty == "brevity":
            factor, bad = self.brevity_penalty, map(int.__lt__, self.headlines, self.shortest)
        elif penalty == "length":
            factor, bad = self.length_penalty, map(int.__gt__, self.headlines, self.longest)
        else:
            raise UnknownNameError("headline penalty", str(penalty), get_args(Penalty))
        return tuple(factor if applies else 1.0 for applies in bad)


def brevity_penalty(
    headlines: Sequence[str],
    references: References,
    *,
    unit: LengthUnit = "words",
    **options: Unpack[rouge.RougeOptions],
) -> float:
    """Return a method's brevity penalty, from its headlines and each story's references."""
    return headline_lengths(headlines, references, unit=unit, **options).brevity_penalty


def length_penalty(
    headlines: Sequence[str],
    references: References,
    *,
    unit: LengthUnit = "words",
    **options: Unpack[rouge.RougeOptions],
) -> float:
    """Return a method's length penalty, from its headlines and each story's references."""
    return headline_lengths(headlines, references, unit=unit, **options).length_penalty


def score(
    headlines: Sequence[str],
    references: References,
    *,
    metric: str | Measure,
    penalty: Penalty | None = None,
    unit: LengthUnit = "words",
    **options: Unpack[rouge.RougeOptions],
) -> list[float]:
    """Return one score per headline of a method; `references` holds one text, or several, per story in the same order.

    `metric` is a ROUGE metric and a side: `rouge1.recall` or `rouge1-recall`, `rougeL-f` (recall if no side is named),
    or a function of a headline and its references. `penalty` is `brevity` or `length`. The options are those of
    `rouge.score`, but the dialect is `rouge155` unless you name `google`: as in the paper, hits and sizes are summed over
    the references.
    """
    lengths = headline_lengths(headlines, references, unit=unit, **options)
    stories = [(headline, _several(models)) for headline, models in zip(headlines, references, strict=True)]
    plain = (
        _rouge_scores(stories, metric, options) if isinstance(metric, str) else [metric(*story) for story in stories]
    )
    return [value * factor for value, factor in zip(plain, lengths.factors(penalty), strict=True)]


def headline_lengths(
    headlines: Sequence[str],
    references: References,
    *,
    unit: LengthUnit = "words",
    **options: Unpack[rouge.RougeOptions],
) -> Lengths:
    """Return how long headlines and references are: in words that ROUGE counts under the options, or in characters."""
    _check_stories(headlines, references)
    length = _length_function(unit, options)
    models = [sorted(map(length, _several(texts))) for texts in references]
    return Lengths(
        headlines=tuple(map(length, headlines)),
        shortest=tuple(each[0] for each in models),
        longest=tuple(each[-1] for each in models),
    )


def score_signature(
    metric: str,
    *,
    references: int = 1,
    penalty: Penalty | None = None,
    unit: LengthUnit = "words",
    **options: Unpack[rouge.RougeOptions],
) -> str:
    """Return the line that says how headline scores were obtained; `references` is the most that a story has."""
    name, side = _metric_and_side(metric)
    penalised = f"|penalty:{penalty}({unit})" if penalty is not None else ""
    return f"{side}{penalised}|{rouge.signature(name, references=references, **_with_dialect(options))}"


def _metric_and_side(metric: str) -> tuple[str, str]:
    # `rouge1.recall` is the notation of every metric, `rouge1-recall` what tables of headlines have always said.
    name, _, side = metric.rpartition("." if metric.endswith(tuple(f".{side}" for side in _SIDES)) else "-")
    name, side = (name, side) if side in _SIDES else (metric, "recall")
    return str(rouge.parse_metric(name)), side


def _rouge_scores(
    stories: Sequence[tuple[str, Sequence[str]]], metric: str, options: rouge.RougeOptions
) -> list[float]:
    name, side = _metric_and_side(metric)
    scored = rouge.score_many(stories, metrics=(name,), **_with_dialect(options))
    return [float(getattr(row[name], side)) for row in scored]


def _length_function(unit: LengthUnit, options: rouge.RougeOptions) -> Callable[[str], int]:
    check_choice("unit of length", unit, get_args(LengthUnit))
    chosen = _with_dialect(options)
    return lambda text: len(rouge.tokens(text, **chosen)) if unit == "words" else len(text.strip())


def _with_dialect(options: rouge.RougeOptions) -> rouge.RougeOptions:
    return {"dialect": HEADLINE_DIALECT, **options}


def _several(models: str | Sequence[str]) -> Sequence[str]:
    return (models,) if isinstance(models, str) else models


def _above_zero(length: int, which: str) -> int:
    if length == 0:
        raise InputError(
            f"The {which} references of all stories have no length: there is nothing to measure headlines by.",
            given="0",
            allowed="At least one story needs a reference with words.",
            advice="Check the references, or whether the stop list takes every word of them.",
        )
    return length


def _check_stories(headlines: Sequence[str], references: References) -> None:
    if isinstance(headlines, str) or isinstance(references, str):
        raise InputError(
            "Headlines and references are lists with an entry per story, but a single text was given.",
            given="a text",
            advice="Write [headline] and [[reference, reference]] for one story.",
        )
    if len(headlines) != len(references) or not headlines:
        raise InputError(
            f"There are {len(headlines)} headlines, but references for {len(references)} stories.",
            given=f"{len(headlines)} and {len(references)}",
            allowed="Each story has one headline and at least one reference, in the same order.",
            advice="Give an empty text for a story without a headline.",
        )
    for number, models in enumerate(references):
        if len(_several(models)) == 0:
            raise InputError(
                f"Story {number} has no reference.",
                given=str(number),
                allowed="Each story has at least one reference headline.",
                advice="Leave the story out, on both sides.",
            )


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
    **options: Unpack[rouge.RougeOptions],
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
        for penalty in PENALTIES:
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
    chosen = set(generator(seed).permutation(len(names))[:count].tolist())
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
