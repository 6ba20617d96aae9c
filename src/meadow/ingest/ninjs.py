"""ninjs: one document per text item, an item of several parts with the texts it is associated with.

The versions differ in how keys are spelled: `headline` and `body_text` in 1.x, lists of `headlines` and `bodies` in 2.x, the
same in camel case in 3.x; so keys are compared in small letters. A body in HTML is preferred to one in plain text, as it has
the paragraphs. Pictures, films and events are no documents, and nothing that an item refers to is fetched.

Source: IPTC ninjs 1.0 to 3.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from meadow.errors import ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.article import StatedMetadata
from meadow.ingest.html_text import plain_text
from meadow.ingest.items import Limits, Skipped
from meadow.ingest.newsitems import present, source_of_uri, wire_metadata
from meadow.ingest.shapes import Record, Shaped, ShapedRecord, is_ninjs

_OTHER_KINDS = frozenset(
    {"picture", "photo", "video", "audio", "graphic", "planning", "component", "event", "animation"}
)
_HTML = re.compile(r"</?[a-z][a-z0-9]*[\s/>]", re.IGNORECASE)
_READ_NAMES = """
uri type version versioncreated firstcreated contentcreated embargoed pubstatus ednote language subject subjects headline
headlines title byline by located dateline infosource infosources copyrightholder copyrightnotice usageterms bodies
descriptions associations creditline signals standard
"""
_READ = frozenset(_READ_NAMES.split())
# Publication before change, as in feeds.
_TIMES = ("firstcreated", "contentcreated", "versioncreated")
_WIRE_TEXTS: Mapping[str, str] = {
    "version": "version", "status": "pubstatus", "updated": "versioncreated", "embargoed": "embargoed", "note": "ednote",
    "dateline": "dateline", "credit": "creditline", "rights": "copyrightnotice", "usage": "usageterms",
}  # fmt: skip
_MOST_ASSOCIATED = 1_000


def expand_ninjs(record: Record, place: str, limits: Limits) -> Iterator[Shaped]:
    """Yield the document of an item, and those of the texts associated with it; what is no article gives a note."""
    item = {key.lower(): value for key, value in record.items()}
    kind = str(item.get("type") or "text").lower()
    body, headline = _body(item), _headline(item)
    if "eventdetails" in item:
        yield Skipped(place, "a ninjs event, which is no article")
    elif body is None and (kind in _OTHER_KINDS or headline is None):
        yield Skipped(place, f"a ninjs item of the type {kind!r} without a body, which is no article")
    else:
        yield _document(item, body, headline, place, limits)
    for number, associated in enumerate(_associated(item), start=1):
        if is_ninjs(associated) and _body({key.lower(): value for key, value in associated.items()}) is not None:
            yield from (_inside(each, str(number)) for each in expand_ninjs(associated, f"{place}:{number}", limits))


def _document(item: Record, body: str | None, headline: str | None, place: str, limits: Limits) -> Shaped:
    dropped = tuple(
        key for key in item if key not in _READ and not key.startswith(("body_", "headline_", "description_"))
    )
    record = _fields(item) | present(title=headline, text=body)
    if body is None or not _HTML.search(body):
        return ShapedRecord(record, dropped=dropped)
    try:
        text = plain_text(body, place=place, limits=limits)
    except ReadError as error:
        return error
    return ShapedRecord(record | {"text": text}, StatedMetadata(body), dropped=dropped)


def _fields(item: Record) -> dict[str, Any]:
    uri = _text(item.get("uri"))
    texts = {name: _text(item.get(key)) for name, key in _WIRE_TEXTS.items()}
    located = _text(item.get("located")) or _named(item, "located")
    return present(
        id=uri,
        source=_named(item, "infosource", "infosources") or _text(item.get("copyrightholder")) or source_of_uri(uri),
        published=next(filter(None, (_text(item.get(key)) for key in _TIMES)), None),
        url=uri if uri is not None and is_web_address(uri) else None,
        language=_text(item.get("language")),
        authors=[name for name in (_text(item.get("byline")) or _text(item.get("by")),) if name],
        sections=list(_topics(item, codes=False)),
        wire=wire_metadata(
            **texts,
            located=located,
            signals=tuple(_names(item.get("signals"))),
            subjects=tuple(_topics(item, codes=True)),
        ),
    )


def _inside(shaped: Shaped, number: str) -> Shaped:
    if not isinstance(shaped, ShapedRecord):
        return shaped
    inside = f"{number}:{shaped.inside}" if shaped.inside else number
    return ShapedRecord(shaped.record, shaped.given, inside, shaped.dropped)


def _body(item: Record) -> str | None:
    """Return the first body in markup, which has the paragraphs, else the first; of a text without one its description."""
    texts = list(_values(item, "bodies", "body_"))
    if not texts and item.get("type") in {None, "text"}:
        texts = list(_values(item, "descriptions", "description_"))
    return next(filter(_HTML.search, texts), texts[0] if texts else None)


def _values(item: Record, listed: str, prefix: str) -> Iterator[str]:
    """Yield the texts of a list of values, as from 2.0 on, and of keys with a prefix, as in 1.x."""
    values = [each.get("value") for each in _listed(item.get(listed))]
    values += [value for key, value in item.items() if key.startswith(prefix)]
    yield from (text for value in values if (text := _text(value)) is not None)


def _headline(item: Record) -> str | None:
    listed = _listed(item.get("headlines"))
    main = [each for each in listed if str(each.get("role", "main")).lower() in {"main", "headline"}] or listed
    candidates = [
        item.get("headline"), *(each.get("value") for each in main),
        *(value for key, value in item.items() if key.startswith("headline_")), item.get("title"),
    ]  # fmt: skip
    return next((text for value in candidates if (text := _text(value)) is not None), None)


def _topics(item: Record, *, codes: bool) -> Iterator[str]:
    """Yield the codes of an item's subjects, or their names."""
    for each in (*_listed(item.get("subject")), *_listed(item.get("subjects"))):
        scheme, code, uri = (_text(each.get(key)) for key in ("scheme", "code", "uri"))
        found = (
            (uri or (f"{scheme or ''}{code}" if code else None) or _text(each.get("literal")))
            if codes
            else _text(each.get("name"))
        )
        if found is not None:
            yield found


def _associated(item: Record) -> list[Record]:
    value = item.get("associations")
    return _listed(list(value.values()) if isinstance(value, Mapping) else value)[:_MOST_ASSOCIATED]


def _listed(value: Any) -> list[Record]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _names(value: Any) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        name = _text(each.get("name") or each.get("code")) if isinstance(each, Mapping) else _text(each)
        if name is not None:
            yield name


def _named(item: Record, *keys: str) -> str | None:
    return next((name for key in keys for name in _names(item.get(key))), None)


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
