"""Variants of ROUGE as values with a notation that parses back.

`rouge1` … `rouge9` count n-grams, `rougeL` and `rougeLsum` the longest common subsequence of texts and of sentences,
`rougeW` the same with a bonus for runs (`rougeW(weight=1.5)`; 1.2 by default), `rougeS` pairs of words in order
however far apart, `rougeS4` with at most four words between, `rougeSU` and `rougeSU4` the same with single words
counted too.

Source: Lin (2004), ROUGE: A package for automatic evaluation of summaries.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from meadow.errors import SpecError, UnknownNameError
from meadow.spec import Spec, parse_spec

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
