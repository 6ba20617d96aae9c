"""Is a shortened sentence still one? It has a main verb, and what its verbs ask for.

Source: our own rules. "The court ruled the former mayor" lost what it ruled: some verbs are followed by a clause, with or
without its "that", and a cut that leaves the verb and takes the verb of the clause is refused. "A man accused of war
crimes" has no main verb.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from meadow.headlines.tagging import tag
from meadow.text.phrases import TaggedWord
from meadow.text.rulebook import ANY, rulebook

_VERBAL = frozenset({"verb", "auxiliary"})
_NOMINAL = frozenset({"noun", "name", "number"})
RELATIONAL = rulebook("en").words("relational nouns")
"""Nouns that say little without what follows their preposition: "his involvement in", "clues to"."""
_GERUND = re.compile(r"\w+(?:ing|ando|iendo|ándose|iéndose)")
_OPEN_ENDS = frozenset({"auxiliary", "article", "determiner", "possessive"})
# "did not stop him because …" says that it was for another reason: without that it says that he was not stopped.
_DENIAL = re.compile(r"\b(?:not|never|no|nunca|niet|nooit)\b|n['’]t\b", re.IGNORECASE)
_SHORT_WORD = 3  # letters; titles leave short words without a capital
_WITH_VERBS = frozenset({"en", "es", "nl"})
_COMPANY: Mapping[str, str] = {"en": "with", "es": "con", "nl": "met"}


def has_main_verb(line: str, language: str) -> bool:
    """Say whether a line tells what somebody did or was: a verb outside relative clauses, no mere participle.

    Only where we know verbs is anything held against a line.
    """
    if language not in _WITH_VERBS:
        return True
    words = tag(line.lower() if language == "en" and _is_titled(line) else line, language)
    if not words:
        return False
    # "After the storm" has its main verb behind a comma; a relative clause takes the first verb behind its pronoun.
    aside, taken = words[0].tag in ("preposition", "subordinator"), words[0].tag == "preposition"
    for index, word in enumerate(words):
        if word.text in (",", ";", "-", "–", "—"):
            aside = False
        elif word.tag in ("relative", "subordinator") or word.text.lower() in _list("asides"):
            aside, taken = True, False
        elif word.tag in _VERBAL and is_finite(words, index):
            if not aside or (taken and words[index - 1].tag not in _VERBAL and words[0].tag != "preposition"):
                return True
            taken = True
    return False


def _is_titled(line: str) -> bool:
    """Say whether nearly every word has a capital, as titles are printed: none of these capitals tells a name."""
    words = [word for word in line.split() if word[0].isalpha() and len(word) > _SHORT_WORD]
    return len(words) > 2 and all(word[0].isupper() for word in words)


def is_finite(words: tuple[TaggedWord, ...], index: int) -> bool:
    """Say whether a verb is the verb of a clause: no gerund, no infinitive behind "to", no participle that describes."""
    word = words[index]
    if word.tag == "auxiliary":
        return True
    before = words[index - 1].text.lower() if index else ""
    after = words[index + 1] if index + 1 < len(words) else None
    if index == 0 or before in ("to", "te") or _GERUND.fullmatch(word.text) is not None:
        return False
    if after is None or after.tag not in ("preposition", "link"):
        return True
    return after.text.lower() not in _list("by whom") and word.text.lower() not in rulebook("en").words(
        "describing participles"
    )


def keeps_complements(sentence: str, line: str, language: str) -> bool:
    """Say whether every clause that a verb asks for kept its own verb in the shortened line."""
    if not rulebook(language).kind("clausal").entries:
        return True
    words = tag(line, language)
    whole = tag(sentence, language)
    if _breaks_off(whole, words, language) or _loses_company(whole, words, language):
        return False
    for index, word in enumerate(words):
        asks = asks_for_clause(words, index, language) or _opens_clause(words, index, language)
        if asks and not _has_verb(words[index + 1 :]) and _had_verb(sentence, word.text, language):
            return False
    return True


def _breaks_off(sentence: tuple[TaggedWord, ...], line: tuple[TaggedWord, ...], language: str) -> bool:
    """Say whether the line stops before what its last word asks for: "of …", "to do …", "than …", the noun of a number."""
    if not line or line[-1].tag in _OPEN_ENDS:
        return True
    following = _following(sentence, line)
    if not following:
        return False
    after, last = following[0], line[-1]
    lower = after.text.lower()
    if lower in _list("reasons") and any(_DENIAL.search(word.text) is not None for word in line):
        return True
    if (
        lower in rulebook(language).words("clause opener") and last.tag in _NOMINAL
    ):  # a relative clause may go, one that a verb asks for may not
        return last.text.lower() in _list("statement nouns") or any(
            asks_for_clause(line, index, language) for index in range(len(line))
        )
    if lower in rulebook(language).words("completing") or after.tag == "link":
        return True
    if lower == "to" and len(following) > 1 and following[1].tag in _VERBAL:
        return True
    return (last.tag in ("number", "adjective") and after.tag in ("noun", "adjective")) or (
        last.text.lower() in RELATIONAL and after.tag == "preposition"
    )


def _loses_company(sentence: tuple[TaggedWord, ...], line: tuple[TaggedWord, ...], language: str) -> bool:
    """Say whether the line ends with somebody and not with what they do: ", with its leader, Ann Lund" of "…, calling …"."""
    company = _COMPANY[language]
    starts = [at for at in range(1, len(line)) if line[at].text.lower() == company and line[at - 1].text == ","]
    if not starts or any(_acts(word) for word in line[starts[-1] :]):
        return False
    first = next((word for word in _following(sentence, line) if _acts(word)), None)
    return first is not None and _GERUND.fullmatch(first.text) is not None


def _acts(word: TaggedWord) -> bool:
    return word.tag in _VERBAL or (word.tag != "name" and _GERUND.fullmatch(word.text) is not None)


def _following(sentence: tuple[TaggedWord, ...], line: tuple[TaggedWord, ...]) -> tuple[TaggedWord, ...]:
    """Return the words of the sentence behind the last one that the line has kept."""
    start = 0
    for word in line:
        same = (at for at in range(start, len(sentence)) if sentence[at].text.lower() == word.text.lower())
        at = next(same, None)
        start = start if at is None else at + 1
    return sentence[start:]


def asks_for_clause(words: Sequence[TaggedWord], index: int, language: str) -> bool:
    """Say whether a word is a verb that a clause may follow, with or without its "that"; "was found" is followed by none."""
    word = words[index]
    if word.tag not in _VERBAL or rulebook(language).kind("clausal").find(word.text.lower()) is None:
        return False
    return index == 0 or words[index - 1].text.lower() not in _list("forms of be")


def _opens_clause(words: tuple[TaggedWord, ...], index: int, language: str) -> bool:
    """Say whether a word is the "that" behind a verb or a noun of saying."""
    return (
        index > 0
        and words[index].text.lower() in rulebook(language).words("clause opener")
        and words[index].tag != "determiner"
    )


def _had_verb(sentence: str, word: str, language: str) -> bool:
    """Say whether the whole sentence goes on with a verb behind the word, before a comma or its end."""
    words = tag(sentence, language)
    start = next((index for index, each in enumerate(words) if each.text == word), None)
    if start is None:
        return False
    end = next((index for index in range(start + 1, len(words)) if words[index].text in (",", ";", ".")), len(words))
    return _has_verb(words[start + 1 : end])


def _has_verb(words: tuple[TaggedWord, ...]) -> bool:
    return any(word.tag in _VERBAL for word in words)


def _list(name: str) -> frozenset[str]:
    """Return a list of words of all languages that are tagged."""
    return rulebook(ANY).words(name)
