"""Sentences made false on purpose: twelve ways, two patterns for each.

The first pattern of a kind was seen while the rules of `meadow.grounding` were written, the second was not. A pattern
returns the changed text, or None for a sentence that it does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from meadow.text.phrases import clauses, names, noun_phrases, numbers, tag

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_UNITS = {
    "kilometres": "miles", "kilometers": "miles", "miles": "kilometres", "metres": "feet", "meters": "feet",
    "feet": "metres",
    "hours": "days", "days": "weeks", "weeks": "months", "months": "years", "years": "months", "minutes": "hours",
    "percent": "points", "tonnes": "pounds", "dollars": "euros", "euros": "dollars", "crowns": "dollars",
}  # fmt: skip
_COUNTED = {
    "people": "children", "women": "men", "men": "women", "passengers": "crew", "votes": "seats", "soldiers": "civilians",
    "houses": "schools", "officers": "residents", "killed": "injured", "dead": "injured", "injured": "killed",
}  # fmt: skip
_WIDER = {
    "ferry": "ship", "minister": "politician", "hospital": "building", "school": "building", "earthquake": "disaster",
    "police": "soldiers", "ship": "vehicle", "gun": "weapon", "teacher": "official", "nurse": "doctor", "judge": "official",
    "daughter": "relative", "mother": "relative", "church": "building", "plane": "vehicle", "car": "vehicle",
}  # fmt: skip
_NARROWER = {
    "people": "children", "official": "minister", "officials": "ministers", "vehicle": "car", "building": "church",
    "water": "milk", "country": "province", "animals": "horses", "storm": "hurricane", "weapon": "rifle",
    "weapons": "rifles", "workers": "miners", "government": "parliament", "company": "bank", "road": "bridge",
}  # fmt: skip
_NEGATABLE = re.compile(r"\b(was|were|is|are|has|have|had|will|would|could|can)\b(?! not|n't)")
_PLAIN_PAST = re.compile(r"\b([a-z]{3,}?)ed (the|a|an|his|her|its|their)\b")
_HEDGED = re.compile(r"\b(may|might|could) (have |be |)")
_PLANS = re.compile(r"\b(plans?|hopes?|wants?|tried|tries|expected|planned|intends?|threatened|seeks?) to (be )?")
_SAID_THAT = re.compile(
    r"^[^,“”\"]{3,60}? (?:said|says|reported|announced|warned) (?:that )?(?=(?:the|a|an|[A-Z0-9])[\w ])"
)


@dataclass(frozen=True, eq=False, slots=True)
class Given:
    """A sentence, those after it in its document, and what a pattern may draw on."""

    text: str
    following: str
    published: datetime | None
    other_names: Sequence[str]
    other_places: Sequence[str]
    before: str
    draw: Random


Pattern = Callable[[Given], str | None]


def replaced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def swapped_word(given: Given, table: dict[str, str]) -> str | None:
    for word, other in table.items():
        match = re.search(rf"\b{word}\b", given.text)
        if match and word != other:
            return replaced(given.text, *match.span(), other)
    return None


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    first = tag(text)[0]
    return text if first.tag == "name" or first.text == "I" else text[:1].lower() + text[1:]


# False -------------------------------------------------------------------------------------------------------------


def number_digit(given: Given) -> str | None:
    for each in numbers(given.text):
        if each.text[0].isdigit():
            digits = re.match(r"\d+", each.text)
            shown = "" if digits is None else digits[0]
            new = str(int(shown) + given.draw.choice((1, 2, 10)))
            return replaced(given.text, each.start, each.start + len(shown), new)
    return None


def number_word(given: Given) -> str | None:
    return swapped_word(given, {
        "two": "three", "three": "five", "four": "six", "five": "four", "six": "seven", "seven": "nine",
        "million": "billion",
        "dozens": "hundreds", "hundreds": "thousands", "first": "second", "second": "third",
    })  # fmt: skip


def unit(given: Given) -> str | None:
    found = [each for each in numbers(given.text) if each.unit is not None]
    return swapped_word(given, _UNITS) if found else None


def counted(given: Given) -> str | None:
    found = [each for each in numbers(given.text) if each.counted is not None]
    return swapped_word(given, _COUNTED) if found else None


def _other_name(given: Given, kinds: Sequence[str], pool: Sequence[str], *, last: bool) -> str | None:
    found = [each for each in names(given.text) if each.kind in kinds]
    options = [each for each in pool if each not in given.text]
    if not found or not options:
        return None
    span = found[-1 if last else 0].spans[0]
    return replaced(given.text, span.start, span.end, given.draw.choice(options))


def name_first(given: Given) -> str | None:
    return _other_name(given, ("person", "organisation", "other"), given.other_names, last=False)


def name_part(given: Given) -> str | None:
    for each in names(given.text):
        parts = each.text.split()
        if each.kind == "person" and len(parts) > 1 and given.other_names:
            span = each.spans[0]
            other = given.draw.choice(list(given.other_names)).split()[-1]
            return None if other == parts[-1] else replaced(given.text, span.start, span.end, f"{parts[0]} {other}")
    return None


def arguments_of(given: Given) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the noun phrases right before and right behind the first past verb."""
    words = [each for each in tag(given.text) if each.tag == "verb" and each.text.endswith("ed")]
    phrases = noun_phrases(given.text)
    for verb in words:
        before = [each for each in phrases if each.end == verb.start - 1]
        after = [each for each in phrases if each.start == verb.end + 1]
        if before and after and before[0].start == 0:
            return (before[0].start, before[0].end), (after[0].start, after[0].end)
    return None


