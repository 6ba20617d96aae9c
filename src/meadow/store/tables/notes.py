"""Data kept next to documents and stories: corrections, checkpoints, results, sources, watches, alerts, marks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from meadow.errors import DamagedValueError
from meadow.model import (
    Alert,
    Correction,
    CorrectionKind,
    Quarantined,
    ReadMark,
    SourceState,
    Watch,
)
from meadow.store.contract import Checkpoint
from meadow.store.tables.rows import Row, TableRows, listed, micros, moment, names_in, squeezed, unsqueezed
from meadow.store.values import from_json, to_json

_KEPT_CHECKPOINTS = 2


class NoteReading(TableRows):
    """Queries for all that is stored besides documents and stories."""

    def corrections(self) -> list[Correction]:
        """Return what people said about stories, in order, what was undone included."""
        sql = "SELECT number, kind, documents, others, name, made, undone FROM corrections ORDER BY number"
        return [_correction(row) for row in self.all(sql)]

    def checkpoint(self, tracker: str) -> Checkpoint | None:
        """Return the latest snapshot of a tracker."""
        sql = "SELECT assignments, entry, value FROM checkpoints WHERE tracker = ? ORDER BY number DESC LIMIT 1"
        row = self.one(sql, tracker)
        if row is None:
            return None
        assignments, entry, value = row
        return Checkpoint(tracker, assignments, entry, json.loads(unsqueezed(value, f"The snapshot of {tracker}")))

    def checkpoint_entry(self, tracker: str) -> int:
        """Return up to which entry of the log the latest snapshot of a tracker goes; 0 if there is none."""
        sql = "SELECT entry FROM checkpoints WHERE tracker = ? ORDER BY number DESC LIMIT 1"
        return int(self.value(sql, tracker) or 0)

    def result(self, key: str) -> str | None:
        """Return a result that was kept under a key."""
        value: bytes | None = self.value("SELECT value FROM results WHERE key = ?", key)
        try:
            return None if value is None else unsqueezed(value, f"The result {key}")
        except DamagedValueError:
            return None  # it is made again

    def result_keys(self) -> list[str]:
        """Return the keys of all kept results, in order."""
        return [key for (key,) in self.all("SELECT key FROM results ORDER BY key")]

    def sources(self) -> list[SourceState]:
        """Return the sources that are followed, by key."""
        return [from_json(value) for (value,) in self.all("SELECT value FROM sources ORDER BY key")]

    def quarantine(self, *, source: str | None = None) -> list[Quarantined]:
        """Return the items that could not be stored, of one source or of all, the latest first."""
        wanted, given = ("", ()) if source is None else ("WHERE source = ?", (source,))
        sql = f"SELECT source, place, reason, first, last, tries, body FROM quarantine {wanted}"
        return [
            Quarantined(name, place, reason, moment(first), moment(last), tries, body)
            for name, place, reason, first, last, tries, body in self.all(
                f"{sql} ORDER BY last DESC, source, place", *given
            )
        ]

    def watches(self) -> list[Watch]:
        """Return the watch list, by name."""
        rows = self.all("SELECT name, query, made FROM watches ORDER BY name")
        return [Watch(name, query, moment(made)) for name, query, made in rows]

    def alerts(self, *, after: int = 0) -> list[Alert]:
        """Return the alerts behind a number, in order."""
        sql = (
            "SELECT number, at, kind, story, text, cause, documents, watch FROM alerts WHERE number > ? ORDER BY number"
        )
        return [
            Alert(number, moment(at), kind, story, text, cause, names_in(documents), watch or None)
            for number, at, kind, story, text, cause, documents, watch in self.all(sql, after)
        ]

    def marks(self, reader: str) -> dict[str, ReadMark]:
        """Return how far a reader has read, by story."""
        rows = self.all("SELECT story, entry, at FROM marks WHERE reader = ? ORDER BY story", reader)
        return {story: ReadMark(reader, story, entry, moment(at)) for story, entry, at in rows}

    def fact(self, name: str) -> str | None:
        """Return what the store says about itself under a name."""
        value: str | None = self.value("SELECT value FROM facts WHERE name = ?", name)
        return value


class NoteWriting(NoteReading):
    """Writes of all that is stored besides documents and stories."""

    def correct(
        self, kind: CorrectionKind, documents: Sequence[str], others: Sequence[str], name: str | None, at: datetime
    ) -> Correction:
        """Keep what a person says about stories."""
        columns = "kind, documents, others, name, made"
        number = self.number_in("corrections", columns, kind, listed(documents), listed(others), name, micros(at))
        return Correction(number, kind, tuple(documents), tuple(others), name, at)

    def undo(self, number: int) -> None:
        """Mark a correction as undone."""
        self.run("UPDATE corrections SET undone = 1 WHERE number = ?", number)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a tracker's snapshot, and forget all but the last two."""
        self.number_in(
            "checkpoints", "tracker, assignments, entry, value",
            checkpoint.tracker, checkpoint.assignments, checkpoint.entry, squeezed(json.dumps(checkpoint.snapshot)),
        )  # fmt: skip
        self.run(
            "DELETE FROM checkpoints WHERE number NOT IN (SELECT number FROM checkpoints ORDER BY number DESC LIMIT ?)",
            _KEPT_CHECKPOINTS,
        )

    def save_result(self, key: str, story_id: str, text: str, at: datetime) -> None:
        """Keep a result under a key."""
        sql = (
            "INSERT INTO results(key, story, made, value) VALUES(?, ?, ?, ?)"
            " ON CONFLICT(key) DO UPDATE SET story = excluded.story, made = excluded.made, value = excluded.value"
        )
        self.run(sql, key, story_id, micros(at), squeezed(text))

    def drop_results(self, keys: Iterable[str]) -> None:
        """Remove the results that are kept under some keys."""
        for key in keys:
            self.run("DELETE FROM results WHERE key = ?", key)

    def save_source(self, state: SourceState) -> None:
        """Store the state of a source."""
        sql = "INSERT INTO sources(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value"
        self.run(sql, state.key, to_json(state))

    def drop_source(self, key: str) -> None:
        """Follow a source no longer."""
        self.run("DELETE FROM sources WHERE key = ?", key)

    def put_aside(self, item: Quarantined) -> None:
        """Keep an item that could not be stored; one of the same source and place is counted up."""
        self.run(
            "INSERT INTO quarantine(source, place, reason, first, last, tries, body) VALUES(?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT(source, place) DO UPDATE SET reason = excluded.reason, last = excluded.last,"
            " tries = quarantine.tries + 1, body = excluded.body",
            item.source, item.place, item.reason, micros(item.first), micros(item.last), item.tries, item.body,
        )  # fmt: skip

    def release(self, source: str, place: str) -> None:
        """Forget an item of the quarantine."""
        self.run("DELETE FROM quarantine WHERE source = ? AND place = ?", source, place)

    def save_watch(self, watch: Watch) -> None:
        """Keep a watch under its name."""
        sql = (
            "INSERT INTO watches(name, query, made) VALUES(?, ?, ?)"
            " ON CONFLICT(name) DO UPDATE SET query = excluded.query, made = excluded.made"
        )
        self.run(sql, watch.name, watch.query, micros(watch.made))

    def drop_watch(self, name: str) -> bool:
        """Forget a watch; whether there was one."""
        return bool(self.all("DELETE FROM watches WHERE name = ? RETURNING name", name))

    def add_alert(self, alert: Alert) -> Alert | None:
        """Keep an alert, and return it with its number; None if its story had one of the same cause and watch before."""
        key = alert.story_id, alert.cause, alert.watch or ""
        if self.one("SELECT 1 FROM alerts WHERE story = ? AND cause = ? AND watch = ?", *key) is not None:
            return None
        number = self.number_in(
            "alerts", "at, kind, text, documents, story, cause, watch",
            micros(alert.at), alert.kind, alert.text, listed(alert.documents), *key,
        )  # fmt: skip
        return replace(alert, number=number)

    def mark(self, mark: ReadMark) -> None:
        """Keep how far a reader has read a story."""
        sql = (
            "INSERT INTO marks(reader, story, entry, at) VALUES(?, ?, ?, ?)"
            " ON CONFLICT(reader, story) DO UPDATE SET entry = excluded.entry, at = excluded.at"
        )
        self.run(sql, mark.reader, mark.story_id, mark.entry, micros(mark.at))

    def save_fact(self, name: str, value: str) -> None:
        """Keep what the store says about itself."""
        sql = "INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
        self.run(sql, name, value)


def _correction(row: Row) -> Correction:
    number, kind, documents, others, name, made, undone = row
    return Correction(number, kind, names_in(documents), names_in(others), name, moment(made), bool(undone))
