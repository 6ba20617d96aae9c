"""Dates for days that would mislead: "Monday [26 Oct]", where a reader of the whole story would take it for another Monday.

Source: our own rule. A mention misleads if the same words, seen from the day the story ends, mean another day than they
meant when they were written. The date is added in square brackets, as editors mark their additions: "ayer [26 oct]",
"maandag [26 okt]", "昨日［10月26日］"; the year is given only where it differs. In languages whose dates we cannot
read nothing is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache

from meadow.rewrite.periods import NewsPeriod, StatedPeriod, find_periods, period_pattern, period_words, stated_period
from meadow.rewrite.rewritten import Context, Insertion
from meadow.text.phrases import DateMention
from meadow.text.phrases.dates import dates_seen
from meadow.text.phrases.lexicon import lexicon
from meadow.text.word_sets import small_words

KIND = "date"
_LONGEST = 2_000  # characters; what is longer is no sentence, and is left as it is
_MONTHS: Mapping[str, str] = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec",
}
# "Black Friday", "every Monday", "The Sunday Times": no day of the calendar.
_NO_DAY_BEFORE = re.compile(
    r"\b(?:Black|Good|Super|Ash|Bloody|Cyber|Easter|Palm|Fat|Holy|Giving|every|each|cada|todos los|elke|iedere)\s$|毎週$",
    re.IGNORECASE,
)
_NO_DAY_AFTER = re.compile(r"[-\w]|\s(?:Times|Mail|Post|Telegraph|Herald|Night|Night's|Mirror|Express|Mass)\b")
# How many days from the day of writing a day may lie that is given by its number, and one by number and month.
_NEAR = 10
_NEAR_WITH_MONTH = 60
_WEEK_OF = {"en": ("week of", ""), "es": ("semana del", ""), "nl": ("week van", ""), "ja": ("", "の週")}
_NEIGHBOUR = re.compile(r"[\s,(.]{0,3}(?:the|de|el|del)?\s?")
_WITH_MONTH = re.compile(r"[^\W\d_]{3}|月")

_WHOLE_WORDS = frozenset(
    {"en", "es"}
)  # languages that do not glue a day to other words, as Dutch does: "maandagochtend"


def date_insertions(text: str, language: str, context: Context | None) -> tuple[Insertion, ...]:
    """Return the dates to print in a sentence, in order; none where nothing misleads or the times are not known."""
    if context is None or context.published is None or context.last is None:
        return ()
    if context.published.date() == context.last.date() or len(text) > _LONGEST:
        return ()
    may_mislead, periods = _suspects(text, language)
    if not may_mislead:
        return ()
    anchors = (context.published, context.last)
    seen = dates_seen(text, language, anchors=anchors)
    if seen[0] == seen[1] and not periods:
        return ()
    then, now = _days_then_and_now(text, periods, anchors, seen)
    return tuple(
        Insertion(KIND, mention.end, _bracketed(mention, context.last, language))
        for mention, seen in zip(then, now, strict=True)
        if mention != seen
        and _is_sure(mention, context.published.date(), language)
        and _is_day(text, mention, language)
    )


def with_insertions(text: str, insertions: tuple[Insertion, ...], *, start: int = 0) -> str:
    """Return a sentence from `start` on with its insertions, each behind its place."""
    pieces: list[str] = []
    for insertion in insertions:
        if insertion.place >= start:
            pieces += (text[start : insertion.place], insertion.text)
            start = insertion.place
    return "".join((*pieces, text[start:]))


def _days_then_and_now(
    text: str, periods: Sequence[NewsPeriod], anchors: Sequence[datetime], seen: Sequence[tuple[DateMention, ...]]
) -> Iterator[tuple[StatedPeriod, ...]]:
    """Yield the mentions of a text seen from each anchor, in order; which there are does not depend on the anchor."""
    for anchor, mentions in zip(anchors, seen, strict=True):
        days = [_of_day(mention) for mention in _without_neighbours(text, mentions)]
        yield tuple(sorted((*days, *(stated_period(period, anchor.date()) for period in periods))))


def _of_day(mention: DateMention) -> StatedPeriod:
    if mention.day is None:
        return StatedPeriod(mention.start, mention.end, mention.text, None)
    return StatedPeriod(mention.start, mention.end, mention.text, mention.day.year, mention.day.month, mention.day.day)


def _without_neighbours(text: str, mentions: tuple[DateMention, ...]) -> Iterator[DateMention]:
    """Yield the mentions without a fuller date next to them: "Monday, March 3" gives its day already."""
    numbered = [mention for mention in mentions if any(map(str.isdigit, mention.text))]
    if not numbered:
        yield from mentions
        return
    for mention in mentions:
        gaps = [sorted((mention, other), key=lambda each: each.start) for other in numbered if other is not mention]
        if not any(_NEIGHBOUR.fullmatch(text, first.end, second.start) for first, second in gaps):
            yield mention


def _is_sure(mention: StatedPeriod, published: date, language: str) -> bool:
    """Return whether a mention means what it seems to: a day given by its number alone may be of another month or year."""
    if mention.year is None:
        return False
    if mention.month is None or mention.day is None or not any(map(str.isdigit, mention.text)):
        return True
    distance = abs((date(mention.year, mention.month, mention.day) - published).days)
    if _names_month(mention.text, language):
        return distance <= _NEAR_WITH_MONTH
    return distance <= _NEAR


def _is_day(text: str, mention: StatedPeriod, language: str) -> bool:
    if _NO_DAY_BEFORE.search(text, max(0, mention.start - 12), mention.start) is not None:
        return False
    return language == "ja" or _NO_DAY_AFTER.match(text, mention.end) is None


def _bracketed(mention: StatedPeriod, last: datetime, language: str) -> str:
    """Return the date as it is printed; a mention with day and month needs only its year."""
    year = f"{mention.year}" if mention.year != last.year or mention.month is None else ""
    if mention.day is not None and mention.year != last.year and _names_month(mention.text, language):
        return f"［{year}年］" if language == "ja" else f" [{year}]"
    before, behind = _WEEK_OF[language] if mention.week else ("", "")
    if language == "ja":
        month = f"{mention.month}月" if mention.month is not None else ""
        day = f"{mention.day}日" if mention.day is not None else ""
        return f"［{year + '年' if year else ''}{month}{day}{behind}］"
    month = _MONTHS[language].split()[mention.month - 1] if mention.month is not None else ""
    parts = (before, str(mention.day) if mention.day is not None else "", month, year)
    return f" [{' '.join(part for part in parts if part)}]"


def _names_month(mention: str, language: str) -> bool:
    return any(map(str.isdigit, mention)) and (
        "月" in mention if language == "ja" else _WITH_MONTH.search(mention) is not None
    )


def _suspects(text: str, language: str) -> tuple[bool, tuple[NewsPeriod, ...]]:
    """Return whether a text may have a date that misleads, and the spans of time it names; nearly all have neither."""
    if language not in _WHOLE_WORDS:
        may_mislead = _trigger(language).search(text) is not None
        return may_mislead, find_periods(text, language) if may_mislead else ()
    words = small_words(text.replace("_", " "))
    if _time_words(language).isdisjoint(words):
        return False, ()
    # The pattern takes long, and most texts lack the words for it.
    periods = () if period_words(language).isdisjoint(words) else find_periods(text, language)
    return periods != () or not _day_words(language).isdisjoint(words), periods


@cache
def _day_words(language: str) -> frozenset[str]:
    """Return the words that a date whose day depends on the time of writing has among its own."""
    lists = lexicon(language)
    return frozenset().union(*(lists.table(name) for name in ("weekdays", "relative days", "months")))


@cache
def _time_words(language: str) -> frozenset[str]:
    return _day_words(language) | period_words(language)


@cache
def _trigger(language: str) -> re.Pattern[str]:
    if language == "ja":
        return re.compile(r"[月火水木金土日]曜|\d{1,2}日|[昨明今去来先]|きのう|きょう|あす|本日")
    lists = lexicon(language)
    words = [*lists.table("weekdays"), *lists.table("relative days"), *lists.table("months")]
    if not words:
        return re.compile(r"(?!)")
    listed = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(rf"\b(?:{listed})|{period_pattern(language).pattern}", re.IGNORECASE)
