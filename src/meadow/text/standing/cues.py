"""Which words of a language bear which mark: the lists of the language, and what each gated rule cannot do without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.standing import marks
from meadow.text.standing.captions import PICTURED_WORDS, PLACED_WORDS, SHOWN_WORDS
from meadow.text.standing.forecasts import bears_ending
from meadow.text.standing.junk import SHAPE_WORDS
from meadow.text.standing.leaning import fronted_words, later_words, reported_words
from meadow.text.standing.lists import listed
from meadow.text.standing.marks import Wording
from meadow.text.word_sets import small_words

_SECTIONS = (
    (marks.SAYER, "sayers"),
    (marks.HERE, "here"),
    (marks.VOICE, "voice"),
    (marks.OWN_WORDS, "own words"),
    (marks.NEWSY, "newsy"),
    (marks.FORECAST, "forecast"),
)
_ANYWHERE = ((marks.SHAPE, SHAPE_WORDS),)
_ENGLISH = ((marks.PICTURED, PICTURED_WORDS), (marks.SHOWN, SHOWN_WORDS), (marks.PLACED, PLACED_WORDS))


class _Cues(NamedTuple):
    words: frozenset[str]
    marks: Mapping[str, int]


def read_wording(text: str, language: str, flags: int | None = None) -> Wording:
    """Return the words of a text with their marks; languages without blanks have none that could be told apart here.

    `flags` are the marks of its single words, for those who know them: the union of what `marks_of_word` says of each.
    """
    if language in UNSPACED:
        return Wording("", marks.GATES)
    if flags is None:
        cues, flags = _cues(language), 0
        for word in cues.words.intersection(small_words(text)):
            flags |= cues.marks[word]
    return Wording(text, flags | marks.FORECAST if bears_ending(text, language) else flags)


@cache
def marks_of_word(language: str) -> Callable[[str], int]:
    """Return the function that says which marks a word of a language bears, as `meadow.text.tokens` tells words apart.

    Such a word may hold several of those that rules know: "we'll" is "we" and "ll".
    """
    known = _cues(language).marks

    def marked(word: str) -> int:
        if word.isalpha():
            return known.get(word, 0)
        return reduce(or_, (known.get(part, 0) for part in small_words(word)), 0)

    return marked


def tells_words_alike(text: str) -> bool:
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
    yield from ((1 << marks.FIRST_LATER + number, words) for number, words in enumerate(later_words(language)))
    yield marks.FRONTED, fronted_words(language)
    yield marks.TELLER, reported_words(language)
    if language == "en":
        lists = lexicon(language)
        yield marks.VERB, lists.words("auxiliaries") | lists.words("copulas")
        yield from _ENGLISH
