"""What a sentence states in numbers: for each number the fact it is the value of, and where and when that holds.

A fact is one of the common facts of news (dead, injured, aboard, magnitude …), told by the words beside the number, or
"so many of one noun", or "so much of one unit". Numbers that state something else are left out: a part of a whole, an
addition, a sum over several events, another time, a possibility. A bare number whose fact stands before ("the union puts
the figure at 900") is kept for `meadow.grouping.figures.rivals` to resolve.

Source: our own rules.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from meadow.grouping.figures.claim import Claim, StatedFact
from meadow.grouping.figures.japanese import japanese_claims
from meadow.grouping.figures.kinds import told_by
from meadow.grouping.figures.past import opens_in_the_past, tells_of_the_past
from meadow.grouping.figures.subjects import names_of, predicate_of
from meadow.grouping.figures.voices import Voice, voice_of, voices_in
from meadow.grouping.figures.words import NumberInSentence, SentenceWords, see_numbers
from meadow.text.per_word import PerWord
from meadow.text.phrases.dates import dates_among
from meadow.text.phrases.number_words import parse_digits
from meadow.text.phrases.numbers import may_hold_numbers, quantities_among
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.text.phrases.values import DateMention, Quantity
from meadow.text.stems import stem_of
from meadow.text.stopwords import stop_words

NEAR = 8  # words on either side of a number that tell what it is about
_PART_REACH = 6  # words before a number among which "including" stands
_OWNED_REACH = 2  # words between a part and its whole
_MORE_REACH = 2  # words before a number among which "another" stands
FIGURE_REACH = 3  # words before a number among which "the figure" stands
_JOINING = frozenset({"preposition", "link"})  # "of …" and "in …", which sets one event beside another when said twice
_ENDS_PLACE = frozenset({"verb", "auxiliary", "subordinator", "relative", "pronoun", "number", "adverb", "preposition"})
_NOWHERE: frozenset[str] = frozenset()
_DASHES = frozenset("-–")
_RANGE_GAP = 2  # words between the ends of a range: a dash and the sign of a currency
_COMPOUND = re.compile(r"(?P<digits>\d[\d.,]*)-(?P<noun>[^\W\d_]{3,})")
_MOST_NUMBERS = 60  # a "sentence" of more is a table or worse; each number is read with all words of its clause
_REPORTING_REACH = 3  # words between "said" and the day on which it was said


def read_claims(text: str, language: str, published: datetime | None) -> tuple[Claim, ...]:
    """Return what the numbers of a sentence state, in order."""
    if language == "ja":
        return japanese_claims(text, published)
    return claims_among(text, read_tokens(text, language), language, published)


def claims_among(text: str, tokens: Tokens, language: str, published: datetime | None) -> tuple[Claim, ...]:
    """Return the same, for a sentence whose words are told apart already, in a language that parts them by spaces."""
    if not may_hold_numbers(tokens, language) or tells_of_the_past(tokens.plain, language, published):
        return ()
    mentions = dates_among(text, tokens, language, anchor=published)
    tags = tag_tokens(tokens, language)
    quantities = _with_compounds(quantities_among(text, language, tokens, tags, mentions), tokens, language)
    if not quantities or max(len(quantities), len(mentions)) > _MOST_NUMBERS:
        return ()
    words = SentenceWords.of(tokens, tags, language)
    if opens_in_the_past(words.lower, words.lists):
        return ()
    days, voices = _event_days(words, mentions), voices_in(words)
    setting = _setting(words)
    claims: list[Claim] = []
    for seen in see_numbers(words, quantities):
        claim = _claim(seen, setting, days, voices, claims)
        if claim is not None:
            claims.append(claim)
    return tuple(claims)


def _with_compounds(found: Sequence[Quantity], tokens: Tokens, language: str) -> Sequence[Quantity]:
    """Return quantities in order with those that hang on their noun: "a 72-storey tower", "the 6.1-magnitude quake"."""
    matches = [(place, match) for place, word in enumerate(tokens.plain) if (match := _COMPOUND.fullmatch(word))]
    taken = {each.start for each in found} if matches else set[int]()
    compounds = [
        Quantity(start, tokens.ends[place], tokens.texts[place], value, None, match["noun"])
        for place, match in matches
        if (start := tokens.starts[place]) not in taken
        and (value := parse_digits(match["digits"], language)) is not None
    ]
    return sorted((*found, *compounds), key=lambda each: each.start) if compounds else found


def common_figures(text: str, language: str, published: datetime | None) -> frozenset[tuple[str, Decimal]]:
    """Return the common facts of news for which a sentence gives a number, each by its kind and value."""
    claims = read_claims(text, language, published)
    return frozenset((each.kind, each.value) for each in claims if each.told is not None and each.told.common)


def _event_days(words: SentenceWords, mentions: Sequence[DateMention]) -> frozenset[date]:
    """Return the days on which something happened, not those on which somebody said so."""
    reporting = words.lexicon.words("reporting")
    days = []
    for mention in mentions:
        place = bisect_left(words.tokens.starts, mention.start)
        around = words.lower[max(0, place - _REPORTING_REACH) : place + _REPORTING_REACH + 1]
        if mention.day is not None and reporting.isdisjoint(around):
            days.append(mention.day)
    return frozenset(days)


def _claim(
    seen: NumberInSentence,
    setting: frozenset[str],
    days: frozenset[date],
    voices: Sequence[Voice],
    before: Sequence[Claim],
) -> Claim | None:
    words = seen.words
    replaced = words.lists.phrases("replaced").among(words.lower, max(0, seen.opening - 1), seen.first)
    moved = replaced in words.lists.phrases("moved") if replaced is not None else False
    outdated = replaced is not None and (not moved or _is_change(seen))  # "from 2 to 7" alone is a range
    elsewhen = _is_elsewhen(seen) or _is_possible(seen)
    if (elsewhen and not outdated) or _is_part(seen) or _is_inexact(seen) or _is_summed_up(seen):
        return None
    quoted = _is_quoted(seen)
    if quoted and seen.holds("within the day"):
        return None
    fact, places, voice = told_by(seen), _places(seen), voice_of(seen, voices)
    if _is_added(seen) and not (fact is not None and before and before[-1].told not in (None, fact)):
        return None
    another = fact is None and bool(before) and voice not in (None, before[-1].voice) and before[-1].voice is not None
    rival = not places and (_is_figure(seen, fact) or another or (fact is None and _is_opposed(seen)))
    return Claim(
        told=fact,
        quantity=seen.quantity,
        places=places,
        setting=setting,
        days=days,
        names=names_of(seen),
        predicate=predicate_of(seen),
        before=_content(words, max(seen.low, seen.first - NEAR), seen.first),
        after=_content(words, seen.end, min(seen.high, seen.end + NEAR)),
        voice=voice,
        outdated=outdated or _is_earlier(seen),
        replaced=outdated and not moved,
        changed=moved if outdated else seen.holds("changed"),
        lowered=seen.holds("lowered"),
        rival=rival,
        quoted=quoted,
    )


def _is_quoted(seen: NumberInSentence) -> bool:
    """Say whether a measure is a quote on a market, of which every day has its own: "shares closed at 44.70 crowns"."""
    if seen.quantity.unit is None:
        return False
    return seen.holds("quotes") or (seen.holds("traded") and seen.holds("trading"))


def _is_elsewhen(seen: NumberInSentence) -> bool:
    """Say whether a clause is about another time or event, which is more than what the number counts ("13 aftershocks")."""
    phrase = seen.phrase("elsewhen", "other events")
    return phrase is not None and phrase not in (seen.quantity.counted or "").split()


def _is_earlier(seen: NumberInSentence) -> bool:
    """Say whether a number is called an earlier one, in its clause or before it: "the first report, at noon, spoke of 3"."""
    earlier = seen.words.lists.phrases("earlier")
    return seen.holds("earlier") or earlier.among(seen.words.lower, seen.left, seen.first) is not None


def _is_change(seen: NumberInSentence) -> bool:
    """Say whether a clause is about a change: "rose from 2 to 7"."""
    return seen.words.lists.phrases("changed", "lowered").among(seen.words.lower, seen.low, seen.high) is not None


def _is_possible(seen: NumberInSentence) -> bool:
    """Say whether a number only may be so ("could rise to 30"), which "could confirm 30" does not say."""
    confirming = seen.words.lists.phrases("confirming")
    return seen.holds("perhaps") and confirming.among(seen.words.lower, seen.left, seen.first) is None


def _is_added(seen: NumberInSentence) -> bool:
    """Say whether a number is an addition to another one: "three more", "8 others"."""
    words, more = seen.words, seen.words.lists.phrases("more")
    added = more.among(words.lower, max(0, seen.opening - _MORE_REACH), seen.opening)  # not the "more" of "more than"
    return added is not None or words.word(seen.end) in more


def _is_part(seen: NumberInSentence) -> bool:
    """Say whether a number is a part or its whole: "12 of the 40", "including two"."""
    words, lists = seen.words, seen.words.lists
    links = lists.phrases("part links")
    near = seen.left >= seen.opening or seen.first - seen.left <= _OWNED_REACH  # "two of its five piers"
    whole = seen.left > 0 and links.at(words.lower, seen.left) is not None and near
    if whole or links.at(words.lower, seen.end) is not None:
        return True
    if words.tag(seen.first - 1) == "link" and words.word(seen.first - 2) in lists.phrases("groups"):
        return True  # "a mother of two"
    return lists.phrases("parts").among(words.lower, max(0, seen.first - _PART_REACH), seen.first) is not None


def _is_summed_up(seen: NumberInSentence) -> bool:
    """Say whether a number is of several events together: "the shelling of the school and of the market killed 50"."""
    words = seen.words
    if "conjunction" not in words.tags[seen.low : seen.first - 1]:
        return False
    for place in range(seen.low, seen.first - 1):
        if words.tag(place) == "conjunction" and words.tag(place + 1) in _JOINING:
            joined = words.word(place + 1)
            if joined in words.lower[seen.low : place]:
                return True
    return False


def _is_inexact(seen: NumberInSentence) -> bool:
    """Say whether a number is none to hold anyone to: "half a dozen", Spanish "millones de", one end of "$3-$4 million"."""
    words = seen.words
    gaps = words.lower[seen.left : seen.first] if seen.left > 0 else (), words.lower[seen.end : seen.right]
    if any(gap and gap[0] in _DASHES and len(gap) <= _RANGE_GAP for gap in gaps):
        return True
    if _is_torn(words, seen.end) or _is_torn(words, seen.first - 1):
        return True
    inside = words.lower[seen.first : seen.end]
    scale = words.lexicon.table("numbers").get(inside[0], "").startswith("x") and seen.first == seen.opening
    return scale or words.lists.phrases("inexact").among(words.lower, seen.first, seen.end) is not None


def _is_torn(words: SentenceWords, place: int) -> bool:
    """Say whether a mark with blanks around it parts one number: "5 . 9", as some collections write it."""
    if words.word(place) not in (".", ",") or place + 1 >= len(words.lower) or place < 1:
        return False
    apart = words.tokens.starts[place] > words.tokens.ends[place - 1]
    return apart and words.word(place - 1)[-1].isdigit() and words.word(place + 1)[0].isdigit()


def _is_figure(seen: NumberInSentence, fact: StatedFact | None) -> bool:
    """Say whether a number is called one that was told before: "puts the figure at 900", "a figure of 61.9 per cent"."""
    if fact is not None and fact.kind != f"unit {seen.quantity.unit}":
        return False
    low = max(seen.low, seen.first - FIGURE_REACH)  # "number two" is a rank: at least one word stands between
    return seen.words.lists.phrases("references").among(seen.words.lower, low, seen.first - 1) is not None


def _is_opposed(seen: NumberInSentence) -> bool:
    """Say whether somebody sets a number against one before it: "while the railway speaks of 900"."""
    words, lists = seen.words, seen.words.lists
    between = range(seen.left, seen.first) if seen.left > 0 else range(0)
    contrast = lists.phrases("contrast").among(words.lower, between.start, between.stop)
    claimed = any(words.word(place) in words.lexicon.words("reporting") for place in between)
    return contrast is not None and (
        claimed or lists.phrases("claiming").among(words.lower, between.start, between.stop) is not None
    )


@cache
def content_words(language: str) -> PerWord[bool]:
    """Return for each word whether it tells, beside a number, what the number is about."""
    stops = stop_words(language)
    return PerWord(lambda word: word not in stops and word[0].isalpha() and len(word) > 2)


def _content(words: SentenceWords, low: int, high: int) -> tuple[tuple[str, str], ...]:
    """Return the words that carry content, each with its stem."""
    tells, stems = content_words(words.language), stem_of(words.language)
    return tuple([(stems[word], word) for word in words.lower[low:high] if tells[word]])


def _places(seen: NumberInSentence) -> frozenset[str]:
    """Return the stems of the places that a number holds for: those in its clause, or in the one that opens the sentence."""
    words, high = seen.words, seen.high
    openers = words.lexicon.words("subordinators")  # "… rose to five after rescuers searched houses in Vellin"
    if not openers.isdisjoint(words.lower[seen.end : high]):
        high = next(place for place in range(seen.end, high) if words.lower[place] in openers)
    names = list(_place_names(words, seen.low, high))
    if words.lower[0] in words.lists.phrases("place words"):
        names += _place_names(words, *words.clause(0, 0))
    return frozenset(map(stem_of(words.language).__getitem__, names)) if names else _NOWHERE


def _setting(words: SentenceWords) -> frozenset[str]:
    """Return the stems of all places that a sentence names; "the north" names none."""
    names = frozenset(_place_names(words, 0, len(words.lower))) - words.lists.phrases("directions").phrases
    return frozenset(map(stem_of(words.language).__getitem__, names))


def _place_names(words: SentenceWords, low: int, high: int) -> Iterator[str]:
    """Iterate over the names behind "in" and its like, but for "in Monday's storm" and "off the Lethrian coast"."""
    directions, place_words, inside = words.lists.phrases("directions"), words.lists.phrases("place words"), False
    span = words.lower[low:high]
    if directions.firsts.isdisjoint(span) and place_words.phrases.isdisjoint(span):
        return
    for place, (word, tag) in enumerate(zip(span, words.tags[low:high], strict=True), low):
        if directions.at(words.lower, place) is not None:
            yield word
        if word in place_words:
            inside = True
        elif tag in _ENDS_PLACE:
            inside = False
        elif inside and tag == "name" and words.tag(place + 1) not in ("noun", "adjective"):
            yield word
