"""Items of studies keep texts as they were, but a document that is forgotten on request goes from them too."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from meadow.model import Document, StudyItem


def without(item: StudyItem, document_ids: Collection[str]) -> StudyItem:
    """Return an item in which documents have no words any more; they keep their places, so that others do not move."""
    left = tuple(_emptied(each) if each.id in document_ids else each for each in item.documents)
    return replace(item, documents=left)


def _emptied(document: Document) -> Document:
    return Document(document.id, published=document.published, day_only=document.day_only, spans=())
