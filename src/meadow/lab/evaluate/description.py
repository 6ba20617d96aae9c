"""What a corpus holds, story by story: documents, sentences, sources, period and topic (M16).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Table 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.model import Document
from meadow.text.sentences import document_sentences


@dataclass(frozen=True, slots=True)
class StoryDescription:
    """A row of the description table; `topic` is None where no document has a title and none was given."""

    story: str
    documents: int
    sentences: int
    sources: tuple[str, ...]
    first: str | None
    last: str | None
    topic: str | None


def describe(
    stories: Mapping[str, Sequence[Document]], *, topics: Mapping[str, str] | None = None
) -> tuple[StoryDescription, ...]:
    """Return a row per story, in the order given; without a topic it is the earliest title."""
    empty = [story for story, documents in stories.items() if not documents]
    if empty:
        raise InputError(f"The story {empty[0]!r} has no document.", given=empty[0], advice="Leave it out.")
    return tuple(_row(story, documents, (topics or {}).get(story)) for story, documents in stories.items())


def _row(story: str, documents: Sequence[Document], topic: str | None) -> StoryDescription:
    ordered = sorted(documents, key=lambda document: document.order)
    dated = [document.published_text for document in ordered if document.published_text is not None]
    titles = [document.title for document in ordered if document.title is not None]
    return StoryDescription(
        story=story,
        documents=len(ordered),
        sentences=sum(len(document_sentences(document)) for document in ordered),
        sources=tuple(dict.fromkeys(document.source for document in ordered if document.source is not None)),
        first=dated[0] if dated else None,
        last=dated[-1] if dated else None,
        topic=topic if topic is not None else (titles[0] if titles else None),
    )
