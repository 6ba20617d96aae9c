"""Mix: a weighted sum of rankers, `SCORE = w_c C + w_p P + w_f F` and any other (M5).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.4.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping

import numpy as np

from meadow.errors import SpecError
from meadow.model import FloatArray, Scores
from meadow.rank import RANKERS
from meadow.rank.length import length
from meadow.registry import Method, parameters
from meadow.spec import Spec
from meadow.text.selfcontained import is_self_contained
from meadow.vectors.centroid import KEEP_OVER
from meadow.vectors.view import StoryView

MOST_WEIGHT = 1e9  # a sum with such a weight keeps six digits of a score with the weight 1, and cannot overflow


def mix(
    view: StoryView,
    *,
    reading: str = "table3",
    dialect: str = "meadow",
    minimum_words: int = 0,
    standalone: bool = False,
    title: bool = False,
    keep_over: float = KEEP_OVER,
    question: str | None = None,
    **weights: float,
) -> Scores:
    """Return the weighted sum of the named rankers' values, with each ranker's values as a feature.

    `mix(centroid=1, position=2, first=1)` is the paper's best. Sentences under `minimum_words` score 0, as in the released
    system, which asks for 9; with `standalone` so do sentences that depend on the ones before them. Reading, dialect,
    question, `title` (of `first`) and `keep_over` (of `centroid`) go to the rankers that know them. In the reading `table3`,
    rankers whose numbers have no fixed range come scaled, their best sentence at 1.
    """
    if not weights:
        raise SpecError(
            "mix was given no ranker.", given="mix()", allowed="Such as mix(centroid=1, position=2, first=1).",
            advice="Name each ranker with its weight.",
        )  # fmt: skip
    _check_asked(question, weights)
    values: FloatArray = np.zeros(len(view))
    features: dict[str, FloatArray] = {}
    shared: dict[str, str | float | None] = {
        "reading": reading, "dialect": dialect, "question": question, "scaled": reading == "table3", "title": title,
        "keep_over": keep_over,
    }  # fmt: skip
    for name, weight in weights.items():
        scores = _part(name, weight, shared)(view)
        values = values + weight * scores.values
        features[name] = scores.values
    if minimum_words > 0:
        features["length"] = length(view, dialect=dialect).values
        values = np.where(features["length"] < minimum_words, 0.0, values)
    if standalone:
        features["standalone"] = np.fromiter(view.told_of_all(is_self_contained), np.float64, len(view))
        values = values * features["standalone"]
    return Scores(values, features)


def _check_asked(question: str | None, rankers: Iterable[str]) -> None:
    """Raise an error if a question was given and no ranker of the mix would read it."""
    if question is None or any("question" in parameters(RANKERS.function(name)) for name in rankers):
        return
    raise SpecError(
        f"mix was given the question {question!r}, but none of its rankers reads one.",
        given=question,
        allowed='Such as mix(centroid=1, focus=2, question="Why did it sink?").',
        advice="Give focus a weight, or leave the question out.",
    )


def _part(name: str, weight: object, shared: Mapping[str, str | float | None]) -> Method:
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise SpecError(
            f"mix was given {name}={weight!r}.",
            given=str(weight),
            allowed="A weight is a number.",
            advice="Such as 0.5.",
        )
    if not abs(weight) <= MOST_WEIGHT:
        raise SpecError(
            f"mix was given {name}={weight!r}.", given=str(weight),
            allowed=f"A weight is from -{MOST_WEIGHT:g} to {MOST_WEIGHT:g}.",
            advice="Only the proportions of the weights count.",
        )  # fmt: skip
    function = RANKERS.function(name)
    known = parameters(function)
    fitting = {
        key: value
        for key, value in shared.items()
        if key in known and known[key].kind is inspect.Parameter.KEYWORD_ONLY
    }
    return Method(Spec(name, (), tuple(fitting.items())), function)
