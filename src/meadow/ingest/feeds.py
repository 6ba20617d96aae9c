"""RSS and Atom feeds from a file: one document per entry, with the place `path:N`, N counting from 1.

A feed that is well-formed, give or take a stray ampersand, is read exactly (`feed_entries`). A damaged one is read as
far as tolerant parsers make it out (`feed_repair`), and the damage is reported after its documents. The id of a
document is the entry's guid or id, else its address, else its content; the source is the entry's own, else the feed's title;
authors and categories are kept; the language is
that of the entry, else of the feed, else what the text looks like. A time that makes no sense is absent.

Source: RSS 2.0 (Winer, 2002), RDF Site Summary 1.0 (2000) and Atom (RFC 4287).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from meadow.errors import LimitError, ReadError
from meadow.ingest.addresses import join_address
from meadow.ingest.article import Article, StatedMetadata, build_document, given_parts, known_language
from meadow.ingest.feed_entries import Feed, FeedEntry, FeedHandler
from meadow.ingest.feed_repair import repair_feed, tidy_feed
from meadow.ingest.html_text import plain_text
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.opening import Opened, read_all
from meadow.text.alignment import strip_escaped, strip_markup
from meadow.text.clean import decode
from meadow.text.safexml import parse_xml

_ENTRY = re.compile(r"<(?:[A-Za-z][\w.-]{0,60}:)?(?:item|entry)(?=[\s>])")

_ADDRESSED = re.compile(r"\S{1,200}@\S{1,200} \((.{1,200})\)")


def read_feed(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield one item per entry; a damaged feed ends with a `ReadError` that says what is wrong with it."""
    place = opened.place
    given = decode(read_all(opened, limits), place=place)
    markup = tidy_feed(given, place=place)
    feed, damage = _parse(markup, place, limits)
    if not feed.entries:
        yield Skipped(place, "a feed without articles")
    parts = given_parts(given, _ENTRY, len(feed.entries), strips=(strip_escaped, strip_markup))
    for number, (entry, part) in enumerate(zip(feed.entries, parts, strict=True), start=1):
        yield _item(entry, feed, f"{place}:{number}", part, limits, opened.fetched_from)
    if damage is not None:
        yield ReadError(place, f"{damage}.", advice="What could be made out of the feed was read.")


def _parse(markup: str, place: str, limits: Limits) -> tuple[Feed, str | None]:
    """Return the feed, and what is wrong with it; up to the damage its entries are exact."""
    handler = FeedHandler(place, limits)
    try:
        parse_xml(markup, handler, place=place, nesting=limits.nesting)
    except LimitError:
        raise
    except ReadError as error:
        exact = handler.feed
        made_out = repair_feed(markup, place=place, reason=error.reason)
        entries = exact.entries + made_out.entries[len(exact.entries) :][: limits.feed_items]
        return Feed(exact.title or made_out.title, exact.language or made_out.language, entries), error.reason
    return handler.feed, None


def _item(
    entry: FeedEntry, feed: Feed, place: str, given: StatedMetadata | None, limits: Limits, base: str | None
) -> Item:
    try:
        article = Article(
            id=entry.identity,
            title=_line(entry.title, place, limits),
            text=None if entry.text is None else plain_text(entry.text, place=place, limits=limits),
            # An entry that another outlet published says so, as those of a collecting feed do.
            source=_line(entry.source, place, limits) or _line(feed.title, place, limits),
            published=entry.published,
            url=entry.url if entry.url is None or base is None else join_address(base, entry.url),
            language=known_language(entry.language) or known_language(feed.language),
            authors=[_person(_line(name, place, limits) or "") for name in entry.authors],
            sections=[_line(name, place, limits) for name in entry.sections],
        )
        return build_document(article, place=place, given=given)
    except ReadError as error:
        return error


def _person(written: str) -> str:
    """Return the name of an author, which RSS writes behind an address: `desk@wire.example (Ana Reed)`."""
    named = _ADDRESSED.fullmatch(written)
    return written if named is None else named[1]


def _line(markup: str | None, place: str, limits: Limits) -> str | None:
    return None if markup is None else plain_text(markup, place=place, limits=limits).replace("\n", " ")
