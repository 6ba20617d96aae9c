"""Stories and the log that they are made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Assignment:
    """One line of the tracking log: which story a document joined or opened; replaying the log rebuilds all stories."""

    document_id: str
    story_id: str
    similarity: float
    opened: bool


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """What a tracker found out later: a story is part of another, falls apart, or is over.

    A merge takes all documents of `story_id` into the story `into`; a split takes only `documents` there; a closed story
    keeps its own. `after` is how many assignments the log held by then, which is where a replay applies the event.
    """

    kind: Literal["merge", "split", "close"]
    story_id: str
    after: int
    into: str | None = None
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """Documents about one event, in time order; the id is that of the founding document."""

    id: str
    document_ids: tuple[str, ...]
    first: datetime | None = None
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Articles of a story that may belong to another.

    `between` is their mean similarity to the rest, `within` that of the rest among themselves.
    """

    document_ids: tuple[str, ...]
    between: float
    within: float


@dataclass(frozen=True, slots=True)
class Relation:
    """A story in another language that seems to tell of the same event, and names and numbers that both hold."""

    story_id: str
    language: str
    similarity: float
    shared: tuple[str, ...]
