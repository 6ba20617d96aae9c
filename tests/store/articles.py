"""Small articles of our own fiction, and a clock that is set."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from meadow.model import Assignment, Document
from meadow.store.contract import StoreWriter, Wanted
from meadow.workspace import Workspace

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

_TEXTS = (
    "The ferry Lurna ran aground off Haldmoor on Monday with {n} passengers on board, the harbour office said.",
    "Rangers in Lethria counted {n} wolves after a hard winter, and farmers asked for a permit to shoot one.",
    "A rocket of the Sorrel programme failed {n} seconds after its launch from the island of Merrow.",
    "Carrowmere United won the cup final by {n} goals before a crowd that had waited decades for it.",
)


def article(number: int, *, topic: int = 0, source: str = "Harbour Wire", **fields: object) -> Document:
    """Return an article on one of four topics; articles of one topic share most of their words."""
    text = _TEXTS[topic % len(_TEXTS)].format(n=number + 2)
    given: dict[str, object] = {
        "id": f"a{number}",
        "source": source, "title": f"Report {number}", "text": text, "published": NOON + timedelta(hours=number),
        "language": "en",
    }  # fmt: skip
    return Document(**{**given, **fields})  # type: ignore[arg-type]


def articles(count: int, *, topics: int = 4) -> list[Document]:
    """Return articles that take turns between topics."""
    return [article(number, topic=number % topics, source=f"Paper {number % 3}") for number in range(count)]


def partition(workspace: Workspace) -> dict[str, list[str]]:
    """Return the stories of a workspace with their documents."""
    return {row.id: workspace.store.members(row.id) for row in workspace.store.stories(Wanted())}


def put(writer: StoreWriter, document: Document, story: str) -> None:
    """Keep a document in a story."""
    writer.add_document(document, NOON)
    writer.assign(Assignment(document.id, story, 0.5, document.id == story), story, NOON)


@dataclass(slots=True)
class SteppingClock:
    """A clock that goes a second further each time it is asked."""

    time: datetime = field(default=NOON)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time
