"""Is all well with a store? What is folded from the log says what the log says, and the index holds what is there."""

from __future__ import annotations

import json
from collections.abc import Callable

from meadow.errors import DamagedValueError
from meadow.store.folding import fold
from meadow.store.tables import search_index
from meadow.store.tables.notes import NoteReading
from meadow.store.tables.rows import unsqueezed
from meadow.store.tables.stories import StoryReading

_SHOWN = 5


_SQUEEZED = {"results": "kept results", "checkpoints": "snapshots of trackers", "study_items": "items of studies"}


def faults_of(check: Callable[[], list[str]]) -> list[str]:
    """Return what a check finds; one that the damage itself ends is a fault too, so that the others are still made."""
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - an engine, a codec or a fold may fail in any way on damaged data
        name = check.__name__.strip("_").replace("_", " ")
        return [f"the check {name!r} cannot be made: {type(error).__name__}: {error}"]


def _is_whole(value: bytes, what: str) -> bool:
    try:
        json.loads(unsqueezed(value, what))
    except (DamagedValueError, ValueError):
        return False
    return True


class Checking(StoryReading, NoteReading):
    """Checks of a store."""

    def faults_in_tables(self) -> list[str]:
        """Return what is wrong with what the tables say, in words; empty if all is well."""
        checks = (self._unlike_the_log, self._without_text, self._damaged, self._index, self._slots)
        return [fault for check in checks for fault in faults_of(check)]

    def _damaged(self) -> list[str]:
        """Return what cannot be unfolded: articles by their names, and how many other values."""
        articles: dict[str, None] = {}
        rows = self.connection.execute(
            "SELECT d.id, r.value FROM revisions r JOIN documents d ON d.number = r.document"
        )
        for name, value in rows:
            if not _is_whole(value, f"The article {name!r}"):
                articles[name] = None
        faults = [
            f"article {name!r} is damaged and left out; `meadow forget` removes it, a backup from before has it whole"
            for name in articles
        ]
        for table, what in _SQUEEZED.items():
            values = self.connection.execute(f"SELECT value FROM {table}")
            damaged = sum(not _is_whole(value, what) for (value,) in values)
            if damaged:
                faults.append(f"{damaged} of the {what} cannot be read")
        return faults

    def _unlike_the_log(self) -> list[str]:
        """Return the documents that are in another story than the log says."""
        said = {name: story for story, names in fold(self.log()).items() for name in names}
        kept: dict[str, str] = dict(self.all("SELECT id, story FROM documents WHERE story IS NOT NULL"))
        wrong = [name for name, story in kept.items() if said.get(name) != story]
        counts = self.all(
            "SELECT s.id FROM stories s WHERE s.documents != (SELECT count(*) FROM documents d WHERE d.story = s.id)"
        )
        return [
            *(f"document {name!r} is not in the story that the log says" for name in wrong[:_SHOWN]),
            *(f"story {name!r} counts other documents than it has" for (name,) in counts[:_SHOWN]),
        ]

    def _slots(self) -> list[str]:
        """Return the slots of studies that hold something else than the last action on them."""
        folded = "SELECT study, participant, slot, max(number) FROM actions GROUP BY study, participant, slot"
        kept = "SELECT study, participant, slot, action FROM slots"
        wrong = [*self.all(f"{folded} EXCEPT {kept}"), *self.all(f"{kept} EXCEPT {folded}")]
        named = dict.fromkeys((study, participant, slot) for study, participant, slot, _ in wrong)
        return [
            f"slot {slot!r} of {participant!r} in study {study!r} does not hold the last action on it"
            for study, participant, slot in list(named)[:_SHOWN]
        ]

    def _index(self) -> list[str]:
        """Return what is wrong with the index of words, and the documents that it does not hold."""
        problems = search_index.problems(self.connection)
        if problems:
            return problems
        indexed = set(search_index.indexed_numbers(self.connection).tolist())
        kept: dict[int, str] = dict(self.all("SELECT number, id FROM documents"))
        missing = [name for number, name in kept.items() if number not in indexed]
        strangers = sorted(indexed - kept.keys())
        return [
            *(f"document {name!r} is not in the search index" for name in missing[:_SHOWN]),
            *(f"the search index holds number {number}, which is no document" for number in strangers[:_SHOWN]),
        ]

    def _without_text(self) -> list[str]:
        rows = self.all(
            "SELECT d.id FROM documents d LEFT JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision"
            " WHERE r.number IS NULL LIMIT ?",
            _SHOWN,
        )
        return [f"document {name!r} has no text" for (name,) in rows]
