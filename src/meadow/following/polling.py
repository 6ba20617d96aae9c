"""One reading of a source on the web: its new items and its state. Nothing is raised.

Requests are conditional: they name the copy we have. What the answers mean:

| answer | what follows |
|---|---|
| 200 | its articles are read, of a feed that breaks off all but the last; a whole copy is known again by its marks |
| 304 | nothing is new |
| 301, 308 | the new address is remembered and asked from now on |
| 410 | it is not asked again |
| 429, 503 | it is asked again when `Retry-After` says, else as after any failure |
| any other, no answer, robots.txt | a failure: asked again later and later, up to a day |
| nothing, since we refuse: a private address, an extra that is not installed | asked again in each round and each run |
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from xml.parsers.expat import errors as xml_errors

from meadow.errors import MissingReaderError, PrivateAddressError, ReadError
from meadow.following.asking import Answer, address_of
from meadow.following.discovery import named_feed
from meadow.following.pace import Pace, ended, failed, parse_wish, refused, rested
from meadow.following.rounds import Round, guarded, unforeseen
from meadow.ingest import detect_format, iter_opened
from meadow.ingest.fetch import Fetched
from meadow.ingest.items import LIMITS, Item, Limits
from meadow.ingest.web import check_answer, open_answer
from meadow.model import Document, SourceState
from meadow.model.archive import SourceKind

_BROKEN_OFF = (
    xml_errors.XML_ERROR_NO_ELEMENTS,
    xml_errors.XML_ERROR_UNCLOSED_TOKEN,
    xml_errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    xml_errors.XML_ERROR_PARTIAL_CHAR,
)
_LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def read_answer(state: SourceState, answer: Answer, *, now: datetime, pace: Pace, limits: Limits = LIMITS) -> Round:
    """Return one reading of a feed or page; an error is noted in the state, which otherwise stays as it was."""
    try:
        return _round(state, answer, now, pace, limits)
    except Exception as error:  # noqa: BLE001 - a bug is a fault of this source: the others go on
        return Round((), _unread(state, unforeseen(error, address_of(state)), now, pace))


def _round(state: SourceState, answer: Answer, now: datetime, pace: Pace, limits: Limits) -> Round:
    if isinstance(answer, ReadError):
        return Round((), _unread(state, answer, now, pace))
    address = address_of(state)
    if answer.status in (HTTPStatus.GONE, HTTPStatus.NOT_FOUND) and state.moved is not None:
        lost = replace(state, moved=None, etag=None, last_modified=None)
        return Round((), failed(lost, f"the address it moved to, {address}, answers {answer.status}", now, pace))
    if answer.status == HTTPStatus.GONE:
        return Round((), ended(state, "the server says that it is gone for good (410)", now))
    moved = state.moved if answer.moved is None else answer.moved
    if answer.unchanged:
        return Round((), rested(replace(state, moved=moved), now, pace), files=frozenset())
    try:
        check_answer(answer, address)
    except ReadError as error:
        wish = parse_wish(answer.headers.get("retry-after"), now) if answer.status in _LATER else None
        return Round((), failed(state, error.reason, now, pace, wish=wish))
    return _read(answer, replace(state, moved=moved), now, pace, limits)


def _read(answer: Fetched, state: SourceState, now: datetime, pace: Pace, limits: Limits) -> Round:
    try:
        opened = open_answer(answer, limits)
        kind: SourceKind = "feed" if detect_format(opened.head, opened.name) == "feed" else "page"
        items = _without_cut(tuple(guarded(iter_opened(opened, limits=limits), answer.url)), answer.url)
    except ReadError as error:
        return Round((), _unread(state, error, now, pace))
    documents = [item for item in items if isinstance(item, Document)]
    errors = [item for item in items if isinstance(item, ReadError)]
    if errors and not documents:
        return Round((), _unread(state, errors[0], now, pace))
    damage = next((error for error in errors if error.place == answer.url), None)
    problem = None if damage is None else _message(damage)
    if kind == "page" and (feed := named_feed(opened.head, answer.url)) is not None:
        problem = f"this is a page that names a feed. Follow that instead: {feed}"
    title = next((document.source for document in documents), None) if kind == "feed" else None
    after = replace(
        rested(state, now, pace),
        kind=kind,
        title=state.title if title is None else title,
        etag=answer.headers.get("etag") if damage is None else state.etag,
        last_modified=answer.headers.get("last-modified") if damage is None else state.last_modified,
        problem=problem,
    )
    return Round(items, after)


def _unread(state: SourceState, error: ReadError, now: datetime, pace: Pace) -> SourceState:
    """Return the state of a source that could not be read: refused by a rule of ours, or failed."""
    if isinstance(error, PrivateAddressError | MissingReaderError):
        return refused(state, _message(error), now)
    return failed(state, _message(error), now, pace)


def _without_cut(items: tuple[Item, ...], place: str) -> tuple[Item, ...]:
    """Return the items of a feed; of one that breaks off without its last article, which may be cut."""
    damage = items[-1] if items else None
    if not isinstance(damage, ReadError) or damage.place != place:
        return items
    is_cut = any(sign in damage.reason for sign in _BROKEN_OFF)
    return (*items[:-2], damage) if is_cut else items


def _message(error: ReadError) -> str:
    """Return what went wrong without the address that everybody sees, and what to do about it."""
    return error.reason if error.advice is None else f"{error.reason.rstrip('.')}. {error.advice}"
