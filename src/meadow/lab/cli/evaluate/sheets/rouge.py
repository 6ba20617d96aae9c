"""ROUGE as a sheet: means with intervals per system, single items, differences between systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import check_choice
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.significance import bootstrap
from meadow.lab.families.comparison import compare_systems
from meadow.lab.families.warned import token_notes
from meadow.lab.files.texts import Items
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.provenance import signature

SIDES = ("recall", "precision", "f")

_SCRIPT_DIGITS = 5
_ONE_ITEM = "One item gives no interval."

Scores = Mapping[str, list[dict[str, rouge.Overlap]]]


@dataclass(frozen=True, slots=True)
class _Mean:
    """A metric's mean over the items of one system, with the interval of F; None where there is one item."""

    recall: float
    precision: float
    f: float
    low: float | None
    high: float | None
    how: str | None


def score_sheet(
    items: Items, metrics: Sequence[str], options: rouge.Options, *, side: str, seed: int, show_items: bool
) -> Sheet:
    """Return the scores of every system, and how the first one differs from the others."""
    check_choice("side of ROUGE", side, SIDES)
    with token_notes() as notes:
        scores = {name: rouge.score_many(items.pairs(name), metrics=metrics, **options) for name in items.systems}
    how = {metric: rouge.signature(metric, references=items.most_references, **options) for metric in metrics}
    sheet = _mean_sheet(items, scores, how, options, seed) + Sheet(notes=notes)
    if show_items:
        sheet += Sheet(blocks=[_item_table(items, scores, metrics, _digits(options))])
    return sheet + _differences(scores, metrics, side, seed)


def _mean_sheet(items: Items, scores: Scores, how: Mapping[str, str], options: rouge.Options, seed: int) -> Sheet:
    means = {
        (system, metric): _mean(items.ids, [row[metric] for row in rows], options, seed)
        for system, rows in scores.items()
        for metric in how
    }
    rows = [(system, metric, m.recall, m.precision, m.f, m.low, m.high) for (system, metric), m in means.items()]
    return Sheet(
        blocks=[
            make_table(("system", "metric", "recall", "precision", "F", "low", "high"), rows, digits=_digits(options))
        ],
        value={
            "measure": "rouge",
            "systems": [_value(system, items.ids, scores[system], means, how) for system in scores],
        },
        notes=[_ONE_ITEM] if any(mean.low is None for mean in means.values()) else [],
        signatures=[*how.values(), *(mean.how for mean in means.values() if mean.how is not None)],
    )


def _mean(ids: Sequence[str], scores: Sequence[rouge.Overlap], options: rouge.Options, seed: int) -> _Mean:
    mean = rouge.average(scores)
    if len(scores) == 1:
        return _Mean(mean.recall, mean.precision, mean.f, None, None, None)
    if options.get("dialect") == "rouge155":
        # The script averages over its own samples, in the order of the ids as text: its figures, to the last digit.
        script = rouge.script_average(
            [score for _, score in sorted(zip(ids, scores, strict=True), key=lambda pair: pair[0])]
        )
        how = signature({"average": "script(resamples=1000, confidence=95)", "unit": "item"})
        return _Mean(script.recall.mean, script.precision.mean, script.f.mean, script.f.low, script.f.high, how)
    interval = bootstrap([score.f for score in scores], seed=seed, unit="item")
    return _Mean(mean.recall, mean.precision, mean.f, interval.low, interval.high, interval.signature)


def _item_table(items: Items, scores: Scores, metrics: Sequence[str], digits: int) -> Table:
    rows = [
        (system, item, metric, row[metric].recall, row[metric].precision, row[metric].f)
        for system, listed in scores.items()
        for item, row in zip(items.ids, listed, strict=True)
        for metric in metrics
    ]
    return make_table(("system", "item", "metric", "recall", "precision", "F"), rows, digits=digits)


def _differences(scores: Scores, metrics: Sequence[str], side: str, seed: int) -> Sheet:
    measures = {
        f"{metric} {'F' if side == 'f' else side}": {
            system: [float(getattr(row[metric], side)) for row in rows] for system, rows in scores.items()
        }
        for metric in metrics
    }
    return compare_systems(measures, unit="item", seed=seed)


def _value(
    system: str,
    ids: Sequence[str],
    rows: Sequence[dict[str, rouge.Overlap]],
    means: Mapping[tuple[str, str], _Mean],
    how: Mapping[str, str],
) -> dict[str, object]:
    return {
        "name": system,
        "scores": {metric: _mean_value(means[system, metric], name) for metric, name in how.items()},
        "items": [
            {"id": item, **{metric: _overlap_value(score) for metric, score in row.items()}}
            for item, row in zip(ids, rows, strict=True)
        ],
    }


def _mean_value(mean: _Mean, how: str) -> dict[str, object]:
    return {
        "recall": mean.recall, "precision": mean.precision, "f": mean.f, "low": mean.low, "high": mean.high,
        "signature": how, "interval": mean.how,
    }  # fmt: skip


def _overlap_value(score: rouge.Overlap) -> dict[str, float]:
    return {"recall": score.recall, "precision": score.precision, "f": score.f}


def _digits(options: rouge.Options) -> int:
    return _SCRIPT_DIGITS if options.get("dialect") == "rouge155" else 4
