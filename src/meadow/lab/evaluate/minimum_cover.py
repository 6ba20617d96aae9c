"""The smallest extract that could have produced a whole abstract, found exactly.

Every abstract sentence needs all of one of its alternative sets. Exact reductions come first: supersets go, forced
sentences go in, independent parts are split. What is left is an integer programme whose objective counts sentences and,
among equal covers, prefers the lexicographically smallest. One solution settles the first few sentences of a part; the
rest is reduced again.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, section 3.1.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array

from meadow.errors import InputError
from meadow.lab.evaluate.cover_proof import CoverProof, prove, proves
from meadow.lab.evaluate.gold_format import Gold
from meadow.vectors.solver import solve_binary

Unit = frozenset[frozenset[int]]

# Of equal covers the lexicographically smallest has the largest string of "chosen" bits, first sentence first. So many
# bits enter one objective; the solver's tolerance, 1e-6 of each variable, then stays below one bit for covers of up to
# 1,000 sentences.
_BITS_AT_ONCE = 10


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
    """Return the alternatives without supersets of others: whoever holds the superset holds the other too."""
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
