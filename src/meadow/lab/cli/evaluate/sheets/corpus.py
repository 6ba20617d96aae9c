"""A collection as a sheet: a row per story, and the totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from meadow.errors import InputError
from meadow.lab.evaluate.description import describe
from meadow.lab.tables.sheet import Sheet, make_table
from meadow.model import Document
from meadow.provenance import data_digest, signature

_HEAD = ("story", "topic", "documents", "sentences", "sources")


def corpus_sheet(documents: Sequence[Document], labels: Mapping[str, str | None]) -> Sheet:
    """Return the description of the stories that labels make of documents; unlabelled documents are counted apart."""
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
