"""Studies in which people judge: who takes part, in what, and every action of theirs, in an append-only log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from meadow.model.documents import Document

StudyTask = Literal["report", "utility", "subsumption", "grouping", "alignment", "concepts", "headlines"]
Step = Literal["do", "undo", "redo"]
ItemRole = Literal["judged", "training", "attention", "repeat"]

OWNER, ADJUDICATOR = "owner", "adjudicator"  # actors of a study in addition to its participants


@dataclass(frozen=True, slots=True)
class Study:
    """A task that participants carry out on items, each in an order drawn from the seed.

    `settings` are the task's numbers (minutes, sentences). `roles` says which items train, test attention or repeat
    another; all others are judged. A study of an `owner` is a reader's own work on a story: it has no limits, and nobody
    else takes part.
    """

    id: str
    task: StudyTask
    title: str
    items: tuple[str, ...]
    made: datetime
    guidelines: str = ""
    seed: int = 0
    closes: datetime | None = None
    settings: Mapping[str, float] = field(default_factory=dict)
    owner: str | None = None
    roles: Mapping[str, ItemRole] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StudyItem:
    """An item to judge, frozen when the study was made: documents as they were, with the spans of their sentences.

    A sentence is named by document and index, and never moves, whatever becomes of the splitter or of the articles.
    `headlines` are systems' headlines to be rated, by system; `expected` the answers of training and attention items, as
    JSON by slot.
    """

    id: str
    title: str
    documents: tuple[Document, ...]
    question: str | None = None
    kind: str | None = None
    headlines: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Participant:
    """A person who takes part in a study; of the secret in their link only a digest is kept."""

    study_id: str
    name: str
    token_digest: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a participant did: in which slot, with which answer (JSON), when by our clock and when by theirs.

    A slot is what has one value at a time, such as the utility of one sentence; the last action on it counts, and the
    answer `null` empties it. `key` is made by the client, so that what is sent twice counts once. Undo and redo are
    actions that put a value back: `of` is the number of the action that they take back or repeat.
    """

    number: int
    study_id: str
    participant: str
    slot: str
    answer: str
    made: datetime
    said: datetime | None = None
    key: str | None = None
    step: Step = "do"
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's final answer about a subject; `seconds` is the time since the judge's previous action."""

    task: StudyTask
    subject: str
    judge: str
    answer: str
    made: datetime
    seconds: float | None = None
