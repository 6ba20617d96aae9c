"""What a format could not hold, found by reading back what was just written: nothing can be lost silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import TypeVar

from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document

Value = TypeVar("Value", Testbed, Topic, Document)

_ABSENT: tuple[object, ...] = (None, (), "", False)
# `place` and `origin` are where a document was found, which differs by design; the rest is compared piece by piece.
_ASIDE = frozenset({"id", "topics", "documents", "loose", "place", "origin"})


def changes(testbed: Testbed, back: Testbed) -> tuple[str, ...]:
    """Return a sentence for each part of a testbed that is gone, or not the same, in what reads back."""
    return (
        *_compared([(testbed, back)], lambda part, _: f"The testbed's {part}"),
        *_topic_changes(testbed.topics, {topic.id: topic for topic in back}),
        *_document_changes(testbed.documents, {document.id: document for document in back.documents}),
    )


def _topic_changes(topics: Sequence[Topic], back: dict[str, Topic]) -> Iterator[str]:
    pairs = [(topic, back[topic.id]) for topic in topics if topic.id in back]
    gone = [topic.id for topic in topics if topic.id not in back]
    if gone:
        yield f"Topics ({len(gone)} of {len(topics)}) are left out, the first is {gone[0]!r}."
    if [topic.id for topic, _ in pairs] != list(back):
        yield "The order of topics is not kept: they read back by name."
    yield from _compared(pairs, lambda part, count: f"{part.capitalize()} of topics ({count} of {len(topics)})")
    other = sum(_ids(before) != _ids(after) for before, after in pairs)
    if other:
        yield f"Documents of topics ({other} of {len(topics)}) do not read back in the same order or number."


def _document_changes(documents: Sequence[Document], back: dict[str, Document]) -> Iterator[str]:
    pairs = [(document, back[document.id]) for document in documents if document.id in back]
    if len(pairs) < len(documents):
        yield f"Documents ({len(documents) - len(pairs)} of {len(documents)}) are left out."
    yield from _compared(pairs, lambda part, count: f"{part.capitalize()} of documents ({count} of {len(documents)})")


def _compared(pairs: Sequence[tuple[Value, Value]], named: Callable[[str, int], str]) -> Iterator[str]:
    """Yield a note per field that some pair differs in: whether it is gone or only another."""
    for field in fields(pairs[0][0]) if pairs else ():
        if field.name in _ASIDE:
            continue
        both = [(getattr(before, field.name), getattr(after, field.name)) for before, after in pairs]
        fates = Counter(fate for before, after in both if (fate := _fate(before, after)) is not None)
        yield from (f"{named(field.name.replace('_', ' '), count)}: {fate}." for fate, count in fates.items())


def _fate(before: object, after: object) -> str | None:
    """Return what became of a value, or None where it is the same."""
    if before == after:
        return None
    if after in _ABSENT:
        return "left out"
    if isinstance(before, tuple) and isinstance(after, tuple) and Counter(before) == Counter(after):
        return "in another order when read back"
    return "not the same when read back"


def _ids(topic: Topic) -> list[str]:
    return [document.id for document in topic.documents]
