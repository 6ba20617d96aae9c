"""The index of words made from the documents that are there: for a store that had none, or was read by other rules."""

from __future__ import annotations

from meadow.store.tables import search_index
from meadow.store.tables.rows import SqlConnection, unsqueezed
from meadow.store.values import from_json

_AT_ONCE = 500
_CURRENT = (
    "SELECT d.number, r.value FROM documents d JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision"
    f" WHERE d.number > ? ORDER BY d.number LIMIT {_AT_ONCE}"
)


def index_all(connection: SqlConnection) -> None:
    """Put every document into an empty index."""
    last = 0
    while rows := list(connection.execute(_CURRENT, (last,))):
        search_index.add(connection, [(number, from_json(unsqueezed(value))) for number, value in rows])
        last = rows[-1][0]


def renew_index(connection: SqlConnection) -> None:
    """Make the index anew, in the caller's transaction, where another version read its words by other rules."""
    if search_index.outdated(connection):
        search_index.clear(connection)
        index_all(connection)
