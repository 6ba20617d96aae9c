"""The contract of metrics: each item counts by itself, and scores come from sums of what was counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from meadow.lab.evaluate.metric import Item, Metric
from meadow.model import FloatArray
from meadow.registry import parameters
from meadow.spec import Spec, parse_spec
from meadow.testing import REPORTS
from meadow.testing.contract import require


def check_metric(metric: Callable[..., Metric], **settings: Any) -> None:
    """Check that a metric counts each item by itself, and that every score comes from sums of what was counted.

    Statistics and scores are finite, the same each time and in any order of items, for an empty text too. A text that
    equals its references scores best, unless `better` is None or the metric needs no references, and then it is not moved
    by any. The parameters have defaults and can be written in a spec that parses back.
    """
    needless = [name for name, entry in parameters(metric).items() if entry.default is entry.empty]
    require(not needless, "any item", f"the parameters {needless} have no default")
    spec = Spec("metric", (), tuple(settings.items()))
    require(parse_spec(str(spec)) == spec, "any item", f"the spec {spec} does not parse back")
    made = metric(**settings)
    items = _items()
    rows = made.count(items)
    require(rows.ndim == 2 and len(rows) == len(items), "four texts", f"the statistics have the shape {rows.shape}")
    require(bool(np.isfinite(rows).all()), "four texts", "a statistic is not finite")
    require(np.array_equal(metric(**settings).count(items), rows), "four texts", "the second call counted otherwise")
    turned = made.count(items[::-1])
    require(np.array_equal(turned[::-1], rows), "four texts", "the order of the items changed what was counted")
    for item, row in zip(items, rows, strict=True):
        require(np.array_equal(made.count([item])[0], row), "one text", "other items changed what was counted of it")
    for name, row in {**dict(zip(_ITEM_NAMES, rows, strict=True)), "all texts": rows.sum(axis=0)}.items():
        scores = made.score(row)
        require(len(scores) == len(made.parts), name, f"there are {len(scores)} scores for the parts {made.parts}")
        require(all(map(math.isfinite, scores)), name, f"a score of {scores} is not finite")
    _check_ends(made, items, rows)


_WAYS_OUT = (
    "A metric that looks at no reference says so by Metric(…, needs_references=False), one of which neither end is good by "
    'better=None, one where less is better by better="lower"'
)
_ITEM_NAMES = ("a text that equals its references", "a shorter text", "another text", "an empty text")


def _items() -> list[Item]:
    full, other = (tuple(report.split(". ")) for report in (REPORTS[0], REPORTS[3]))
    references = ("\n".join(full),) * 2
    return [Item(sentences, references) for sentences in (full, full[1:], other, ())]


def _check_ends(metric: Metric, items: Sequence[Item], rows: FloatArray) -> None:
    if not metric.needs_references:
        bare = metric.count([replace(item, references=()) for item in items])
        require(
            np.array_equal(bare, rows), "texts without references", "the metric says it needs none, but counts them"
        )
    elif metric.better is not None:
        sign = 1 if metric.better == "higher" else -1
        first, *others = (sign * metric.score(row)[0] for row in rows)
        require(first >= max(others), _ITEM_NAMES[0], f"another text scores better. {_WAYS_OUT}")
        require(first > min(others), "four texts", f"all score the same. {_WAYS_OUT}")
