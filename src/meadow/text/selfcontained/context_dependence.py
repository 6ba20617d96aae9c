"""Context dependence: why a sentence cannot be read without the one before it.

The kinds of rules asked, in this order: reported, opening, fronted, introduced, place, leftover and later
(`meadow.text.rulebook`). Quotation marks without their partner count in every language.
"""

from __future__ import annotations

import re

from meadow.text.language import UNSPACED
from meadow.text.rulebook import OPENING_MARKS, Rulebook, RuleEntry, rulebook
from meadow.text.selfcontained.quotations import Quotations
from meadow.text.selfcontained.value import ContextDependence
from meadow.text.selfcontained.wording import FlaggedWords

# "2. The bridge is closed.": a point of a list says what stands above it.
_POINT = re.compile(r"\d{1,2}[.)]\s+[^\W\d_]")
_ORDINALS = frozenset({"cs", "da", "de", "fi", "no", "sk"})  # "14. Juli": there it is a day
_QUOTES = frozenset('"“”«»„‘’')
_SPEAKER_WORDS = 2
# "Trump said he …, he says": the one who is named first is meant.
_NAMED_FIRST = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Sen|Rep|President|Gov)\.?\s)?([A-Z]\w+)(?:\s[A-Z][\w'’-]+)*\s(?:has\s|had\s)?(?:said|says|told|wrote|claimed)\b"
)
# English: "He visto" is Spanish for "I have seen".
_QUOTED_PRONOUN = re.compile(r"(?:he|she|they|his|her|their|for\s(?:him|her|them))(?:['’][a-z]+)?[\s,)]", re.IGNORECASE)
# "said of the captain", "the captain's lawyer said": who is meant.
_SAID_OF = re.compile(r"\b(?:said|says|told|wrote|added)\s(?:of|about)\b|[a-z]['’]s\s|\bwho\b")

Dependence = tuple[ContextDependence, RuleEntry | None]
"""Why a sentence depends on another, and the rule that says so, if one does."""


def context_dependence(
    text: str, quotations: Quotations, every: int, words: FlaggedWords, language: str
) -> Dependence | None:
    """Return why a sentence cannot be read first, or None if it can.

    `every` are the flags of all its words, `words` the words outside its quotations.
    """
    if not quotations.paired or _has_lone_bracket(text):
        return "marks", None
    bare = text.lstrip(OPENING_MARKS)
    if text[-1:] in (":", "：") or (text[:1] in ("(", "（") and text[-1:] in (")", "）")) or _is_point(text, language):
        return "fragment", None
    book = rulebook(language)
    rule = _reported(text, every, words, book)
    if rule is not None:
        return "reported", rule
    if text[:1] in _QUOTES or text[:2] in ("``", "''"):
        return _quoted(text, bare, quotations.outside, language)
    if bare[:1].islower() and language not in UNSPACED and book.kind("opening").entries:
        return "fragment", None
    return _points_back(text, bare, every, book) or _leans_later(bare, quotations.outside, words, book)


def _has_lone_bracket(text: str) -> bool:
    if ("(" in text or ")" in text) and text.count("(") != text.count(")"):
        return True
    return not text.isascii() and text.count("（") != text.count("）")


def _is_point(text: str, language: str) -> bool:
    return text[:1].isdigit() and _POINT.match(text) is not None and language not in _ORDINALS


def _reported(text: str, every: int, words: FlaggedWords, book: Rulebook) -> RuleEntry | None:
    """Return the rule by which "he said" tells whose words these are, while nobody is named whom he could be."""
    if not words.flags & book.sayers:
        return None
    rule = book.kind("reported").find(text.lower(), every)
    if rule is None:
        return None
    named = _NAMED_FIRST.match(text)
    is_named = named is not None and book.kind("opening").find(named[1].lower()) is None
    return None if is_named else rule


def _points_back(text: str, bare: str, every: int, book: Rulebook) -> Dependence | None:
    """Return what a sentence depends on by its opening."""
    rule = book.kind("opening").find(bare.lower(), every) or book.kind("fronted").find(bare, every)
    if rule is not None:
        return "opening", rule
    rule = book.kind("introduced").find(bare, every)
    if rule is not None:
        return "leftover", rule
    rule = book.kind("fragment").find(text, every)
    return None if rule is None else ("fragment", rule)


def _leans_later(bare: str, outside: str, words: FlaggedWords, book: Rulebook) -> Dependence | None:
    """Return what a sentence depends on by words that do not open it."""
    rule = book.kind("place").find(outside, words.flags)
    if rule is not None:
        return "place", rule
    rule = book.kind("leftover").find(bare.lower())
    if rule is not None:
        return "leftover", rule
    rule = book.kind("later").find(outside.lower(), words.flags)
    return None if rule is None else ("opening", rule)


def _says_who(text: str) -> bool:
    """Say whether a sentence that opens with a quotation goes on to name its speaker: “…,” Corrigan told reporters."""
    after = max(*(text.rfind(mark) for mark in _QUOTES), text.rfind("''") + 1)
    return len(text[after + 1 :].split()) >= _SPEAKER_WORDS


def _quoted(text: str, bare: str, outside: str, language: str) -> Dependence | None:
    """Return what a quotation that opens a sentence depends on: its speaker, or whom its speaker means by "She called"."""
    if not _says_who(text):
        return "reported", None
    if language != "en" or _QUOTED_PRONOUN.match(bare) is None or _SAID_OF.search(outside) is not None:
        return None
    return "opening", None
