"""Rival figures: the fact of a bare number that is contrasted with another: "1,100 trains; the railway says 900".

A number without a noun takes its fact from the number it is a rival of: the first of its own sentence, else the last of
the sentence before. Where that one is bare too ("the mayor says 6,000; the log has 8,500"), both take the only fact of
the story of which it is a value.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from meadow.grouping.figures.claim import Claim, SourcedClaim, StatedFact

TELLING = 100  # a number from which on two mentions in one story are of one thing
SAME_ORDER = 10  # how many times larger a rival may be
_WINDOW = 10  # claims before a rival among which the one it is set against stands


def resolve_rivals(claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return the claims whose fact is known; `rival` is set on just those that are set against another, and on that one."""
    known = _known_facts(claims)
    facts = [said.claim.told for said in claims]
    opposed: set[int] = set()
    for place, said in enumerate(claims):
        if _needs_antecedent(said.claim):
            other = _antecedent(claims, place, facts, known.get)
            if other is not None:
                facts[place] = facts[other] = facts[other] or known[claims[other].claim.value]
                opposed |= {place, other} if said.claim.rival else set()
    return [
        _settled(said, fact, rival=place in opposed)
        for place, (said, fact) in enumerate(zip(claims, facts, strict=True))
        if fact is not None
    ]


def _needs_antecedent(claim: Claim) -> bool:
    """Say whether a claim takes its fact from another one: a rival, or an older value without one of its own."""
    return claim.rival or (claim.told is None and claim.outdated)


def _settled(said: SourcedClaim, fact: StatedFact, *, rival: bool) -> SourcedClaim:
    if said.claim.told is fact and said.claim.rival == rival:
        return said
    return replace(said, claim=replace(said.claim, told=fact, rival=rival))


def _known_facts(claims: Sequence[SourcedClaim]) -> Mapping[Decimal, StatedFact]:
    """Return the fact of each telling number that is a value of one only, or of one common fact of news only."""
    facts: dict[Decimal, dict[str, StatedFact]] = defaultdict(dict)
    for said in claims:
        if said.claim.told is not None and said.claim.value >= TELLING:
            facts[said.claim.value].setdefault(said.claim.kind, said.claim.told)
    found: dict[Decimal, StatedFact] = {}
    for value, by_kind in facts.items():
        common = [fact for fact in by_kind.values() if fact.common]
        only = common or list(by_kind.values())
        if len(only) == 1:
            found[value] = only[0]
    return found


def _antecedent(
    claims: Sequence[SourcedClaim],
    place: int,
    facts: Sequence[StatedFact | None],
    known: Callable[[Decimal], StatedFact | None],
) -> int | None:
    """Return the number that a bare one is set against; None where there is none of its order and unit."""
    said = claims[place].claim
    for other in _before(claims, place):
        against = claims[other].claim
        low, high = sorted((said.value, against.value))
        fits = said.quantity.unit in (None, against.quantity.unit) and 0 < low < high <= SAME_ORDER * low
        fact = facts[other] or known(against.value)
        if fits and fact is not None and not fact.loose:
            return other
    return None


def _before(claims: Sequence[SourcedClaim], place: int) -> Iterator[int]:
    """Iterate over the numbers that stand before: those of the same sentence from its start, those of the last backwards."""
    said, window = claims[place], range(max(0, place - _WINDOW), place)
    yield from (other for other in window if claims[other].row == said.row)
    yield from (
        other
        for other in reversed(window)
        if claims[other].row == said.row - 1 and claims[other].document == said.document
    )
