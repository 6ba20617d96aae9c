"""Notes on tables: dates that were not understood, whose rows are kept undated, and columns that are not there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from shlex import quote
from typing import Any

from meadow.ingest.columns import Columns, listed, unmet
from meadow.ingest.items import Hint, UnclaimedDates, Undated
from meadow.ingest.loose_times import loose_time
from meadow.ingest.times import is_time

_LOOKED_AT = 50
_SHOWN = 60
# Day or month first, which is ambiguous: reason to ask, never to guess.
_DAY_AND_YEAR = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?:[ ,T].{0,20})?", re.ASCII)


class DateColumn:
    """The column of dates of one table, by name: reads its cells and counts those that are no time."""

    def __init__(self, place: str, name: str) -> None:
        self._place = place
        self._name = name
        self._unread = 0
        self._example = ""

    def readable(self, cell: Any) -> Any:
        """Return the cell if it is a time or empty, else None."""
        text = "" if cell is None else str(cell)
        if not text.strip() or is_time(cell):
            return cell
        self._example = self._example or text.strip()[:_SHOWN]
        self._unread += 1
        return None

    def notes(self) -> Iterator[Undated]:
        """Yield a note if a cell was no time."""
        if self._unread:
            yield Undated(self._place, self._name, self._example, self._unread)


class Unclaimed:
    """The columns of a table that hold no field, in a table without a column of dates: finds one that holds dates."""

    def __init__(self, place: str, names: Sequence[str], claimed: Collection[int]) -> None:
        self._place = place
        self._names = names
        self._examples: dict[int, str | None] = {at: None for at in range(len(names)) if at not in claimed}
        self._left = _LOOKED_AT

    def look(self, cells: Sequence[str]) -> None:
        """Look at one of the first rows: a column that holds anything but dates is out."""
        if not self._left or not self._examples:
            return
        self._left -= 1
        for at, example in list(self._examples.items()):
            cell = cells[at].strip() if at < len(cells) else ""
            if cell and not holds_date(cell):
                del self._examples[at]
            elif cell and example is None:
                self._examples[at] = cell

    def notes(self) -> Iterator[UnclaimedDates]:
        """Yield a note about the first column all of whose cells are dates."""
        for at, example in self._examples.items():
            if example is not None:
                yield unclaimed_dates(self._place, self._names[at], example)
                return


def unclaimed_dates(place: str, name: str, example: str) -> UnclaimedDates:
    """Return the note that the column `name` holds dates that no document gets."""
    rewrite = "" if is_time(example) else ", once its dates are ISO 8601, such as 2026-03-01"
    return UnclaimedDates(
        place,
        f"no column is known to hold dates, but {name!r} looks so, with {example[:_SHOWN]!r}; the documents are undated."
        f" If it says when they were published: --columns {quote(f'published={name}')}{rewrite}",
    )


def unmet_note(header: Sequence[str], columns: Columns, place: str) -> Iterator[Hint]:
    """Yield a note if a table lacks columns that the user named, which may be those of another file."""
    names = unmet(header, columns)
    if names:
        shown = " or ".join(map(repr, names))
        yield Hint(
            place, f"there is no column called {shown}; the columns {listed(header)} were read by their own names"
        )


def holds_date(cell: str) -> bool:
    """Return whether a cell looks like a date, also in a form that is not read."""
    return not cell.isdecimal() and (loose_time(cell) is not None or _DAY_AND_YEAR.fullmatch(cell) is not None)
