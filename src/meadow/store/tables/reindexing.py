"""The index of words made from the documents that are there: for a store that had none, or was read by other rules."""

from __future__ import annotations

from meadow.store.tables import search_index
from meadow.store.tables.documents import whole_or_noted
from meadow.store.tables.rows import SqlConnection

_AT_ONCE = 500
_CURRENT = (
    "SELECT d.number, d.id, r.value FROM documents d JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision"
    f" WHERE d.number > ? ORDER BY d.number LIMIT {_AT_ONCE}"
)


def index_all(connection: SqlConnection) -> None:
    """Put every document into an empty index."""
    last = 0
    while rows := list(connection.execute(_CURRENT, (last,))):
        read = ((number, whole_or_noted(value, name)) for number, name, value in rows)
        search_index.add(connection, [(number, document) for number, document in read if document is not None])
        last = rows[-1][0]


def renew_index(connection: SqlConnection) -> None:
    """Rebuild the index in the caller's transaction if another version read its words by other rules."""
    if search_index.outdated(connection):
        search_index.clear(connection)
        index_all(connection)
