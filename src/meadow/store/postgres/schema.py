"""The tables in Postgres, as named migrations: each is applied once, in order, within a transaction.

They are those of `store/sqlite/schema.py`, column by column. Texts compare by their bytes, as in SQLite, so that lists come
in the same order whatever the database's own language is. Large values are compressed before they come here.
"""

from __future__ import annotations

from typing import NamedTuple

MARK = "meadow_migrations"
"""The table by which a schema is known as ours."""


class PostgresMigration(NamedTuple):
    """A step from one form of the store to the next; old names never change."""

    name: str
    statements: str


_FIRST = """
CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE documents(
    number BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT, language TEXT, published BIGINT,
    arrived BIGINT NOT NULL, revision BIGINT NOT NULL, story TEXT, tracked TEXT);
CREATE INDEX documents_by_story ON documents(story, number);
CREATE INDEX documents_by_tracked ON documents(tracked, number);
CREATE INDEX documents_by_source ON documents(source);
CREATE TABLE revisions(
    number BIGINT PRIMARY KEY, document BIGINT NOT NULL REFERENCES documents(number) ON DELETE CASCADE,
    ordinal BIGINT NOT NULL, content TEXT NOT NULL, arrived BIGINT NOT NULL, value BYTEA NOT NULL,
    UNIQUE(document, content), UNIQUE(document, ordinal));
CREATE TABLE names(key TEXT PRIMARY KEY, document BIGINT NOT NULL REFERENCES documents(number) ON DELETE CASCADE);
CREATE INDEX names_by_document ON names(document);
CREATE TABLE log(
    number BIGINT PRIMARY KEY, at BIGINT NOT NULL, origin TEXT NOT NULL, kind TEXT NOT NULL, story TEXT, document TEXT,
    similarity DOUBLE PRECISION, opened BIGINT, tracked TEXT, target TEXT, documents TEXT, after BIGINT NOT NULL);
CREATE INDEX log_by_document ON log(document) WHERE document IS NOT NULL;
CREATE TABLE aliases(id TEXT PRIMARY KEY, story TEXT NOT NULL);
CREATE TABLE stories(
    id TEXT PRIMARY KEY, documents BIGINT NOT NULL, sources TEXT NOT NULL, source_count BIGINT NOT NULL,
    languages TEXT NOT NULL, first BIGINT, last BIGINT, arrived BIGINT NOT NULL, name TEXT,
    closed BIGINT NOT NULL DEFAULT 0);
CREATE INDEX stories_by_time ON stories(coalesce(last, arrived), id);
CREATE TABLE corrections(
    number BIGINT PRIMARY KEY, kind TEXT NOT NULL, documents TEXT NOT NULL, others TEXT NOT NULL, name TEXT,
    made BIGINT NOT NULL, undone BIGINT NOT NULL DEFAULT 0);
CREATE TABLE routes(document TEXT PRIMARY KEY, beside TEXT NOT NULL);
CREATE TABLE checkpoints(
    number BIGINT PRIMARY KEY, tracker TEXT NOT NULL, assignments BIGINT NOT NULL, entry BIGINT NOT NULL,
    value BYTEA NOT NULL);
CREATE TABLE results(key TEXT PRIMARY KEY, story TEXT NOT NULL, made BIGINT NOT NULL, value BYTEA NOT NULL);
CREATE INDEX results_by_story ON results(story);
CREATE TABLE sources(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE quarantine(
    source TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
    tries BIGINT NOT NULL, body TEXT, PRIMARY KEY(source, place));
CREATE TABLE watches(name TEXT PRIMARY KEY, query TEXT NOT NULL, made BIGINT NOT NULL);
CREATE TABLE alerts(
    number BIGINT PRIMARY KEY, at BIGINT NOT NULL, kind TEXT NOT NULL, story TEXT NOT NULL, text TEXT NOT NULL,
    cause TEXT NOT NULL, documents TEXT NOT NULL, watch TEXT NOT NULL, UNIQUE(story, cause, watch));
CREATE TABLE marks(
    reader TEXT NOT NULL, story TEXT NOT NULL, entry BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY(reader, story));
CREATE TABLE studies(id TEXT PRIMARY KEY, value TEXT NOT NULL, made BIGINT NOT NULL);
CREATE TABLE actions(
    number BIGINT PRIMARY KEY, study TEXT NOT NULL REFERENCES studies(id), participant TEXT NOT NULL, slot TEXT NOT NULL,
    value TEXT NOT NULL, at BIGINT NOT NULL, said BIGINT, key TEXT, step TEXT NOT NULL DEFAULT 'do', of BIGINT);
CREATE INDEX actions_by_study ON actions(study, participant, number);
CREATE UNIQUE INDEX actions_by_key ON actions(study, participant, key) WHERE key IS NOT NULL;
CREATE TABLE slots(
    study TEXT NOT NULL REFERENCES studies(id), participant TEXT NOT NULL, slot TEXT NOT NULL,
    action BIGINT NOT NULL REFERENCES actions(number), PRIMARY KEY(study, participant, slot));
CREATE TABLE study_items(
    study TEXT NOT NULL REFERENCES studies(id), item TEXT NOT NULL, value BYTEA NOT NULL, PRIMARY KEY(study, item));
CREATE TABLE participants(
    number BIGINT PRIMARY KEY, study TEXT NOT NULL REFERENCES studies(id), name TEXT NOT NULL, token TEXT NOT NULL UNIQUE,
    made BIGINT NOT NULL, UNIQUE(study, name));
CREATE TABLE tombstones(
    number BIGINT PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, at BIGINT NOT NULL, reason TEXT, UNIQUE(kind, id));
CREATE TABLE search_parts (id BIGINT PRIMARY KEY, data BYTEA NOT NULL);
CREATE TABLE search_segments (
    id BIGINT PRIMARY KEY, documents BIGINT NOT NULL, words BIGINT NOT NULL, postings BIGINT NOT NULL,
    lowest BIGINT NOT NULL, highest BIGINT NOT NULL, firsts BYTEA NOT NULL);
CREATE TABLE search_removed (segment BIGINT PRIMARY KEY, words BIGINT NOT NULL, places BYTEA NOT NULL);
CREATE TABLE search_languages (language TEXT PRIMARY KEY, reading TEXT NOT NULL);
ALTER TABLE revisions ALTER COLUMN value SET STORAGE EXTERNAL;
ALTER TABLE checkpoints ALTER COLUMN value SET STORAGE EXTERNAL;
ALTER TABLE study_items ALTER COLUMN value SET STORAGE EXTERNAL;
ALTER TABLE results ALTER COLUMN value SET STORAGE EXTERNAL;
ALTER TABLE search_parts ALTER COLUMN data SET STORAGE EXTERNAL;
"""


def _by_bytes(statements: str) -> str:
    """Return statements whose texts compare by their bytes."""
    return statements.replace(" TEXT", ' TEXT COLLATE "C"')


# What decided an event, as JSON; existing events have none.
_DECISIONS = "ALTER TABLE log ADD COLUMN decided TEXT;"

# Stories without a date are behind all others, by when their last article came.
_UNDATED_LAST = """
DROP INDEX stories_by_time;
CREATE INDEX stories_by_time ON stories(coalesce(last, arrived - 100000000000000000), id);
"""

MIGRATIONS: tuple[PostgresMigration, ...] = (
    PostgresMigration("0001-first", _by_bytes(_FIRST)),
    PostgresMigration("0002-decisions", _by_bytes(_DECISIONS)),
    PostgresMigration("0003-undated-last", _by_bytes(_UNDATED_LAST)),
)
