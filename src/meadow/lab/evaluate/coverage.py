"""How much of an abstract an extract could have produced: precision, coverage, weighted coverage and redundancy.

`gold` lists the sentences of an abstract; each is a list of alternatives, and each alternative a set of source sentences
that together say what the abstract sentence says. An extract is a collection of source sentences, numbered likewise.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, section 3.1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from meadow import provenance
from meadow.errors import InputError
from meadow.lab.evaluate.gold_format import (
    Alternatives,
    Gold,
    GoldUnit,
    format_gold,
    parse_extract,
    parse_gold,
    parse_gold_units,
)
from meadow.lab.evaluate.minimum_cover import (
    PRICE,
    CoverCertificate,
    CoverProof,
    cover_certificate,
    is_certified,
    minimum_cover,
    prove,
    proves,
    smallest_cover,
)

__all__ = [
    "PRICE",
    "CoverCertificate",
    "CoverProof",
    "Gold",
    "GoldUnit",
    "Missed",
    "cover_certificate",
    "coverage",
    "format_gold",
    "is_certified",
    "minimum_cover",
    "missed",
    "parse_extract",
    "parse_gold",
    "parse_gold_units",
    "precision",
    "prove",
    "proves",
    "redundant",
    "signature",
    "unit_scores",
    "weighted_coverage",
]

Weights = Mapping[str, float] | Sequence[float]


@dataclass(frozen=True, slots=True)
class Missed:
    """An abstract sentence (`unit`, from 0) that an extract does not produce, and what it would take.

    `reached` is e(i), the best share of an alternative; `closest` that alternative, `absent` its sentences that the extract
    lacks, and `present` those it holds. Of equally close alternatives the first one counts.
    """

    unit: int
    reached: float
    closest: frozenset[int]
    present: frozenset[int]
    absent: frozenset[int]


def precision(extract: Collection[int], gold: Gold, *, cover_size: int | None = None) -> float:
    """Return the share of correct sentences: those in any alternative, over the minimum cover's size or the extract's.

    The larger of the two sizes counts, so that a longer extract gains nothing by its length. Who scores many extracts
    against one gold can solve for the minimum cover once and give its size.
    """
    _check(gold)
    chosen = frozenset(extract)
    size = len(minimum_cover(gold)) if cover_size is None else cover_size
    return len(_correct(chosen, gold)) / max(size, len(chosen))


def coverage(extract: Collection[int], gold: Gold) -> float:
    """Return the mean over abstract sentences of the best share of an alternative that the extract holds."""
    reached = unit_scores(extract, gold)
    return float(sum(reached) / len(reached))


def weighted_coverage(
    extract: Collection[int], gold: Gold, ranks: Sequence[str], *, weights: Weights | None = None
) -> float:
    """Return coverage with each abstract sentence weighted by its rank: A counts 1, B a half, C a third, and so on.

    `weights` replaces these: by letter (`{"A": 1, "B": 0.5}`) or in order (`(1, 0.5, 0.3)`).
    """
    reached = unit_scores(extract, gold)
    if len(ranks) != len(reached):
        raise InputError(
            f"There are {len(ranks)} ranks for {len(reached)} abstract sentences.",
            given=f"{len(ranks)} ranks",
            allowed="One letter for each abstract sentence, A for the most important.",
        )
    each = [_weight(rank, weights) for rank in ranks]
    total = sum(each)
    if total <= 0:
        raise InputError(f"The weights sum to {float(total):g}.", given=str(weights), allowed="A sum above 0.")
    return float(sum(weight * share for weight, share in zip(each, reached, strict=True)) / total)


def redundant(extract: Collection[int], gold: Gold) -> int:
    """Return how many correct sentences of an extract could go without lowering the score of any abstract sentence."""
    reached = unit_scores(extract, gold)
    chosen = frozenset(extract)
    # What has to stay is a minimum cover again: of what the extract holds of one best alternative per abstract sentence.
    kept = (
        frozenset(chosen.intersection(one) for one in alternatives if _share(chosen, one) == share)
        for alternatives, share in zip(gold, reached, strict=True)
        if share > 0
    )
    return len(_correct(chosen, gold)) - len(smallest_cover(kept))


def extract_scores(
    extract: Collection[int],
    gold: Gold,
    ranks: Sequence[str] | None,
    *,
    cover_size: int | None = None,
    weights: Weights | None = None,
) -> tuple[float, float, float | None, int]:
    """Return precision, coverage, weighted coverage (None without ranks) and redundancy of an extract."""
    return (
        precision(extract, gold, cover_size=cover_size),
        coverage(extract, gold),
        None if ranks is None else weighted_coverage(extract, gold, ranks, weights=weights),
        redundant(extract, gold),
    )


def missed(extract: Collection[int], gold: Gold) -> tuple[Missed, ...]:
    """Return the abstract sentences that an extract does not wholly produce, each with its closest alternative."""
    chosen = frozenset(extract)
    return tuple(
        _missed(unit, chosen, gold[unit], share) for unit, share in enumerate(unit_scores(extract, gold)) if share < 1
    )


def unit_scores(extract: Collection[int], gold: Gold) -> tuple[Fraction, ...]:
    """Return e(i) of every abstract sentence, exactly: the best share of an alternative that the extract holds."""
    _check(gold)
    chosen = frozenset(extract)
    return tuple(max(_share(chosen, one) for one in alternatives) for alternatives in gold)


def signature(gold: Gold, *, weights: Weights | None = None) -> str:
    """Return how coverage against `gold` is obtained: the size of the gold and the weights of ranks."""
    named = "1/rank" if weights is None else str(weights)
    return provenance.signature({"metric": "coverage", "units": len(gold), "cover": "exact", "weights": named})


def _missed(unit: int, chosen: frozenset[int], alternatives: Alternatives, share: Fraction) -> Missed:
    closest = next(frozenset(one) for one in alternatives if _share(chosen, one) == share)
    return Missed(unit, float(share), closest, closest & chosen, closest - chosen)


def _share(chosen: frozenset[int], alternative: Collection[int]) -> Fraction:
    wanted = frozenset(alternative)
    return Fraction(len(wanted & chosen), len(wanted))


def _correct(chosen: frozenset[int], gold: Gold) -> frozenset[int]:
    return chosen & {number for unit in gold for one in unit for number in one}


def _weight(rank: str, weights: Weights | None) -> Fraction:
    letter = rank.upper()
    if len(letter) != 1 or not "A" <= letter <= "Z":
        raise InputError(
            f"{rank!r} is not a rank.", given=rank, allowed="A rank is one letter, A for the most important."
        )
    steps = ord(letter) - ord("A")
    if weights is None:
        return Fraction(1, steps + 1)
    known = (
        weights if isinstance(weights, Mapping) else {chr(ord("A") + at): weight for at, weight in enumerate(weights)}
    )
    value = known.get(rank, known.get(letter))
    if value is None or not 0 <= value < float("inf"):
        raise InputError(
            f"The rank {rank!r} has the weight {value}.",
            given=str(weights),
            allowed="A weight from 0 up for every rank.",
        )
    return Fraction(value)


def _check(gold: Gold) -> None:
    bad = [number for number, unit in enumerate(gold) if not unit or not all(unit)]
    if bad or not gold:
        where = f"no source, or an empty set, for the abstract sentence at position {bad[0]}" if bad else "no sentence"
        raise InputError(
            f"The gold extract has {where}.",
            given=where,
            allowed="Each abstract sentence has at least one non-empty set of source sentences.",
            advice="Leave sentences without a source out of the gold.",
        )
