"""Extracts against gold as a sheet: the minimum cover, precision, coverage, and what is redundant or missed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from meadow.lab.evaluate import coverage
from meadow.lab.evaluate.coverage import GoldUnit
from meadow.lab.families.comparison import compare_systems
from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet, make_table

_NO_RANKS = "Weighted coverage needs a rank for every abstract sentence: a third column in the gold, or --ranks ABC."


def coverage_sheet(
    units: Sequence[GoldUnit],
    extracts: Mapping[str, frozenset[int]],
    *,
    ranks: str | None,
    weights: Sequence[float] | None,
    seed: int,
) -> Sheet:
    """Return the scores of each extract, what it misses, and how the first one differs from the others."""
    gold = [unit.alternatives for unit in units]
    letters = _ranks(units) if ranks is None else list(ranks)
    cover = coverage.minimum_cover(gold)
    how = coverage.signature(gold, weights=None if weights is None else tuple(weights))
    rows = [(name, *_scores(extract, gold, letters, weights, len(cover))) for name, extract in extracts.items()]
    sheet = Sheet(
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
    return sheet + _differences(gold, extracts, seed)


def certificate_sheet(units: Sequence[GoldUnit]) -> Sheet:
    """Return why no cover is smaller: what each abstract sentence pays at least, or how many cases the proof tells apart."""
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


def _scores(
    extract: frozenset[int],
    gold: coverage.Gold,
    ranks: Sequence[str] | None,
    weights: Sequence[float] | None,
    cover_size: int,
) -> tuple[float, float, float | None, int]:
    return (
        coverage.precision(extract, gold, cover_size=cover_size),
        coverage.coverage(extract, gold),
        None if ranks is None else coverage.weighted_coverage(extract, gold, ranks, weights=weights),
        coverage.redundant(extract, gold),
    )


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
