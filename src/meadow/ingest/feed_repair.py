"""Feeds that are not well-formed XML: what tolerant parsers make out, fastfeedparser first, then feedparser.

They see a feed only after `tidy_feed` took its prolog off, so no declaration of an entity ever reaches them, and with
every time rewritten: left alone, fastfeedparser completes half a time by today's date and reads times out of ids.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from html.entities import html5
from typing import Any

import fastfeedparser

from meadow.errors import MissingReaderError, ReadError
from meadow.ingest.feed_entries import Feed, FeedEntry
from meadow.ingest.loose_times import loose_time

_PROLOG = tuple(
    (re.compile(begin, re.IGNORECASE), re.compile(end))
    for begin, end in (
        (r"<\?", r"\?>\s*+"),
        (r"<!--", r"-->\s*+"),
        (r"<!DOCTYPE[^>\[]*+\[", r"\]\s*+>\s*+"),
        (r"<!DOCTYPE", r">\s*+"),
    )
)
_DOCTYPE = re.compile(r"<!DOCTYPE", re.IGNORECASE)
_ENTITY = re.compile(r"<!ENTITY\s++(?:%\s++)?+([^\s>]{0,40})", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#(\d{1,7}|[xX][0-9A-Fa-f]{1,6});|([A-Za-z][A-Za-z0-9]{1,31};))?")
_XML_NAMES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF])
_TIME = re.compile(
    r"(<(?:pubDate|published|issued|dc:date|updated|modified|lastBuildDate)(?:\s[^<>]{0,200})?>)([^<]{0,200})",
    re.IGNORECASE,
)
_GUID = re.compile(r"<(/?)guid\b", re.IGNORECASE)
_ROOT = re.compile(r"<[A-Za-z:]++")
_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'


def tidy_feed(text: str, *, place: str) -> str:
    """Return a feed from its root element on, with HTML's named characters read and stray ampersands escaped.

    An entity declaration raises a `ReadError`; any other prolog is dropped unread.
    """
    text, at = text.lstrip("\ufeff \t\r\n"), 0
    while (ending := next((end for begin, end in _PROLOG if begin.match(text, at)), None)) is not None:
        closing = ending.search(text, at)
        if closing is None:
            raise ReadError(place, "not well-formed XML: the part before the feed never ends")
        declared = _ENTITY.search(text, at, closing.end())
        if declared is not None and _DOCTYPE.match(text, at):
            raise ReadError(
                place,
                f"the XML declares an entity ({declared[1]}), which is refused.",
                advice="Replace entities by their text first.",
            )
        at = closing.end()
    return _outside_cdata(text[at:]).translate(_CONTROLS)


def repair_feed(markup: str, *, place: str, reason: str) -> Feed:
    """Return what can be made out of a damaged feed that `tidy_feed` went through; nothing at all is a `ReadError`."""
    timed = _TIME.sub(lambda match: match[1] + (loose_time(match[2]) or ""), markup)
    # Only an `id` of Atom is never taken for a time.
    renamed = _GUID.sub(r"<\1meadow:id", timed)
    rooted = _ROOT.sub(r'\g<0> xmlns:meadow="http://www.w3.org/2005/Atom"', renamed, count=1)
    feed = _by_fastfeedparser(_DECLARATION + rooted)
    if not feed.entries:
        feed = _by_feedparser(_DECLARATION + timed, place)
    if not feed.entries:
        raise ReadError(place, f"{reason}, and no article could be made out")
    return feed


def _by_fastfeedparser(markup: str) -> Feed:
    try:
        parsed = fastfeedparser.parse(
            markup.encode("utf-8", "replace"), include_tags=False, include_media=False, include_enclosures=False
        )
    except Exception:  # noqa: BLE001 - damaged input may make a stranger's parser raise anything; the next one is asked
        return Feed()
    head = parsed.get("feed", {})
    entries = [
        FeedEntry(
            identity=_text(entry, "id"),
            title=_text(entry, "title"),
            text=_content(entry) or _text(entry, "description"),
            published=_text(entry, "published"),
            url=_text(entry, "link"),
        )
        for entry in parsed.get("entries", [])
    ]
    return Feed(_text(head, "title"), _text(head, "language"), entries)


def _by_feedparser(markup: str, place: str) -> Feed:
    try:
        import feedparser
    except ImportError as error:
        raise MissingReaderError(place, "a feed that is as damaged as this one", "feeds") from error
    try:
        # A stream: of a text, feedparser asks whether it is an address or a file.
        parsed = feedparser.parse(
            io.BytesIO(markup.encode("utf-8", "replace")), sanitize_html=False, resolve_relative_uris=False
        )
    except Exception:  # noqa: BLE001 - as above; the caller says that nothing could be read
        return Feed()
    entries = [
        FeedEntry(
            identity=_text(entry, "id"),
            title=_text(entry, "title"),
            text=_content(entry) or _text(entry, "summary"),
            published=loose_time(_text(entry, "published") or _text(entry, "updated") or ""),
            url=_text(entry, "link"),
        )
        for entry in map(dict, parsed.entries)  # its own kind of dictionary warns about what it will become
    ]
    head = dict(parsed.feed)
    return Feed(_text(head, "title"), _text(head, "language"), entries)


def _text(fields: Mapping[str, Any], key: str) -> str | None:
    value = fields.get(key)
    return value if isinstance(value, str) and value.strip() else None


def _content(fields: Mapping[str, Any]) -> str | None:
    listed = fields.get("content")
    return _text(listed[0], "value") if isinstance(listed, list) and listed else None


def _outside_cdata(markup: str) -> str:
    parts, at = [], 0
    while (start := markup.find("<![CDATA[", at)) >= 0:
        end = markup.find("]]>", start)
        if end < 0:
            break
        parts += [_REFERENCE.sub(_reference, markup[at:start]), markup[start : end + 3]]
        at = end + 3
    return "".join((*parts, _REFERENCE.sub(_reference, markup[at:])))


def _reference(match: re.Match[str]) -> str:
    number, name = match[1], match[2]
    if number is not None:
        code = int(number[1:], 16) if number[0] in "xX" else int(number)
        is_character = code in {9, 10, 13} or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0xFFFF < code < 0x110000
        return match[0] if is_character else "\ufffd"
    if name is None or name in _XML_NAMES:
        return match[0] if name is not None else "&amp;"
    character = html5.get(name)
    return f"&amp;{name}" if character is None or character in "&<" else character
