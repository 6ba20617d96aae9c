"""What speaks against an existing title as the headline of a whole story.

Source: our own rules. Each is a question about one title; `meadow.headlines.title` says what the answers cost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from meadow.text.datelines import agencies
from meadow.text.language import UNSPACED
from meadow.text.tokens import count_printed_words

# Labels before or behind a title that name its section, its form or its place in a series, in any of our languages.
_LABELS = (
    "live", "live updates?", "live blog", "liveblog", "updates?(?: \\d+)?", "updated", "breaking(?: news)?",
    "exclusive", "just in", "opinion", "op-ed", "editorial", "comment(?:ary)?", "analysis", "column", "letters?",
    "explainer", "factbox", "timeline", "quiz", "q&a", "interview", "profile", "review", "tv review", "recap",
    "feature", "podcast", "newsletter", "sponsored", "advertisement", "video", "videos", "watch", "listen", "photos?",
    "pictures", "gallery", "in pictures", "slideshow", "audio", "first look", "wrapup(?: \\d+)?", "rpt", "refile",
    "correct(?:ed|ion)", "market snapshot", "(?:global|us|uk|european) (?:markets?|stocks|forex)", "news in brief",
    "the latest", "poll", "report", "analyst blog", "quick facts", "en vivo", "en directo", "directo", "opinión",
    "análisis", "editorial", "vídeo", "fotos", "última hora", "entrevista", "exclusiva", "minuto a minuto", "tribuna",
    "crónica", "fotogalería", "opinie", "analyse", "column", "interview", "lees terug", "video", "foto['’]?s",
    "in beeld", "reportage", "commentaar", "liveblog",
    "速報", "社説", "動画", "解説", "コラム", "写真特集", "号外", "論説", "特集", "訃報",
)  # fmt: skip
_ANY_LABEL = "|".join(dict.fromkeys(_LABELS))
_BRACKETED = rf"[\[(【［]\s*(?:{_ANY_LABEL})\s*[\])】］]"
_LEADING = re.compile(
    rf"\s*(?:{_BRACKETED}\s*[:|–—-]?|(?:{_ANY_LABEL})\s*(?:[:|：｜]|\s[–—-]\s|(?<=\d)-|(?<=rpt)-))\s*", re.IGNORECASE
)
_TRAILING = re.compile(rf"\s*(?:{_BRACKETED}|(?:\s[|–—-]\s|｜)\s*(?:{_ANY_LABEL}))\s*$", re.IGNORECASE)

# What promises more than it tells: questions to the reader, lists, withheld facts.
_CLICKBAIT: Mapping[str, str] = {
    "en": r"\byou(?:['’](?:re|ll|ve))?\b|\byour\b|\bwon['’]t believe\b|\bhere(?:['’]s| is| are)\b|^(?:this|these)\b"
    r"|^why\b|^how (?:to|the|a|i|we)\b|^what\b|\bwhat happen(?:s|ed) next\b|\bthe reason why\b"
    r"|(?:^|: )(?:the )?(?:\d+|five|six|seven|eight|nine|ten|top \d+) (?:\w+ )?"
    r"(?:things|ways|reasons|facts|tips|photos|moments|takeaways|questions|stocks|number)\b"
    r"|\beverything (?:you|we)\b|\bmust[- ]see\b|\bgo(?:es)? viral\b|\bbreaks? the internet\b|\bomg\b|\bhilarious\b"
    r"|\bjaw-dropping\b",
    "es": r"\bno (?:te|lo) (?:vas a|podrás|creerás)\b|\best[ao] es\b|\bte\b|\btu\b|\btus\b|^por qué\b|^cómo\b|^qué\b|^así\b"
    r"|^(?:las |los )?(?:\d+|cinco|siete|diez) (?:cosas|claves|razones|consejos|fotos)\b|\blo que debes saber\b",
    "nl": r"\bje\b|\bjij\b|\bjouw\b|^dit (?:is|zijn)\b|^zo\b|^waarom\b|^hoe\b|^wat\b|\bgeloof je niet\b"
    r"|^(?:de )?(?:\d+|vijf|zeven|tien) (?:dingen|redenen|tips|foto['’]s|vragen)\b|\bdit moet je weten\b",
    "ja": r"あなた|まさか|ヤバ|衝撃の|驚きの|とは[？?]?$|なぜ|理由とは|選$|してみた|とんでもない|話題に$",
}  # fmt: skip
_ASKS = re.compile(r"[?？!！]['\"”’»」]?$|[?？!！]{2}|^[¿¡]")
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
    pattern = _CLICKBAIT.get(language)
    lured = pattern is not None and re.search(pattern, title, re.IGNORECASE) is not None
    return lured or _ASKS.search(title) is not None


def is_short(title: str, language: str = "en") -> bool:
    """Say whether a title has fewer words than most statements need."""
    return count_printed_words(title, language) < _LEAST_WORDS


def is_long(title: str, language: str = "en") -> bool:
    """Say whether a title has more words than a line holds."""
    return count_printed_words(title, language) > (_MOST_UNSPACED_WORDS if language in UNSPACED else _MOST_WORDS)
