"""What a page says about itself: title, time, outlet, address and language, from its head, JSON-LD and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from selectolax.lexbor import LexborHTMLParser

from meadow.ingest.addresses import join_address
from meadow.ingest.article import known_language
from meadow.ingest.loose_times import loose_time
from meadow.text.clean import clean_line

_TITLES = ("og:title", "twitter:title", "dc.title")
_TIMES = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "dcterms.issued",
    "publishdate",
    "pubdate",
    "publish-date",
    "publish_date",
    "parsely-pub-date",
    "sailthru.date",
    "article_date_original",
    "citation_publication_date",
    "article:modified_time",
    "og:updated_time",
)
_LANGUAGES = ("og:locale", "content-language", "dc.language", "language")
_BAR = re.compile(r"\s+(?:\||::|»|·)\s+")
_DASH = re.compile(r"\s+(?:--?|–|—)\s+")
_LETTERS = re.compile(r"[\W_]+")
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None is what it does not say."""

    title: str | None
    published: str | None
    source: str | None
    url: str | None
    language: str | None


def read_metadata(parser: LexborHTMLParser, linked_data: Sequence[str], *, fetched_from: str | None = None) -> Metadata:
    """Return the metadata of a parsed page and its JSON-LD scripts; a time or language that makes no sense is absent.

    A page that does not say its address has the one it was fetched from.
    """
    named = _named(parser)
    facts = _facts(linked_data)
    url = _address(parser, named, fetched_from)
    source = named.get("og:site_name") or _host(url)
    return Metadata(
        title=_title(parser, named, facts, source, url),
        published=_published(parser, named, facts),
        source=source,
        url=url,
        language=_language(parser, named, facts),
    )


def _named(parser: LexborHTMLParser) -> Mapping[str, str]:
    """Return the contents of the meta elements by their names in small letters; the first of a name counts."""
    named: dict[str, str] = {}
    for node in parser.css("meta"):
        attributes = node.attributes
        content = clean_line(attributes.get("content") or "")
        for key in ("property", "name", "itemprop", "http-equiv"):
            name = (attributes.get(key) or "").strip().lower()
            if name and content:
                named.setdefault(name, content)
    return named


def _facts(linked_data: Sequence[str]) -> Mapping[str, str]:
    """Return the headline, time and language of the first article that the JSON-LD scripts describe."""
    for script in linked_data:
        try:
            value = msgspec.json.decode(script.encode("utf-8", "replace"))
        except (msgspec.DecodeError, RecursionError):
            continue
        for thing in _iter_things(value):
            if "datePublished" in thing or "headline" in thing:
                return {key: text for key, text in thing.items() if isinstance(text, str)}
    return {}


def _iter_things(value: object) -> Iterator[Mapping[str, object]]:
    waiting = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, dict):
            yield item
        inner = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        if depth < _DEEPEST:
            waiting += [(part, depth + 1) for part in reversed(list(inner)) if isinstance(part, dict | list)]


def _address(parser: LexborHTMLParser, named: Mapping[str, str], fetched_from: str | None) -> str | None:
    canonical = parser.css_first('link[rel~="canonical"]')
    href = None if canonical is None else canonical.attributes.get("href")
    given = [clean_line(text) for text in (href, named.get("og:url")) if text]
    for address in given:
        if _host(address) is not None:
            return address
    bases = [base for base in (*given[1:], fetched_from) if base is not None]
    joined = [join_address(base, given[0]) for base in bases if given]
    return next((address for address in (*joined, fetched_from) if _host(address) is not None), None)


def _host(url: str | None) -> str | None:
    """Return the host of a web address, without `www.`; None if it is no such address."""
    try:
        parts = urlsplit(url or "")
        host = parts.hostname
    except ValueError:
        return None
    return host.removeprefix("www.") or None if host is not None and parts.scheme in {"http", "https"} else None


def _title(
    parser: LexborHTMLParser, named: Mapping[str, str], facts: Mapping[str, str], source: str | None, url: str | None
) -> str | None:
    sites = {letters for name in (source, _host(url)) if name is not None and (letters := _letters(name))}
    for name in _TITLES:
        if name in named:
            return _without_site(named[name], sites)
    headings = [clean_line(node.text()) for node in parser.css("h1")]
    heading = headings[0] if len(headings) == 1 else None
    written = parser.css_first("title")
    page = None if written is None else _without_site(clean_line(written.text()), sites, always=True)
    return facts.get("headline") or heading or page or next((text for text in headings if text), None)


def _without_site(title: str, sites: set[str], *, always: bool = False) -> str:
    """Return a title without the outlet's name at its end; `always` takes off whatever follows the last bar."""
    for mark in (_BAR, _DASH):
        parts = list(mark.finditer(title))
        if not parts:
            continue
        head, tail = title[: parts[-1].start()].strip(), title[parts[-1].end() :]
        name = _letters(tail)
        is_site = any(name.startswith(site) or (len(name) > 2 and site.startswith(name)) for site in sites)
        if head and (is_site or (always and mark is _BAR)):
            return head
    return title


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).lower()


def _published(parser: LexborHTMLParser, named: Mapping[str, str], facts: Mapping[str, str]) -> str | None:
    """Return the first time that can be read: publication before change, head before body."""
    first, *others = _TIMES
    marked = [node.attributes for node in parser.css("time")]
    of_article = [time for time in marked if "pubdate" in time or "published" in (time.get("itemprop") or "").lower()]
    candidates = [
        named.get(first),
        facts.get("datePublished"),
        *(time.get("datetime") for time in of_article),
        *(named.get(name) for name in others),
        *(time.get("datetime") for time in marked),
    ]
    times = (loose_time(text) for text in candidates if text)
    return next((time for time in times if time is not None), None)


def _language(parser: LexborHTMLParser, named: Mapping[str, str], facts: Mapping[str, str]) -> str | None:
    root = parser.root
    declared = None if root is None else root.attributes.get("lang")
    candidates = [declared, *(named.get(name) for name in _LANGUAGES), facts.get("inLanguage")]
    known = (known_language(text) for text in candidates if text)
    return next((code for code in known if code is not None), None)
