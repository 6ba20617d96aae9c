"""What a sentence commits itself to: the names, numbers, weekdays and months it holds, and whether it denies something.

Names are told by their capitals: any inside a sentence; at its beginning only where another capital follows. Numbers are
values, so "two thousand", "2,000" and "2000" are one. Both are read from the words alone, without tagging, because a
large story has tens of thousands of sentences, and from the sentence alone, so that they do not depend on the story.

Source: our own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from meadow.text.per_word import PerWord
from meadow.text.phrases.japanese_numbers import parse_japanese
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.number_words import parse_digits, read_scale, read_spelled
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold, words

# A number with its separators, or a word with inner apostrophes and hyphens.
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OWNER = re.compile(r"'s?$")
_DIGIT = "[0-9０-９]"
_JAPANESE_NUMBER = re.compile(
    rf"{_DIGIT}{{1,20}}(?:[,，]{_DIGIT}{{3}}){{0,5}}(?:[.．]{_DIGIT}{{1,10}})?[千百]?[万億兆]?"
    r"|[一二三四五六七八九十百千万]{1,12}(?=[人つ本台匹頭個枚歳年月日回件名位点軒])"
)
# Spelled "one" is more often an article or a pronoun than a number.
_ONES = frozenset({"one", "un", "una", "uno", "een", "één"})
_GLUED = re.compile("honderd|duizend|tig$")  # Dutch writes a number as one word
_WEEKDAYS = 7  # the bits of months follow those of weekdays
_WEEK = (1 << _WEEKDAYS) - 1
_JAPANESE_WEEKDAY = re.compile("([月火水木金土日])曜")
_JAPANESE_WEEK = "月火水木金土日"
_SHOUTED = 0.6  # a longer sentence with more capitals than this among its words tells no names by them
_SHORT = 3
_FOLDED = PerWord(fold)
_CLOSING = " \n\t\"'”’»)」』"


@dataclass(frozen=True, slots=True)
class SentenceFacts:
    """The names (folded words) and numbers of one sentence, its weekdays and months, and whether it denies or asks.

    `days` has a bit for each weekday named, Monday first, and one for each month, January first.
    """

    names: frozenset[str]
    numbers: frozenset[Decimal]
    denies: bool
    asks: bool = False
    days: int = 0


def sentence_facts(text: str, language: str) -> SentenceFacts:
    """Return the facts of one sentence."""
    if language == "ja":
        numbers = frozenset(parse_japanese(numeral) for numeral in _JAPANESE_NUMBER.findall(text))
        denies = not _negations("ja").isdisjoint(words(text, "ja"))
        return SentenceFacts(frozenset(), numbers, denies, _asks(text), _japanese_days(text))
    tokens = _TOKEN.findall(text)
    lower = list(map(_FOLDED.__getitem__, tokens))
    return SentenceFacts(
        names=frozenset(_names(tokens, lower, language)),
        numbers=frozenset(_numbers(lower, language)),
        denies=any(map(_denials(language).__getitem__, lower)),
        asks=_asks(text),
        days=_days(tokens, lower, language),
    )


def _days(tokens: Sequence[str], lower: Sequence[str], language: str) -> int:
    """Return the bits of the weekdays and months that a sentence names."""
    bits, named = _calendar(language), 0
    for index, bit in enumerate(map(bits.__getitem__, lower)):
        # "may" and "march" are words too, also with the capital of a beginning.
        is_word = language == "en" and bit > _WEEK and (index == 0 or not tokens[index][0].isupper())
        named |= 0 if is_word else bit
    return named


def _japanese_days(text: str) -> int:
    return sum(1 << _JAPANESE_WEEK.index(day) for day in set(_JAPANESE_WEEKDAY.findall(text)))


def days_changed(ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return where the first of two `days` names a weekday that the second lacks, which names another; or a month so."""
    week, months = (((ours & kind & ~theirs) != 0) & ((theirs & kind) != 0) for kind in (_WEEK, ~_WEEK))
    changed: NDArray[np.bool_] = week | months
    return changed


