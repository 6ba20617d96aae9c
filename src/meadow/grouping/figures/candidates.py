"""Sentences worth reading: those with a number for which some other number of the story may be another value.

Nothing is tagged or read to find them. Each word of the vocabulary is asked once, in whatever story, whether it is a number
and which kinds of facts it marks; the ids of a story's words then give, for each number, the keys of what it may count: the
marks near it, and the terms right behind it. A sentence is read if one of its keys has two values in the story, or if it
sets a number against another. So the cost grows with what may differ, not with the number of sentences.

Source: our own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from meadow.grouping.figures.kinds import LOOSE_UNITS
from meadow.grouping.figures.lists import fact_lists
from meadow.grouping.figures.rivals import TELLING
from meadow.grouping.figures.story import ALIKE, VERY_ALIKE, StoryFigures
from meadow.text.language import UNSPACED
from meadow.text.per_word import PerWord
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.number_words import parse_digits
from meadow.text.phrases.tagger import tags_of_words
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.vectors.counts import LanguageRows

# What a word may be; the kinds that it marks follow from bit `_KINDS` on.
_NUMBER, _MONTH, _REFERS, _SPEAKS, _CONTRASTS, _REVISES, _FROM, _CHANGES, _NOMINAL, _KINDS = (
    1,
    2,
    4,
    8,
    16,
    32,
    64,
    128,
    256,
    9,
)
_MARK_REACH = 12  # words between a number and the mark of what it counts
_TERM_REACH = 3  # words behind a number that it may count
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MEASURE = re.compile(r"\d[\d.,]*(?!(?:st|nd|rd|th|s)$)[^\W\d_]*")  # "12,000" and "5km", not "3rd" or "1970s"
_DIGITS = re.compile(r"\d[\d.,]*")
_AGE = re.compile(
    r"(?P<name>[A-Z]\w+) ?[,(] ?(?:[a-z]{3,8} )?(?P<after>\d\d) ?[,)]"
    r"|(?P<before>\d\d)-year-old (?P<named>(?:[A-Z]\w+ ?){2,4})"
)
_JAPANESE_NUMBER = re.compile(r"[0-9０-９]|[一二三四五六七八九十百千][人名]")
_MOST_NUMBERS = 60  # a "sentence" of more is a table or worse
_MOST_ROWS = 1_000  # sentences that are read of one story: those nearest to the top of their articles
_YOUNGEST, _OLDEST = 2, 115
_SCALE = 100  # from here on a number word multiplies what stands before it
_FAR = 10  # how many times larger one of two numbers may be that are set against each other
_NEXT_ROWS = 3  # sentences within which two voices speak of one toll
_NEAR = 2.5  # how many times larger one of two counts of a noun may be


class _Number(NamedTuple):
    """A number as its words alone tell it: the row, the first word and the one after the last, and its rough value."""

    row: int
    first: int
    end: int
    value: float


def candidate_rows(story: StoryFigures) -> list[int]:
    """Return the sentences that may give one of several values, in order."""
    rows = set[int]()
    for part in story.view.words("words"):
        if part.vocabulary.language in UNSPACED:
            rows.update(row for row in part.rows.tolist() if _JAPANESE_NUMBER.search(story.text(row)))
        else:
            rows.update(_PartReading(story, part).rows())
    return story.nearest_to_the_top(rows, most=_MOST_ROWS)


class _PartReading:
    """One pass over the words of the sentences of one language."""

    def __init__(self, story: StoryFigures, part: LanguageRows) -> None:
        self.story = story
        vocabulary = part.vocabulary
        self.ids, self.words, self.terms = part.ids.tolist(), vocabulary.words, vocabulary.terms
        self.term_of = vocabulary.term_of
        self.english = vocabulary.language == "en"
        self.values = _values(vocabulary.language)
        self.units, self.loose = _unit_terms(vocabulary.language)
        flags = vocabulary.answers(_flags(vocabulary.language))[part.ids]
        self.flags: list[int] = flags.tolist()
        self.numbered = flags & _NUMBER
        self.owners = np.repeat(part.rows, part.lengths)
        ends = np.cumsum(part.lengths)
        self.spans = dict(
            zip(part.rows.tolist(), zip((ends - part.lengths).tolist(), ends.tolist(), strict=True), strict=True)
        )

    def rows(self) -> set[int]:
        """Return the rows that may give one of several values."""
        keyed: dict[str, list[_Number]] = defaultdict(list)
        contested, plain = set[int](), set[int]()
        for row, numbers in self._numbers().items():
            start, end = self.spans[row]
            plain.add(row)
            if self._is_contested(numbers, start, end) or (row - 1 in plain and self._holds(start, end, _REFERS)):
                contested.add(row)
            for place, number in enumerate(numbers):
                low = numbers[place - 1].end if place else start
                high = numbers[place + 1].first if place + 1 < len(numbers) else end
                for key in self._keys(
                    number, max(low, number.first - 2 * _MARK_REACH), min(high, number.end + _MARK_REACH)
                ):
                    keyed[key].append(number)
            if any(_YOUNGEST <= number.value <= _OLDEST for number in numbers):
                for name, age in _ages(self.story.text(row)):
                    keyed[f"kind age {name}"].append(_Number(row, 0, 0, age))
        giving = set[int]()
        for numbers in keyed.values():
            values = {number.value for number in numbers if number.row in contested}
            giving.update(number.row for number in numbers if number.value in values)
        return self._in_dispute(keyed) | contested | giving | {row - 1 for row in contested if row - 1 in plain}

    def _numbers(self) -> dict[int, list[_Number]]:
        """Return the runs of number words of each row, without days of months."""
        found: dict[int, list[_Number]] = defaultdict(list)
        places = np.flatnonzero(self.numbered).tolist()
        rows, flags = self.owners[places].tolist(), self.flags
        index = 0
        while index < len(places):
            first, row = places[index], rows[index]
            end = first + 1
            index += 1
            while index < len(places) and places[index] == end and rows[index] == row:
                end += 1
                index += 1
            start, stop = self.spans[row]
            is_day = (first > start and flags[first - 1] & _MONTH) or (end < stop and flags[end] & _MONTH)
            if not is_day:
                found[row].append(
                    _Number(row, first, end, _worth([self.words[each] for each in self.ids[first:end]], self.values))
                )
        return {row: numbers for row, numbers in found.items() if len(numbers) <= _MOST_NUMBERS}

    def _holds(self, start: int, end: int, bits: int) -> bool:
        return any(each & bits for each in self.flags[start:end])

    def _is_contested(self, numbers: Sequence[_Number], start: int, end: int) -> bool:
        """Say whether a sentence may set a number against another: by two speakers, a contrast, or as new for old."""
        if len(numbers) < 2:
            return False
        values = sorted(each.value for each in numbers)
        if not any(0 < low < high <= _FAR * low for low, high in pairwise(values)):
            return False
        flags = self.flags[start:end]
        held = 0
        for each in flags:
            held |= each
        if held & _REVISES or (held & _FROM and held & _CHANGES):
            return True
        speaking = sum(1 for each in flags if each & _SPEAKS)
        return speaking > 1 or bool(speaking and held & _CONTRASTS)

    def _keys(self, number: _Number, low: int, high: int) -> Iterator[str]:
        """Iterate over what a number may be a value of, by the words between it and its neighbours."""
        flags, marks = self.flags, 0
        for each in flags[low : number.first]:
            marks |= each
        for each in flags[number.end : high]:
            marks |= each
        marks >>= _KINDS
        if marks:
            yield from (f"kind {bit}" for bit in range(marks.bit_length()) if marks >> bit & 1)
        place, head = number.end, -1
        while place < min(number.end + _TERM_REACH, high) and flags[place] & _NOMINAL:
            head = place
            if not self.english:
                break
            place += 1
        if head >= 0 and not flags[head] >> _KINDS and (term := int(self.term_of[self.ids[head]])) >= 0:
            yield self.terms[term]
        if number.value >= TELLING:  # "a crowd of 41,200", "is insured for 22 million"
            before = number.first - 1 - (number.first - 1 > low and self.term_of[self.ids[number.first - 1]] < 0)
            if before >= low and (term := int(self.term_of[self.ids[before]])) >= 0:
                yield from (
                    [self.terms[term]] if self.story.is_rare(self.terms[term]) and not flags[before] >> _KINDS else ()
                )

    def _in_dispute(self, keyed: Mapping[str, Sequence[_Number]]) -> set[int]:
        """Return the rows of keys with several values: of marks all, of other terms those that can be of one thing."""
        rows = set[int]()
        for key, numbers in keyed.items():
            if len({number.value for number in numbers}) > 1:
                if key.startswith("kind "):
                    rows.update(self._near(numbers))
                else:
                    rows.update(self._alike(key, numbers[:_MOST_NUMBERS]))
        return rows

    def _near(self, numbers: Sequence[_Number]) -> Iterator[int]:
        """Iterate over the rows of a kind with a value that another document, or a neighbouring sentence, may dispute."""
        owners = self.story.view.document_of
        ordered = sorted(numbers, key=lambda number: number.value)
        for place, one in enumerate(ordered):
            for other in ordered[place + 1 :]:
                if other.value > _FAR * one.value:
                    break
                if one.value < other.value and (
                    owners[one.row] != owners[other.row] or abs(one.row - other.row) <= _NEXT_ROWS
                ):
                    yield from (number.row for number in numbers)
                    return

    def _alike(self, term: str, numbers: Sequence[_Number]) -> Iterator[int]:
        """Iterate over the rows in which articles count a term a little differently: a rare one, or in like sentences."""
        rare = term not in self.units and self.story.is_rare(term)
        least = VERY_ALIKE if term in self.loose else ALIKE
        owners = self.story.view.document_of
        for one, other in combinations(numbers, 2):
            low, high = sorted((one.value, other.value))
            near = low < high <= _NEAR * low and owners[one.row] != owners[other.row]
            if near and (rare or self.story.alike(one.row, other.row) >= least):
                yield from (one.row, other.row)


def _ages(text: str) -> Iterator[tuple[str, float]]:
    """Iterate over who is how old in a text, by their last names."""
    for match in _AGE.finditer(text):
        name, age = match["name"] or match["named"].split()[-1], match["before"] or match["after"]
        yield name, float(age)


@cache
def _flags(language: str) -> Callable[[str], int]:
    """Return what tells of a word whether it is a number, a month, a cue, and which kinds of facts it marks."""
    lists, words = fact_lists(language), lexicon(language)
    numbers = {word for word, value in words.table("numbers").items() if not value.startswith("m")}
    stops = stop_words(language)
    replacing = _telling(lists.phrases("replaced").phrases)
    speaking = _telling(lists.phrases("claiming", "confirming", "according").phrases) | words.words("reporting")
    cues = {
        _MONTH: {month.split()[0] for month in words.table("months")},
        _REFERS: _telling(lists.phrases("references").phrases.union(lists.table("toll nouns"))),
        _SPEAKS: speaking,
        _CONTRASTS: _telling(lists.phrases("contrast").phrases),
        _REVISES: (replacing - stops) | _telling(lists.phrases("earlier").phrases),
        _FROM: replacing & stops,
        _CHANGES: _telling(lists.phrases("changed", "lowered").phrases) - stops,
    }
    marks: dict[str, int] = defaultdict(int)
    for place, kind in enumerate(sorted(lists.table("kinds"))):
        phrases = lists.phrases(kind, f"{kind} words", f"{kind} nouns").phrases
        tolls = (phrase for phrase, told in lists.table("toll nouns").items() if told == kind)
        for word in _telling(phrases.union(tolls)):
            marks[word] |= 1 << (place + _KINDS)

    for bit, held in cues.items():
        for word in held:
            marks[word] |= bit
    for word in numbers:
        marks[word] |= _NUMBER

    tags = tags_of_words(language)

    def flags(word: str) -> int:
        if word[0].isdigit():
            return _NUMBER if _MEASURE.fullmatch(word) and not _YEAR.fullmatch(word) else 0
        is_nominal = tags[word] in ("noun", "adjective") or word in words.noun_verbs
        return marks.get(word, 0) | (_NOMINAL if is_nominal else 0)

    return flags


@cache
def _values(language: str) -> PerWord[float]:
    """Return about what each word of a number is worth; digits with a mark are read as thousands or as decimals alike."""
    table = lexicon(language).table("numbers")

    def value(word: str) -> float:
        if word[0].isdigit():
            match = _DIGITS.match(word)
            parsed = None if match is None else parse_digits(match[0].rstrip(".,"), language)
            return 0.0 if parsed is None else float(parsed)
        return float(table.get(word, "0").lstrip("xm"))

    return PerWord(value)


def _worth(written: Sequence[str], values: PerWord[float]) -> float:
    """Return about what a run of number words is worth: "twenty three thousand" is 23,000."""
    total = 0.0
    for word in written:
        value = values[word]
        total = total * value if value >= _SCALE and total else total + value
    return total


@cache
def _unit_terms(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the terms of units and of what stories count without end, and those of which a story counts many."""
    units, generic = lexicon(language).table("units"), fact_lists(language).phrases("generic").phrases
    loose = sorted({word for word, unit in units.items() if unit in LOOSE_UNITS} | generic)
    return frozenset(stem_words(sorted({*units, *generic}), language)), frozenset(stem_words(loose, language))


def _telling(phrases: frozenset[str]) -> set[str]:
    """Return the longest word of each phrase."""
    return {max(reversed(phrase.split()), key=len) for phrase in phrases}
