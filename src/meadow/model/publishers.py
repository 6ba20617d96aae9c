"""Independent sources: publisher families, less those that only copied, less those that credit an agency counted already.

"Reuters World" and "Reuters Asia" are one publisher. A family is what the user's table says of a source or of the domain of
its address, else the name without the words of desks and editions, else the domain. The table is a CSV file of two columns,
source or domain and family, named by `$MEADOW_PUBLISHERS`.

Source: our own rules.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from meadow.errors import UsageError

if TYPE_CHECKING:
    from meadow.model.disagreements import CopyGroup
    from meadow.model.documents import Document

VARIABLE = "MEADOW_PUBLISHERS"
# What names an edition or a desk of one publisher, behind its name or before it.
_DESKS = frozenset(
    [
        "africa",
        "america",
        "americas",
        "asia",
        "australia",
        "canada",
        "china",
        "deutschland",
        "edition",
        "españa",
        "europe",
        "france",
        "germany",
        "india",
        "international",
        "latam",
        "middle",
        "nation",
        "national",
        "news",
        "nieuws",
        "noticias",
        "oceania",
        "pacific",
        "top",
        "uk",
        "us",
        "usa",
        "world",
        "arts",
        "breaking",
        "business",
        "culture",
        "desk",
        "east",
        "economy",
        "entertainment",
        "environment",
        "feed",
        "finance",
        "health",
        "headlines",
        "latest",
        "life",
        "lifestyle",
        "local",
        "markets",
        "money",
        "online",
        "opinion",
        "politics",
        "rss",
        "science",
        "sport",
        "sports",
        "tech",
        "technology",
        "travel",
        "video",
    ]
)
_JOINING = frozenset({"of", "the", "and", "&", "for", "de", "del", "la", "van"})  # "Times of India" is a name
_WORDS = re.compile(r"[\w'’&.]+")
_PARTED = re.compile(r"\s+[|>»:–—-]+\s+")
_SHARED_HOSTS = frozenset(
    ["blogspot", "wordpress", "substack", "medium", "tumblr", "github", "gitlab", "ghost", "livejournal", "typepad"]
)
_SECOND_LEVEL = frozenset(
    ["ac", "co", "com", "edu", "gob", "gov", "gouv", "mil", "ne", "net", "nic", "or", "org"]
)  # co.uk, com.au
# Agencies by the names and signs they are credited with.
_AGENCIES: Mapping[str, str] = {
    "AAP": "AAP", "AFP": "AFP", "Agence France-Presse": "AFP", "ANP": "ANP", "ANSA": "ANSA", "AP": "Associated Press",
    "Associated Press": "Associated Press", "The Associated Press": "Associated Press", "Belga": "Belga",
    "Bloomberg": "Bloomberg", "dpa": "dpa", "DPA": "dpa", "EFE": "EFE", "Europa Press": "Europa Press",
    "Interfax": "Interfax", "Kyodo": "Kyodo", "PA": "PA Media", "PA Media": "PA Media", "PTI": "PTI", "Reuters": "Reuters",
    "REUTERS": "Reuters", "TASS": "TASS", "UPI": "UPI", "Xinhua": "Xinhua",
}  # fmt: skip
_NAME = "|".join(sorted(map(re.escape, _AGENCIES), key=len, reverse=True))
_HEAD, _FOOT = 160, 400  # characters of an article that may hold a dateline and a credit
_DATELINE = re.compile(rf"\((?:[A-Z]+/)?(?P<name>{_NAME})\)|^[^.\n]{{0,60}}[,/] ?(?P<bare>{_NAME}) ?[-–—]")
_CREDIT = re.compile(
    r"(?i:with (?:material|reporting|files|information|input|additional reporting) (?:from|by)|additional reporting by|"
    r"(?:reporting|text|story|source|via|bron|fuente|con información de|met materiaal van)\s*:?\s*(?:by )?)\s*(?:the )?"
    rf"(?P<list>(?:{_NAME})(?:(?:,| and|,? &| y| en) (?:the )?(?:{_NAME}))*)\b"
    rf"|\b(?P<one>{_NAME}) contributed to this (?:report|story|article)|[(/] ?(?P<sign>{_NAME})\)?\s*$"
)


@dataclass(frozen=True, slots=True)
class Corroboration:
    """How many independent sources report a story, and how that count came about.

    `sources` are the outlets named, `families` their publishers, `copied` those with copies only, and
    `credited` says, for each other one that is not counted, which agency or outlet its articles credit.
    """

    independent: tuple[str, ...]
    sources: tuple[str, ...]
    families: tuple[str, ...]
    copied: tuple[str, ...]
    credited: Mapping[str, str]

    @property
    def how(self) -> str:
        """How the count came about: 3 publishers, 1 only copied, 1 credits Reuters; empty where every source counts."""
        if len(self.independent) == len(self.sources):
            return ""
        fewer = len(self.families) < len(self.sources)
        parts = [f"{len(self.families)} publisher{'s' * (len(self.families) != 1)}"] if fewer else []
        parts += [f"{len(self.copied)} only copied"] if self.copied else []
        for agency in dict.fromkeys(self.credited.values()):
            count = list(self.credited.values()).count(agency)
            parts.append(f"{count} credit{'s' * (count == 1)} {agency}")
        return ", ".join(parts)


def corroboration(documents: Iterable[Document], groups: Iterable[CopyGroup]) -> Corroboration:
    """Return the independent sources of documents: publishers by their first outlet, in the order in which they reported.

    A publisher with copies only does not count; nor does one whose every article credits an agency or quotes an
    outlet that was counted already.
    """
    copied = {copy for group in groups for copy in group.copies}
    ordered = [each for each in sorted(documents, key=lambda each: each.order) if each.source is not None]
    articles: dict[str, list[Document]] = {}
    for document in ordered:
        articles.setdefault(family_of(document), []).append(document)
    own = {family: [each for each in given if each.id not in copied] for family, given in articles.items()}
    # An agency that reports itself is counted, even if another outlet printed its piece first.
    counted = {_agency_of(family) for family, given in own.items() if given} & set(_AGENCIES.values())
    outlets = {family: {str(each.source) for each in given} for family, given in articles.items()}
    independent: list[str] = []
    credited: dict[str, str] = {}
    for family, given in own.items():
        others = {name: other for other, names in outlets.items() if other != family for name in names}
        named = [_credited(each, others) - {_agency_of(family)} for each in given]
        if given and all(names & counted for names in named):
            credit = min(named[0] & counted)
            credited[str(given[0].source)] = str(articles[credit][0].source) if credit in articles else credit
        elif given:
            independent.append(str(given[0].source))
            counted |= {family, *(set().union(*named) if all(named) else ())}
    return Corroboration(
        tuple(independent),
        tuple(dict.fromkeys(str(each.source) for each in ordered)),
        tuple(articles),
        tuple(family for family, given in own.items() if not given),
        credited,
    )


def independent_sources(documents: Iterable[Document], groups: Iterable[CopyGroup]) -> tuple[str, ...]:
    """Return the outlets that reported on their own, one for each publisher, in the order in which they first did."""
    return corroboration(documents, groups).independent


def family_of(document: Document) -> str:
    """Return the publisher of an article; empty where neither a source nor an address names one."""
    table, source, domain = _table(), document.source or "", registrable_domain(document.url)
    for name in (source.casefold(), domain):
        if name in table:
            return table[name]
    if "." in source and " " not in source:  # a host instead of a name
        return registrable_domain(source)
    return _without_desks(source) or domain


def _without_desks(source: str) -> str:
    """Return a name in small letters without desks and editions: "World news | The Guardian", "Reuters Asia"."""
    parts = [_WORDS.findall(part) for part in _PARTED.split(source.casefold())]
    named = next((words for words in parts if not _DESKS.issuperset(words)), parts[0])
    named = named[1:] if named[:1] == ["the"] and len(named) > 1 else named
    end = len(named)
    while end > 1 and named[end - 1] in _DESKS and named[end - 2] not in _JOINING:
        end -= 1
    return " ".join(named[:end])


def _agency_of(family: str) -> str:
    """Return the agency that a family is, or the family itself."""
    return next((agency for name, agency in _AGENCIES.items() if name.casefold() == family), family)


def registrable_domain(address: str | None) -> str:
    """Return the domain that somebody registered: example.co.uk, of https://news.example.co.uk/world; empty without one."""
    if not address:
        return ""
    try:
        host = (urlsplit(address if "//" in address else f"//{address}").hostname or "").removeprefix("www.")
    except ValueError:
        return ""  # "http://[::1" names no host
    labels = host.split(".")
    shared = len(labels) > 2 and labels[-2] in _SHARED_HOSTS
    second = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3 if shared or second else -2 :])


