"""Relative utility as a sheet: J, R, S and D at every rate, the judges against each other, intervals, two systems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from meadow.errors import UsageError
from meadow.lab.cli.evaluate.comparison import compare_systems
from meadow.lab.cli.evaluate.links import Subsumption
from meadow.lab.evaluate.utility import (
    RATES,
    JudgeTable,
    RelativeUtility,
    bootstrap,
    relative_utility,
    sentence_count,
    with_subsumption,
)
from meadow.lab.evaluate.utility_intervals import Unit
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Cell, Sheet, make_table

_NO_EXTRACT = "S and D need an extract: give --extract."
_NO_SYSTEM = "–"
_SCORES = ("agreement", "random", "system", "normalized")


@dataclass(frozen=True, slots=True)
class Rate:
    """A length to measure at, how it is called, and the extracts of that length, if any."""

    name: str
    count: int
    extract: frozenset[int] | None = None
    other: frozenset[int] | None = None

    def systems(self, names: Sequence[str]) -> dict[str, frozenset[int] | None]:
        """Return the extracts by the names of their systems; where there is none, no extract under a dash."""
        return dict(zip(names or (_NO_SYSTEM,), (self.extract, self.other), strict=False))


@dataclass(frozen=True, slots=True)
class MeasuredUtility:
    """What one system's extract is worth at one rate."""

    rate: Rate
    system: str
    result: RelativeUtility

    @property
    def row(self) -> tuple[Cell, ...]:
        """The line of the table."""
        scores = (getattr(self.result, name) for name in _SCORES)
        return self.rate.name, self.system, self.rate.count, *scores

    @property
    def value(self) -> dict[str, object]:
        """The same as a JSON value, with the judges one by one."""
        return {
            "rate": self.rate.name, "system": None if self.system == _NO_SYSTEM else self.system,
            "count": self.rate.count, **{name: getattr(self.result, name) for name in _SCORES},
            "per_judge": list(self.result.per_judge), "matrix": [list(row) for row in self.result.matrix],
            "signature": self.result.signature,
        }  # fmt: skip


def make_rates(
    total: int,
    *,
    percents: Sequence[float] | None,
    count: int | None,
    extracts: Sequence[frozenset[int]],
    others: Sequence[frozenset[int]],
) -> list[Rate]:
    """Return the lengths that were asked for, each with its extracts; unless told, an extract's own length counts."""
    if percents is not None and count is not None:
        raise UsageError("--percent and --count were both given.", given="--percent --count", advice="Choose one.")
    if count is not None:
        lengths = [(f"{count} sentences", count)]
    elif percents is None and len(extracts) == 1:
        longest = max(1, *(len(each) for each in (*extracts, *others)), 1)
        lengths = [(f"{longest} sentences", longest)]
    else:
        lengths = [
            (f"{percent:g} %", sentence_count(total, percent)) for percent in (RATES if percents is None else percents)
        ]
    if others and not extracts:
        raise UsageError(
            "--compare was given without --extract.", given="--compare", advice="Name the first system's extract."
        )
    for option, given in (("--extract", extracts), ("--compare", others)):
        _check_one_each(option, len(given), len(lengths))
    return [
        Rate(name, length, extracts[index] if extracts else None, others[index] if others else None)
        for index, (name, length) in enumerate(lengths)
    ]


def utility_sheet(
    table: JudgeTable, rates: Sequence[Rate], names: Sequence[str], *, subsumption: Subsumption | None, seed: int
) -> Sheet:
    """Return J, R, S and D at each rate, for each system by name; with two systems, their difference paired by judge."""
    measured = [
        MeasuredUtility(rate, system, _utility(table.utilities, rate.count, extract, subsumption))
        for rate in rates
        for system, extract in rate.systems(names).items()
    ]
    sheet = Sheet(
        blocks=[make_table(("rate", "system", "sentences", "J", "R", "S", "D"), [each.row for each in measured])],
        value={
            "measure": "utility", "judges": list(table.judges), "sentences": len(table.sentences),
            "rates": [each.value for each in measured],
        },
        notes=[*_notes(measured), *(() if subsumption is None else subsumption.notes)],
        signatures=[each.result.signature for each in measured],
    )  # fmt: skip
    if len(rates) == 1:
        sheet += Sheet(blocks=[_matrix(table.judges, measured[0].result)])
    return sheet + _differences(table, rates, names, subsumption, seed)


