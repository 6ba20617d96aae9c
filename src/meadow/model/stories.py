"""Stories and the log that they are made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from meadow.model import display
from meadow.model.values import Value

TermKind = Literal["word", "name", "number"]
# Mean similarity; its share of what holds two clusters together; a smaller cluster's share of what holds a story together.
# What is `unseen` was never looked at side by side, whatever its mean similarity.
DecidingRule = Literal["alike", "join", "stray", "unseen"]


@dataclass(frozen=True, slots=True, repr=False)
class Assignment(Value):
    """One line of the tracking log: which story a document joined or opened; replaying the log rebuilds all stories."""

    document_id: str
    story_id: str
    similarity: float
    opened: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """What decided that two stories are one or two: a rule, its value and threshold, and of how many pairs of documents.

    From the threshold on they are one. Under the rule `unseen` they are two all the same.
    """

    rule: DecidingRule
    value: float
    threshold: float
    pairs: int


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """What a tracker found out later: a story is part of another, falls apart, or is over.

    A merge takes all documents of `story_id` into the story `into`; a split takes only `documents` there; a closed story
    keeps its own. `after` is how many assignments the log held by then, which is where a replay applies the event.
    `decided` is what a tracker merged or split by; what people do, and what their corrections make of it, has none.
    """

    kind: Literal["merge", "split", "close"]
    story_id: str
    after: int
    into: str | None = None
    documents: tuple[str, ...] = ()
    decided: Decision | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Story(Value):
    """Documents about one event, in time order; the id is that of the founding document."""

    id: str
    document_ids: tuple[str, ...]
    first: datetime | None = None
    last: datetime | None = None

    def _repr_html_(self) -> str:
        times = (each.isoformat(" ", "minutes") for each in (self.first, self.last) if each is not None)
        count = len(self.document_ids)
        facts = " – ".join(dict.fromkeys(times)) or "undated"
        return display.paragraphs(f"{count} article{'s'[: count > 1]} · {facts}", heading=self.id)


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


@dataclass(frozen=True, slots=True)
class SharedTerm:
    """A term that a document shares with other documents of its story, as the document writes it, and what it adds."""

    term: str
    text: str
    kind: TermKind
    weight: float


@dataclass(frozen=True, slots=True)
class SharedDay:
    """A day that a document was published on or speaks of, and how many other documents of its story do so too."""

    day: date
    documents: int


@dataclass(frozen=True, slots=True)
class LinkStep:
    """A decision on a document's way into its story: the rule, beside how many documents, the value and its threshold."""

    rule: str
    documents: int
    value: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a document is in its story, seen from the end of the stream.

    `score` is its similarity with the story's other documents, the sum of what the terms they share add; None if there are
    no others. `steps` are the decisions in their order. `days_apart` is the time to the nearest other document of the story.
    The next best story is the one that the document is closest to beside its own; None if it shares no term with any.
    `chance` is how likely it is of its story, where a tracker can say.
    """

    document_id: str
    story_id: str
    opened: bool
    score: float | None
    steps: tuple[LinkStep, ...] = ()
    shared: tuple[SharedTerm, ...] = ()
    days: tuple[SharedDay, ...] = ()
    days_apart: float | None = None
    next_story: str | None = None
    next_score: float | None = None
    chance: float | None = None
