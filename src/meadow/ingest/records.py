"""Objects with keys to documents: JSON as it comes, by the names that tables know too (`columns`), and what was not read.

Each document takes, field by field, the first of its keys that is known and holds something. Dates that are no time leave
their document undated, and one note per file names the key. Another note says which documents have a title only, and, where
no document of a file has a date or a source, which keys were not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from meadow.errors import ReadError
from meadow.ingest.article import Article, StatedMetadata, build_document
from meadow.ingest.columns import NO_COLUMNS, Columns, find_keys, unmet
from meadow.ingest.items import JsonKeys, KeyTally, Undated
from meadow.ingest.opening import Opened
from meadow.ingest.shapes import Record, ShapedRecord
from meadow.ingest.times import is_time
from meadow.model import Document

_AS_THEY_ARE = ("spans", "wire", "pages")  # our own, which have no other names
_LISTS = frozenset({"authors", "sections"})
_SHOWN = 60
_LONGEST_LINE = 200  # a longer text is neither a date nor the name of an outlet
_MOST_KEYS = 64  # of an object whose keys are worth remembering
# Keys with the text of an object in place of a text: NewsAPI's source, the New York Times' headline, exports of MongoDB.
_INNER = ("name", "title", "main", "value", "$date", "$oid", "domain", "uri", "id")


@dataclass(frozen=True, slots=True)
class _RecordKeys:
    """What a set of keys can hold: per field the keys that may hold it, the keys of no field, and named ones that lack."""

    by_field: tuple[tuple[str, tuple[str, ...]], ...]
    others: tuple[str, ...]
    unmet: frozenset[str]


class Records:
    """The objects of one file: builds their documents, and counts what they lack and what was not read."""

    def __init__(self, place: str, columns: Columns = NO_COLUMNS, opened: Opened | None = None) -> None:
        self._place = place
        self._columns = tuple(sorted(columns.items()))
        self._undated: Undated | None = None
        self._documents = self._titles = self._dated = self._sourced = 0
        self._title_keys: tuple[str, ...] = ()
        self._unread: dict[str, None] = {}
        self.shapes = {} if opened is None else opened.shapes
        self.dropped = {} if opened is None else opened.dropped
        self._dates: dict[str, str] = {}
        self._unmet = frozenset(name for name in columns.values() if not name.isdigit())

    def build(self, record: Record, *, place: str, given: StatedMetadata | None = None) -> Document:
        """Return the document of an object, undated if its date is no time; any other fault raises a `ReadError`.

        `given` is as in `build_document`; without it the file holds the text as it is.
        """
        build = partial(build_document, place=place, as_given=given is None, keys=tuple(record), given=given)
        keys = _known_keys(tuple(record), self._columns)
        fields = _fields(record, keys)
        unread: tuple[str, str] | None = None
        try:
            document = build(Article(**fields))
        except ReadError:
            if is_time(fields.get("published", "")):
                raise
            fields["published"], unread = _dated(record, keys)
            document = build(Article(**fields))
        if unread is not None:
            known = self._undated or Undated(self._place, *unread, 0, kind="key")
            self._undated = replace(known, count=known.count + 1)
        self._count(record, keys, document, has_date=document.published is not None or unread is not None)
        return document

    def shaped(self, part: ShapedRecord, shape: str, place: str) -> Document | ReadError:
        """Return the document that an object holds in the shape of another program."""
        self.shapes[shape] = None
        if len(self.dropped) < _MOST_KEYS:
            self.dropped |= dict.fromkeys(part.dropped)
        where = f"{place}:{part.inside}" if part.inside else place
        try:
            return self.build(part.record, place=where, given=part.given)
        except ReadError as error:
            return error

    def notes(self, *, whole: bool = True) -> Iterator[Undated | JsonKeys]:
        """Yield a note if a document was kept undated, and one on keys; of a part of a file the latter in any case."""
        if self._undated is not None:
            yield self._undated
        tally = KeyTally(
            self._documents, (self._title_keys, self._titles), self._dated, self._sourced, tuple(self._unread),
            tuple(self._dates.items()), tuple(sorted(self._unmet)),
        )  # fmt: skip
        if not whole or tally.says:
            yield JsonKeys.of(self._place, tally)

    def _count(self, record: Record, keys: _RecordKeys, document: Document, *, has_date: bool) -> None:
        self._documents += 1
        self._dated += has_date
        self._sourced += document.source is not None
        self._unmet &= keys.unmet
        if keys.others and len(self.dropped) < _MOST_KEYS:
            self.dropped |= dict.fromkeys(keys.others)
        if document.text == document.title and not _has_text(record, keys):
            self._title_keys = self._title_keys or tuple(record)[:_MOST_KEYS]
            self._titles += 1
        if keys.others and not (self._dated and self._sourced) and len(self._unread) < _MOST_KEYS:
            short = {key: text for key in keys.others if (text := _short_text(record[key]))}
            self._unread |= dict.fromkeys(short)
            self._dates |= {key: text for key, text in short.items() if key not in self._dates and _is_date(text)}


def _fields(record: Record, keys: _RecordKeys) -> dict[str, Any]:
    """Return what an object says of each field, from the first key that holds it in a form that the field can take.

    A value of another form is taken only from the field's own name, so that the error names it.
    """
    fields: dict[str, Any] = {}
    for field, names in keys.by_field:
        if field in _LISTS:
            held = (record[key] for key in names)
            fields[field] = next((value for value in held if isinstance(value, str | list | dict) and value), None)
            continue
        for key in names:
            value = record[key]
            if value.__class__ is not str:
                value = _unwrapped(value)
                if not isinstance(value, str) and (field != "id" or not isinstance(value, int | float)):
                    continue
            if value.__class__ is not str or value.strip():
                fields[field] = value
                break
        else:
            if record.get(field) is not None:
                fields[field] = record[field]
    return fields | {field: record[field] for field in _AS_THEY_ARE if field in record}


def _dated(record: Record, keys: _RecordKeys) -> tuple[str | None, tuple[str, str] | None]:
    """Return the first value that is a time; where there is none, the first key that holds anything, and what it holds."""
    names = dict(keys.by_field).get("published", ())
    values = [(key, value) for key in names if not _is_blank(value := _unwrapped(record[key]))]
    time = next((value for _, value in values if is_time(value)), None)
    if time is not None or not values:
        return time, None
    key, value = values[0]
    return None, (key, str(value).strip()[:_SHOWN])


def _unwrapped(value: Any) -> Any:
    """Return the text that an object holds, such as `{"id": null, "name": "Harbour Wire"}`; else the value."""
    if not isinstance(value, dict):
        return value
    return next((value[key] for key in _INNER if isinstance(value.get(key), str) and value[key].strip()), value)


def _short_text(value: Any) -> str | None:
    """Return a value that could be a date or a source; None for any other."""
    text = _unwrapped(value)
    return text.strip() if isinstance(text, str) and len(text) <= _LONGEST_LINE else None


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _has_text(record: Record, keys: _RecordKeys) -> bool:
    names = dict(keys.by_field).get("text", ())
    return any(isinstance(value := _unwrapped(record[key]), str) and value.strip() for key in names)


def _is_date(text: str) -> bool:
    from meadow.ingest.table_dates import holds_date  # tables are no part of reading JSON that is well

    return len(text) <= _SHOWN and holds_date(text)


def _known_keys(keys: tuple[str, ...], columns: tuple[tuple[str, str], ...]) -> _RecordKeys:
    return _remembered_keys(keys, columns) if len(keys) <= _MOST_KEYS else _found_keys(keys, columns)


@lru_cache(maxsize=256)  # the objects of a file have few different sets of keys
def _remembered_keys(keys: tuple[str, ...], columns: tuple[tuple[str, str], ...]) -> _RecordKeys:
    return _found_keys(keys, columns)


def _found_keys(keys: tuple[str, ...], columns: tuple[tuple[str, str], ...]) -> _RecordKeys:
    found = find_keys(keys, dict(columns))
    known = {key for each in found.values() for key in each} | set(_AS_THEY_ARE)
    others = tuple(key for key in keys if key not in known)
    return _RecordKeys(
        tuple((field, names) for field, names in found.items() if names), others, frozenset(unmet(keys, dict(columns)))
    )
