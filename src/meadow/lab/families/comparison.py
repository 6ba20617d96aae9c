"""Two systems on the same items: the paired permutation test and the bootstrap interval of the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.lab.evaluate.significance import Interval, PermutationTest, holm, paired_bootstrap, paired_permutation
from meadow.lab.tables.sheet import Sheet, make_table

_FEWEST_UNITS = 2  # a single unit gives no interval
_HEADS = ("first", "second", "measure", "difference", "low", "high", "p", "p (Holm)")
_KEYS = (*_HEADS[:-1], "p_holm")

# The values of one measure, one per unit, for each system by name.
Measured = Mapping[str, Sequence[float]]


def compare_systems(measures: Mapping[str, Measured], *, unit: str, seed: int) -> Sheet:
    """Return how the first system differs from each other one, measure by measure; an empty sheet if it is alone."""
    tested = [
        (first, other, measure, *_tested(values[first], values[other], unit, seed))
        for measure, values in measures.items()
        for first, *others in [list(values)]
        for other in others
    ]
    if not tested:
        return Sheet()
    rows, values, signatures = [], [], []
    adjusted = holm([test.p_value for *_, test, _ in tested])
    for (*names, test, interval), p_holm in zip(tested, adjusted, strict=True):
        bounds = (None, None) if interval is None else (interval.low, interval.high)
        signed = [test.signature, *([] if interval is None else [interval.signature])]
        rows.append((*names, test.difference, *bounds, test.p_value, p_holm))
        rest = {"pairs": test.pairs, "exact": test.exact, "signatures": signed}
        values.append({**dict(zip(_KEYS, rows[-1], strict=True)), **rest})
        signatures += signed
    return Sheet(
        blocks=[make_table(_HEADS, rows, title=f"First less second, paired by {unit}")],
        value={"comparisons": values},
        notes=[f"An interval needs at least two units ({unit})." for *_, interval in tested if interval is None],
        signatures=signatures,
    )


def _tested(
    first: Sequence[float], second: Sequence[float], unit: str, seed: int
) -> tuple[PermutationTest, Interval | None]:
    enough = len(first) >= _FEWEST_UNITS
    interval = paired_bootstrap(first, second, seed=seed, unit=unit) if enough else None
    return paired_permutation(first, second, seed=seed, unit=unit), interval
