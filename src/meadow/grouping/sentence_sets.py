"""Sentence sets: the part of a large document set that a person can cluster by hand (G1).

Documents of the same day come first, days with many documents before others, and on a day the shorter ones. A set has at
most 15 documents and 200 sentences; five documents or fewer are taken whole, however long they are.

Source: Geiss (2009), "Creating a gold standard for sentence clustering in multi-document summarization", section 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date

from meadow.errors import InputError
from meadow.model import Document
from meadow.text.sentences import document_sentences

WHOLE_DOCUMENTS = 5
MOST_DOCUMENTS = 15
MOST_SENTENCES = 200


def sentence_set(documents: Iterable[Document]) -> list[Document]:
    """Return the documents of the set, in time order; a document that would lead past 200 sentences is passed over."""
    ordered = sorted(documents, key=lambda document: document.order)
    if len(ordered) <= WHOLE_DOCUMENTS:
        return ordered
    lengths = {document.id: len(document_sentences(document)) for document in ordered}
    taken: list[Document] = []
    room = MOST_SENTENCES
    for document in _preferred_first(ordered, lengths):
        if len(taken) < MOST_DOCUMENTS and lengths[document.id] <= room:
            taken.append(document)
            room -= lengths[document.id]
    if not taken:
        raise InputError(
            f"No sentence set can be made: each of the {len(ordered)} documents has more than {MOST_SENTENCES} sentences.",
            given=f"{min(lengths.values())} sentences in the shortest document",
            advice=f"Give {WHOLE_DOCUMENTS} documents or fewer: those are taken whole.",
        )
    return sorted(taken, key=lambda document: document.order)


def _preferred_first(ordered: list[Document], lengths: dict[str, int]) -> list[Document]:
    """Return documents by day, the fullest day first and then the earlier, undated ones last; within a day by length."""
    days = Counter(_day(document) for document in ordered)

    def rank(document: Document) -> tuple[bool, int, date, int]:
        day = _day(document)
        return day is None, -days[day], day or date.max, lengths[document.id]

    return sorted(ordered, key=rank)


def _day(document: Document) -> date | None:
    return None if document.published is None else document.published.astimezone(UTC).date()