def _asks(text: str) -> bool:
    """Say whether a sentence is a question, quoted or not: it asserts nothing."""
    return text.rstrip(_CLOSING).endswith(("?", "？"))


def _names(tokens: Sequence[str], lower: Sequence[str], language: str) -> Iterator[str]:
    capitals = [token[0].isupper() for token in tokens]
    common = _not_names(language)
    if len(tokens) > _SHORT and sum(capitals) > _SHOUTED * len(tokens) and not _runs(lower, capitals, common):
        return
    for index, (word, capital) in enumerate(zip(lower, capitals, strict=True)):
        looks_like_name = capital and (index > 0 or any(capitals[1:2]))
        if looks_like_name and word not in common:
            yield _OWNER.sub("", word)


def _runs(lower: Sequence[str], capitals: Sequence[bool], common: frozenset[str]) -> bool:
    """Say whether a line of many capitals is a sentence: a word that says something is small ("They met Iris Vale")."""
    return any(
        not capital and word not in common and word.isalpha() for word, capital in zip(lower, capitals, strict=True)
    )


def _numbers(tokens: Sequence[str], language: str) -> Iterator[Decimal]:
    opens = _openings(language)
    if not any(map(opens.__getitem__, tokens)):
        return
    lists = lexicon(language)
    table = lists.table("numbers")
    joint = next(iter(lists.words("and")), "")
    index = 0
    while index < len(tokens):
        read = _number(tokens, index, language, table, joint) if opens[tokens[index]] else None
        if read is not None:
            yield read[0]
        index += 1 if read is None else read[1]


def _number(
    tokens: Sequence[str], index: int, language: str, table: Mapping[str, str], joint: str
) -> tuple[Decimal, int] | None:
    """Return the number that begins at a token and how many tokens it takes."""
    token = tokens[index]
    if token[0].isdigit():
        value = parse_digits(token, language)
        scale, count = read_scale(tokens, index + 1, table)
        return None if value is None else (value * scale, 1 + count)
    return read_spelled(tokens, index, table, joint)


@cache
def _openings(language: str) -> PerWord[bool]:
    """Return for each token whether a number may begin with it; nearly all are told apart here."""
    table = lexicon(language).table("numbers")

    def opens(token: str) -> bool:
        glued = language == "nl" and _GLUED.search(token) is not None
        return token[0].isdigit() or (token not in _ONES and (token in table or "-" in token or glued))

    return PerWord(opens)


@cache
def _denials(language: str) -> PerWord[bool]:
    """Return for each token whether it denies."""
    negations = _negations(language)
    return PerWord(lambda token: token in negations or token.endswith("n't"))


@cache
def _calendar(language: str) -> PerWord[int]:
    """Return for each token the bit of the weekday or month it names, 0 for others; short forms ("mar") are words too."""
    lists = lexicon(language)
    weekdays, months = lists.table("weekdays"), lists.table("months")
    parts = lists.words("day parts") if language == "nl" else ()
    full = {number: max((name for name in months if months[name] == number), key=len) for number in months.values()}

    def bit(token: str) -> int:
        days = {weekdays[word] for word in (token, *(token.removesuffix(part) for part in parts)) if word in weekdays}
        if days:
            return 1 << int(min(days))
        return 1 << (_WEEKDAYS + int(months[token]) - 1) if full.get(months.get(token, "")) == token else 0

    return PerWord(bit)


@cache
def _not_names(language: str) -> frozenset[str]:
    return stop_words(language) | lexicon(language).words("not names")


@cache
def _negations(language: str) -> frozenset[str]:
    text = files("meadow.vectors.sameness").joinpath("negations.json").read_text(encoding="utf-8")
    return frozenset(json.loads(text).get(language, ()))
