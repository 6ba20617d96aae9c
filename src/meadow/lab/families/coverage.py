"""Print precision, coverage, weighted coverage, redundancy, the minimum cover, and what each extract misses.

Gold has a line per abstract sentence: id, tab, the sets of source sentences
that could have made it ("{s1} {s10,s11}"), and optionally a tab and a rank;
or its JSON form. An extract is sentence numbers ("s10 s11 s5"). Sentences
count from 1 over the documents in time order. With --documents, gold and
extracts may name them by document and index instead: then an extract may be
the JSON of meadow summarize --json.

Examples:
    meadow evaluate coverage --gold gold.txt --extract extract-1.txt
    meadow evaluate coverage --gold gold.txt --extract extract-1.txt --certificate
    meadow evaluate coverage --gold gold.txt --extract extract-1.txt --compare extract-2.txt --ranks ABC --weights 1,0.5,0.3
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from meadow.cli.inputs import parse_file
from meadow.lab.evaluate import coverage
from meadow.lab.evaluate.coverage import GoldUnit, parse_gold_units
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.extracts import check_numbers, named, numbered, read_extract, sentence_places
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

_NO_RANKS = "Weighted coverage needs a rank for every abstract sentence: a third column in the gold, or --ranks ABC."


@dataclass(frozen=True, slots=True)
class Covered:
    """Which source sentences make each sentence of an abstract, and the extracts of systems."""

    units: Sequence[GoldUnit]
    extracts: Mapping[str, frozenset[int]]


def read(*, gold: str, extract: Sequence[str], documents: Sequence[str] = ()) -> Covered:
    """Return the gold and the extracts of files, numbered alike.

    --gold FILE: Which source sentences make each sentence of the abstract.
    --extract, --compare FILE…: Extracts to score, one per system.
    --documents PATH…: The documents, where sentences are named by document and index.
    """
    places = sentence_places(documents) if documents else None
    units = parse_file(gold, lambda text: parse_gold_units(text, numbering=places))
    numbers = numbered([read_extract(path) for path in extract], () if places is None else places)
    extracts = named(extract, numbers)
    check_numbers(extracts, first=1, last=None if places is None else len(places))
    return Covered(units, extracts)


def sheet(
    data: Covered,
    *,
    ranks: str | None = None,
    weights: tuple[float, ...] | None = None,
    certificate: bool = False,
    seed: int = 0,
) -> Sheet:
    """Return the scores of each extract, what it misses, and how the first one differs from the others.

    --ranks: A letter for each abstract sentence, such as ABC.
    --weights: The weights of A, B, C …, such as 1,0.5,0.3 (default 1/rank).
    --certificate: Prove that no cover is smaller, and check the proof.
    """
    units, extracts = data.units, data.extracts
    gold = [unit.alternatives for unit in units]
    letters = _ranks(units) if ranks is None else list(ranks)
    cover = coverage.minimum_cover(gold)
    how = coverage.signature(gold, weights=weights)
    rows = [
        (name, *coverage.extract_scores(extract, gold, letters, cover_size=len(cover), weights=weights))
        for name, extract in extracts.items()
    ]
    made = Sheet(
        blocks=[
            make_table(("extract", "precision", "coverage", "weighted coverage", "redundant"), rows),
            f"minimum cover: {_named(cover)} (h = {len(cover)})",
            *(_missed_table(name, extract, units) for name, extract in extracts.items()),
        ],
        value={
            "measure": "coverage", "cover": sorted(cover),
            "extracts": [_value(row, extracts[row[0]], units, how) for row in rows],
        },
        notes=[_NO_RANKS] if letters is None else [],
        signatures=[how],
    )  # fmt: skip
    made += _differences(gold, extracts, seed)
    return made + certificate_sheet(units) if certificate else made


def certificate_sheet(units: Sequence[GoldUnit]) -> Sheet:
    """Return why no cover is smaller: what each abstract sentence pays at least, or the number of cases of the proof."""
    gold = [unit.alternatives for unit in units]
    certificate = coverage.cover_certificate(gold)
    size, leaves = len(certificate.cover), certificate.proof.leaves
    holds = coverage.is_certified(gold, certificate)
    verdict = f"no cover has fewer than {size} sentences: {'checked' if holds else 'the proof does not hold'}"
    paid = [
        (unit.id, _least(unit, prices))
        for unit, prices in zip(units, certificate.proof.prices, strict=bool(leaves == 1))
    ]
    cases = "" if leaves == 1 else f", {leaves} cases"
    blocks = [make_table(("unit", "pays at least"), paid, title="Sentences at a price of 1 each, shared by the units")]
    return Sheet(
        blocks=[f"{verdict}{cases}", *(blocks if leaves == 1 else [])],
        value={
            "certificate": {"used": list(certificate.used), "holds": holds, "proof": _proof_value(certificate.proof)}
        },
    )


def _least(unit: GoldUnit, prices: Mapping[int, int]) -> float:
    return min(sum(prices.get(sentence, 0) for sentence in chosen) for chosen in unit.alternatives) / coverage.PRICE


def _proof_value(proof: coverage.CoverProof | None) -> dict[str, object] | None:
    if proof is None or proof.branch is None:
        prices = () if proof is None else proof.prices
        return {"prices": [{f"s{sentence}": price for sentence, price in each.items()} for each in prices]}
    return {"branch": f"s{proof.branch}", "with": _proof_value(proof.inside), "without": _proof_value(proof.outside)}


def _ranks(units: Sequence[GoldUnit]) -> list[str] | None:
    ranks = [unit.rank for unit in units if unit.rank is not None]
    return ranks if len(ranks) == len(units) else None


def _missed_table(name: str, extract: frozenset[int], units: Sequence[GoldUnit]) -> Table | str:
    missed = coverage.missed(extract, [unit.alternatives for unit in units])
    if not missed:
        return f"{name} misses nothing."
    reached = coverage.unit_scores(extract, [unit.alternatives for unit in units])
    rows = [
        (units[each.unit].id, _share(reached[each.unit]), _named(each.closest), _named(each.absent)) for each in missed
    ]
    return make_table(("unit", "reached", "closest set", "lacks"), rows, title=f"{name} misses")


def _differences(gold: coverage.Gold, extracts: Mapping[str, frozenset[int]], seed: int) -> Sheet:
    reached = {
        name: [float(share) for share in coverage.unit_scores(extract, gold)] for name, extract in extracts.items()
    }
    return compare_systems({"coverage": reached}, unit="abstract sentence", seed=seed)


def _value(
    row: tuple[str, float, float, float | None, int], extract: frozenset[int], units: Sequence[GoldUnit], how: str
) -> dict[str, object]:
    missed = coverage.missed(extract, [unit.alternatives for unit in units])
    return {
        **dict(zip(("name", "precision", "coverage", "weighted_coverage", "redundant"), row, strict=True)),
        "missed": [_missed_value(each, units[each.unit]) for each in missed],
        "signature": how,
    }  # fmt: skip


def _missed_value(missed: coverage.Missed, unit: GoldUnit) -> dict[str, object]:
    sets = {"closest": sorted(missed.closest), "lacks": sorted(missed.absent)}
    return {"unit": unit.id, "reached": missed.reached, **sets}


def _named(sentences: Collection[int]) -> str:
    return " ".join(f"s{number}" for number in sorted(sentences))


def _share(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}" if share else "0"
