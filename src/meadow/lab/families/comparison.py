"""Two systems on the same items: the paired permutation test and the bootstrap interval of the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.lab.evaluate.significance import Interval, PermutationTest, holm, paired_bootstrap, paired_permutation
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

_FEWEST_UNITS = 2  # a single unit gives no interval

# The values of one measure, one per unit, for each system by name.
Measured = Mapping[str, Sequence[float]]


@dataclass(frozen=True, slots=True)
class _SystemPair:
    """One measure of the first system against the same measure of another."""

    measure: str
    names: tuple[str, str]
    test: PermutationTest
    interval: Interval | None


def compare_systems(measures: Mapping[str, Measured], *, unit: str, seed: int) -> Sheet:
    """Return how the first system differs from each other one, measure by measure; an empty sheet if it is alone."""
    pairs = [
        _pair(measure, (first, other), values, unit, seed)
        for measure, values in measures.items()
        for first, *others in [list(values)]
        for other in others
    ]
    if not pairs:
        return Sheet()
    adjusted = holm([pair.test.p_value for pair in pairs])
    return Sheet(
        blocks=[_table(pairs, adjusted, unit)],
        value={"comparisons": [_value(pair, p) for pair, p in zip(pairs, adjusted, strict=True)]},
        notes=[f"An interval needs at least two units ({unit})." for pair in pairs if pair.interval is None],
        signatures=[line for pair in pairs for line in _signatures(pair)],
    )


def _pair(measure: str, names: tuple[str, str], values: Measured, unit: str, seed: int) -> _SystemPair:
    first, second = values[names[0]], values[names[1]]
    enough = len(first) >= _FEWEST_UNITS
    return _SystemPair(
        measure=measure,
        names=names,
        test=paired_permutation(first, second, seed=seed, unit=unit),
        interval=paired_bootstrap(first, second, seed=seed, unit=unit) if enough else None,
    )


def _table(pairs: Sequence[_SystemPair], adjusted: Sequence[float], unit: str) -> Table:
    rows = [
        (pair.names[0], pair.names[1], pair.measure, pair.test.difference, *_bounds(pair), pair.test.p_value, p)
        for pair, p in zip(pairs, adjusted, strict=True)
    ]
    return make_table(
        heads=("first", "second", "measure", "difference", "low", "high", "p", "p (Holm)"),
        rows=rows,
        title=f"First less second, paired by {unit}",
    )


def _bounds(pair: _SystemPair) -> tuple[float | None, float | None]:
    return (None, None) if pair.interval is None else (pair.interval.low, pair.interval.high)


def _signatures(pair: _SystemPair) -> list[str]:
    return [pair.test.signature, *([] if pair.interval is None else [pair.interval.signature])]


def _value(pair: _SystemPair, adjusted: float) -> dict[str, object]:
    low, high = _bounds(pair)
    return {
        "first": pair.names[0], "second": pair.names[1], "measure": pair.measure,
        "difference": pair.test.difference, "low": low, "high": high,
        "p": pair.test.p_value, "p_holm": adjusted, "pairs": pair.test.pairs, "exact": pair.test.exact,
        "signatures": _signatures(pair),
    }  # fmt: skip
