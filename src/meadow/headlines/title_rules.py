"""What speaks against an existing title as the headline of a whole story.

Source: our own rules. Each is a question about one title; `meadow.headlines.title` says what the answers cost.
"""

from __future__ import annotations

import re

from meadow.text.datelines import agencies
from meadow.text.language import UNSPACED
from meadow.text.rulebook import ANY, rulebook
from meadow.text.tokens import count_printed_words

_LABELS = sorted(rulebook(ANY).words("title labels"), key=len, reverse=True)
_ANY_LABEL = "(?:" + "|".join(re.escape(label).replace("_", " ") for label in _LABELS) + r")(?: \d+)?"
_BRACKETED = rf"[\[(【［]\s*(?:{_ANY_LABEL})\s*[\])】］]"
_LEADING = re.compile(
    rf"\s*(?:{_BRACKETED}\s*[:|–—-]?|(?:{_ANY_LABEL})\s*(?:[:|：｜]|\s[–—-]\s|(?<=\d)-|(?<=rpt)-))\s*", re.IGNORECASE
)
_TRAILING = re.compile(rf"\s*(?:{_BRACKETED}|(?:\s[|–—-]\s|｜)\s*(?:{_ANY_LABEL}))\s*$", re.IGNORECASE)

_BEHIND = re.compile(r"\s+[-–—|]\s+(?P<name>[^-–—|]{2,30})$|\s*\((?P<bracketed>[^()]{2,20})\)$")
_ARTICLE = re.compile(r"^(?:(?:the|het|de|la|el|le) |l['’])")
# "persbureau ANP", "BBC News": what may stand beside a name that the list of agencies has.
_WORDS_OF_AGENCIES = re.compile(
    r"\b(?:news(?: agency| service)?|press agency|persbureau|nieuwsagentschap)\b"
    r"|\b(?:agencia(?: de noticias)?|agence(?: de presse)?)\b|通信社?$"
)
# "Lethrisch persbureau", "Central News Agency": a name that says of itself what it is.
_AGENCY = re.compile(
    r"(?:\S+ ){0,3}(?:(?:news|press) agency|persbureau|nieuwsagentschap)|agencia de (?:noticias|prensa)(?: \S+){0,2}"
    r"|agence (?:de presse|france-presse)(?: \S+)?|\S{0,8}通信社|(?:共同|時事|ロイター|新華|タス|afp|ap)(?:通信|電)?"
)
_LEAST_WORDS = 4
_MOST_WORDS = 18
_MOST_UNSPACED_WORDS = 30


def strip_labels(title: str) -> str:
    """Return a title without the section labels around it; a title that is nothing but a label stays."""
    bare = _TRAILING.sub("", title)
    match = _LEADING.match(bare)
    while match is not None and match.end() < len(bare):
        bare = bare[match.end() :]
        match = _LEADING.match(bare)
    return bare if any(map(str.isalnum, bare)) else title


def strip_source(title: str, source: str | None) -> str:
    """Return a title without the name of its source or of an agency behind a dash or bar: "… - Reuters", "… | BBC News"."""
    match = _BEHIND.search(title)
    if match is None or not any(map(str.isalnum, title[: match.start()])):
        return title
    return title[: match.start()] if is_source(match["name"] or match["bracketed"], source) else title


def is_source(text: str, source: str | None = None) -> bool:
    """Say whether a text is nothing but the name of an agency, or of the source given, whatever article is before it."""
    bare = _ARTICLE.sub("", text.strip(" .()[]").lower())
    named = bare == "associated press" or _WORDS_OF_AGENCIES.sub("", bare).strip().replace(" ", "-") in agencies()
    is_given = source is not None and bare == _ARTICLE.sub("", source.strip().lower())
    return named or is_given or _AGENCY.fullmatch(bare) is not None


def is_labelled(title: str) -> bool:
    """Say whether a title begins or ends with a label such as "Live:" or "| Opinion"."""
    return strip_labels(title) != title or _LEADING.fullmatch(f"{title}:") is not None


def is_clickbait(title: str, language: str = "en") -> bool:
    """Say whether a title asks, exclaims or withholds; a language without a list is judged by its marks only."""
    return rulebook(language).kind("tease").find(title) is not None


def is_short(title: str, language: str = "en") -> bool:
    """Say whether a title has fewer words than most statements need."""
    return count_printed_words(title, language) < _LEAST_WORDS


def is_long(title: str, language: str = "en") -> bool:
    """Say whether a title has more words than a line holds."""
    return count_printed_words(title, language) > (_MOST_UNSPACED_WORDS if language in UNSPACED else _MOST_WORDS)
