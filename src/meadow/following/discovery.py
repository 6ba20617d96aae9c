"""The feed that a page names: who follows a page often means its feed.

Source: RSS Autodiscovery (RSS Advisory Board, 2006), as the HTML Living Standard has it: a link of the relation `alternate`
and the type of a feed.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from meadow.errors import ReadError
from meadow.ingest.addresses import parse_endpoint

_TYPES = ("application/rss+xml", "application/atom+xml")


def named_feed(page: bytes, address: str) -> str | None:
    """Return the address of the first feed that the beginning of a page names; None if it names none."""
    for link in LexborHTMLParser(page.decode("utf-8", "replace")).css("link[href][rel~=alternate]"):
        kind, target = link.attributes.get("type"), link.attributes.get("href")
        if kind is not None and target is not None and kind.strip().lower() in _TYPES:
            try:
                return parse_endpoint(target, base=address).url
            except ReadError:
                continue
    return None
