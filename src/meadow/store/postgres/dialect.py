"""The SQL of the store as Postgres writes it: the little that differs from SQLite."""

from __future__ import annotations

import re
from functools import lru_cache

_CHANGES = (
    (
        re.compile(r"json_each\(([^()]*)\)"),
        r"(SELECT value, ordinality AS key FROM json_array_elements_text(CAST(\1 AS json)) WITH ORDINALITY)",
    ),
    (re.compile(r"json_group_array\(([^()]*)\)"), r"CAST(json_agg(\1) AS text)"),
    (re.compile(r"\bifnull\("), "coalesce("),
    (re.compile(r"\bCROSS JOIN\b"), "JOIN"),  # SQLite takes it for the order of its loops; the planner here has its own
    (re.compile(r"\?"), "%s"),
)


@lru_cache(maxsize=1024)
def in_postgres(statement: str) -> bytes:
    """Return a statement of the store's as Postgres and psycopg understand it."""
    for pattern, written in _CHANGES:
        statement = pattern.sub(written, statement)
    return statement.encode("utf-8")
