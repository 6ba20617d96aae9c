"""The log of assignments and events, and the stories that it folds into, in tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from meadow.model import Assignment, Decision, LogEntry, Moved, Origin, StoryEvent, StoryRow
from meadow.provenance import content_id
from meadow.store.contract import Wanted
from meadow.store.tables.rows import Row, TableRows, listed, micros, moment, moment_or_none, names_in

_COLUMNS = "id, documents, sources, languages, first, last, arrived, name, closed"
_ENTRY = "number, at, origin, kind, story, document, similarity, opened, tracked, target, documents, after, decided"
_TIME = "ifnull(last, arrived)"
# Stories without a date come behind all others: 100,000 million seconds are more than lie between any two dates of articles.
_UNDATED = 100_000_000_000_000_000  # microseconds
_PLACE = f"ifnull(last, arrived - {_UNDATED})"  # as its index has it: SQLite does not take coalesce for the same
_AT_ONCE = 5_000  # entries of the log that are in memory
_FOLDED = (
    "SELECT d.story, count(*), json_group_array(DISTINCT d.source), count(DISTINCT d.source),"
    " json_group_array(DISTINCT d.language), min(d.published), max(d.published), max(d.arrived)"
    " FROM json_each(?) j CROSS JOIN documents d ON d.story = j.value GROUP BY d.story"
)
_SETTLED = (
    "INSERT INTO stories(id, documents, sources, source_count, languages, first, last, arrived)"
    " VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET documents = excluded.documents,"
    " sources = excluded.sources, source_count = excluded.source_count, languages = excluded.languages,"
    " first = excluded.first, last = excluded.last, arrived = excluded.arrived, closed = 0"
)


class StoryReading(TableRows):
    """What can be asked about stories and their log."""

    def members(self, story_id: str) -> list[str]:
        """Return the ids of a story's documents in order of arrival; none if there is no such story."""
        return [name for (name,) in self.all("SELECT id FROM documents WHERE story = ? ORDER BY number", story_id)]

    def arrived_after(self, story_id: str, entry: int) -> list[str]:
        """Return the documents of a story that came after an entry of the log, in order of arrival."""
        sql = "SELECT d.id FROM documents d JOIN log l ON l.document = d.id WHERE d.story = ? AND l.number > ?"
        return [name for (name,) in self.all(f"{sql} ORDER BY d.number", story_id, entry)]

    def story_of(self, document_ids: Iterable[str]) -> dict[str, str]:
        """Return the story that each document is in."""
        sql = "SELECT d.id, d.story FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value WHERE d.story IS NOT NULL"
        return dict(self.all(sql, listed(document_ids)))

    def fingerprints(self, story_ids: Iterable[str]) -> dict[str, str]:
        """Return by story an id of its documents' revisions in force: equal until one comes, changes or leaves."""
        sql = (
            "SELECT d.story, d.id, r.number FROM json_each(?) j CROSS JOIN documents d ON d.story = j.value"
            " JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision ORDER BY d.number"
        )
        members: dict[str, list[str]] = {}
        for story_id, document_id, revision in self.all(sql, listed(story_ids)):
            members.setdefault(story_id, []).extend((document_id, str(revision)))
        return {story_id: content_id(story_id, *each) for story_id, each in members.items()}

    def similarities(self, document_ids: Iterable[str]) -> dict[str, float]:
        """Return how alike each document was to the story that it joined when it came; not of those that opened one."""
        sql = (
            "SELECT l.document, l.similarity FROM json_each(?) j CROSS JOIN log l ON l.document = j.value"
            " WHERE l.kind = 'assign' AND l.opened = 0"
        )
        return dict(self.all(sql, listed(document_ids)))

    def tracked_as(self, story_ids: Iterable[str]) -> dict[str, list[str]]:
        """Return the documents that the tracker put in each of its own stories, in order of arrival."""
        members: dict[str, list[str]] = {}
        for document_id, story_id in self.tracked_members(story_ids).items():
            members.setdefault(story_id, []).append(document_id)
        return members

    def tracked_members(self, story_ids: Iterable[str]) -> dict[str, str]:
        """Return the tracker's story of each document in some of its stories, in order of arrival."""
        sql = (
            "SELECT d.id, d.tracked FROM json_each(?) j CROSS JOIN documents d ON d.tracked = j.value ORDER BY d.number"
        )
        return dict(self.all(sql, listed(story_ids)))

    def tracked_in(self, document_ids: Iterable[str]) -> dict[str, str]:
        """Return the story that the tracker has each document in."""
        sql = "SELECT d.id, d.tracked FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value"
        return dict(self.all(f"{sql} WHERE d.tracked IS NOT NULL", listed(document_ids)))

    def alias(self, story_id: str) -> str | None:
        """Return the story that an id leads to now: itself, or the one that it was merged into; None if unknown."""
        if self.one("SELECT 1 FROM stories WHERE id = ?", story_id) is not None:
            return story_id
        target: str | None = self.value("SELECT story FROM aliases WHERE id = ?", story_id)
        if target is not None:
            return self.alias(target)
        # An id is that of a founding document, which is somewhere even if its story was folded into others.
        founder: str | None = self.value("SELECT story FROM documents WHERE id = ?", story_id)
        return founder

    def stories(self, wanted: Wanted) -> list[StoryRow]:
        """Return the stories of a list, the one with the latest article first, those without a date last."""
        conditions, values = _conditions(wanted)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        limit = "" if wanted.limit is None else f" LIMIT {wanted.limit:d}"
        rows = self.all(f"SELECT {_COLUMNS} FROM stories{where} ORDER BY {_PLACE} DESC, id DESC{limit}", *values)
        return [_story(row) for row in rows]

    def log(self, *, after: int = 0, until: datetime | None = None) -> Iterator[LogEntry]:
        """Iterate over the log behind an entry, up to a time."""
        end = "" if until is None else f" AND at <= {micros(until):d}"
        sql = f"SELECT {_ENTRY} FROM log WHERE number > ? AND number <= ?{end} ORDER BY number LIMIT {_AT_ONCE}"
        last = self.last_entry()  # what is written while the log is read is not part of it
        while rows := self.all(sql, after, last):
            yield from map(_entry, rows)
            after = rows[-1][0]

    def moved(self, story_ids: Iterable[str], since: datetime) -> dict[str, Moved]:
        """Return by story the documents that second looks have moved there since a time and that had been elsewhere."""
        before = self.value("SELECT number FROM log WHERE at < ? ORDER BY number DESC LIMIT 1", micros(since)) or 0
        sql = (
            "SELECT target, documents, decided, kind, number, at FROM log WHERE number > ? AND documents IS NOT NULL AND"
            " origin = 'tracker' AND target IN (SELECT j.value FROM json_each(?) j) ORDER BY number DESC"
        )
        events = self.all(sql, before, listed(story_ids))
        going = listed(sorted({name for _, names, *_ in events for name in names_in(names)}))
        sql = "SELECT l.document, l.number FROM json_each(?) j CROSS JOIN log l ON l.document = j.value"
        came: dict[str, int] = dict(self.all(sql, going))
        places = self.story_of(came)
        found: dict[str, list[Moved]] = {}
        for story, names, decided, kind, number, at in events:
            sql = "SELECT number FROM log WHERE kind = 'look' AND number < ? AND at < ? ORDER BY number DESC LIMIT 1"
            settled = self.value(sql, number, at) or 0
            # The last event that moved a document counts.
            here = [
                each for each in names_in(names) if places.get(each) == story and came.pop(each, settled + 1) <= settled
            ]
            if here:
                why = None if decided is None else Decision(**json.loads(decided))
                found.setdefault(story, []).append(Moved(tuple(here), kind, why))
        most = {story: max(every, key=lambda each: len(each.document_ids)) for story, every in found.items()}
        return {
            story: replace(most[story], document_ids=tuple(name for each in every for name in each.document_ids))
            for story, every in found.items()
        }

    def last_entry(self) -> int:
        """Return the number of the log's last entry; 0 if there is none."""
        return int(self.value("SELECT coalesce(max(number), 0) FROM log"))

    def assigned(self) -> int:
        """Return how many assignments the log holds."""
        return int(self.value("SELECT coalesce((SELECT after FROM log ORDER BY number DESC LIMIT 1), 0)"))

    def looked(self) -> int:
        """Return how many assignments the log held at the last look; 0 if there was none."""
        return int(self.value("SELECT value FROM facts WHERE name = 'looked'") or 0)

    def routes(self) -> dict[str, str]:
        """Return the documents beside which others were put where people split a story."""
        return dict(self.all("SELECT document, beside FROM routes ORDER BY document"))


