"""The smallest extract that could have produced a whole abstract, found exactly.

Every abstract sentence needs all of one of its alternative sets. Exact reductions come first: supersets go, forced
sentences go in, independent parts are split. What is left is an integer programme whose objective counts sentences and,
among equal covers, prefers the lexicographically smallest. One solution settles the first few sentences of a part; the
rest is reduced again.

A cover can come with a proof that none is smaller, whose check shares nothing with the search. Let every source sentence
cost 1, and split that price among the abstract sentences. Whichever alternative an abstract sentence uses, it pays for all
of that alternative at its own share of the prices. A cover costs its size, so it is at least as large as what all abstract
sentences pay together at the least: prices are a lower bound that anybody can add up, the dual of the linear programme.
Where prices alone do not reach the size of the cover, the proof branches: with a sentence, and without it.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, section 3.1.1; weak duality, and branch and bound after
Land and Doig (1960), for the proof.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import LinearConstraint, linprog
from scipy.sparse import coo_array

from meadow.errors import InputError
from meadow.lab.evaluate.gold_format import Gold
from meadow.vectors.solver import solve_binary

Unit = frozenset[frozenset[int]]

# Of equal covers the lexicographically smallest has the largest string of "chosen" bits, first sentence first. So many
# bits enter one objective; the solver's tolerance, 1e-6 of each variable, then stays below one bit for covers of up to
# 1,000 sentences.
_BITS_AT_ONCE = 10

# Prices are whole numbers of millionths, so that adding them up is exact.
PRICE = 1_000_000
_MOST_BRANCHES = 2_000
_SURE = 1e-6
Units = Sequence[Sequence[frozenset[int]]]


@dataclass(frozen=True, slots=True)
class CoverCertificate:
    """A minimum cover, for each abstract sentence the position of an alternative it contains, and why none is smaller."""

    cover: frozenset[int]
    used: tuple[int, ...]
    proof: CoverProof


def minimum_cover(gold: Gold) -> frozenset[int]:
    """Return the smallest set of sentences that satisfies every abstract sentence, of equals the lexicographically first."""
    units = [frozenset(frozenset(chosen) for chosen in alternatives) for alternatives in gold]
    for number, unit in enumerate(units):
        if not unit or frozenset() in unit:
            raise InputError(
                f"The abstract sentence at position {number} has no source, or an empty set as an alternative.",
                given=f"{len(unit)} alternatives",
                allowed="Each abstract sentence has at least one non-empty set of source sentences.",
                advice="Leave sentences without a source out of the gold.",
            )
    return smallest_cover(units)


def cover_certificate(gold: Gold) -> CoverCertificate:
    """Return the minimum cover, the first alternative of each abstract sentence that it contains, and a lower bound."""
    cover = minimum_cover(gold)
    used = tuple(
        next(alternative for alternative, chosen in enumerate(unit) if cover >= frozenset(chosen)) for unit in gold
    )
    return CoverCertificate(cover, used, prove(gold, len(cover)))


def is_certified(gold: Gold, certificate: CoverCertificate) -> bool:
    """Tell whether a certificate shows that its cover covers, and that no smaller one does; no solver is asked."""
    chosen = zip(gold, certificate.used, strict=True)
    covers = all(certificate.cover.issuperset(unit[alternative]) for unit, alternative in chosen)
    return covers and proves(gold, len(certificate.cover), certificate.proof)


def smallest_cover(units: Iterable[Unit]) -> frozenset[int]:
    """Return the minimum cover of units that have been checked."""
    cover: set[int] = set()
    waiting = [list(units)]
    while waiting:
        forced, rest = _reduced(waiting.pop())
        cover |= forced
        for part in _independent_parts(rest):
            if len(part) == 1:
                cover |= min(part[0], key=lambda chosen: (len(chosen), sorted(chosen)))
            else:
                taken, rejected = _first_sentences(part)
                cover |= taken
                waiting.append([_settled(unit, taken, rejected) for unit in part])
    return frozenset(cover)


def _reduced(units: Iterable[Unit]) -> tuple[frozenset[int], frozenset[Unit]]:
    """Return the sentences that every cover holds, and what is left to decide once they are in."""
    forced: frozenset[int] = frozenset()
    rest = frozenset(_minimal(unit) for unit in units if frozenset() not in unit)
    while single := [unit for unit in rest if len(unit) == 1]:
        forced = forced.union(*(chosen for unit in single for chosen in unit))
        shorter = (frozenset(chosen - forced for chosen in unit) for unit in rest)
        rest = frozenset(_minimal(unit) for unit in shorter if frozenset() not in unit)
    return forced, rest


def _minimal(unit: Unit) -> Unit:
    """Return the alternatives without supersets of others: what contains the superset contains the other too."""
    return frozenset(chosen for chosen in unit if not any(other < chosen for other in unit))


def _settled(unit: Unit, taken: frozenset[int], rejected: frozenset[int]) -> Unit:
    return frozenset(chosen - taken for chosen in unit if chosen.isdisjoint(rejected))


def _independent_parts(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    """Yield groups of units that share sentences with no other group."""
    parts: list[tuple[set[int], list[Unit]]] = []
    for unit in units:
        sentences, members = set().union(*unit), [unit]
        apart = []
        for part in parts:
            if part[0].isdisjoint(sentences):
                apart.append(part)
            else:
                sentences |= part[0]
                members += part[1]
        parts = [*apart, (sentences, members)]
    return (members for _, members in parts)


def _first_sentences(units: Sequence[Unit]) -> tuple[frozenset[int], frozenset[int]]:
    """Return which of the first sentences the smallest cover takes, and which it does without.

    The programme has a variable per sentence and, per alternative of several sentences, one that is at most each of its
    sentences' variables.
    """
    sentences = sorted(set().union(*(chosen for unit in units for chosen in unit)))
    column = {frozenset([sentence]): number for number, sentence in enumerate(sentences)}
    several = sorted({tuple(sorted(chosen)) for unit in units for chosen in unit if len(chosen) > 1})
    column |= {frozenset(chosen): number for number, chosen in enumerate(several, start=len(sentences))}
    first, others = min(_BITS_AT_ONCE, len(sentences)), len(several)
    cost = np.repeat([2.0**first, 0.0], [len(sentences), others])
    cost[:first] -= 2.0 ** np.arange(first)[::-1]
    answer = solve_binary(cost, _constraints(units, several, column))
    if answer.x is None:
        raise RuntimeError(f"HiGHS found no cover, though the set of all sentences is one: {answer.message}")
    taken = frozenset(sentence for sentence, value in zip(sentences[:first], answer.x, strict=False) if value > 0.5)
    return taken, frozenset(sentences[:first]) - taken


def _constraints(
    units: Sequence[Unit], several: Sequence[tuple[int, ...]], column: dict[frozenset[int], int]
) -> LinearConstraint:
    # Some alternative of each unit is used …
    entries = [(row, column[chosen], 1.0) for row, unit in enumerate(units) for chosen in unit]
    # … and a used alternative has all its sentences: a row for each of them, which keeps the relaxation tight.
    pairs = [(column[frozenset(chosen)], column[frozenset([one])]) for chosen in several for one in chosen]
    for row, (alternative, sentence) in enumerate(pairs, start=len(units)):
        entries += [(row, sentence, 1.0), (row, alternative, -1.0)]
    at, across, value = zip(*entries, strict=True)
    rows = coo_array((value, (at, across)), shape=(len(units) + len(pairs), len(column)))
    return LinearConstraint(rows.tocsr(), np.repeat([1.0, 0.0], [len(units), len(pairs)]), np.inf)


@dataclass(frozen=True, slots=True)
class CoverProof:
    """Prices per abstract sentence, `{source sentence: millionths}`; or a branch with the proofs of its two sides."""

    prices: tuple[Mapping[int, int], ...] = ()
    branch: int | None = None
    inside: CoverProof | None = None
    outside: CoverProof | None = None

    @property
    def leaves(self) -> int:
        """How many sets of prices the proof consists of."""
        sides = [side.leaves for side in (self.inside, self.outside) if side is not None]
        return sum(sides) if self.branch is not None else 1


def proves(gold: Gold, size: int, proof: CoverProof) -> bool:
    """Tell whether a proof shows that every cover of `gold` has at least `size` sentences; in whole numbers throughout."""
    return _holds([[frozenset(chosen) for chosen in unit] for unit in gold], size, proof)


def _holds(units: Units, size: int, proof: CoverProof | None) -> bool:
    if size <= 0 or not all(units):  # nothing to show, or nothing left that covers
        return True
    if proof is None:
        return False
    if proof.branch is not None:
        inside, outside = _sides(units, proof.branch)
        return _holds(inside, size - 1, proof.inside) and _holds(outside, size, proof.outside)
    if len(proof.prices) != len(units):
        return False
    spent = Counter[int]()
    paid = 0
    for unit, prices in zip(units, proof.prices, strict=True):
        spent.update(prices)
        paid += min(sum(prices.get(sentence, 0) for sentence in chosen) for chosen in unit)
    fair = all(price >= 0 for prices in proof.prices for price in prices.values())
    return fair and all(total <= PRICE for total in spent.values()) and paid > (size - 1) * PRICE


def _sides(units: Units, sentence: int) -> tuple[Units, Units]:
    """Return what is left to cover once a sentence is in, and what is left to cover it with once it is out."""
    inside = [[chosen - {sentence} for chosen in unit] for unit in units]
    return inside, [[chosen for chosen in unit if sentence not in chosen] for unit in units]


def prove(gold: Gold, size: int) -> CoverProof:
    """Return a proof that every cover of `gold` has at least `size` sentences, which must be true."""
    left = [_MOST_BRANCHES]

    def search(units: Units, wanted: int) -> CoverProof:
        if wanted <= 0 or not all(units):
            return CoverProof()
        prices, shares = _best_prices(units)
        leaf = CoverProof(prices)
        if _holds(units, wanted, leaf):
            return leaf
        # The sentence that the relaxation is least sure of splits best; where it is sure of all, there is a smaller cover.
        unsure = {each: abs(share - 0.5) for each, share in shares.items() if _SURE < share < 1 - _SURE}
        left[0] -= 1
        if left[0] < 0 or not unsure:
            raise InputError(
                f"No proof with at most {_MOST_BRANCHES} branches shows that {size} sentences are needed.",
                given=str(size),
                allowed="What is to be proved must be so.",
            )
        sentence = min(unsure, key=lambda each: (unsure[each], each))
        inside, outside = _sides(units, sentence)
        return CoverProof((), sentence, search(inside, wanted - 1), search(outside, wanted))

    return search([[frozenset(chosen) for chosen in unit] for unit in gold], size)


def _best_prices(units: Units) -> tuple[tuple[dict[int, int], ...], dict[int, float]]:
    """Return the prices of the dual's best solution, and the share of each sentence in the primal's.

    The variables are what each abstract sentence pays at least, then its price of each of its source sentences.
    """
    sentences = sorted(set().union(*(chosen for unit in units for chosen in unit)))
    pairs = [(row, sentence) for row, unit in enumerate(units) for sentence in sorted(set().union(*unit))]
    column = {pair: len(units) + number for number, pair in enumerate(pairs)}
    row_of = {sentence: number for number, sentence in enumerate(sentences)}
    entries = [(row_of[sentence], column[row, sentence], 1.0) for row, sentence in pairs]
    alternatives = [(row, chosen) for row, unit in enumerate(units) for chosen in unit]
    for at, (row, chosen) in enumerate(alternatives, start=len(sentences)):
        entries += [(at, row, 1.0), *((at, column[row, sentence], -1.0) for sentence in chosen)]
    # A row for each source sentence, whose prices sum to at most 1, then one for each alternative, worth its unit's least.
    rows = np.zeros((len(sentences) + len(alternatives), len(units) + len(pairs)))
    for at, across, value in entries:
        rows[at, across] = value
    limits = np.repeat([1.0, 0.0], [len(sentences), len(alternatives)])
    cost = np.repeat([-1.0, 0.0], [len(units), len(pairs)])
    answer = linprog(cost, A_ub=rows, b_ub=limits)
    if answer.x is None:
        raise RuntimeError(f"HiGHS found no prices, though prices of 0 always do: {answer.message}")
    prices: list[dict[int, int]] = [{} for _ in units]
    for (row, sentence), number in column.items():
        whole = math.floor(answer.x[number] * PRICE)
        if whole > 0:
            prices[row][sentence] = whole
    shares = dict(zip(sentences, (-answer.ineqlin.marginals[: len(sentences)]).tolist(), strict=True))
    return tuple(prices), shares
