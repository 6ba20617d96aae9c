"""Print documents, sentences, sources and topic of every story of a collection.

The stories are those of a file (JSON Lines of {"item": document, "label":
story}, or what meadow track --json prints), else those that meadow track
finds. A topic is the earliest title.

Examples:
    meadow evaluate corpus news/
    meadow evaluate corpus news/ --stories stories.jsonl
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from meadow import pipeline
from meadow.cli.reading import read_input
from meadow.errors import InputError
from meadow.lab.evaluate.description import describe
from meadow.lab.files.labels import read_labels
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.model import Document
from meadow.provenance import data_digest, signature

_HEAD = ("story", "topic", "documents", "sentences", "sources")


@dataclass(frozen=True, slots=True)
class StoryCollection:
    """Documents, and the story of each."""

    documents: Sequence[Document]
    labels: Mapping[str, str | None]


def read(*, paths: Sequence[str], stories: str | None = None) -> StoryCollection:
    """Return the documents of paths with their stories.

    --stories FILE: Which story each document belongs to; without it they are tracked.
    """
    documents = read_input(paths).documents
    if stories is not None:
        return StoryCollection(documents, read_labels(stories).labels)
    tracked = pipeline.track(documents)
    return StoryCollection(documents, {name: story.id for story in tracked for name in story.document_ids})


def sheet(data: StoryCollection) -> Sheet:
    """Return the description of each story; documents of no story are counted apart."""
    documents, labels = data.documents, data.labels
    stories: dict[str, list[Document]] = {}
    for document in documents:
        label = labels.get(document.id)
        if label is not None:
            stories.setdefault(label, []).append(document)
    if not stories:
        raise InputError(
            "No document belongs to a story.",
            given=f"{len(documents)} documents",
            advice="Check the ids of the stories' file.",
        )
    rows = describe(stories)
    left = len(documents) - sum(row.documents for row in rows)
    total = ("all", "", sum(row.documents for row in rows), sum(row.sentences for row in rows), _outlets(documents))
    cells = [(row.story, row.topic or "–", row.documents, row.sentences, len(row.sources)) for row in rows]
    return Sheet(
        blocks=[make_table(_HEAD, [*cells, total])],
        value={"measure": "corpus", "stories": [asdict(row) for row in rows]},
        notes=_notes(left, untitled=any(row.topic is None for row in rows)),
        signatures=[signature({"corpus": "description", "data": data_digest(documents)})],
    )


def _notes(left: int, *, untitled: bool) -> list[str]:
    notes = [f"{left} documents belong to no story."] if left else []
    return [*notes, "–: no document of the story has a title."] if untitled else notes


def _outlets(documents: Sequence[Document]) -> int:
    return len({document.source for document in documents if document.source is not None})
