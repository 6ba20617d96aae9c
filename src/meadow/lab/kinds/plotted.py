"""Entries of a table as a line or as bars of a plot, with their intervals where there are any."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.tables import Entry, Series, Table


def series_of(
    label: str, x: Sequence[float] | Sequence[str], entries: Sequence[Entry], *, theirs: bool = False
) -> Series:
    """Return entries over x; bounds are left out where no entry has any."""
    y, low, high = (tuple(getattr(entry, part) for entry in entries) for part in ("value", "low", "high"))
    sure = any(bound is not None for bound in low)
    return Series(label, tuple(x), y, low if sure else (), high if sure else (), theirs)


def column_bars(table: Table, place: int, *, label: str) -> Series:
    """Return a column of a table as bars, one for each of our rows under its first label."""
    ours = [row for row in table.rows if not row.theirs]
    return series_of(label, [row.labels[0] for row in ours], [row.entries[place] for row in ours])