class StoryWriting(StoryReading):
    """What can be written about stories; `touched` are those whose rows are made anew before the transaction ends."""

    touched: set[str]
    _after: int | None = None

    def assign(self, given: Assignment, tracked: str, at: datetime) -> int:
        """Put a document in a story, and return the number of the log's entry."""
        self.run("UPDATE documents SET story = ?, tracked = ? WHERE id = ?", given.story_id, tracked, given.document_id)
        self.touched.add(given.story_id)
        return self._write(
            at, "tracker", "assign", given.story_id, document=given.document_id, similarity=given.similarity,
            opened=int(given.opened), tracked=tracked, step=1,
        )  # fmt: skip

    def track(self, moves: Mapping[str, str]) -> None:
        """Note that the tracker now has documents in other stories of its own."""
        self.run_many("UPDATE documents SET tracked = ? WHERE id = ?", [(story, each) for each, story in moves.items()])

    def change(self, event: StoryEvent, at: datetime, origin: Origin) -> int:
        """Write an event to the log and apply it to the stories."""
        moved = event.documents
        if event.kind == "merge":  # which documents these are is not to be found out later
            moved = tuple(self.members(event.story_id))
        if event.kind == "close":
            self.settle_stories()
            self.run("UPDATE stories SET closed = 1 WHERE id = ?", event.story_id)
        elif event.into is not None:
            self._move(event, event.into)
        documents = listed(moved) if moved else None
        decided = None if event.decided is None else json.dumps(asdict(event.decided))
        return self._write(
            at, origin, event.kind, event.story_id, target=event.into, documents=documents, decided=decided
        )

    def look(self, at: datetime) -> int:
        """Write to the log that the tracker looks at the whole again."""
        sql = (
            "INSERT INTO facts(name, value) VALUES('looked', ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
        )
        self.run(sql, str(self.assigned()))
        return self._write(at, "tracker", "look", None)

    def route(self, document_id: str, beside: str) -> None:
        """Keep that a document, where people split a story, belongs beside another."""
        self.run("INSERT INTO routes(document, beside) VALUES(?, ?) ON CONFLICT DO NOTHING", document_id, beside)

    def rename(self, story_id: str, name: str | None) -> None:
        """Give a story a name, or take it away."""
        self.settle_stories()
        self.run("UPDATE stories SET name = ? WHERE id = ?", name, story_id)

    def settle_stories(self) -> None:
        """Make the rows of the touched stories anew from their documents."""
        if not self.touched:
            return
        rows = {row[0]: row[1:] for row in self.all(_FOLDED, listed(sorted(self.touched)))}
        self.run_many("DELETE FROM stories WHERE id = ?", [(story,) for story in sorted(self.touched - rows.keys())])
        self.run_many(_SETTLED, [_settled(story, rows[story]) for story in sorted(rows)])
        self.touched.clear()

    def _move(self, event: StoryEvent, target: str) -> None:
        if event.kind == "merge":
            self.run("UPDATE documents SET story = ? WHERE story = ?", target, event.story_id)
            sql = "INSERT INTO aliases(id, story) VALUES(?, ?) ON CONFLICT(id) DO UPDATE SET story = excluded.story"
            self.run(sql, event.story_id, target)
        else:
            sql = "UPDATE documents SET story = ? WHERE story = ? AND id IN (SELECT j.value FROM json_each(?) j)"
            self.run(sql, target, event.story_id, listed(event.documents))
        self.run("DELETE FROM aliases WHERE id = ?", target)
        self.touched |= {event.story_id, target}

    def _write(self, at: datetime, origin: Origin, kind: str, story: str | None, *, step: int = 0, **cells: Any) -> int:
        self._after = (self.assigned() if self._after is None else self._after) + step
        columns = ", ".join(["at", "origin", "kind", "story", "after", *cells])
        return self.number_in("log", columns, micros(at), origin, kind, story, self._after, *cells.values())


