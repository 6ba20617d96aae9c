"""Results of a search: stories, their documents that answer the query, and the best sentences of each."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.model.documents import Document, Sentence

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SentenceHit:
    """A sentence that answers a query: `spans` are its matching words, from where to where in the document's text."""

    sentence: Sentence
    spans: tuple[Span, ...]
    score: float


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """An article that fits, how well, and its best sentences; one that fits by its title alone may have none."""

    document: Document
    score: float
    sentences: tuple[SentenceHit, ...]


@dataclass(frozen=True, slots=True)
class StoryHit:
    """A story with the articles in it that fit, the best first."""

    story_id: str
    documents: tuple[DocumentHit, ...]