def swap_arguments(given: Given) -> str | None:
    found = arguments_of(given)
    if found is None:
        return None
    (one, two), (three, four) = found
    text = given.text
    return capital(text[three:four]) + text[two:three] + small(text[one:two]) + text[four:]


def swap_names(given: Given) -> str | None:
    found = [
        each for each in names(given.text) if each.kind in ("person", "organisation", "place") and len(each.spans) == 1
    ]
    if len(found) < 2:
        return None
    first, second = sorted((found[0].spans[0], found[1].spans[0]), key=lambda each: each.start)
    between = given.text[first.end : second.start]
    if not re.search(r"[a-z]{3}", between) or re.fullmatch(r",? and ", between):
        return None
    return given.text[: first.start] + second.text + between + first.text + given.text[second.end :]


def negate_auxiliary(given: Given) -> str | None:
    match = _NEGATABLE.search(given.text)
    return None if match is None or " not " in given.text else replaced(given.text, *match.span(), f"{match[1]} not")


def negate_did(given: Given) -> str | None:
    match = _PLAIN_PAST.search(given.text)
    if match is None:
        return None
    # "opened the" becomes "never opened the".
    return replaced(given.text, match.start(), match.start(), "never ")


def raise_may(given: Given) -> str | None:
    match = _HEDGED.search(given.text)
    if match is None:
        return None
    new = {"have ": "have ", "be ": "was "}.get(match[2], "did ")
    return replaced(given.text, *match.span(), new)


def raise_plans(given: Given) -> str | None:
    match = _PLANS.search(given.text)
    return None if match is None else replaced(given.text, *match.span(), "was " if match[2] else "will ")


def drop_attribution(given: Given) -> str | None:
    for each in clauses(given.text):
        if each.kind == "attribution":
            cut = (given.text[: each.start] + given.text[each.end :]).strip()
            return capital(cut) if '"' not in cut and "“" not in cut else None
    return None


def drop_said_that(given: Given) -> str | None:
    match = _SAID_THAT.search(given.text)
    return None if match is None else capital(given.text[match.end() :])


def other_weekday(given: Given) -> str | None:
    found = [each for each in WEEKDAYS if each in given.text]
    if not found:
        return None
    other = WEEKDAYS[(WEEKDAYS.index(found[0]) + given.draw.randint(1, 6)) % 7]
    return given.text.replace(found[0], other, 1)


def other_month(given: Given) -> str | None:
    match = re.search(rf"\b({'|'.join(MONTHS)})\b(?= \d)|(?<=\d )\b({'|'.join(MONTHS)})\b", given.text)
    if match is None:
        return None
    return replaced(given.text, *match.span(), MONTHS[(MONTHS.index(match[0]) + given.draw.randint(1, 11)) % 12])


def place_other(given: Given) -> str | None:
    return _other_name(given, ("place",), given.other_places, last=False)


def place_last(given: Given) -> str | None:
    match = re.search(r"\b(?:in|near|at|from) (?:the )?([A-Z]\w+(?: [A-Z]\w+)*)", given.text)
    if match is None or match[1] in (*WEEKDAYS, *MONTHS) or not given.other_places:
        return None
    return replaced(given.text, *match.span(1), given.draw.choice(list(given.other_places)))


def wider(given: Given) -> str | None:
    return swapped_word(given, _WIDER)


def narrower(given: Given) -> str | None:
    return swapped_word(given, _NARROWER)


def subject_end(text: str) -> int | None:
    phrases = noun_phrases(text)
    verbs = [each.start for each in tag(text) if each.tag in ("verb", "auxiliary")]
    if not phrases or phrases[0].start != 0 or not verbs or phrases[0].end + 1 != verbs[0]:
        return None
    return phrases[0].end


def merge_subject(given: Given) -> str | None:
    mine, other = subject_end(given.text), subject_end(given.following)
    if (
        mine is None
        or other is None
        or given.text[:mine].split()[-1].lower() == given.following[:other].split()[-1].lower()
    ):
        return None
    return given.text[:mine] + given.following[other:]


def merge_predicates(given: Given) -> str | None:
    mine, other = subject_end(given.text), subject_end(given.following)
    if mine is None or other is None or given.text[:mine].split()[-1] in given.following:
        return None
    if tag(given.following)[0].tag == "pronoun":
        return None
    return given.text.rstrip(".") + " and" + given.following[other:]


def tense_will(given: Given) -> str | None:
    match = re.search(r"\b(was|were)\b", given.text)
    return None if match is None else replaced(given.text, *match.span(), "will be")


def tense_past(given: Given) -> str | None:
    match = re.search(r"\b(is|are|will)\b", given.text)
    if match is None:
        return None
    new = {"is": "was", "are": "were", "will": "would have to"}[match[1]]
    return replaced(given.text, *match.span(), new)


FALSE: dict[str, tuple[Pattern, Pattern]] = {
    "number": (number_digit, number_word), "unit": (unit, counted), "name": (name_first, name_part),
    "role": (swap_arguments, swap_names), "negation": (negate_auxiliary, negate_did),
    "modality": (raise_may, raise_plans), "attribution": (drop_attribution, drop_said_that),
    "day": (other_weekday, other_month), "place": (place_other, place_last), "hypernym": (wider, narrower),
    "merged": (merge_subject, merge_predicates), "tense": (tense_will, tense_past),
}  # fmt: skip
