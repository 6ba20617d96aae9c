"""Scores of headlines, one by one: ROUGE against a story's references, with penalties for bad lengths.

Source: van Kesteren and Kraaij (2005), who modelled the penalties after BLEU (Papineni et al. 2001).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Unpack, get_args

from meadow.errors import InputError, UnknownNameError
from meadow.evaluate import rouge

Penalty = Literal["brevity", "length"]
LengthUnit = Literal["words", "characters"]
References = Sequence[str | Sequence[str]]
Measure = Callable[[str, Sequence[str]], float]

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
    headlines: Sequence[str], references: References, *, unit: LengthUnit = "words", **options: Unpack[rouge.Options]
) -> float:
    """Return a method's brevity penalty, from its headlines and each story's references."""
    return headline_lengths(headlines, references, unit=unit, **options).brevity_penalty


def length_penalty(
    headlines: Sequence[str], references: References, *, unit: LengthUnit = "words", **options: Unpack[rouge.Options]
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
    **options: Unpack[rouge.Options],
) -> list[float]:
    """Return one score per headline of a method; `references` holds one text, or several, per story in the same order.

    `metric` is a ROUGE metric and a side: `rouge1.recall` or `rouge1-recall`, `rougeL-f` (recall if no side is named),
    or a function of a headline and its references. `penalty` is `brevity` or `length`. The options are those of
    `rouge.score`; the dialect is `rouge155` unless told, which sums hits and sizes over the references.
    """
    lengths = headline_lengths(headlines, references, unit=unit, **options)
    stories = [(headline, _several(models)) for headline, models in zip(headlines, references, strict=True)]
    plain = (
        _rouge_scores(stories, metric, options) if isinstance(metric, str) else [metric(*story) for story in stories]
    )
    return [value * factor for value, factor in zip(plain, lengths.factors(penalty), strict=True)]


def headline_lengths(
    headlines: Sequence[str], references: References, *, unit: LengthUnit = "words", **options: Unpack[rouge.Options]
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
    **options: Unpack[rouge.Options],
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


def _rouge_scores(stories: Sequence[tuple[str, Sequence[str]]], metric: str, options: rouge.Options) -> list[float]:
    name, side = _metric_and_side(metric)
    scored = rouge.score_many(stories, metrics=(name,), **_with_dialect(options))
    return [float(getattr(row[name], side)) for row in scored]


def _length_function(unit: LengthUnit, options: rouge.Options) -> Callable[[str], int]:
    if unit not in get_args(LengthUnit):
        raise UnknownNameError("unit of length", str(unit), get_args(LengthUnit))
    chosen = _with_dialect(options)
    return lambda text: len(rouge.tokens(text, **chosen)) if unit == "words" else len(text.strip())


def _with_dialect(options: rouge.Options) -> rouge.Options:
    return {"dialect": "rouge155", **options}


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
