"""Which fact a number is the value of, from the words next to it: "14 people were killed", "the toll rose to 14".

Source: our own rules.
"""

from __future__ import annotations

from dataclasses import replace

from meadow.grouping.figures.claim import StatedFact
from meadow.grouping.figures.words import BREAKS, NumberInSentence, SentenceWords
from meadow.text.stems import stem_of

MARK_REACH = 10  # words after a number among which "killed" stands
TOLL_REACH = 25  # words before a number among which "death toll" stands
COUNTED_REACH = 6  # words after "the number of" among which "killed" stands
_SCALE_REACH = 4  # words after a number among which "on the Richter scale" stands
RATE_REACH = 4  # words after a number among which "a day" stands
STRONGEST = 10  # no earthquake was stronger
OLDEST = 115
_ENDS_PHRASE = frozenset({"number", "conjunction", "subordinator"})
# Units in which a story measures many things at once.
LOOSE_UNITS = frozenset({"%", "year", "month", "week", "day", "hour", "min", "s", "decade", "century", "°", "°C", "°F"})
# Facts that are told by a noun, which may stand there for another reason: "the killing of 850 demonstrators".
_BY_NOUN = frozenset({"marching", "striking", "aboard", "arrested"})


def told_by(seen: NumberInSentence) -> StatedFact | None:
    """Return the fact that a number is the value of; None where the words do not tell."""
    for kind in (_age, _magnitude, _margin, _marked, _measured):
        fact = kind(seen)
        if fact is not None:
            return fact
    return None


def _age(seen: NumberInSentence) -> StatedFact | None:
    """Tell "Jana Holt, 41," and "41-year-old Jana Holt" by the name."""
    words, first, end = seen.words, seen.first, seen.end
    if not 1 < seen.quantity.value < OLDEST:
        return None
    if seen.quantity.text.endswith("year-old"):
        last = end
        while words.tag(last) == "name":
            last += 1
        bare = last > end + 1 and words.tag(last) not in ("noun", "adjective")
        return _age_of(seen, end, last) if bare else None
    opening = first - (words.word(first - 1) in words.lists.phrases("aged"))
    enclosed = (words.word(opening - 1), words.word(end)) in ((",", ","), ("(", ")"))
    start = opening - 1
    while words.tag(start - 1) == "name":
        start -= 1
    named = start < opening - 2
    return _age_of(seen, start, opening - 1) if enclosed and named and seen.quantity.unit is None else None


def _age_of(seen: NumberInSentence, start: int, end: int) -> StatedFact:
    """Tell an age by first and last name: relatives share the last one."""
    texts = seen.words.tokens.texts
    first, last = (texts[place].removesuffix("'s").removesuffix("’s") for place in (start, end - 1))
    return StatedFact(f"age:{first} {last}".lower(), f"{seen.words.lists.label('age')} ({first} {last})", common=True)


def _magnitude(seen: NumberInSentence) -> StatedFact | None:
    words, marks = seen.words, seen.words.lists.phrases("magnitude words")
    named = (
        (seen.quantity.counted or "") in marks
        or marks.before(words.lower, seen.opening) is not None
        or any(words.word(place) in marks for place in range(seen.end, min(seen.end + _SCALE_REACH, seen.right)))
    )
    if seen.quantity.unit is not None or seen.quantity.value > STRONGEST or not named:
        return None
    return StatedFact("magnitude", words.lists.label("magnitude"), common=True)


def _margin(seen: NumberInSentence) -> StatedFact | None:
    words = seen.words
    opened = words.lists.phrases("margin openers").before(words.lower, seen.opening) is not None
    split = words.word(seen.end + 1) == "to" and words.tag(seen.end + 2) == "number"  # "by 3 votes to 2"
    if not opened or split or words.word(seen.end) not in words.lists.phrases("margin nouns"):
        return None
    return StatedFact("margin", words.lists.label("margin"), common=True)


def _marked(seen: NumberInSentence) -> StatedFact | None:
    """Tell a common fact by its mark: right before the number, after it, or "the toll" before it."""
    if seen.quantity.unit not in (None, "%"):
        return None
    kind = _mark_before(seen) or _mark_after(seen)
    if kind is None:
        return _toll(seen)
    if kind in _BY_NOUN and _kinds_in_clause(seen) != {kind}:
        return None
    return _common(seen, kind, _who(seen, kind, seen.end, seen.end + 3))


def _common(seen: NumberInSentence, kind: str, who: str | None, *, total: bool = False) -> StatedFact:
    label = seen.words.lists.label(kind)
    if seen.quantity.unit == "%":
        return StatedFact(f"{kind} %", f"{label} (%)", common=True, total=total)
    if who is None:
        return StatedFact(kind, label, common=True, total=total)
    return StatedFact(f"{kind}:{_stem(who, seen)}", f"{label} ({who})", common=True, total=total)


def _mark_before(seen: NumberInSentence) -> str | None:
    phrase = seen.words.lists.marks.before(seen.words.lower, seen.opening)
    return None if phrase is None else seen.words.lists.kinds[phrase]


def _mark_after(seen: NumberInSentence) -> str | None:
    words, lists = seen.words, seen.words.lists
    if lists.marks.firsts.isdisjoint(words.lower[seen.end : seen.end + MARK_REACH]):
        return None
    for place in range(seen.end, min(len(words.lower), seen.end + MARK_REACH)):
        if words.word(place) in BREAKS or words.tag(place) in _ENDS_PHRASE:
            return None
        phrase = lists.marks.at(words.lower, place)
        if phrase is not None:
            return None if _is_joint(seen, place + phrase.count(" ") + 1, lists.kinds[phrase]) else lists.kinds[phrase]
    return None