def _credited(document: Document, outlets: Mapping[str, str]) -> set[str]:
    """Return the agencies that an article credits at its head or end, and the outlets that it quotes at its head."""
    head = document.text[:_HEAD]
    found = {_AGENCIES[match["name"] or match["bare"]] for match in _DATELINE.finditer(head)}
    for match in _CREDIT.finditer(document.text[-_FOOT:].rstrip()):
        listed = match["list"] or match["one"] or match["sign"]
        found |= {agency for name, agency in _AGENCIES.items() if re.search(rf"\b{re.escape(name)}\b", listed)}
    lead = document.text[:_FOOT]
    return found | {family for name, family in outlets.items() if name in lead and _is_quoted(name, lead)}


def _is_quoted(name: str, lead: str) -> bool:
    """Say whether an outlet is named as where a report comes from: "according to the Courier", "the Courier reported"."""
    outlet = rf"(?:the )?{re.escape(name)}"
    return (
        re.search(rf"(?i:according to|reported by|told|citing) {outlet}\b|\b{outlet} (?:reported|reports|said)\b", lead)
        is not None
    )


@cache
def _table() -> Mapping[str, str]:
    """Return the user's table of families, by source or domain in small letters."""
    path = os.environ.get(VARIABLE)
    if not path:
        return {}
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            rows: Sequence[Sequence[str]] = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise UsageError(
            f"The table of publishers {path!r} cannot be read: {error.strerror}.", given=path,
            advice=f"Name a CSV file of source and family by ${VARIABLE}, or unset it.",
        ) from error  # fmt: skip
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise UsageError(
                f"Row {number} of {path!r} has {len(row)} columns.", given=",".join(row),
                allowed="Two columns: a source or domain, and the family it belongs to.",
            )  # fmt: skip
    return {name.strip().casefold(): family.strip() for name, family in rows}
