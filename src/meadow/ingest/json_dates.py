"""Dates in JSON and front matter that are no time: their documents are kept undated, and a note per file names the key."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meadow.errors import ReadError
from meadow.ingest.article import Article, Given, build_document
from meadow.ingest.items import Undated
from meadow.model import Document

_KEYS = ("published", "date")
_SHOWN = 60


class DateKeys:
    """The dates of one file: builds its documents and counts those that are kept without theirs."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._first: tuple[str, str] | None = None
        self._undated = 0

    def build(self, article: Article, *, place: str, given: Given | None = None) -> Document:
        """Return the document, undated if its date is no time; any other fault raises a `ReadError`.

        `given` is as in `build_document`; without it the file holds the text as it is.
        """
        try:
            return build_document(article, place=place, as_given=given is None, given=given)
        except ReadError:
            unread = {key: value for key in _KEYS if _is_unread(value := getattr(article, key))}
            if not unread:
                raise
            document = build_document(
                msgspec.structs.replace(article, **dict.fromkeys(unread)),
                place=place,
                as_given=given is None,
                given=given,
            )
        if document.published is None:
            key, value = next(iter(unread.items()))
            self._first = self._first or (key, str(value).strip()[:_SHOWN])
            self._undated += 1
        return document

    def notes(self) -> Iterator[Undated]:
        """Yield a note if a document was kept undated."""
        if self._first is not None:
            yield Undated(self._place, *self._first, self._undated, kind="key")


def _is_unread(value: object) -> bool:
    from meadow.ingest.table_dates import is_time  # tables are no part of reading JSON that is well

    return value is not None and bool(str(value).strip()) and not is_time(value)
