"""How ROUGE reads and counts: the rules that a dialect and its options come down to.

A dialect is a bundle of choices (tokenizer, stemmer, counting, treatment of several references, rounding). Here each
choice is separate, so that a comparison of two dialects can change one at a time and say what it did to the score.

Variants have a notation that parses back: `rouge1` … `rouge9` count n-grams, `rougeL` and `rougeLsum` the longest common
subsequence of texts and of sentences, `rougeW` the same with a bonus for runs (`rougeW(weight=1.5)`; 1.2 by default),
`rougeS` pairs of words in order however far apart, `rougeS4` with at most four words between, `rougeSU` and `rougeSU4` the
same with single words counted too.

Source: Lin (2004) for ROUGE; the ROUGE-1.5.5 script and Google's rouge-score for the two dialects.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypedDict, get_args

from meadow.errors import SpecError, UnknownNameError, UsageError, check_choice
from meadow.lab.evaluate.rouge_porter import irregular_forms
from meadow.spec import Spec, parse_spec
from meadow.text.stopwords import stop_words

Dialect = Literal["google", "rouge155"]
Multiple = Literal["best", "sum", "jackknife", "jackknife-sum"]
Tokenizer = Literal["google", "script", "words"]
Stemmer = Literal["google", "script", "snowball"]
Unit = Literal["words", "characters", "utf8_bytes"]

DEFAULT_DIALECT: Dialect = "google"  # every interface takes it from here, except for headlines
HEADLINE_DIALECT: Dialect = (
    "rouge155"  # that of van Kesteren and Kraaij (2005), whose figures headlines are compared with
)

_ENGLISH = "en"
_SCRIPT_DIGITS = 5  # the script prints, and goes on computing with, five decimals

Kind = Literal["N", "L", "Lsum", "W", "S", "SU"]
_WEIGHT = 1.2
_NAME = re.compile(r"rouge(?:(?P<length>[1-9])|(?P<kind>Lsum|L|W)|(?P<pairs>SU|S)(?P<skip>0|[1-9]\d{0,5})?)")
_KNOWN = (
    *(f"rouge{n}" for n in range(1, 10)),
    "rougeL",
    "rougeLsum",
    "rougeW",
    "rougeS",
    "rougeS4",
    "rougeSU",
    "rougeSU4",
)


class RougeOptions(TypedDict, total=False):
    """The keywords of `rouge.score` that choose how to read and count."""

    stem: bool
    stopwords: bool | Collection[str]
    words: int | None
    characters: int | None
    utf8_bytes: int | None
    language: str
    dialect: Dialect
    multiple: Multiple | None
    alpha: float
    exceptions: Mapping[str, str] | None
    split_sentences: bool


@dataclass(frozen=True, slots=True)
class Limit:
    """The first so many units of each text, candidate and references alike, as ROUGE-1.5.5 has it."""

    unit: Unit
    amount: int


@dataclass(frozen=True, slots=True)
class RougeRules:
    """Every choice that can change a ROUGE score, one by one."""

    dialect: Dialect = "google"
    tokenizer: Tokenizer = "google"
    language: str = _ENGLISH
    stemmer: Stemmer | None = "google"
    exceptions: Mapping[str, str] = field(default_factory=dict)
    stop: frozenset[str] = frozenset()
    limit: Limit | None = None
    script_limit: bool = False
    split_sentences: bool = False
    script_counts: bool = False
    multiple: Multiple = "best"
    best_by_recall: bool = False
    alpha: float = 0.5
    digits: int | None = None


def rules_for(options: RougeOptions) -> RougeRules:
    """Return the rules that the keywords of `rouge.score` come down to; raise `UsageError` for what cannot be."""
    dialect = options.get("dialect", DEFAULT_DIALECT)
    check_choice("ROUGE dialect", dialect, get_args(Dialect))
    language = options.get("language", _ENGLISH)
    script = dialect == "rouge155"
    native: Literal["script", "google"] = "script" if script else "google"
    english = language == _ENGLISH
    stem = options.get("stem", True)
    return RougeRules(
        dialect=dialect,
        tokenizer=native if english else "words",
        language=language,
        stemmer=(native if english else "snowball") if stem else None,
        exceptions=_exceptions(options.get("exceptions"), listed=script and english) if stem else {},
        stop=_stop_list(options.get("stopwords", False), language),
        limit=_limit(options),
        script_limit=script,
        split_sentences=options.get("split_sentences", False),
        script_counts=script,
        multiple=_multiple(options.get("multiple"), dialect),
        best_by_recall=script,
        alpha=_alpha(options.get("alpha", 0.5)),
        digits=_SCRIPT_DIGITS if script else None,
    )


def _exceptions(given: Mapping[str, str] | None, *, listed: bool) -> Mapping[str, str]:
    if given is not None:
        return given
    return irregular_forms() if listed else {}


def _stop_list(stopwords: bool | Collection[str], language: str) -> frozenset[str]:
    if isinstance(stopwords, str):
        raise UsageError(
            f"stopwords={stopwords!r} is a text.",
            given=stopwords,
            allowed="Give True for our list, False for none, or a collection of words.",
        )
    if not isinstance(stopwords, bool):
        return frozenset(stopwords)
    if not stopwords:
        return frozenset()
    listed = stop_words(language)
    if not listed:
        raise UsageError(
            f"There is no list of stop words for the language {language!r}.",
            given=language,
            advice="Give the words themselves: stopwords={…}.",
        )
    return listed


def _limit(options: RougeOptions) -> Limit | None:
    amounts: dict[Unit, int | None] = {
        "words": options.get("words"),
        "characters": options.get("characters"),
        "utf8_bytes": options.get("utf8_bytes"),
    }
    given = [Limit(unit, amount) for unit, amount in amounts.items() if amount is not None]
    if len(given) > 1 or any(limit.amount < 1 for limit in given):
        raise UsageError(
            f"The length limit {', '.join(f'{limit.unit}={limit.amount}' for limit in given)} cannot be used.",
            given=", ".join(limit.unit for limit in given),
            allowed="Give at most one of words, characters and utf8_bytes, and at least 1 of it.",
        )
    return given[0] if given else None


def _multiple(multiple: Multiple | None, dialect: Dialect) -> Multiple:
    if multiple is None:
        return "sum" if dialect == "rouge155" else "best"
    check_choice("way with several references", multiple, get_args(Multiple))
    return multiple


def _alpha(alpha: float) -> float:
    if not 0 <= alpha <= 1:
        raise UsageError(
            f"alpha={alpha} is not a weight.",
            given=str(alpha),
            allowed="It lies between 0 (F is recall) and 1 (F is precision).",
        )
    return alpha


@dataclass(frozen=True, slots=True)
class RougeVariant:
    """One way of counting overlap; `str()` is its notation.

    `length` is the n of an n-gram, `skip` the most words between the two of a pair (None: any number), `weight` the
    power that a run of matches is raised to.
    """

    kind: Kind
    length: int = 1
    skip: int | None = None
    weight: float = _WEIGHT

    def __str__(self) -> str:
        if self.kind == "N":
            return f"rouge{self.length}"
        if self.kind in ("S", "SU") and self.skip is not None:
            return f"rouge{self.kind}{self.skip}"
        if self.kind == "W" and self.weight != _WEIGHT:
            return str(Spec("rougeW", keywords=(("weight", self.weight),)))
        return f"rouge{self.kind}"


def parse_metric(text: str) -> RougeVariant:
    """Return the metric that a notation such as `rouge2`, `rougeSU4` or `rougeW(weight=1.5)` names."""
    spec = parse_spec(text)
    match = _NAME.fullmatch(spec.name)
    if match is None:
        raise UnknownNameError("ROUGE metric", spec.name, _KNOWN, advice="The number after S or SU is the largest gap.")
    if match["length"] is not None:
        metric = RougeVariant("N", length=int(match["length"]))
    elif match["pairs"] is not None:
        metric = RougeVariant(match["pairs"], skip=None if match["skip"] is None else int(match["skip"]))  # type: ignore[arg-type]
    else:
        metric = RougeVariant(match["kind"])  # type: ignore[arg-type]
    return _with_parameters(metric, spec)


def _with_parameters(metric: RougeVariant, spec: Spec) -> RougeVariant:
    if not spec.positional and not spec.keywords:
        return metric
    weight = dict(spec.keywords).get("weight")
    only_weight = not spec.positional and len(spec.keywords) == 1
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if metric.kind != "W" or not only_weight or not number or not 1 <= float(weight) < math.inf:  # type: ignore[arg-type]
        raise SpecError(
            f"The metric {str(spec)!r} has parameters that it does not take.",
            given=str(spec),
            allowed="Only rougeW takes one: rougeW(weight=1.2), a number of at least 1.",
        )
    return RougeVariant("W", weight=float(weight))  # type: ignore[arg-type]
