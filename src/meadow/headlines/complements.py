"""Is a shortened sentence still one? It has a main verb, and what its verbs ask for.

Source: our own rules. "The court ruled the former mayor" lost what it ruled: some verbs are followed by a clause, with or
without its "that", and a cut that leaves the verb and takes the verb of the clause is refused. "A man accused of war
crimes" has no main verb.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from meadow.text.phrases import TaggedWord, tag

_VERBAL = frozenset({"verb", "auxiliary"})
# Stems of verbs that take a clause; what matches none of them is never held against a line.
_CLAUSAL: Mapping[str, str] = {
    "en": r"(?:rul|announc|warn|declar|agree|believ|claim|confirm|den[iy]|expect|fear|hop|decid|determin|conclud|conced"
    r"|admit|alleg|argu|insist|predict|promis|reveal|show|suggest|suspect|vow|order|urg|ask|tell|demand|say|find|know|think|mean)"
    r"(?:s|es|ed|ies|ied|ing|ted|ting)?|told|found|said|knew|thought|shown|known|meant",
    "es": r"(?:dij|dic|anunci|advirti|advert|asegur|afirm|confirm|decidi|declar|orden|pid|pidi|neg|revel|mostr|advierte"
    r"|niega)\w{0,4}",
    "nl": r"(?:zeg|zei|meld|waarschuw|verklaar|bevestig|beslis|besloot|oordeel|eis|beloof|ontken|verwacht)\w{0,4}",
}
# Participles that describe a noun more often than they tell what it did: "a man accused of", "a factory owned by".
_DESCRIBING = frozenset(
    {
        "accused", "based", "born", "called", "charged", "convicted", "dubbed", "entitled", "found", "held", "involved",
        "known", "left", "linked", "located", "made", "named", "owned", "seen", "sent", "shown", "studied", "suspected",
        "taken", "titled", "used", "wanted",
    }
)  # fmt: skip
_BY = frozenset({"by", "por", "door"})
_GERUND = re.compile(r"\w+(?:ing|ando|iendo|ándose|iéndose)")
# What opens a clause beside the main one, whatever the tagger takes it for.
_ASIDE = frozenset(
    {"that", "what", "where", "when", "while", "which", "who", "que", "donde", "cuando", "dat", "die", "wie", "waar"}
)
_WITH_VERBS = frozenset({"en", "es", "nl"})
_THAT: Mapping[str, frozenset[str]] = {
    "en": frozenset({"that"}),
    "es": frozenset({"que"}),
    "nl": frozenset({"dat"}),
}


def has_main_verb(line: str, language: str) -> bool:
    """Say whether a line tells what somebody did or was: a verb outside relative clauses, no mere participle.

    Only where we know verbs is anything held against a line.
    """
    if language not in _WITH_VERBS:
        return True
    words = tag(line, language)
    if not words:
        return False
    # "After the storm" has its main verb behind a comma; a relative clause takes the first verb behind its pronoun.
    aside, taken = words[0].tag in ("preposition", "subordinator"), words[0].tag == "preposition"
    for place, word in enumerate(words):
        if word.text in (",", ";", "-", "–", "—"):
            aside = False
        elif word.tag in ("relative", "subordinator") or word.text.lower() in _ASIDE:
            aside, taken = True, False
        elif word.tag in _VERBAL and _is_finite(words, place):
            if not aside or (taken and words[place - 1].tag not in _VERBAL and words[0].tag != "preposition"):
                return True
            taken = True
    return False


def _is_finite(words: tuple[TaggedWord, ...], place: int) -> bool:
    word = words[place]
    if word.tag == "auxiliary":
        return True
    before = words[place - 1].text.lower() if place else ""
    after = words[place + 1] if place + 1 < len(words) else None
    if place == 0 or before in ("to", "te") or _GERUND.fullmatch(word.text) is not None:
        return False
    if after is None or after.tag not in ("preposition", "link"):
        return True
    return after.text.lower() not in _BY and word.text.lower() not in _DESCRIBING


def keeps_complements(sentence: str, line: str, language: str) -> bool:
    """Say whether every clause that a verb asks for kept its own verb in the shortened line."""
    pattern = _pattern(language)
    if pattern is None:
        return True
    words = tag(line, language)
    for place, word in enumerate(words):
        asks = pattern.fullmatch(word.text) is not None or _opens_clause(words, place, language)
        if asks and not _has_verb(words[place + 1 :]) and _had_verb(sentence, word.text, language):
            return False
    return True


def _opens_clause(words: tuple[TaggedWord, ...], place: int, language: str) -> bool:
    """Say whether a word is the "that" behind a verb or a noun of saying."""
    return (
        place > 0 and words[place].text.lower() in _THAT.get(language, frozenset()) and words[place].tag != "determiner"
    )


def _had_verb(sentence: str, word: str, language: str) -> bool:
    """Say whether the whole sentence goes on with a verb behind the word, before a comma or its end."""
    words = tag(sentence, language)
    start = next((place for place, each in enumerate(words) if each.text == word), None)
    if start is None:
        return False
    end = next((place for place in range(start + 1, len(words)) if words[place].text in (",", ";", ".")), len(words))
    return _has_verb(words[start + 1 : end])


def _has_verb(words: tuple[TaggedWord, ...]) -> bool:
    return any(word.tag in _VERBAL for word in words)


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    source = _CLAUSAL.get(language)
    return None if source is None else re.compile(source, re.IGNORECASE)
