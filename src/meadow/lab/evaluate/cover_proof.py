"""A proof that no smaller extract could have produced an abstract, and a short check that shares nothing with the search.

Let every source sentence cost 1, and split that price among the abstract sentences. Whichever alternative an abstract
sentence uses, it pays for all of that alternative at its own share of the prices. A cover costs its size, so it is at least
as large as what all abstract sentences pay together at the least: prices are a lower bound that anybody can add up, the dual
of the linear programme. Where prices alone do not reach the size of the cover, the proof branches: with a sentence, and
without it.

Source: our own; weak duality, and branch and bound after Land and Doig (1960).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from meadow.errors import InputError
from meadow.lab.evaluate.gold_format import Gold

# Prices are whole numbers of millionths, so that adding them up is exact.
PRICE = 1_000_000
_MOST_BRANCHES = 2_000
_SURE = 1e-6

Units = Sequence[Sequence[frozenset[int]]]


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
