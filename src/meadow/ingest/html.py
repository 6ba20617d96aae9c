"""HTML pages: one document per page, its article without what stands around it.

Title, time, outlet, address and language come from the page's metadata (see `html_metadata`); a page that names no
outlet and no address has its folder's name as source, as a plain file has. The text is always that of `html_text`,
which looks into `noscript`, `template` and `textarea` only where there is more than twice as much text in them;
only where that finds fewer than 250 characters (on a page that without its scripts is no longer than 250,000) and the
extra `html` is installed does trafilatura look too, and its text is taken if it is longer than that and more than twice
as long as ours.

Source: the HTML Living Standard (WHATWG); what counts as the article is our own design.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import cast

from selectolax.lexbor import LexborHTMLParser

from meadow.errors import ReadError
from meadow.ingest.article import Article, StatedMetadata, build_document
from meadow.ingest.html_markup import LINK, Markup, reduce_markup
from meadow.ingest.html_metadata import read_metadata
from meadow.ingest.html_text import main_text
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.plain import folder_name
from meadow.text.clean import clean_text, decode
from meadow.text.decoding import by_name

_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([A-Za-z0-9_.:-]{2,30})""", re.IGNORECASE)
_READING = re.compile(r"<(r[tp])>[^<]*</\1>")  # how to say a word, above it
_HEAD = 4096
_ENOUGH = 250
_LONGEST_SECOND_LOOK = 250_000  # trafilatura takes 22 s for 2 MB of line breaks, and a tenth of the size a hundredth


def read_html(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a page; a page with words but no article in them is a `ReadError`."""
    data = read_all(opened, replace(limits, file_bytes=min(limits.file_bytes, limits.item_bytes)))
    page = decode_page(data, place=opened.place)
    markup = reduce_markup(page, place=opened.place, limits=limits)
    parser = LexborHTMLParser(markup.text)
    metadata = read_metadata(parser, markup.linked_data, fetched_from=opened.fetched_from)
    text = clean_text(_text(parser, markup))
    if markup.left_out > 2 * len(text):
        spare = main_text(LexborHTMLParser(reduce_markup(page, place=opened.place, limits=limits, spare=True).text))
        text = clean_text(spare) if len(spare) > 2 * len(text) else text
    if not text and (markup.left_out or _has_words(parser)):
        raise ReadError(opened.place, "a page without an article: all its words stand in menus, forms and the like")
    if not text and metadata.title is None:
        raise ReadError(opened.place, "a page without words")
    article = Article(
        title=metadata.title,
        text=text,
        source=metadata.source or folder_name(opened.path),
        published=metadata.published,
        url=metadata.url,
        language=metadata.language,
    )
    yield build_document(article, place=opened.place, given=StatedMetadata(page))


def decode_page(data: bytes, *, place: str) -> str:
    """Return a page's text: by its byte-order mark (see `opening`), by `<meta charset>`, else as any file is decoded."""
    declared = _CHARSET.search(data[:_HEAD])
    if declared is not None and not _is_utf8(data):
        text = by_name(data, declared[1].decode("ascii"))
        if text is not None:
            return text
    return decode(data, place=place)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _text(parser: LexborHTMLParser, markup: Markup) -> str:
    text = main_text(parser)
    is_worth_it = len(text) < _ENOUGH and len(markup.text) <= _LONGEST_SECOND_LOOK
    extract = _trafilatura() if is_worth_it else None
    if extract is None:
        return text
    page = _READING.sub("", markup.text).replace(f"<{LINK}>", "<a>").replace(f"</{LINK}>", "</a>")
    other = extract(page, include_comments=False, include_tables=False, include_images=False, output_format="txt")
    return other if other is not None and len(other) > max(_ENOUGH, 2 * len(text)) else text


@cache
def _trafilatura() -> Callable[..., str | None] | None:
    """Return trafilatura's extractor where the extra `html` is installed; importing it takes a second."""
    try:
        from trafilatura import extract
    except ImportError:
        return None
    return cast("Callable[..., str | None]", extract)


def _has_words(parser: LexborHTMLParser) -> bool:
    return parser.body is not None and bool(parser.body.text().strip())
