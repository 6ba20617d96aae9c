"""The metrics `rouge1` … `rouge9`, `rougeL`, `rougeLsum`, `rougeW`, `rougeS`, `rougeS4`, `rougeSU` and `rougeSU4`.

The statistics of an item are hits and sizes, its precision, recall and F, and 1 for the item itself. A corpus scores the
mean over its items, as is usual, or with `pooled` what all hits and sizes together make, where every word weighs the same.
They count as Google's rouge-score does, of several references the best, unless `dialect=rouge155` is given.

Source: Lin (2004), ROUGE: A package for automatic evaluation of summaries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.metric import Item, Metric
from meadow.lab.evaluate.rouge_counts import Counts
from meadow.lab.evaluate.rouge_rules import DEFAULT_DIALECT, Dialect, Multiple, RougeOptions, parse_metric, rules_for
from meadow.lab.evaluate.rouge_scores import overlap
from meadow.model import FloatArray

PARTS = ("f", "precision", "recall")

_COLUMNS = 7


def _named(name: str, what: str) -> Callable[..., Metric]:
    """Return the function that makes the metric of a name."""

    def rouge_metric(
        *,
        stem: bool = True,
        stopwords: bool = False,
        words: int | None = None,
        characters: int | None = None,
        dialect: Dialect = DEFAULT_DIALECT,
        multiple: Multiple | None = None,
        alpha: float = 0.5,
        pooled: bool = False,
    ) -> Metric:
        options: RougeOptions = {
            "stem": stem, "stopwords": stopwords, "words": words, "characters": characters, "dialect": dialect,
            "multiple": multiple, "alpha": alpha,
        }  # fmt: skip
        return _metric(name, options, pooled=pooled)

    rouge_metric.__name__ = rouge_metric.__qualname__ = name
    rouge_metric.__doc__ = f"Return overlap with references by {what}: F, precision and recall."
    return rouge_metric


rouge1, rouge2, rouge3, rouge4, rouge5, rouge6, rouge7, rouge8, rouge9 = (
    _named(f"rouge{length}", "words" if length == 1 else f"runs of {length} words") for length in range(1, 10)
)
rouge_l = _named("rougeL", "the longest common subsequence of words")
rouge_lsum = _named("rougeLsum", "the longest common subsequences of sentences")
rouge_s = _named("rougeS", "pairs of words in order")
rouge_s4 = _named("rougeS4", "pairs of words with at most four between them")
rouge_su = _named("rougeSU", "pairs of words in order and single words")
rouge_su4 = _named("rougeSU4", "pairs of words with at most four between them, and single words")


def rouge_w(
    *, weight: float = 1.2, stem: bool = True, dialect: Dialect = DEFAULT_DIALECT, multiple: Multiple | None = None
) -> Metric:
    """Return overlap with references by the longest common subsequence, where runs of words count more."""
    return _metric(f"rougeW(weight={weight})", {"stem": stem, "dialect": dialect, "multiple": multiple}, pooled=False)


def _metric(name: str, options: RougeOptions, *, pooled: bool) -> Metric:
    counted, rules = parse_metric(name), rules_for(options)  # says what is wrong with a value before anything is read

    def count(items: Sequence[Item]) -> FloatArray:
        return _statistics(items, str(counted), options)

    def score(sums: FloatArray) -> tuple[float, float, float]:
        hits, candidate, reference, f, precision, recall, items = sums.tolist()
        if pooled:
            whole = overlap(Counts(hits, candidate, reference), counted, rules)
            return whole.f, whole.precision, whole.recall
        return (f / items, precision / items, recall / items) if items else (0.0, 0.0, 0.0)

    return Metric(PARTS, count, score)


def _statistics(items: Sequence[Item], name: str, options: RougeOptions) -> FloatArray:
    """Return a row per item, all items of a language together: each text is then read once."""
    rows = np.zeros((len(items), _COLUMNS))
    for language in dict.fromkeys(item.language for item in items):
        places = [number for number, item in enumerate(items) if item.language == language]
        pairs = [(items[number].text, items[number].references) for number in places]
        # An empty text scores 0, as it should: no warning is due.
        scored, _ = rouge.score_all(pairs, [name], rules_for({**options, "language": language}))
        for number, scores in zip(places, scored, strict=True):
            each = scores[name]
            rows[number] = each.hits, each.candidate, each.reference, each.f, each.precision, each.recall, 1.0
    return rows
