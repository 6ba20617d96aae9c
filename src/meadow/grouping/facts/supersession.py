"""Which values are merely older: those who gave them, or all who wrote later, give another.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from meadow.grouping.facts.rivals import Said
from meadow.grouping.facts.story import Story
from meadow.model import Document

# Counts that grow as an event goes on, and counts that may also fall: people are found, lights go on again.
RISING = frozenset({"dead", "injured", "arrested", "rescued", "homeless", "infected"})
_MOVING = frozenset({"missing", "trapped", "dark", "evacuated"})
_CONSENSUS = 2  # independent documents that a new value of another fact needs
UPDATE_HOURS = 12.0  # two outlets that differ within half a day disagree; later, the newer one has news

Given = Mapping[Decimal, Sequence[Said]]


def superseded_values(
    story: Story, given: Given, outdated: Sequence[Said], *, copies: Mapping[str, str]
) -> frozenset[Decimal]:
    """Return the values that are no longer in force; none where documents without a date leave it open.

    `outdated` are the claims that call a value of this fact an earlier one.
    """
    documents = {value: [story.document(said) for said in own] for value, own in given.items()}
    if any(document.published is None for own in documents.values() for document in own):
        return frozenset()
    newest = max(documents, key=lambda value: (max(map(_published, documents[value])), value))
    return frozenset(
        value
        for value in documents
        if value != newest
        and (
            _is_called_old(story, value, documents, outdated)
            or _is_corrected(value, documents)
            or any(_is_overtaken(value, other, given, documents, copies) for other in documents if other != value)
        )
    )


def _is_called_old(
    story: Story, value: Decimal, documents: Mapping[Decimal, Sequence[Document]], outdated: Sequence[Said]
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
    others = [document for other, own in documents.items() if other != value for document in own]
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
    kind = given[value][0].claim.kind.partition(":")[0]
    later = min(map(_published, documents[other])) - max(map(_published, documents[value]))
    if later >= timedelta(hours=UPDATE_HOURS) and (kind in _MOVING or (kind in RISING and other > value)):
        return True
    return len({copies.get(document.id, document.id) for document in documents[other]}) >= _CONSENSUS


def _before(first: Sequence[Document], second: Sequence[Document]) -> bool:
    """Say whether some documents were all surely published before others: a bare day is not before a time of that day."""
    last, following = max(map(_published, first)), min(map(_published, second))
    bare = any(document.day_only for document in (*first, *second))
    return last.date() < following.date() if bare else last < following


def _published(document: Document) -> datetime:
    assert document.published is not None  # noqa: S101 - nothing is superseded among documents without a date
    return document.published
