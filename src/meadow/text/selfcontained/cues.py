"""The flags of the words of a language: from its word lists, and from the trigger words of each gated rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.selfcontained import word_flags
from meadow.text.selfcontained.captions import PICTURED_WORDS, PLACED_WORDS, SHOWN_WORDS
from meadow.text.selfcontained.context_dependence import fronted_words, later_words, reported_words
from meadow.text.selfcontained.forecasts import has_ending
from meadow.text.selfcontained.junk import SHAPE_WORDS
from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.word_flags import FlaggedWords
from meadow.text.word_sets import small_words

_SECTIONS = (
    (word_flags.SAYER, "sayers"),
    (word_flags.HERE, "here"),
    (word_flags.VOICE, "voice"),
    (word_flags.OWN_WORDS, "own words"),
    (word_flags.NEWSY, "newsy"),
    (word_flags.FORECAST, "forecast"),
)
_ANYWHERE = ((word_flags.SHAPE, SHAPE_WORDS),)
_ENGLISH = ((word_flags.PICTURED, PICTURED_WORDS), (word_flags.SHOWN, SHOWN_WORDS), (word_flags.PLACED, PLACED_WORDS))


class _Cues(NamedTuple):
    words: frozenset[str]
    flags: Mapping[str, int]


def read_wording(text: str, language: str, flags: int | None = None) -> FlaggedWords:
    """Return the words of a text with their marks; languages without blanks have none that could be told apart here.

    `flags` are those of its words, if known: the union of what `flags_of_word` says of each.
    """
    if language in UNSPACED:
        return FlaggedWords("", word_flags.GATES)
    if flags is None:
        cues, flags = _cues(language), 0
        for word in cues.words.intersection(small_words(text)):
            flags |= cues.flags[word]
    return FlaggedWords(text, flags | word_flags.FORECAST if has_ending(text, language) else flags)


@cache
def flags_of_word(language: str) -> Callable[[str], int]:
    """Return the function that says which marks a word of a language bears, as `meadow.text.tokens` tells words apart.

    Such a word may hold several of those that rules know: "we'll" is "we" and "ll".
    """
    known = _cues(language).flags

    def marked(word: str) -> int:
        if word.isalpha():
            return known.get(word, 0)
        return reduce(or_, (known.get(part, 0) for part in small_words(word)), 0)

    return marked


def splits_words_alike(text: str) -> bool:
    r"""Say whether the words of `meadow.text.tokens` are those that rules know, or made of them; in doubt they are not.

    To rules a word is what `\w+` finds in small letters. That differs for "_" and for letters whose small ones depend on
    what stands around them.
    """
    return not ("_" in text or "İ" in text or "Σ" in text or "ς" in text)


@cache
def _cues(language: str) -> _Cues:
    bearing: dict[str, int] = {}
    for mark, words in _lists(language):
        for word in words:
            bearing[word] = bearing.get(word, 0) | mark
    return _Cues(frozenset(bearing), bearing)


def _lists(language: str) -> Iterator[tuple[int, Iterable[str]]]:
    yield from ((mark, listed(language, section)) for mark, section in _SECTIONS)
    yield from _ANYWHERE
    yield from ((1 << word_flags.FIRST_LATER + number, words) for number, words in enumerate(later_words(language)))
    yield word_flags.FRONTED, fronted_words(language)
    yield word_flags.TELLER, reported_words(language)
    if language == "en":
        lists = lexicon(language)
        yield word_flags.VERB, lists.words("auxiliaries") | lists.words("copulas")
        yield from _ENGLISH
