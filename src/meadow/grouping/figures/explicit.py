"""Facts for which a document itself contrasts two values: the surest sign that they are values of one fact.

Either as rivals ("the railway puts the figure at 900, the union at 1,100") or as old and new ("11,500 tickets instead of
the 9,000 …"). Whoever else gives one of the two for the same thing joins in. Where one outlet alone tells how a measure
moved ("rose to 14.5 from 14"), that is a series, and nobody disagrees.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from meadow.grouping.figures.rivals import SourcedClaim
from meadow.grouping.figures.story_claims import StoryClaims

Fact = list[SourcedClaim]
Together = Callable[[SourcedClaim, SourcedClaim], bool]


def explicit_facts(story: StoryClaims, claims: Sequence[SourcedClaim], together: Together) -> Iterator[Fact]:
    """Iterate over the facts of which one sentence, or two in a row, give two values.

    `together` says whether two claims can hold for one place and time.
    """
    beside: dict[tuple[int, str], list[SourcedClaim]] = defaultdict(list)
    giving: dict[Decimal, list[tuple[int, SourcedClaim]]] = defaultdict(list)
    for place, said in enumerate(claims):
        beside[said.document, said.claim.kind].append(said)
        giving[said.claim.value].append((place, said))
    for of_kind in beside.values():
        rivals = [said for said in of_kind if said.claim.rival]
        if len({said.claim.value for said in rivals}) > 1:
            yield _joined_by(rivals, giving, together)
        for new, old in _replacements(of_kind):
            current = _joined_by([new, old], giving, together)
            has_old = any(said.claim.value == old.claim.value for said in current)
            if has_old and (old.claim.fact.common or not old.claim.changed or story.has_sources(current)):
                yield current


def _replacements(claims: Sequence[SourcedClaim]) -> Iterator[tuple[SourcedClaim, SourcedClaim]]:
    """Iterate over pairs of a new value and the one it replaces, in one sentence."""
    for old in claims:
        if old.claim.outdated:
            yield from (
                (new, old)
                for new in claims
                if new.row == old.row
                and not new.claim.outdated
                and new.claim.value != old.claim.value
                and (new.claim.changed or not new.claim.fact.loose)
            )


def _joined_by(
    core: Sequence[SourcedClaim], giving: Mapping[Decimal, Sequence[tuple[int, SourcedClaim]]], together: Together
) -> Fact:
    """Return all claims that give one of the values of some claims for the same thing, and hold now, in their order.

    `giving` has the claims of each value with their places.
    """
    things = {_thing(said) for said in core}
    placed = sorted(
        (each for value in {said.claim.value for said in core} for each in giving[value]), key=lambda each: each[0]
    )
    same = [said for _, said in placed if _thing(said) in things]
    current = [said for said in same if not said.claim.outdated and all(together(said, each) for each in core)]
    about = frozenset[str]().union(*(said.claim.stems for said in core))
    return [said for said in current if said in core or not about.isdisjoint(said.claim.stems)]


def _thing(said: SourcedClaim) -> str:
    """Return what is counted or measured: sheep in "23 sheep" and in "the number of sheep killed"."""
    return said.claim.kind.rpartition(":")[2].removeprefix("count ")
