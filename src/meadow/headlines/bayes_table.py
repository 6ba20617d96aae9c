"""The table of a Naive Bayes over sentence features: counts of sentences, with and without a headline in them (H1).

Source: van Kesteren and Kraaij (2005) for the method; five bins of equal frequency, as WITNESSES decides; probabilities by
Laplace's rule, (count + 1) / (total + bins).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from meadow.errors import InputError
from meadow.headlines.bayes_features import FEATURES, sentence_features
from meadow.model import FloatArray
from meadow.provenance import content_id
from meadow.vectors.view import StoryView

BINS = 5
POOLED = "pooled"  # the table for languages without one of their own
_DIGITS = 4  # of the edges as written


@dataclass(frozen=True, slots=True)
class FeatureCounts:
    """The edges between a feature's bins, and how many sentences of each kind fell into each bin.

    A value belongs to the bin whose edges it lies between, an edge itself to the lower one.
    """

    edges: tuple[float, ...]
    positive: tuple[int, ...]
    negative: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BayesTable:
    """What was learnt: the counts by feature, the numbers of sentences of each kind, and what it was learnt from."""

    features: Mapping[str, FeatureCounts]
    positives: int
    negatives: int
    data: str

    @property
    def digest(self) -> str:
        """What tells the table from others."""
        return content_id(format_table(self))

    def log_odds(self, view: StoryView) -> FloatArray:
        """Return how likely each sentence holds a headline: the log of the odds; an absent feature says nothing."""
        odds = np.full(len(view), math.log(max(1, self.positives) / max(1, self.negatives)))
        for name, values in sentence_features(view).items():
            counts = self.features[name]
            steps = np.log(_shares(counts.positive)) - np.log(_shares(counts.negative))
            odds += np.where(np.isnan(values), 0.0, steps[np.searchsorted(counts.edges, values, side="left")])
        return odds

    def ranked_rows(self, view: StoryView) -> list[int]:
        """Return the sentences from the likeliest to the least likely, of equal ones the earlier first."""
        rows: list[int] = np.argsort(-self.log_odds(view), kind="stable").tolist()
        return rows


def fit_bayes(examples: Iterable[tuple[StoryView, int]], *, data: str) -> BayesTable:
    """Return the table that examples teach: views, each with the row of the sentence that is closest to the headline.

    `data` says what the examples are; it is written into the table.
    """
    values: dict[str, list[FloatArray]] = {name: [] for name in FEATURES}
    chosen: list[np.ndarray[tuple[int], np.dtype[np.bool_]]] = []
    for view, row in examples:
        for name, feature_values in sentence_features(view).items():
            values[name].append(feature_values)
        chosen.append(np.arange(len(view)) == row)
    if not chosen:
        raise InputError("There is no example to learn from.", given="0 examples", advice="Give titled documents.")
    positive = np.concatenate(chosen)
    features = {name: _count(np.concatenate(parts), positive) for name, parts in values.items()}
    return BayesTable(features, int(positive.sum()), int((~positive).sum()), data)


@cache
def shipped_table(language: str | None = None) -> BayesTable:
    """Return the table that comes with the package for a language; the pooled one where none was learnt, or none is asked.

    Titled articles could be had in some languages only: what they have in common stands in for the others.
    """
    known = {name: file for name, file in _shipped_files() if name in (language, POOLED)}
    return parse_table(known.get(language or POOLED, known[POOLED]).read_text(encoding="utf-8"))


def shipped_languages() -> tuple[str, ...]:
    """Return the languages with a table of their own."""
    return tuple(sorted(name for name, _ in _shipped_files() if name != POOLED))


def _shipped_files() -> Iterator[tuple[str, Traversable]]:
    for file in files("meadow.headlines").joinpath("bayes").iterdir():
        if file.name.endswith(".json"):
            yield file.name.removesuffix(".json"), file


def format_table(table: BayesTable) -> str:
    """Return a table as JSON for people: a line per list."""
    features = ",\n".join(
        f'    "{name}": {{\n'
        + ",\n".join(
            f'      "{key}": {json.dumps(list(getattr(counts, key)))}' for key in ("edges", "positive", "negative")
        )
        + "\n    }"
        for name, counts in table.features.items()
    )
    head = (
        f'  "data": {json.dumps(table.data)},\n  "positives": {table.positives},\n  "negatives": {table.negatives},\n'
    )
    return f'{{\n{head}  "features": {{\n{features}\n  }}\n}}\n'


def parse_table(text: str) -> BayesTable:
    """Return the table that a JSON text holds; raise an error that says what is wrong with it."""
    try:
        value = json.loads(text)
        features = {
            name: FeatureCounts(*(tuple(value["features"][name][key]) for key in ("edges", "positive", "negative")))
            for name in FEATURES
        }
        table = BayesTable(features, int(value["positives"]), int(value["negatives"]), str(value["data"]))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"This is no table of bayes-phrase: {error!r}.", given=text[:60],
            allowed="JSON as `format_table` writes it.",
            advice="Make one with `meadow lab fit --headlines PATH… --out FILE`.",
        ) from error  # fmt: skip
    for name, counts in features.items():
        if not len(counts.edges) + 1 == len(counts.positive) == len(counts.negative) or (
            list(counts.edges) != sorted(counts.edges)
        ):
            raise InputError(
                f"The feature {name!r} of this table of bayes-phrase has bins that do not fit its edges.",
                given=str(counts), allowed="Rising edges, and one count more than edges.",
            )  # fmt: skip
    return table


def _count(values: FloatArray, positive: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> FeatureCounts:
    known = ~np.isnan(values)
    given = values[known]
    quantiles = np.quantile(given, np.arange(1, BINS) / BINS) if len(given) else np.empty(0)
    # A value that is as frequent as several bins fills one of them: equal edges are one.
    edges = sorted({round(float(edge), _DIGITS) for edge in quantiles})
    bins = np.searchsorted(edges, given, side="left")
    counts = [np.bincount(bins[positive[known] == kind], minlength=len(edges) + 1).tolist() for kind in (True, False)]
    return FeatureCounts(tuple(edges), tuple(counts[0]), tuple(counts[1]))


def _shares(counts: Sequence[int]) -> FloatArray:
    given = np.array(counts, np.float64)
    shares: FloatArray = (given + 1) / (given.sum() + len(given))
    return shares