def _is_joint(seen: NumberInSentence, place: int, kind: str) -> bool:
    """Say whether a number counts two kinds at once: "40 dead or wounded"."""
    words, lists = seen.words, seen.words.lists
    second = lists.marks.at(words.lower, place + 1) if words.tag(place) == "conjunction" else None
    return second is not None and lists.kinds[second] != kind


def _toll(seen: NumberInSentence) -> StatedFact | None:
    """Tell "the death toll of the storm has risen to 17" and "the number of sheep killed rose to 41"."""
    words, lists = seen.words, seen.words.lists
    before = words.lower[max(0, seen.first - TOLL_REACH) : seen.first]
    if lists.tolls.firsts.isdisjoint(before) and lists.phrases("figures").phrases.isdisjoint(before):
        return None
    if _who(seen, "", seen.end, seen.end + 3) is not None:
        return None
    for place in range(seen.first - 1, max(-1, seen.first - 1 - TOLL_REACH), -1):
        if words.word(place) in ".;!?:" or (words.tag(place) == "number" and not _is_replaced(words, place)):
            return None
        phrase = lists.tolls.at(words.lower, place)
        if phrase is not None:
            kind = lists.table("toll nouns")[phrase]
            too_strong = kind == "magnitude" and seen.quantity.value > STRONGEST
            return None if too_strong else _common(seen, kind, None, total=True)
        if words.word(place) in lists.phrases("figures") and words.tag(place + 1) == "link":
            return _number_of(seen, place + 2)
    return None


def _is_replaced(words: SentenceWords, place: int) -> bool:
    """Say whether a number is the older one of two: "the toll rose from 9 to 12"."""
    return words.lists.phrases("replaced").before(words.lower, place) is not None


def _number_of(seen: NumberInSentence, start: int) -> StatedFact | None:
    words, lists = seen.words, seen.words.lists
    for place in range(start, min(seen.first, start + COUNTED_REACH)):
        phrase = lists.marks.at(words.lower, place)
        if phrase is not None:
            kind = lists.kinds[phrase]
            return _common(seen, kind, _who(seen, kind, start, place), total=True)
    return None


def _kinds_in_clause(seen: NumberInSentence) -> set[str]:
    lists, words = seen.words.lists, seen.words.lower
    phrases = (lists.marks.at(words, place) for place in range(seen.low, seen.high))
    return {lists.kinds[phrase] for phrase in phrases if phrase is not None}


def _who(seen: NumberInSentence, kind: str, start: int, stop: int) -> str | None:
    """Return of whom a number tells, where it is not just people: "two firefighters died"."""
    words = seen.words
    generic = words.lists.phrases("generic", f"generic {kind}")
    for place in range(start, min(len(words.lower), stop)):
        word = words.word(place)
        if words.tag(place) == "article":
            continue
        mark = words.lists.marks.at(words.lower, place)
        other = mark is not None and words.tag(place) == "noun" and words.lists.kinds[mark] != kind
        if (mark is not None and not other) or word in generic:
            return None
        if words.tag(place) not in ("noun", "adjective", "name"):
            return None
        if words.tag(place) == "noun":
            return word
    return None


def _measured(seen: NumberInSentence) -> StatedFact | None:
    """Tell a fact by the noun that is counted or the unit that is measured, and the rate: "900 trains a day"."""
    fact = _unit(seen) if seen.quantity.unit is not None else _counted(seen)
    if fact is None or seen.quantity.value <= 1:
        return None  # "one house" is any house
    words = seen.words
    rate = words.lists.phrases("rates").among(words.lower, seen.end, min(seen.end + RATE_REACH, seen.high))
    return fact if rate is None else replace(fact, kind=f"{fact.kind} {rate}", what=f"{fact.what} {rate}", loose=False)


def _unit(seen: NumberInSentence) -> StatedFact:
    """Tell a measure by its unit, with the noun it belongs to: "16-hour flight"."""
    unit, words = seen.quantity.unit, seen.words
    if "-" in seen.quantity.text and words.tag(seen.end) == "noun":
        noun = words.word(seen.end)
        return StatedFact(f"unit {unit} {noun}", f"{noun} ({unit})")
    return StatedFact(f"unit {unit}", f"({unit})", loose=unit in LOOSE_UNITS)


def _counted(seen: NumberInSentence) -> StatedFact | None:
    words, counted = seen.words, seen.quantity.counted
    if counted is None:
        return _collective(seen)
    nouns = counted.split()
    noun = nouns[-1 if words.language == "en" else 0]
    if noun in words.lists.phrases("figures") or words.lists.phrases("rates").at(words.lower, seen.end) is not None:
        return None
    if all(each in words.lists.phrases("measures") for each in nouns):
        return StatedFact(f"unit {counted}", f"({counted})", loose=True)
    return StatedFact(f"count {_stem(noun, seen)}", counted, loose=noun in words.lists.phrases("generic"))


def _collective(seen: NumberInSentence) -> StatedFact | None:
    """Tell "a crowd of 41,200" by the noun before it."""
    words, noun = seen.words, seen.words.word(seen.first - 2)
    is_collective = words.tag(seen.first - 1) == "link" and noun in words.lists.phrases("collectives")
    return StatedFact(f"count {_stem(noun, seen)}", noun) if is_collective else None


def _stem(word: str, seen: NumberInSentence) -> str:
    return stem_of(seen.words.language)[word]
