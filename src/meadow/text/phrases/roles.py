"""Who somebody is, in the few words beside a name: "study co-author" before it, "a marine biologist at Skerra" behind it.

Source: our own rules. Told is what can stand before a name as it is, and what would mislead without its end is not: "the
president of the rowing club" is no president.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import TaggedWord

# Titles that tell nobody who that is.
COURTESY = frozenset({
    "d", "dhr", "don", "doña", "dña", "heer", "meneer", "mevr", "mevrouw", "miss", "mr", "mrs", "ms", "mw", "mx", "sr",
    "sra", "srta",
})  # fmt: skip
_LANGUAGES = frozenset({"en", "nl"})  # elsewhere a role before a name has an article: "el portavoz Juan Ibarra"
_FAR = 70  # characters: as far as a role reaches
_MOST_WORDS = 4
_ONE = frozenset({"a", "an", "een"})  # "a message prosecutor Ann Lund sent"
# "his former lawyer", "openly gay actor": the words behind these alone would tell another thing.
_CHANGES_WHAT_FOLLOWS = ("possessive", "adverb", "number")
_ENDINGS = ("grapher", "ician", "ologist", "onomist", "scientist")
_KIN = frozenset({"brother", "father", "sister", "weduwe", "widow"})  # whose, no word before the name tells
_WHOLE_BEFORE_OF = frozenset({"professor"})  # "professor of geology": a professor all the same
_AGENCY = 3  # capitals: "AP" may be a body that a role belongs to; a longer word of them is a dateline or a heading
_OWNERS = ("'s", "’s")


def role_before(text: str, language: str) -> str:
    """Return the role with which a text ends, right before a name: "said police spokeswoman"; empty where there is none."""
    if language not in _LANGUAGES or not text[-1:].isspace():
        return ""
    start = max(0, len(text) - _FAR, text.rfind("\n") + 1)
    words, lists = tag(text[start:], language), lexicon(language)
    first = len(words) - sum(1 for _ in takewhile(lambda word: _may_be_in_a_role(word, lists), reversed(words)))
    run = words[first:]
    if not run or not _is_role(run[-1].text, lists):
        return ""
    if first == 0 and start > 0 and text[start - 1] != "\n":
        return ""  # what stands before all of this is not read
    if first > 0 and _belongs_to(words[first - 1]):
        return ""
    told = run if len(run) <= _MOST_WORDS else run[-1:]
    return text[start + told[0].start : start + told[-1].end]


def role_behind(text: str, language: str) -> str:
    """Return the role with which a text opens, right behind a name: ", a geologist at"; empty where there is none."""
    if language not in _LANGUAGES or not text.startswith(","):
        return ""
    words, lists = list(tag(text[1 : 1 + _FAR], language)), lexicon(language)
    if len(words) > 1 and words[0].text.isdigit() and words[1].text == ",":
        words = words[2:]  # an age
    if words and words[0].tag == "article":
        words = words[1:]
    run = list(takewhile(lambda word: _may_be_in_a_role(word, lists), words))
    if not 0 < len(run) <= _MOST_WORDS or len(run) == len(words) or not _is_role(run[-1].text, lists):
        return ""
    return "" if _goes_on(run[-1], words[len(run) :], lists) else text[1 + run[0].start : 1 + run[-1].end]


def is_day(word: str, language: str) -> bool:
    """Say whether a word tells a time, so that it belongs to no name behind it: "Monday", "May", "yesterday"."""
    return word.lower() in _days(language)


@cache
def _days(language: str) -> frozenset[str]:
    lists = lexicon(language)
    months = lists.table("months")
    # "Jan" is somebody's name more often than a month without its stop.
    longest = {number: max((name for name in months if months[name] == number), key=len) for number in months.values()}
    return frozenset(longest.values()).union(lists.table("weekdays"), lists.table("relative days"))


def _belongs_to(before: TaggedWord) -> bool:
    """Say whether a word before a role makes another thing of it."""
    return before.tag in _CHANGES_WHAT_FOLLOWS or before.text.lower() in _ONE or before.text.endswith(_OWNERS)


def _goes_on(role: TaggedWord, behind: Sequence[TaggedWord], lists: Lexicon) -> bool:
    """Say whether a role behind a name is told only in part, or is who does what comes next: ", a lawyer for him said"."""
    if behind[0].tag in ("link", "conjunction"):
        return role.text not in _WHOLE_BEFORE_OF
    clause = list(takewhile(lambda word: word.tag not in ("punctuation", "relative"), behind))
    # What may be a participle goes with the role: "a geologist named in the letter". But ", a judge ruled." does not.
    if len(clause) == 1 and clause[0].tag == "verb":
        return True
    speaks = lists.words("reporting") | lists.words("person verbs")
    return any(word.tag == "auxiliary" or word.text in speaks for word in clause)


def _may_be_in_a_role(word: TaggedWord, lists: Lexicon) -> bool:
    if is_day(word.text, lists.language):
        return False
    if word.tag == "name":
        return word.text[:1].isupper() and not (word.text.isupper() and len(word.text) > _AGENCY)
    # "the victim's lawyer" is somebody's that only the article knows; "Skerra's mayor" says whose.
    known = word.text[:1].isupper() or not word.text.endswith(_OWNERS)
    return word.tag in ("noun", "adjective") and known and not any(map(str.isdigit, word.text))


def _is_role(word: str, lists: Lexicon) -> bool:
    small = word.lower().rstrip(".").rpartition("-")[2]
    if word in _KIN or small in COURTESY:
        return False
    return small in lists.words("titles") or small.endswith(_ENDINGS)
