"""Studies in which people judge: who takes part, in what, and every action of theirs, in an append-only log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

StudyTask = Literal["report", "utility", "subsumption", "grouping", "alignment", "concepts", "headlines"]


@dataclass(frozen=True, slots=True)
class Study:
    """A task that participants carry out on items (documents, stories, topics), each in an order drawn from the seed."""

    id: str
    task: StudyTask
    title: str
    items: tuple[str, ...]
    participants: tuple[str, ...]
    made: datetime
    guidelines: str = ""
    seed: int = 0
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a participant did: in which slot, with which answer, when by our clock and when by theirs.

    A slot is what has one value at a time, such as the utility of one sentence; the last action on it counts.
    """

    number: int
    study_id: str
    participant: str
    slot: str
    answer: str
    made: datetime
    said: datetime | None = None
