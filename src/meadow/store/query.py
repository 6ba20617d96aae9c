"""The query of a search: words, phrases in quotes, excluded words, and filters.

`legionella "cooling tower" -drill source:"Harbour Wire" since:yesterday` is all of the language there is. A query names no
language of its words: each document is searched in the language it is written in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from meadow.errors import MeadowError, UsageError
from meadow.ingest.moments import parse_moment
from meadow.text.language import normalize_language
from meadow.text.tokens import has_letter_or_digit

FILTERS = ("source", "language", "since", "until")
"""The filters that a query may name, as in `source:Courier`."""

_LONGEST = 1_000
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_PART = re.compile(r'(?P<minus>-)?(?:(?P<filter>[a-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+))')
_ALLOWED = 'Allowed: words, "a phrase", -word, source:NAME, language:CODE, since:TIME, until:TIME.'


@dataclass(frozen=True, slots=True)
class Query:
    """A search as a value; `since` is the first moment that counts, `until` the first that no longer does."""

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    excluded_phrases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None


def parse_query(text: str, *, now: datetime) -> Query:
    """Return the query that a text states; times such as `yesterday` are relative to `now`."""
    if len(text) > _LONGEST:
        raise _refusal(text, f"A query has at most {_LONGEST:,} characters; this one has {len(text):,}.")
    straight = text.translate(_QUOTES)
    if straight.count('"') % 2:
        raise _refusal(text, "A quote is opened and not closed.", advice='Close it, or write the words without "".')
    parts = list(_PART.finditer(straight))
    query = Query(
        words=_texts(parts, quoted=False, minus=False),
        phrases=_texts(parts, quoted=True, minus=False),
        excluded=_texts(parts, quoted=False, minus=True),
        excluded_phrases=_texts(parts, quoted=True, minus=True),
        sources=_filter(parts, "source"),
        languages=tuple(map(normalize_language, _filter(parts, "language"))),
        since=_moment(text, _filter(parts, "since"), "since", now),
        until=_moment(text, _filter(parts, "until"), "until", now),
    )
    _check(text, query)
    return query


def _filter_of(part: re.Match[str]) -> str | None:
    """Return the filter that a part names; what precedes another colon is a word, as in `re:port`."""
    return part["filter"] if part["filter"] in FILTERS else None


def _texts(parts: list[re.Match[str]], *, quoted: bool, minus: bool) -> tuple[str, ...]:
    texts = []
    for part in parts:
        written = part["quoted"] if quoted else part["plain"]
        if written is None or _filter_of(part) is not None or (part["minus"] is not None) != minus:
            continue
        if part["filter"] is not None and not quoted:
            written = f"{part['filter']}:{written}"
        if has_letter_or_digit(written):
            texts.append(written)
    return tuple(texts)


def _filter(parts: list[re.Match[str]], name: str) -> tuple[str, ...]:
    values = []
    for part in parts:
        if _filter_of(part) != name:
            continue
        value = (part["quoted"] if part["plain"] is None else part["plain"]).strip()
        if part["minus"] is not None:
            raise _refusal(part[0], f"A filter cannot be taken away: {part[0]!r}.")
        if not value:
            raise _refusal(part[0], f"The filter {name!r} has no value.")
        values.append(value)
    return tuple(values)


def _moment(text: str, values: tuple[str, ...], name: str, now: datetime) -> datetime | None:
    if not values:
        return None
    if len(values) > 1:
        raise _refusal(text, f"The filter {name!r} is given {len(values)} times.", advice="Give it once.")
    span = parse_moment(values[0], now=now)
    return span.first if name == "since" else span.end


def _check(text: str, query: Query) -> None:
    if not query.words and not query.phrases:
        raise _refusal(text, "The query has no word to look for.", advice="Give at least one word or phrase.")
    if query.since is not None and query.until is not None and query.since >= query.until:
        raise _refusal(text, "The query begins after it ends.", advice="Give a `since` that is before `until`.")


def _refusal(text: str, problem: str, *, advice: str | None = None) -> MeadowError:
    return UsageError(problem, given=text[:_LONGEST], allowed=_ALLOWED, advice=advice)
