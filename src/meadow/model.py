"""Every value type: frozen, slotted dataclasses that hold data and derived properties, nothing else.

Identity is a reference, never text: two agencies may print the same words. Offsets are code points of `Document.text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]

_PLACE = re.compile(r"^(.*?)(?::(\d+))?$", re.DOTALL)
_UNDATED = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Document:
    """One article as stored: its text never changes, a correction is another revision.

    `spans` are sentence boundaries that the source itself gives (MEAD's docsent); without them the text is split.
    A document that has only a title reads as that title. A naive time is UTC; `day_only` keeps the precision of a
    bare day.
    """

    id: str
    source: str | None = None
    title: str | None = None
    text: str = ""
    published: datetime | None = None
    url: str | None = None
    language: str | None = None
    place: str | None = field(default=None, compare=False)
    day_only: bool = False
    spans: tuple[tuple[int, int], ...] | None = None

    def __post_init__(self) -> None:
        if not self.text and self.title is not None:
            object.__setattr__(self, "text", self.title)
        if self.published is not None and self.published.tzinfo is None:
            object.__setattr__(self, "published", self.published.replace(tzinfo=UTC))

    @property
    def order(self) -> tuple[bool, datetime, str, int, str]:
        """The sort key of time order: published, then place, then id; undated documents last."""
        match = _PLACE.match(self.place or "")
        path, line = (match[1], int(match[2] or 0)) if match else ("", 0)
        return self.published is None, self.published or _UNDATED, path, line, self.id

    @property
    def published_text(self) -> str | None:
        """ISO 8601, as precise as the source was: a bare day stays a bare day."""
        if self.published is None:
            return None
        return self.published.date().isoformat() if self.day_only else self.published.isoformat()


@dataclass(frozen=True, slots=True, order=True)
class SentenceRef:
    """The identity of a sentence: its document and its index there, from 0."""

    document_id: str
    index: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its exact place: `document.text[start:end] == text`."""

    ref: SentenceRef
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Run:
    """How a result was obtained; `made` is when, and takes no part in equality or output."""

    signature: str
    inputs: str
    made: datetime | None = field(default=None, compare=False)


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
class CentroidTerm:
    """A row of the centroid table: mean occurrences per document, inverse document frequency, their product."""

    term: str
    tf: float
    idf: float

    @property
    def weight(self) -> float:
        """TF·IDF."""
        return self.tf * self.idf


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """A ranker's answer: one value per sentence of the view, and the features it was made of."""

    values: FloatArray
    features: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score table: a sentence by document and number (from 1), its length in words, features and score."""

    document_id: str
    number: int
    length: int
    features: Mapping[str, float]
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a story's sentences rank as they do: the centroid, heaviest term first, and every sentence's scores."""

    centroid: tuple[CentroidTerm, ...]
    rows: tuple[ScoreRow, ...]
    run: Run


BudgetUnit = Literal["sentences", "words", "characters"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a summary may be: an amount of a unit, or a share (in percent) of all there is.

    A share of sentences is rounded half up (`rounding="up"` is the released MEAD's way) and is at least one.
    """

    unit: BudgetUnit
    amount: float
    share: bool = False
    rounding: Literal["half-up", "up"] = "half-up"

    def __str__(self) -> str:
        # Every digit: a signature tells 1234567 from 1234568.
        number = str(int(self.amount)) if float(self.amount).is_integer() else str(float(self.amount))
        return f"{self.unit}={number}%" if self.share else f"{self.unit}={number}"


@dataclass(frozen=True, slots=True)
class Edit:
    """What rewriting took out of a sentence, and where: offsets into the document's text."""

    ref: SentenceRef
    kind: str
    start: int
    end: int
    removed: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A sentence chosen for a summary, why, and which other sentences it stands for (`covers`).

    `sentence` is the exact slice of the source, `written` what was printed after edits.
    """

    ref: SentenceRef
    score: float
    features: Mapping[str, float]
    covers: tuple[SentenceRef, ...]
    sentence: Sentence
    written: str


@dataclass(frozen=True, slots=True)
class CopyGroup:
    """Documents that print one text: the first, its copies in time order, and the share of each copy that was taken."""

    first: str
    copies: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DisagreeingValue:
    """One of several values that sources give for the same fact: who gives it, where, and when first and last.

    `superseded` marks a value that is merely older: those who gave it, or all who wrote later, give another one.
    """

    value: str
    document_ids: tuple[str, ...]
    sources: tuple[str, ...] = ()
    first: datetime | None = None
    last: datetime | None = None
    superseded: bool = False
    refs: tuple[SentenceRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A fact on which the sources differ."""

    what: str
    values: tuple[DisagreeingValue, ...]

    @property
    def is_conflict(self) -> bool:
        """Whether several values are in force at once; else the fact was merely updated."""
        return sum(not given.superseded for given in self.values) > 1


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of several documents that share information, in time order; the label is the one that speaks for them."""

    label: SentenceRef
    members: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of a story, the most important first, and the sentences that are in none."""

    groups: tuple[Group, ...]
    ungrouped: tuple[SentenceRef, ...]
    run: Run


@dataclass(frozen=True, slots=True)
class Summary:
    """An extract in time order: the printed text and, behind each sentence, its source to the character."""

    story_id: str
    picks: tuple[Pick, ...]
    text: str
    edits: tuple[Edit, ...]
    disagreements: tuple[Disagreement, ...]
    run: Run


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline for a story, with the sentences or titles it rests on and the method that made it."""

    story_id: str
    text: str
    evidence: tuple[SentenceRef, ...]
    method: str
    run: Run


@dataclass(frozen=True, slots=True)
class Brief:
    """One story as a reader wants it: headline, summary, and the documents behind them in time order."""

    story: Story
    headline: Headline
    summary: Summary
    documents: tuple[Document, ...]
    copies: tuple[CopyGroup, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The outlets, in the order in which they first reported."""
        named = (document.source for document in self.documents if document.source is not None)
        return tuple(dict.fromkeys(named))

    @property
    def independent_sources(self) -> tuple[str, ...]:
        """The outlets that reported in words of their own, not only by copies of what another had printed first."""
        copied = {copy for group in self.copies for copy in group.copies}
        named = (document.source for document in self.documents if document.id not in copied)
        return tuple(dict.fromkeys(source for source in named if source is not None))


@dataclass(frozen=True, slots=True)
class Digest:
    """Many articles as a few stories, largest first; iterates over its briefs."""

    stories: tuple[Brief, ...]
    run: Run

    def __iter__(self) -> Iterator[Brief]:
        return iter(self.stories)

    def __len__(self) -> int:
        return len(self.stories)


ConceptKind = Literal["person", "organisation", "factor"]


@dataclass(frozen=True, slots=True)
class Concept:
    """A key concept of some documents: its fullest form, all forms it was found in, and how often and how widely."""

    text: str
    kind: ConceptKind
    aliases: tuple[str, ...]
    count: int
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Collapse:
    """A suggestion that two key concepts are one, and why; people decide."""

    first: Concept
    second: Concept
    reason: str


SectionKind = Literal["day", "instance", "other", "undated"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under one heading: a day (ISO 8601), an instance, other cases, or what has no date."""

    heading: str
    kind: SectionKind
    refs: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A cited answer to a question: sentences under headings, and what is disputed, not found or in the way.

    `missing` are words of the question that no sentence of the report holds; `notes` say how the question was read where
    that is not plain. Without picks the documents hold no answer.
    """

    question: str
    picks: tuple[Pick, ...]
    concepts: tuple[Concept, ...]
    run: Run
    sections: tuple[Section, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the documents hold anything on the question."""
        return bool(self.picks)


@dataclass(frozen=True, slots=True)
class Pack:
    """Evidence for a question that fits a number of tokens: the printed text, its sentences, and how many it takes."""

    question: str
    picks: tuple[Pick, ...]
    text: str
    tokens: int
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    run: Run
