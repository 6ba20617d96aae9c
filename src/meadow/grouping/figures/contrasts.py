"""Two voices of one article that give different numbers for one thing: the surest sign that they disagree.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from meadow.grouping.figures.agreement import agree
from meadow.grouping.figures.claim import SourcedClaim
from meadow.grouping.figures.facts import (
    DAY_VALUES,
    FAR_VALUES,
    NEAR_VALUES,
    WITH_PARTS,
    Claims,
    days_apart,
    kind_of,
)
from meadow.grouping.figures.story import meet
from meadow.grouping.figures.voices import is_same_voice

_NEXT_ROWS = 3  # sentences within which two voices speak of one toll


def with_voices(claims: Sequence[SourcedClaim]) -> Claims:
    """Return claims of which those are set against each other that a document has two voices give for one thing."""
    beside: dict[tuple[int, str], Claims] = defaultdict(list)
    for said in claims:
        beside[said.document, said.claim.kind].append(said)
    rivals = {
        id(said) for own in beside.values() for pair in combinations(own, 2) if _is_contrast(*pair) for said in pair
    }
    return [replace(said, claim=replace(said.claim, rival=True)) if id(said) in rivals else said for said in claims]


def _is_contrast(first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two voices of one document give different numbers for one thing.

    In one sentence that is any count or measure; in neighbouring ones a toll, where one voice may go unnamed. What two named
    voices give for a toll is meant against each other even if a bound leaves room for both.
    """
    one, other = first.claim, second.claim
    named = one.voice is not None and other.voice is not None
    one_voice = one.voice == other.voice or is_same_voice(one.voice or "", other.voice or "")
    if one.outdated or other.outdated or one_voice or days_apart(first, second):
        return False
    is_toll, apart = kind_of(first) in WITH_PARTS, abs(first.row - second.row)
    if not _are_one_place(one.places, other.places) or (apart == 0 and (not named or one.fact.loose)):
        return False
    if apart > 0 and (not is_toll or apart > (_NEXT_ROWS if named else 1)):
        return False
    low, high = sorted((one.value, other.value))
    limit = NEAR_VALUES if not one.fact.common else FAR_VALUES if apart == 0 else DAY_VALUES
    exact = [replace(each.quantity, bound=None) if named and is_toll else each.quantity for each in (one, other)]
    return low < high <= limit * low and not agree(*exact)


def _are_one_place(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two scopes can be one place; one town of several is a part."""
    return meet(one, other) and not (one and other and (one < other or other < one))