def _settled(story_id: str, folded: Row) -> Row:
    """Return the row of a story from what its documents come to."""
    count, sources, source_count, languages, *times = folded
    return story_id, count, _sorted_names(sources), source_count, _sorted_names(languages), *times


def _sorted_names(array: str) -> str:
    return listed(sorted(each for each in json.loads(array) if each is not None))


def _conditions(wanted: Wanted) -> tuple[list[str], list[Any]]:
    """Return the conditions of a list of stories, and the values they ask for."""
    given: list[tuple[str, Any]] = []
    if wanted.since is not None:
        given.append((f"{_TIME} >= ?", micros(wanted.since)))
    if wanted.until is not None:
        given.append(("coalesce(first, arrived) < ?", micros(wanted.until)))
    for column, names in (("sources", wanted.sources), ("languages", wanted.languages)):
        if names:
            some = f"EXISTS (SELECT 1 FROM json_each({column}) one JOIN json_each(?) other ON one.value = other.value)"
            given.append((some, listed(names)))
    if wanted.min_sources:
        given.append(("source_count >= ?", wanted.min_sources))
    if wanted.min_articles:
        given.append(("documents >= ?", wanted.min_articles))
    if wanted.ids is not None:
        given.append(("id IN (SELECT j.value FROM json_each(?) j)", listed(wanted.ids)))
    conditions, values = [each for each, _ in given], [each for _, each in given]
    if wanted.after is not None:
        row = wanted.after
        conditions.append(f"({_PLACE}, id) < (?, ?)")
        values += [micros(row.arrived) - _UNDATED if row.last is None else micros(row.last), row.id]
    return conditions, values


def _story(row: Row) -> StoryRow:
    name, documents, sources, languages, first, last, arrived, given_name, closed = row
    return StoryRow(
        name, documents, names_in(sources), names_in(languages), moment_or_none(first), moment_or_none(last),
        moment(arrived), given_name, bool(closed),
    )  # fmt: skip


def _entry(row: Row) -> LogEntry:
    number, at, origin, kind, story, document, similarity, opened, tracked, target, documents, after, decided = row
    if kind == "look":
        return LogEntry(number, moment(at), origin)
    if kind == "assign":
        assignment = Assignment(document, story, similarity, bool(opened))
        return LogEntry(number, moment(at), origin, assignment=assignment, tracked=tracked)
    moved = () if documents is None or kind == "merge" else names_in(documents)  # a merge takes all there are
    why = None if decided is None else Decision(**json.loads(decided))
    return LogEntry(number, moment(at), origin, event=StoryEvent(kind, story, after, target, moved, why))