def interval_sheet(
    table: JudgeTable, rates: Sequence[Rate], *, unit: str, subsumption: Subsumption | None, seed: int
) -> Sheet:
    """Return the bootstrap intervals of the scores, over judges or over sentences."""
    if subsumption is not None:
        raise UsageError("--intervals cannot be had with --links.", given="--intervals --links", advice="Choose one.")
    per_rate = [
        bootstrap(table.utilities, count=rate.count, unit=cast("Unit", unit), extract=rate.extract, seed=seed)
        for rate in rates
    ]
    letters = dict(zip(_SCORES, "JRSD", strict=True))
    rows, values = [], []
    for rate, intervals in zip(rates, per_rate, strict=True):
        for name, letter in letters.items():
            one = getattr(intervals, name)
            low, high = (None, None) if one is None else (one.low, one.high)
            rows.append((rate.name, letter, low, high))
            values.append(
                {"rate": rate.name, "score": name, "low": low, "high": high, "signature": intervals.signature}
            )
    return Sheet(
        blocks=[make_table(("rate", "score", "low", "high"), rows, title=f"Intervals of 95 %, over {unit}")],
        value={"intervals": values},
        notes=[f"{rate.name}: {note}" for rate, each in zip(rates, per_rate, strict=True) for note in each.notes],
        signatures=[intervals.signature for intervals in per_rate],
    )


def _utility(
    utilities: Sequence[Sequence[float]], count: int, extract: frozenset[int] | None, subsumption: Subsumption | None
) -> RelativeUtility:
    if subsumption is None:
        return relative_utility(utilities, count=count, extract=extract)
    return with_subsumption(utilities, subsumption.links, count=count, credit=subsumption.credit, extract=extract)


def _notes(measured: Sequence[MeasuredUtility]) -> Iterable[str]:
    if any(each.rate.extract is None for each in measured):
        yield _NO_EXTRACT
    several = len({each.system for each in measured}) > 1
    for each in measured:
        heading = f"{each.rate.name}, {each.system}" if several else each.rate.name
        yield from (f"{heading}: {note}" for note in each.result.notes)


def _matrix(judges: Sequence[str], result: RelativeUtility) -> Table:
    rows = [(judge, *row, mean) for judge, row, mean in zip(judges, result.matrix, result.per_judge, strict=True)]
    return make_table(("who picks", *judges, "J_i"), rows, title="Share of each judge's utility (columns)")


def _differences(
    table: JudgeTable, rates: Sequence[Rate], names: Sequence[str], subsumption: Subsumption | None, seed: int
) -> Sheet:
    measures = {
        f"S at {rate.name}": {
            name: _per_judge(table, rate.count, extract, subsumption) for name, extract in rate.systems(names).items()
        }
        for rate in rates
        if rate.other is not None
    }
    return compare_systems(measures, unit="judge", seed=seed)


def _per_judge(
    table: JudgeTable, count: int, extract: frozenset[int] | None, subsumption: Subsumption | None
) -> list[float]:
    """Return S for each judge alone; one who finds nothing useful has no say, whatever the system."""
    alone = (_utility([row], count, extract, subsumption).system for row in table.utilities)
    return [share for share in alone if share is not None]


def _check_one_each(option: str, given: int, wanted: int) -> None:
    if given and given != wanted:
        raise UsageError(
            f"{option} names {given} extracts for {wanted} rates.",
            given=f"{given} extracts",
            allowed="One extract for each rate, in the same order.",
            advice="Say the rates with --percent, such as --percent 10,20.",
        )
