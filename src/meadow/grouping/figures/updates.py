"""Updates: which values were replaced by newer ones, of the same sources or of all later documents.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from meadow.grouping.figures.rivals import SourcedClaim
from meadow.grouping.figures.story_claims import StoryClaims
from meadow.model import Document

# Counts that grow as an event goes on, and counts that may also fall: people are found, lights go on again.
RISING = frozenset({"dead", "injured", "arrested", "rescued", "homeless", "infected"})
_MOVING = frozenset({"missing", "trapped", "dark", "evacuated"})
_CONSENSUS = 2  # independent documents that a new value of another fact needs
UPDATE_HOURS = 12.0  # two outlets that differ within half a day disagree; later, the newer one has news

Given = Mapping[Decimal, Sequence[SourcedClaim]]


def superseded_values(
    story: StoryClaims, given: Given, outdated: Sequence[SourcedClaim], *, copies: Mapping[str, str]
) -> frozenset[Decimal]:
    """Return the values that are no longer in force; none if a document has no date.

    `outdated` are the claims that say that a value of this fact is an earlier one.
    """
    documents = {value: [story.document(said) for said in claims] for value, claims in given.items()}
    if any(document.published is None for givers in documents.values() for document in givers):
        return frozenset()
    newest = max(documents, key=lambda value: (max(map(_published, documents[value])), value))
    replacing = {value: _may_replace(value, given) for value in documents}
    return frozenset(
        value
        for value in documents
        if value != newest
        and (
            _is_called_old(story, value, documents, outdated)
            or _is_corrected(value, {other: documents[other] for other in (*replacing[value], value)})
            or any(_is_overtaken(value, other, given, documents, copies) for other in replacing[value])
        )
    )


def without_fallen(story: StoryClaims, claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return the claims without those that a toll would have fallen to, uncorrected: old news, or a part of it."""
    hours = {said: story.time(said) / 3600 for said in claims}
    return [
        said
        for said in claims
        if kind_of(said) not in RISING
        or said.claim.lowered
        or said.claim.rival
        or not any(
            other.claim.value > said.claim.value and hours[said] - hours[other] >= UPDATE_HOURS for other in claims
        )
    ]


def _may_replace(value: Decimal, given: Given) -> list[Decimal]:
    """Return the other values that can be news of a fact: a toll does not fall unless somebody says it was corrected."""
    rising = kind_of(given[value][0]) in RISING
    others = ((other, claims) for other, claims in given.items() if other != value)
    return [
        other for other, claims in others if other > value or not rising or any(said.claim.lowered for said in claims)
    ]


def _is_called_old(
    story: StoryClaims,
    value: Decimal,
    documents: Mapping[Decimal, Sequence[Document]],
    outdated: Sequence[SourcedClaim],
) -> bool:
    """Say whether a document calls a value an earlier one, and nobody gives it after that."""
    calling = [story.document(said) for said in outdated if said.claim.value == value]
    dated = [document for document in calling if document.published is not None]
    return any(
        not _before([document], [each]) for document in dated for each in [max(documents[value], key=_published)]
    )


def _is_corrected(value: Decimal, documents: Mapping[Decimal, Sequence[Document]]) -> bool:
    """Say whether every outlet that gave a value gives another one later, and does not come back to it."""
    latest: dict[str | None, Document] = {}
    for document in documents[value]:
        known = latest.get(document.source)
        latest[document.source] = document if known is None else max(known, document, key=_published)
    others = [document for other, givers in documents.items() if other != value for document in givers]
    return None not in latest and all(
        any(each.source == source and _before([last], [each]) for each in others) for source, last in latest.items()
    )


def _is_overtaken(
    value: Decimal,
    other: Decimal,
    given: Given,
    documents: Mapping[Decimal, Sequence[Document]],
    copies: Mapping[str, str],
) -> bool:
    """Say whether nobody gives a value any more once another was given that can be news of the same fact."""
    if not _before(documents[value], documents[other]):
        return False
    if any(said.claim.changed for said in given[other]):
        return True
    kind = kind_of(given[value][0])
    later = min(map(_published, documents[other])) - max(map(_published, documents[value]))
    if later >= timedelta(hours=UPDATE_HOURS) and kind in _MOVING | RISING:
        return True
    if kind in RISING and all(is_open_above(said) for said in given[value]):
        return True
    return len({copies.get(document.id, document.id) for document in documents[other]}) >= _CONSENSUS


def kind_of(said: SourcedClaim) -> str:
    """Return the kind of fact without whom it is about: dead, of "dead:firefighters"."""
    return said.claim.kind.partition(":")[0]


def is_open_above(said: SourcedClaim) -> bool:
    """Say whether a claim leaves room for more: "at least 12"."""
    return said.claim.quantity.bound in (">=", ">")


def _before(first: Sequence[Document], second: Sequence[Document]) -> bool:
    """Say whether some documents were all surely published before others: a bare day is not before a time of that day."""
    last, following = max(map(_published, first)), min(map(_published, second))
    bare = any(document.day_only for document in (*first, *second))
    return last.date() < following.date() if bare else last < following


def _published(document: Document) -> datetime:
    assert document.published is not None  # noqa: S101 - nothing is superseded among documents without a date
    return document.published
