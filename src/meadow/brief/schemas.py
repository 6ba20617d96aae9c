"""The shapes of `--json` and of the HTTP API, once: types from which JSON Schemas, OpenAPI and columns of Parquet are made.

A test holds what each command prints against its shape, key by key. Keys may be added under the same `VERSION`; what is here
keeps its name, type and meaning, or the version rises.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NotRequired, TypedDict

import msgspec

from meadow.errors import UnknownNameError
from meadow.model.values import Ref, fields_of

VERSION = 1
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class SentenceShape(TypedDict):
    """A sentence that was chosen: its exact place, what was printed, and why."""

    document: str
    index: int
    start: int
    end: int
    given: list[int] | None
    given_spans: list[list[int]] | None
    text: str
    written: str
    score: float
    features: dict[str, float]
    covers: list[Ref]


class GivenShape(TypedDict):
    """One of the values that sources give."""

    value: str
    bound: str | None
    voices: list[str]
    documents: list[str]
    superseded: bool
    sources: list[str]
    first: str | None
    last: str | None
    sentences: list[Ref]


class DifferenceShape(TypedDict):
    """A quantity that moved, or a fact on which sources disagree."""

    what: str
    values: list[GivenShape]
    chance: float


class SummaryShape(TypedDict):
    """What `summarize` prints."""

    story: str
    text: str
    signature: str
    moved: list[DifferenceShape]
    disagreements: list[DifferenceShape]
    sentences: list[SentenceShape]
    explanation: NotRequired[dict[str, Any]]


class ArticleShape(TypedDict):
    """An article of a story, without its text."""

    id: str
    title: str | None
    source: str | None
    published: str | None
    url: str | None
    place: str | None
    language: str | None


class DoubtShape(TypedDict):
    """Articles that may be another story."""

    documents: list[str]
    between: float
    within: float


class RelationShape(TypedDict):
    """A story of the same event, in another language or the same."""

    story: str
    language: str
    similarity: float
    shared: list[str]


class CorroborationShape(TypedDict):
    """How the count of independent sources came about."""

    publishers: list[str]
    copied: list[str]
    credited: dict[str, str]
    how: str


class MovedShape(TypedDict):
    """Articles that second looks moved into a story, and what decided on most of them."""

    documents: list[str]
    kind: str
    decided: dict[str, Any] | None


class BriefShape(TypedDict):
    """A story of `digest`; of a workspace with its name and what its reader has not seen."""

    id: str
    headline: str
    first: str | None
    last: str | None
    sources: list[str]
    summary: SummaryShape
    documents: list[str]
    articles: list[ArticleShape]
    language: str | None
    independent_sources: list[str]
    corroboration: CorroborationShape
    copies: list[list[str]]
    doubt: DoubtShape | None
    related: list[RelationShape]
    earlier: list[str]
    name: NotRequired[str | None]
    new: NotRequired[list[str]]
    moved: NotRequired[MovedShape | None]


class DigestShape(TypedDict):
    """What `digest` prints."""

    stories: list[BriefShape]


class StoriesShape(TypedDict):
    """What `stories` prints; over HTTP a page of it, with `next` for the page after."""

    stories: list[BriefShape]
    new: NotRequired[dict[str, list[str]]]
    moved: NotRequired[dict[str, MovedShape]]
    shown: NotRequired[int]
    total: NotRequired[int]
    next: NotRequired[str | None]


class AssignmentShape(TypedDict):
    """A line of `track`."""

    document: str
    story: str
    similarity: float
    opened: bool


class GroupShape(TypedDict):
    """Sentences that say the same."""

    label: Ref
    members: list[Ref]


class GroupingShape(TypedDict):
    """What `group` prints."""

    groups: list[GroupShape]
    ungrouped: list[Ref]


class HeadlineShape(TypedDict):
    """What `headline` prints."""

    text: str
    method: str
    evidence: list[Ref]
    signature: str


class ConceptShape(TypedDict):
    """A key concept."""

    text: str
    kind: str
    count: int
    documents: int
    aliases: list[str]


class SectionShape(TypedDict):
    """A part of a report."""

    heading: str
    kind: str
    sentences: list[Ref]


class DisproofShape(TypedDict):
    """A claim, and the sentence that rules it out."""

    claim: Ref
    by: Ref


class ReportShape(TypedDict):
    """What `report` prints."""

    question: str
    kind: str
    answered: bool
    concepts: list[ConceptShape]
    sentences: list[SentenceShape]
    sections: list[SectionShape]
    moved: list[DifferenceShape]
    disagreements: list[DifferenceShape]
    disproved: list[DisproofShape]
    missing: list[str]
    notes: list[str]
    signature: str


class PackShape(TypedDict):
    """What `pack` prints."""

    question: str
    text: str
    tokens: int
    sentences: list[SentenceShape]
    missing: list[str]
    notes: list[str]
    signature: str


class ChangeShape(TypedDict):
    """A difference between a sentence and its source."""

    kind: str
    given: str
    source: str


class SourceSpanShape(TypedDict):
    """A source sentence that a verdict rests on."""

    document: str
    index: int
    start: int
    end: int
    text: str


class VerdictShape(TypedDict):
    """Whether one sentence is in its sources."""

    text: str
    start: int
    end: int
    verdict: str
    changes: list[ChangeShape]
    uncovered: list[str]
    sources: list[SourceSpanShape]
    chance: float
    reason: str


class CheckShape(TypedDict):
    """What `check` prints."""

    supported: int
    claims: int
    sentences: list[VerdictShape]


class FoundSentenceShape(TypedDict):
    """A sentence that answers a query."""

    index: int
    start: int
    end: int
    text: str
    spans: list[list[int]]


class FoundArticleShape(TypedDict):
    """An article that answers a query."""

    id: str
    title: str | None
    source: str | None
    published: str | None
    url: str | None
    score: float
    sentences: list[FoundSentenceShape]


class FoundStoryShape(TypedDict):
    """A story that answers a query."""

    id: str
    headline: str | None
    documents: list[FoundArticleShape]


class SearchShape(TypedDict):
    """What `search` prints; over HTTP with `next` for the page after."""

    query: str
    all_words: bool
    complete: bool
    total: int | None
    stories: list[FoundStoryShape]
    next: NotRequired[int | None]


class MethodShape(TypedDict):
    """A method by its family."""

    family: str
    name: str
    spec: str
    summary: str
    description: str


class MethodsShape(TypedDict):
    """What `methods` prints."""

    methods: list[MethodShape]


class DoctorRowShape(TypedDict):
    """Something that was checked."""

    what: str
    state: str
    detail: str


class DoctorShape(TypedDict):
    """What `doctor` prints."""

    checks: list[DoctorRowShape]


SHAPES: Mapping[str, Any] = {
    "summarize": SummaryShape, "digest": DigestShape, "track": AssignmentShape, "group": GroupingShape,
    "headline": HeadlineShape, "report": ReportShape, "pack": PackShape, "check": CheckShape, "search": SearchShape,
    "stories": StoriesShape, "story": BriefShape, "methods": MethodsShape, "doctor": DoctorShape,
}  # fmt: skip


BRIEF_COLUMNS: Mapping[str, Any] = {
    **{name: kind for name, kind in fields_of(BriefShape).items() if name not in ("name", "new", "moved")},
    "first": datetime,
    "last": datetime,
}
"""The columns of stories in Parquet: times, lists and structs."""


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints with `--json`; of `track`, of one line."""
    if name not in SHAPES:
        raise UnknownNameError("schema", name, SHAPES)
    schema = msgspec.json.schema(SHAPES[name])
    return {"$schema": _DIALECT, "title": f"meadow {name} --json", "version": VERSION, **schema}
