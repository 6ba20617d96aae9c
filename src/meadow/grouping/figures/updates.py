"""What became of the values of a fact: which were replaced by newer ones, and which are in force.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from meadow.grouping.figures.claim import SourcedClaim
from meadow.grouping.figures.facts import Fact, differ, kind_of
from meadow.grouping.figures.story import StoryFigures
from meadow.grouping.figures.voices import is_same_voice
from meadow.model import Document

# Counts that grow as an event goes on, and counts that may also fall: people are found, lights go on again.
RISING = frozenset({"dead", "injured", "arrested", "rescued", "homeless", "infected", "bodies"})
_MOVING = frozenset({"missing", "trapped", "dark", "evacuated"})
_CONSENSUS = 2  # independent documents that a new value of another fact needs
UPDATE_HOURS = timedelta(hours=12)  # two outlets that differ within half a day disagree; later, the newer one has news

_VOICES_HOURS = timedelta(hours=24)  # two named voices that differ within a day disagree, whenever their outlets wrote

Given = Mapping[Decimal, Sequence[SourcedClaim]]


def values_of(story: StoryFigures, fact: Fact, *, copies: Mapping[str, str]) -> tuple[Given, frozenset[Decimal]]:
    """Return who gives each value that differs from another or was replaced, and which values were replaced.

    A toll that falls uncorrected half a day later is old news or a part, and is left out.
    """
    standing = _without_fallen(story, fact.claims)
    given: dict[Decimal, list[SourcedClaim]] = defaultdict(list)
    for said in standing:
        given[said.claim.value].append(said)
    replaced = frozenset(value for value in given if _is_replaced(story, value, given, copies))
    kept = {value for value in given if value in replaced or _is_in_force(value, given, replaced)}
    in_force = kept - replaced
    shown = {value: claims for value, claims in given.items() if value in kept}
    return (shown, replaced & shown.keys()) if in_force and len(kept) > 1 else ({}, frozenset())


def _is_in_force(value: Decimal, given: Given, replaced: frozenset[Decimal]) -> bool:
    """Say whether a value differs from another one in force, or is the only one: "at least 9" beside 17 says less."""
    others = [claims for other, claims in given.items() if other != value and other not in replaced]
    if not others:
        return True
    differs = any(differ(first, second) for first in given[value] for claims in others for second in claims)
    larger = [claims for other, claims in given.items() if other > value and other not in replaced]
    return differs or (bool(replaced) and not larger)


def _without_fallen(story: StoryFigures, claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return the claims without those that a toll would have fallen to, uncorrected."""
    return [
        said
        for said in claims
        if kind_of(said) not in RISING
        or said.claim.lowered
        or said.claim.rival
        or said.claim.outdated
        or not any(
            other.claim.value > said.claim.value and not other.claim.outdated and _is_later(story, other, said)
            for other in claims
        )
    ]


def _is_later(story: StoryFigures, old: SourcedClaim, new: SourcedClaim, by: timedelta = UPDATE_HOURS) -> bool:
    one, other = story.document(old).published, story.document(new).published
    return one is not None and other is not None and other - one >= by


def _is_replaced(story: StoryFigures, value: Decimal, given: Given, copies: Mapping[str, str]) -> bool:
    """Say whether a value is merely older: a sentence says so, its outlets changed it, or all later ones give another.

    Without dates only the words of a sentence can tell.
    """
    calling = [story.document(said) for said in given[value] if said.claim.outdated]
    giving = [story.document(said) for said in given[value] if not said.claim.outdated]
    if calling:
        return not any(_surely_before([old], [new]) for old in calling for new in giving)
    if _is_outgrown(story, value, given):
        return True
    if any(story.document(said).published is None for claims in given.values() for said in claims):
        return False
    others = [other for other in given if other != value and _may_replace(value, other, given)]
    documents = {other: [story.document(said) for said in given[other]] for other in others}
    if _is_corrected(giving, [document for each in documents.values() for document in each]):
        return True
    return any(_is_overtaken(value, other, given, giving, documents[other], copies) for other in others)


def _is_outgrown(story: StoryFigures, value: Decimal, given: Given) -> bool:
    """Say whether a count that rises was "at least" so much and is more elsewhere; not where both hold at one hour."""
    if kind_of(given[value][0]) not in RISING or any(
        said.claim.quantity.bound not in (">=", ">") for said in given[value]
    ):
        return False
    mine = [story.document(said) for said in given[value]]
    larger = [
        story.document(said) for other in given if other > value for said in given[other] if not said.claim.outdated
    ]
    others = [each for each in larger if each not in mine]
    vague = any(each.published is None or each.day_only for each in (*mine, *others))
    return vague and bool(others) and not _surely_before(others, mine)


def _may_replace(value: Decimal, other: Decimal, given: Given) -> bool:
    """Say whether a value can be news of another one: a toll does not fall unless somebody says it was corrected."""
    current = [said for said in given[other] if not said.claim.outdated]
    rising = kind_of(given[value][0]) in RISING
    return bool(current) and (other > value or not rising or any(said.claim.lowered for said in current))


def _is_corrected(giving: Sequence[Document], others: Sequence[Document]) -> bool:
    """Say whether every outlet that gave a value gives another one later, and does not come back to it."""
    latest: dict[str | None, Document] = {}
    for document in giving:
        known = latest.get(document.source)
        latest[document.source] = document if known is None else max(known, document, key=_published)
    return None not in latest and all(
        any(each.source == source and _surely_before([last], [each]) for each in others)
        for source, last in latest.items()
    )


def _is_overtaken(
    value: Decimal,
    other: Decimal,
    given: Given,
    giving: Sequence[Document],
    news: Sequence[Document],
    copies: Mapping[str, str],
) -> bool:
    """Say whether nobody gives a value any more once another was given that can be news of the same fact."""
    if not _surely_before(giving, news):
        return False
    if any(said.claim.changed for said in given[other]):
        return True
    kind = kind_of(given[value][0])
    later = min(map(_published, news)) - max(map(_published, giving))
    if (
        later >= (_VOICES_HOURS if _are_of_two_voices(given[value], given[other]) else UPDATE_HOURS)
        and kind in _MOVING | RISING
    ):
        return True
    if kind in RISING and all(said.claim.quantity.bound in (">=", ">") for said in given[value]):
        return True
    return len({copies.get(document.id, document.id) for document in news}) >= _CONSENSUS


def _are_of_two_voices(first: Sequence[SourcedClaim], second: Sequence[SourcedClaim]) -> bool:
    """Say whether other people are named for two values, and for each of their claims."""
    one, other = ({said.claim.voice for said in claims} for claims in (first, second))
    return None not in one | other and not any(
        is_same_voice(mine or "", their or "") for mine in one for their in other
    )


def _surely_before(first: Sequence[Document], second: Sequence[Document]) -> bool:
    """Say whether some documents were all surely published before others: a bare day is not before a time of that day."""
    if any(document.published is None for document in (*first, *second)):
        return False
    last, following = max(map(_published, first)), min(map(_published, second))
    bare = any(document.day_only for document in (*first, *second))
    return last.date() < following.date() if bare else last < following


def _published(document: Document) -> datetime:
    assert document.published is not None  # noqa: S101 - asked of dated documents only
    return document.published
