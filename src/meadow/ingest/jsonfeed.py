"""JSON Feed: one document per item, its text the plain one or what is in the HTML; the feed's title is the source.

Source: JSON Feed 1.0 and 1.1 (jsonfeed.org).
"""

from __future__ import annotations

from collections.abc import Iterator

from meadow.errors import LimitError, ReadError
from meadow.ingest.article import StatedMetadata
from meadow.ingest.html_text import plain_text
from meadow.ingest.items import Limits, Skipped
from meadow.ingest.shapes import Paths, Record, Shaped, ShapedRecord, filled

_ITEM: Paths = {
    "id": ("id",), "title": ("title",), "url": ("url", "external_url"), "published": ("date_published", "date_modified"),
    "language": ("language",), "authors": ("authors", "author"), "sections": ("tags",),
    "text": ("content_text", "content_html", "summary"),
}  # fmt: skip
_READ = frozenset(path for choices in _ITEM.values() for path in choices)


def expand_feed(record: Record, place: str, limits: Limits) -> Iterator[Shaped]:
    """Yield the items of a feed; one that is no object is an error at its place."""
    items = record.get("items")
    if not isinstance(items, list):
        yield ReadError(place, "a JSON Feed whose 'items' are no list")
        return
    if not items:
        yield Skipped(place, "a feed without articles")
    # What the feed says of itself holds for each item that does not say it.
    shared = filled(record, {"source": ("title",), "language": ("language",), "authors": ("authors", "author")})
    for number, item in enumerate(items[: limits.feed_items], start=1):
        yield _item(item, shared, f"{place}:{number}", str(number), limits)
    if len(items) > limits.feed_items:
        yield LimitError(place, f"a feed of more than {limits.feed_items:,} articles.", advice="Split the file.")


def _item(item: object, shared: Record, place: str, inside: str, limits: Limits) -> Shaped:
    if not isinstance(item, dict):
        return ReadError(place, "not a document: an item of a feed must be an object")
    found = {**shared, **filled(item, _ITEM)}
    dropped = tuple(key for key in item if key not in _READ)
    markup = None if filled(item, {"text": ("content_text",)}) else item.get("content_html")
    if not isinstance(markup, str) or not markup.strip():
        return ShapedRecord(found, None, inside, dropped)
    try:
        text = plain_text(markup, place=place, limits=limits)
    except ReadError as error:
        return error
    return ShapedRecord(found | {"text": text}, StatedMetadata(markup), inside, dropped)
