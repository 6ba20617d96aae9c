"""What a workspace stores besides articles: revisions, a log, corrections, sources, watches, alerts, marks, tombstones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from meadow.model.documents import Document
from meadow.model.stories import Assignment, StoryEvent

Origin = Literal["tracker", "person"]
CorrectionKind = Literal["merge", "split", "rename"]
SourceKind = Literal["feed", "page", "folder", "file", "input"]
AlertKind = Literal["grows", "word", "disagreement", "watch"]
ForgottenKind = Literal["document", "source", "address"]


@dataclass(frozen=True, slots=True)
class Revision:
    """One text that a document has had: the first is number 1, and the highest number is in force."""

    document: Document
    number: int
    arrived: datetime


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as lists show it, without its text: `arrived` is when its first revision came."""

    id: str
    source: str | None
    language: str | None
    published: datetime | None
    arrived: datetime


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the append-only log: an assignment or an event, when it was written, and who decided it.

    A line with neither is a second look of the tracker at the whole. An assignment's story is the one that the document was
    put in; `tracked` is the one that the tracker named.
    """

    number: int
    at: datetime
    origin: Origin
    assignment: Assignment | None = None
    event: StoryEvent | None = None
    tracked: str | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A person's correction of stories, by documents, so that it outlives the stories' ids and any tracker.

    A merge says that the stories of `documents` and of `others` are one. A split says that `documents` are a story of their
    own, apart from `others`. A rename names the story of `documents`; without a name it takes the name back.
    """

    number: int
    kind: CorrectionKind
    documents: tuple[str, ...]
    others: tuple[str, ...] = ()
    name: str | None = None
    made: datetime | None = None
    undone: bool = False


@dataclass(frozen=True, slots=True)
class StoryRow:
    """A story as a list shows it, without its texts: `last` is of its latest article, `arrived` when something last came."""

    id: str
    documents: int
    sources: tuple[str, ...]
    languages: tuple[str, ...]
    first: datetime | None
    last: datetime | None
    arrived: datetime
    name: str | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class SourceState:
    """The state of a followed source: what the server said last, when it is asked again, what went wrong.

    A source that was read and has no next time is not asked again. `moved` is the address it moved to for good. `listing` is
    what a folder held when it was last read, as JSON, so that only what has changed is read again.
    """

    key: str
    kind: SourceKind
    title: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    checked: datetime | None = None
    succeeded: datetime | None = None
    next_check: datetime | None = None
    failures: int = 0
    problem: str | None = None
    moved: str | None = None
    documents: int = 0
    listing: str | None = None


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An item that could not be stored: its place, why, how often it was tried, and what there is of it."""

    source: str
    place: str
    reason: str
    first: datetime
    last: datetime
    tries: int = 1
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """A saved question or set of words whose stories are reported."""

    name: str
    query: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that a follower should know of: a story grows, a word appears, sources disagree, a watch finds something.

    `cause` names what it is about, such as `grows:5`: for one story and watch a cause raises one alert, ever.
    """

    number: int
    at: datetime
    kind: AlertKind
    story_id: str
    text: str
    cause: str
    documents: tuple[str, ...] = ()
    watch: str | None = None


@dataclass(frozen=True, slots=True)
class ReadMark:
    """The place up to which a reader has read a story: a number of the log."""

    reader: str
    story_id: str
    entry: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A document forgotten on request: only its id is left, so that it does not come back.

    An address is kept as a digest of it, by which an article is known again that comes under another id.
    """

    kind: ForgottenKind
    id: str
    at: datetime
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that a search found, and how well it fits."""

    document_id: str
    score: float
