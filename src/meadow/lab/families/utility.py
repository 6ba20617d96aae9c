"""Print J (judges), R (chance), S (system) and D = (S - R)/(J - R) at every rate, from the judges' scores.

Judges come as CSV with a sentence per row (document,index,Ada,Ben or
sentence,Ada,Ben) or a judgement per row (judge,sentence,score), the same as
JSON Lines, or MEAD's sentjudge. An extract is sentence numbers from 0, the JSON of meadow
summarize --json, or MEAD's extract. Links are lines "a b": a is subsumed by
b (numbers from 0), JSON Lines of {"sentence": ["document", 0], "by":
["document", 3]}, or the JSON of meadow evaluate subsumption.

Examples:
    meadow evaluate utility --judges judges.csv
    meadow evaluate utility --judges judges.csv --percent 50 --extract extract.txt --compare other.txt
    meadow evaluate utility --judges judges.csv --count 2 --extract extract.txt --links links.txt --credit 0.5
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meadow.cli.inputs import distinct_names, parse_file
from meadow.errors import UsageError
from meadow.lab.evaluate.utility import (
    RATES,
    JudgeTable,
    RelativeUtility,
    bootstrap,
    parse_extract,
    read_judges,
    relative_utility,
    sentence_count,
    with_subsumption,
)
from meadow.lab.evaluate.utility_scores import Unit
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.extracts import Subsumption, read_subsumption
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

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
class JudgedExtracts:
    """What judges think of sentences, extracts of one or two systems at each length, and which sentence subsumes which."""

    table: JudgeTable
    names: tuple[str, ...] = ()
    extracts: tuple[frozenset[int], ...] = ()
    others: tuple[frozenset[int], ...] = ()
    subsumption: Subsumption | None = None
    taken: tuple[str, ...] = ()


def read(
    *,
    judges: str,
    extract: Sequence[str] = (),
    compare: Sequence[str] = (),
    links: str | None = None,
    credit: float | None = None,
) -> JudgedExtracts:
    """Return the judges' scores with the extracts and links of files.

    --judges FILE: Utilities of sentences: CSV, JSON Lines or sentjudge.
    --extract FILE…: The system's extract, one for each rate.
    --compare FILE…: Another system's extracts, likewise.

    How to measure:
    --links FILE: Which sentence is subsumed by which.
    --credit: What a subsumed sentence still earns, 0 to 1 (E).
    """
    found = parse_file(judges, read_judges)
    table = found.table
    extracts, others = (
        tuple(parse_file(path, lambda text: parse_extract(text, table)) for path in paths)
        for paths in (extract, compare)
    )
    names = tuple(distinct_names([paths[0] for paths in (extract, compare) if paths]))
    subsumption = read_subsumption(links, credit, table)
    return JudgedExtracts(table, names, extracts, others, subsumption, (f"{judges}: {found.taken}.",))


def sheet(
    data: JudgedExtracts,
    *,
    percent: tuple[float, ...] | None = None,
    count: int | None = None,
    intervals: Unit | None = None,
    seed: int = 0,
) -> Sheet:
    """Return J, R, S and D at each rate, for each system by name; with two systems, their difference paired by judge.

    How to measure:
    --percent: Rates, such as 10,20,30 (default: 10 to 90).
    --count: A number of sentences instead of rates.
    --intervals UNIT: Add intervals over judges or sentences.
    """
    rates = make_rates(data, percents=percent, count=count)
    table = data.table
    measured = [
        (rate, system, _utility(table.utilities, rate.count, extract, data.subsumption))
        for rate in rates
        for system, extract in rate.systems(data.names).items()
    ]
    rows = [(rate.name, system, rate.count, *_scores(result).values()) for rate, system, result in measured]
    made = Sheet(
        blocks=[make_table(("rate", "system", "sentences", "J", "R", "S", "D"), rows)],
        value={
            "measure": "utility", "judges": list(table.judges), "sentences": len(table.sentences),
            "rates": [_value(*each) for each in measured],
        },
        notes=[*_notes(measured), *(() if data.subsumption is None else data.subsumption.notes)],
        signatures=[result.signature for *_, result in measured],
    )  # fmt: skip
    if len(rates) == 1:
        made += Sheet(blocks=[_matrix(table.judges, measured[0][2])])
    made += _differences(data, rates, seed)
    return made if intervals is None else made + _intervals(data, rates, intervals, seed)


def _scores(result: RelativeUtility) -> dict[str, float | None]:
    return {name: getattr(result, name) for name in _SCORES}


def _value(rate: Rate, system: str, result: RelativeUtility) -> dict[str, object]:
    return {
        "rate": rate.name, "system": None if system == _NO_SYSTEM else system, "count": rate.count, **_scores(result),
        "per_judge": list(result.per_judge), "matrix": [list(row) for row in result.matrix],
        "signature": result.signature,
    }  # fmt: skip


def make_rates(
    data: JudgedExtracts, *, percents: Sequence[float] | None = None, count: int | None = None
) -> list[Rate]:
    """Return the lengths that were asked for, each with its extracts; by default an extract's own length counts."""
    extracts, others = data.extracts, data.others
    if percents is not None and count is not None:
        raise UsageError("--percent and --count were both given.", given="--percent --count", advice="Choose one.")
    if count is not None:
        lengths = [(f"{count} sentences", count)]
    elif percents is None and len(extracts) == 1:
        longest = max(1, *(len(each) for each in (*extracts, *others)), 1)
        lengths = [(f"{longest} sentences", longest)]
    else:
        total = len(data.table.sentences)
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


