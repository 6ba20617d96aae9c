"""What single words say of when something happens: "will" is `after`, "said" is `past`, "scheduled" is a `plan`.

The words stand in the lists of a language, in the sections that `_LISTED` names; regular forms are known by their endings.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

from meadow.text.per_word import PerWord
from meadow.text.phrases.lexicon import Lexicon, lexicon

Cue = Literal[
    "", "stop", "mark", "quote", "opens", "joins",  # what parts sentences and clauses
    "after", "would", "perhaps", "plan", "timetable", "next", "leading", "present", "past", "perfect", "participle", "to",
]  # fmt: skip

_STOPS = frozenset({".", "!", "?", ";", "…", "..."})
_MARKS = frozenset({",", ":", "(", ")", "[", "]", "–", "—"})
_QUOTES = frozenset({'"', "“", "”", "„", "«", "»", "‘", "`"})
# Which list tells what a word says when several have it: an earlier one wins.
_LISTED: tuple[tuple[str, Cue], ...] = (
    ("future", "after"), ("would", "would"), ("perhaps", "perhaps"), ("plans", "plan"), ("timetable", "timetable"),
    ("announcing", "next"), ("leading up", "leading"), ("either side", "present"), ("past", "past"),
    ("perfect", "perfect"), ("clause openers", "opens"), ("joining clauses", "joins"),
)  # fmt: skip
# Auxiliaries whose bare form has no ending, and what "is to blame" is no plan to do.
_MORE_INFINITIVES, _NO_INFINITIVES = frozenset({"be", "do", "have"}), frozenset({"blame"})
_AGREED = frozenset(
    {"agreed", "disagreed", "freed", "decreed", "guaranteed"}
)  # other words with "eed" are no participles
_NO_PARTICIPLES = frozenset({"has", "been", "says", "tells", "knows", "goes", "comes", "sees", "does", "gets", "tries"})
_SPANISH_FUTURE = re.compile(r"[aeibdr]r(?:á|án|emos)$")  # with "saldrá", "habrá" and "querrá"
_SPANISH_NO_FUTURE = frozenset({"irán", "teherán", "terán"})
_SPANISH_WOULD = re.compile(r"[aeibdr]rían?$")
_SPANISH_PAST = re.compile(r"(?:[^\W\d_]{2}ó|[aei]ron|aban?)$")
_SPANISH_NO_PAST = frozenset({"sólo"})
# Endings that nouns have too ("cámara", "policía"), with those of the verbs whose past they are.
_SPANISH_PAST_OF_VERBS = (
    ("ara", ("ar",)), ("aran", ("ar",)), ("iera", ("er", "ir")), ("ieran", ("er", "ir")), ("ía", ("er", "ir")),
    ("ían", ("er", "ir")),
)  # fmt: skip
_SPANISH_PARTICIPLE = re.compile(r"[^\W\d_]{2}[ai]d[oa]s?$")
_DUTCH_PAST = ("te", "ten", "de", "den")
_DUTCH_PARTICIPLE = re.compile(r"(?:\w+)?ge\w{2,}(?:d|t|en)|(?:\w+)?ge\w+aan")


@cache
def cues(language: str) -> PerWord[Cue]:
    """Return what each word of a language says; in one without lists only marks say anything."""
    lists = lexicon(language)
    by_form = _BY_FORM.get(language, _no_cue)

    def cue(word: str) -> Cue:
        for marks, said in _PARTING:
            if word in marks:
                return said
        listed = next((said for section, said in _LISTED if word in lists.words(section)), None)
        return listed if listed is not None else by_form(word, lists)

    return PerWord(cue)


@cache
def weekdays(language: str) -> PerWord[bool]:
    """Return whether each word names a day of the week; Dutch glues parts of the day to them."""
    lists = lexicon(language)
    days, parts = lists.table("weekdays"), lists.words("day parts") if language == "nl" else ()
    return PerWord(lambda word: word in days or any(word.removesuffix(part) in days for part in parts))


@cache
def infinitives(language: str) -> frozenset[str]:
    """Return the verbs that "to" makes an infinitive of."""
    lists = lexicon(language)
    return (lists.verbs.bare | lists.noun_verbs.bare | _MORE_INFINITIVES) - _NO_INFINITIVES


@cache
def participles(language: str) -> PerWord[bool]:
    """Return whether each word may be the past participle of a verb; in English it may be its past as well."""
    lists = lexicon(language)
    may_be = _PARTICIPLES.get(language)
    nouns = lists.words("nouns") | lists.words("participle nouns") | lists.words("no participles")
    return PerWord(lambda word: may_be is not None and word not in nouns and may_be(word, lists))


_PARTING: tuple[tuple[frozenset[str], Cue], ...] = ((_STOPS, "stop"), (_MARKS, "mark"), (_QUOTES, "quote"))


def _no_cue(_word: str, _lists: Lexicon) -> Cue:
    return ""


def _english(word: str, _lists: Lexicon) -> Cue:
    if word == "to":
        return "to"
    if word.endswith("'ll"):
        return "after"
    return "participle" if participles("en")[word] else ""


def _spanish(word: str, lists: Lexicon) -> Cue:
    if _SPANISH_FUTURE.search(word) is not None and word not in _SPANISH_NO_FUTURE:
        return "after"
    if _SPANISH_WOULD.search(word) is not None:
        verb = word.removesuffix("n").removesuffix("ía")
        # "cancillería" and "mayoría" end like verbs, and are none.
        return "would" if verb in infinitives("es") or verb.endswith("dr") or word in lists.words("irregular") else ""
    if _SPANISH_PAST.search(word) is not None and word not in _SPANISH_NO_PAST:
        return "past"
    verbs = infinitives("es")
    if any(word.endswith(end) and not verbs.isdisjoint(_with(word, end, of)) for end, of in _SPANISH_PAST_OF_VERBS):
        return "past"
    return "participle" if participles("es")[word] else ""


def _with(word: str, ending: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return a word with other endings."""
    return tuple(word.removesuffix(ending) + other for other in others)


def _dutch(word: str, lists: Lexicon) -> Cue:
    if word in lists.closed or word in lists.words("irregular") or word in infinitives("nl"):
        return ""
    if word not in lists.verbs.finite and word not in lists.noun_verbs.finite:
        return ""
    return "past" if word.endswith(_DUTCH_PAST) else "present" if word.endswith("t") else ""


def _english_participle(word: str, lists: Lexicon) -> bool:
    if word in lists.words("irregular"):
        return word not in _NO_PARTICIPLES and not word.endswith("ing")
    return len(word) > 3 and word.endswith("ed") and (not word.endswith("eed") or word in _AGREED)


def _spanish_participle(word: str, lists: Lexicon) -> bool:
    listed = word in lists.words("participles") or word in lists.words("more participles")
    return listed or _SPANISH_PARTICIPLE.search(word) is not None


def _dutch_participle(word: str, lists: Lexicon) -> bool:
    known = (
        word in lists.verbs.participle or word in lists.noun_verbs.participle or word in lists.words("more participles")
    )
    return known or _DUTCH_PARTICIPLE.fullmatch(word) is not None


_BY_FORM: Mapping[str, Callable[[str, Lexicon], Cue]] = {"en": _english, "es": _spanish, "nl": _dutch}
_PARTICIPLES: Mapping[str, Callable[[str, Lexicon], bool]] = {
    "en": _english_participle, "es": _spanish_participle, "nl": _dutch_participle,
}  # fmt: skip
