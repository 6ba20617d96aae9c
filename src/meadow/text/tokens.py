"""Words of a text, under the named schemes that methods ask for.

`words` is ours: lower-cased, in any script. A word is a run of letters, marks and digits; an apostrophe joins letters
("don't"), a point or comma joins digits ("25,000"), a point joins single letters ("u.s", "p.m"). Hyphens separate.
Japanese gives Sudachi's short units (extra `ja`); Chinese and Thai, and Japanese without the extra, character bigrams.
The other schemes are those of the released MEAD, so that its numbers can be reproduced.
`meadow.kernels.intern` is the fast twin of `words` and is tested equal to it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Literal

from meadow.text.japanese import has_sudachi, short_units, warn_of_pairs
from meadow.text.language import UNSPACED

Scheme = Literal["words", "mead", "mead-cosine", "cidr"]

# No letter or mark is assigned between here and the variation selectors, which never carry a word.
LAST_LETTER = 0x323B0
# Where marks can be: the other two thirds are ideographs, Tangut, Hangul syllables, surrogates and what is for private use.
_MAY_BE_MARKS = (
    range(0x300, 0x3400), range(0xA480, 0xAC00), range(0xFB00, 0x17000), range(0x18D00, 0x20000),
)  # fmt: skip
MAY_HOLD_MARKS = re.compile("[\u0300-\u1fff\u20d0-\U0010ffff]")
"""Finds a character of the ranges in which all combining marks are."""
# What `_word_pattern` finds in a text without marks; there are no underscores, which folding makes blanks.
_WORD = re.compile(r"\w+(?:(?=['.,])(?:(?<=[^\W\d])'(?=[^\W\d])|(?<=\d)[.,](?=\d)|(?<=\b[^\W\d])\.(?=[^\W\d]))\w+)*")


def fold(text: str) -> str:
    """Return the text lower-cased one code point for one, so that offsets stay and the kernel can do the same.

    Only two letters need care: dotted capital I would become two code points, and final sigma depends on its neighbours.
    """
    return text.replace("_", " ").replace("’", "'").replace("İ", "i").lower().replace("ς", "σ")


def words(text: str, language: str = "en") -> list[str]:
    """Return the folded words of a text in order."""
    if language == "ja" and has_sudachi():
        return [unit for unit in map(fold, short_units(text)) if has_letter_or_digit(unit)]
    folded = fold(text)
    whole_words = _pattern_for(folded).findall(folded)
    return list(_bigrams(whole_words)) if _is_read_as_pairs(language) else whole_words


def word_spans(text: str, language: str = "en") -> list[tuple[str, int, int]]:
    """Return the folded words of a text in order, as `words` does, each with where it starts and ends in the text."""
    if language == "ja" and has_sudachi():
        return list(_unit_spans(text))
    folded = fold(text)
    spans = [(match[0], *match.span()) for match in _pattern_for(folded).finditer(folded)]
    return list(_bigram_spans(spans)) if _is_read_as_pairs(language) else spans


def tokenize(text: str, scheme: Scheme = "words", language: str = "en") -> list[str]:
    """Return the tokens of a text under a named scheme; the language matters to `words` only."""
    if scheme == "words":
        return words(text, language)
    return _SCHEMES[scheme](text)


def has_letter_or_digit(token: str) -> bool:
    """Say whether a token counts as a word: it holds a letter or a digit."""
    return any(character.isalnum() for character in token)


def count_printed_words(text: str, language: str = "en") -> int:
    """Return the length that a word budget counts: white-space words, tokens where the script has no spaces."""
    return len(words(text, language)) if language in UNSPACED else len(text.split())


@cache
def marks() -> str:
    """Return all combining marks (category M) that belong to letters: Devanagari vowel signs, Hebrew points, accents."""
    places = map(chr, chain.from_iterable(_MAY_BE_MARKS))
    return "".join(character for character in places if unicodedata.category(character)[0] == "M")


def _is_read_as_pairs(language: str) -> bool:
    """Say whether words of a language are broken into pairs of characters; of Japanese, without Sudachi, also warn."""
    if language == "ja":
        warn_of_pairs()
    return language in UNSPACED


def _pattern_for(folded: str) -> re.Pattern[str]:
    # To know all marks takes longer than a story does; where none can be, they are not asked for.
    return _WORD if MAY_HOLD_MARKS.search(folded) is None else _word_pattern()


@cache
def _word_pattern() -> re.Pattern[str]:
    # `re` looks a character up in a class of the first plane at once, but walks one that reaches beyond it range by range;
    # the common case, a character below all marks, is told apart first.
    near = "".join(mark for mark in marks() if mark <= "\uffff")
    far = "".join(mark for mark in marks() if mark > "\uffff")
    mark = rf"(?![\x00-\u02ff])(?:[{near}]|(?![\x00-\uffff])[{far}])"
    word = rf"(?:\w|{mark})"
    run = rf"(?>\w+|{mark})++"
    letter_before = rf"(?<={word})(?<!\d)"
    letter_after = rf"(?!\d)(?={word})"
    one_letter_before = rf"(?:(?<=^{word})|(?<=(?!{word})[\s\S]{word}))(?<!\d)"
    joiners = (
        rf"{letter_before}'{letter_after}",
        r"(?<=\d)[.,](?=\d)",
        rf"{one_letter_before}\.{letter_after}",
    )
    # The first look-ahead only saves time: most words are not followed by any joiner.
    return re.compile(rf"{run}(?:(?=['.,])(?:{'|'.join(joiners)}){run})*")


def _bigrams(whole_words: list[str]) -> Iterator[str]:
    """Break words of scripts without spaces into overlapping pairs; leave Latin words and numbers whole."""
    for word in whole_words:
        if word.isascii() or len(word) <= 2:
            yield word
        else:
            yield from (word[start : start + 2] for start in range(len(word) - 1))


def _bigram_spans(spans: list[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    for word, start, _ in spans:
        at = start
        for part in _bigrams([word]):
            yield part, at, at + len(part)
            at += 1


def _unit_spans(text: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for unit in short_units(text):
        # Half a surrogate pair is a question mark to Sudachi, and no unit with a letter holds one.
        at = max(at, text.find(unit, at))
        if has_letter_or_digit(folded := fold(unit)):
            yield folded, at, at + len(unit)
        at += len(unit)


_MEAD_WORD = re.compile(r"[^\s,\-()?!.]+")
_MEAD_COSINE_WORD = re.compile(r"[^\s,?!]+")
_CIDR_WORD = re.compile(r"[A-Za-z]+")


def _mead_words(text: str) -> list[str]:
    return _MEAD_WORD.findall(text)


def _mead_cosine_words(text: str) -> list[str]:
    return _MEAD_COSINE_WORD.findall(text.lower())


def _cidr_words(text: str) -> list[str]:
    return _CIDR_WORD.findall(text)


_SCHEMES: Mapping[str, Callable[[str], list[str]]] = {
    "mead": _mead_words,
    "mead-cosine": _mead_cosine_words,
    "cidr": _cidr_words,
}
