"""A small study of a report for tests: two articles of our own fiction, an hour each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from meadow.model import SentenceRef, Study, StudyItem
from meadow.studies import ItemState
from meadow.studies.slots import sentence_key
from meadow.studies.tasks.report import TASK
from stories import document

NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)
DOCUMENTS = (
    document("wire/1", [f"The ferry moved {number} times." for number in range(40)], hours=0, title="A ferry"),
    document("echo", [f"The crew counted {number} boats." for number in range(40)], hours=2, title="A crew"),
)
ITEM = StudyItem("ferry", "The ferry", DOCUMENTS, "Why did the ferry move?")
STUDY = Study("s", "report", "Ferries", ("ferry",), NOW, settings=TASK.settings)


def pick(number: int, name: str = "wire/1") -> str:
    """Return the slot of a sentence."""
    return f"pick/{sentence_key(SentenceRef(name, number))}"


def state(values: dict[str, Any], *, minutes: float = 1, study: Study = STUDY, item: StudyItem = ITEM) -> ItemState:
    """Return a state of the item some minutes after all of it was said."""
    return ItemState(study, item, values, dict.fromkeys(values, NOW), NOW + timedelta(minutes=minutes))


def picked(numbers: Iterable[int], name: str = "wire/1") -> dict[str, Any]:
    """Return values of a report that has begun and holds sentences."""
    return {"started": True} | {pick(number, name): {"place": None} for number in numbers}