def _intervals(data: JudgedExtracts, rates: Sequence[Rate], unit: Unit, seed: int) -> Sheet:
    """Return the bootstrap intervals of the scores, over judges or over sentences."""
    if data.subsumption is not None:
        raise UsageError("--intervals cannot be had with --links.", given="--intervals --links", advice="Choose one.")
    per_rate = [
        bootstrap(data.table.utilities, count=rate.count, unit=unit, extract=rate.extract, seed=seed) for rate in rates
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


def _notes(measured: Sequence[tuple[Rate, str, RelativeUtility]]) -> Iterable[str]:
    if any(rate.extract is None for rate, _, _ in measured):
        yield _NO_EXTRACT
    several = len({system for _, system, _ in measured}) > 1
    for rate, system, result in measured:
        heading = f"{rate.name}, {system}" if several else rate.name
        yield from (f"{heading}: {note}" for note in result.notes)


def _matrix(judges: Sequence[str], result: RelativeUtility) -> Table:
    rows = [(judge, *row, mean) for judge, row, mean in zip(judges, result.matrix, result.per_judge, strict=True)]
    return make_table(("who picks", *judges, "J_i"), rows, title="Share of each judge's utility (columns)")


def _differences(data: JudgedExtracts, rates: Sequence[Rate], seed: int) -> Sheet:
    measures = {
        f"S at {rate.name}": {
            name: _per_judge(data, rate.count, extract) for name, extract in rate.systems(data.names).items()
        }
        for rate in rates
        if rate.other is not None
    }
    return compare_systems(measures, unit="judge", seed=seed)


def _per_judge(data: JudgedExtracts, count: int, extract: frozenset[int] | None) -> list[float]:
    """Return S for each judge alone; one who finds nothing useful has no say, whatever the system."""
    alone = (_utility([row], count, extract, data.subsumption).system for row in data.table.utilities)
    return [share for share in alone if share is not None]


def _check_one_each(option: str, given: int, wanted: int) -> None:
    if given and given != wanted:
        raise UsageError(
            f"{option} names {given} extracts for {wanted} rates.",
            given=f"{given} extracts",
            allowed="One extract for each rate, in the same order.",
            advice="Say the rates with --percent, such as --percent 10,20.",
        )
