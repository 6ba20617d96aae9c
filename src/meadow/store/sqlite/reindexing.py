"""The index of words made from the documents that are there: for a store that had none, or was read by other rules."""

from __future__ import annotations

from itertools import islice

import apsw

from meadow.store.sqlite import search_index
from meadow.store.sqlite.rows import unsqueezed
from meadow.values import from_json

_AT_ONCE = 500
_CURRENT = (
    "SELECT d.number, r.value FROM documents d JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision"
)


def index_all(connection: apsw.Connection) -> None:
    """Put every document into an empty index."""
    rows = connection.execute(_CURRENT)
    while some := list(islice(rows, _AT_ONCE)):
        search_index.add(connection, [(number, from_json(unsqueezed(value))) for number, value in some])


def renew_index(connection: apsw.Connection) -> None:
    """Make the index anew where another version read its words, which would not be found by the rules of this one."""
    if search_index.outdated(connection):
        with connection:
            search_index.clear(connection)
            index_all(connection)
