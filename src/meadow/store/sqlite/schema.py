"""The tables, as named migrations: each is applied once, in order, within a transaction; a released one never changes.

Times are whole microseconds since 1970, UTC. A document's `story` is the one it is in; `tracked` the one that the tracker
has it in, which differs where people corrected. `stories` and `aliases` are a fold of the log, and can be made again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import apsw

from meadow.store.tables.reindexing import index_all

APPLICATION_ID = 0x4D454144  # "MEAD", which file(1) and we know our files by


class Migration(NamedTuple):
    """A step from one form of the store to the next; old names never change."""

    name: str
    apply: Callable[[apsw.Connection], None]


_FIRST = """
CREATE TABLE facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE documents(
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT, language TEXT, published INTEGER,
    arrived INTEGER NOT NULL, revision INTEGER NOT NULL, story TEXT, tracked TEXT);
CREATE INDEX documents_by_story ON documents(story, number);
CREATE INDEX documents_by_tracked ON documents(tracked, number);
CREATE INDEX documents_by_source ON documents(source);
CREATE TABLE revisions(
    number INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL, content TEXT NOT NULL, arrived INTEGER NOT NULL, value BLOB NOT NULL,
    UNIQUE(document, content), UNIQUE(document, ordinal));
CREATE TABLE names(
    key TEXT PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents(number) ON DELETE CASCADE) WITHOUT ROWID;
CREATE INDEX names_by_document ON names(document);
CREATE TABLE log(
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, origin TEXT NOT NULL, kind TEXT NOT NULL, story TEXT, document TEXT,
    similarity REAL, opened INTEGER, tracked TEXT, target TEXT, documents TEXT, after INTEGER NOT NULL);
CREATE INDEX log_by_document ON log(document) WHERE document IS NOT NULL;
CREATE TABLE aliases(id TEXT PRIMARY KEY, story TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stories(
    id TEXT PRIMARY KEY, documents INTEGER NOT NULL, sources TEXT NOT NULL, source_count INTEGER NOT NULL,
    languages TEXT NOT NULL, first INTEGER, last INTEGER, arrived INTEGER NOT NULL, name TEXT,
    closed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX stories_by_time ON stories(ifnull(last, arrived), id);
CREATE TABLE corrections(
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, documents TEXT NOT NULL, others TEXT NOT NULL, name TEXT,
    made INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0);
CREATE TABLE routes(document TEXT PRIMARY KEY, beside TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE checkpoints(
    number INTEGER PRIMARY KEY, tracker TEXT NOT NULL, assignments INTEGER NOT NULL, entry INTEGER NOT NULL,
    value BLOB NOT NULL);
CREATE TABLE results(key TEXT PRIMARY KEY, story TEXT NOT NULL, made INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX results_by_story ON results(story);
CREATE TABLE sources(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE quarantine(
    source TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    tries INTEGER NOT NULL, body TEXT, PRIMARY KEY(source, place)) WITHOUT ROWID;
CREATE TABLE watches(name TEXT PRIMARY KEY, query TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE alerts(
    number INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, story TEXT NOT NULL, text TEXT NOT NULL,
    cause TEXT NOT NULL, documents TEXT NOT NULL, watch TEXT NOT NULL, UNIQUE(story, cause, watch));
CREATE TABLE marks(
    reader TEXT NOT NULL, story TEXT NOT NULL, entry INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY(reader, story)) WITHOUT ROWID;
CREATE TABLE studies(id TEXT PRIMARY KEY, value TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE actions(
    number INTEGER PRIMARY KEY, study TEXT NOT NULL REFERENCES studies(id), participant TEXT NOT NULL, slot TEXT NOT NULL,
    value TEXT NOT NULL, at INTEGER NOT NULL, said INTEGER);
CREATE INDEX actions_by_study ON actions(study, participant, number);
CREATE TABLE tombstones(
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT, UNIQUE(kind, id));
"""

_STUDIES = """
ALTER TABLE actions ADD COLUMN key TEXT;
ALTER TABLE actions ADD COLUMN step TEXT NOT NULL DEFAULT 'do';
ALTER TABLE actions ADD COLUMN of INTEGER;
CREATE UNIQUE INDEX actions_by_key ON actions(study, participant, key) WHERE key IS NOT NULL;
CREATE TABLE slots(
    study TEXT NOT NULL REFERENCES studies(id), participant TEXT NOT NULL, slot TEXT NOT NULL,
    action INTEGER NOT NULL REFERENCES actions(number), PRIMARY KEY(study, participant, slot)) WITHOUT ROWID;
INSERT INTO slots SELECT study, participant, slot, max(number) FROM actions GROUP BY study, participant, slot;
CREATE TABLE study_items(
    study TEXT NOT NULL REFERENCES studies(id), item TEXT NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY(study, item)) WITHOUT ROWID;
CREATE TABLE participants(
    number INTEGER PRIMARY KEY, study TEXT NOT NULL REFERENCES studies(id), name TEXT NOT NULL, token TEXT NOT NULL UNIQUE,
    made INTEGER NOT NULL, UNIQUE(study, name));
"""


def _first(connection: apsw.Connection) -> None:
    connection.execute(_FIRST)


_SEARCH = """
CREATE TABLE search_parts (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE search_segments (
    id INTEGER PRIMARY KEY, documents INTEGER NOT NULL, words INTEGER NOT NULL, postings INTEGER NOT NULL,
    lowest INTEGER NOT NULL, highest INTEGER NOT NULL, firsts BLOB NOT NULL) STRICT;
CREATE TABLE search_removed (segment INTEGER PRIMARY KEY, words INTEGER NOT NULL, places BLOB NOT NULL) STRICT;
CREATE TABLE search_languages (language TEXT PRIMARY KEY, reading TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""


def create_index(connection: apsw.Connection) -> None:
    """Create the tables of an empty index of words."""
    connection.execute(_SEARCH).fetchall()


def _search(connection: apsw.Connection) -> None:
    """Add the index of words, and put in it what is there."""
    create_index(connection)
    index_all(connection)


def _studies(connection: apsw.Connection) -> None:
    """Add what the slots of studies hold, which is a fold of `actions`; items, frozen; and who takes part."""
    connection.execute(_STUDIES)


def _decisions(connection: apsw.Connection) -> None:
    """Add to events of the log what decided them, as JSON; existing events have none."""
    connection.execute("ALTER TABLE log ADD COLUMN decided TEXT")


def _undated_last(connection: apsw.Connection) -> None:
    """Order the stories without a date behind all others, by when their last article came."""
    connection.execute(
        "DROP INDEX stories_by_time;"
        "CREATE INDEX stories_by_time ON stories(ifnull(last, arrived - 100000000000000000), id)"
    ).fetchall()


MIGRATIONS: tuple[Migration, ...] = (
    Migration("0001-first", _first),
    Migration("0002-search", _search),
    Migration("0003-studies", _studies),
    Migration("0004-decisions", _decisions),
    Migration("0005-undated-last", _undated_last),
)
