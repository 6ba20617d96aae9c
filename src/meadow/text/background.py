"""Background frequencies: how rare a word is in general, as inverse document frequency (natural logarithm).

Three sources: the frequency lists of the `wordfreq` package, a collection of the user's, or a table of word and value.
A background knows the words exactly as they are written; `folded()` gives one that ignores case, for schemes that fold.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Protocol

import numpy as np

from meadow.errors import InputError
from meadow.model import FloatArray
from meadow.provenance import content_id
from meadow.text.per_word import PerWord
from meadow.text.tokens import fold
from meadow.text.wordlists import FrequencyList, is_number, list_paths, shape_of, share_of_shape

# Word frequencies become document frequencies by assuming texts of this many words: at 300 the mean difference from
# MEAD's table is 0.1 over the words that it gives less than 8 (`benchmarks/background.py` prints the fit).
_TYPICAL_WORDS = 300
_RAREST_FREQUENCY = 1e-8  # the smallest that wordfreq records
_FALLBACK_LANGUAGE = "en"
_LARGEST_VALUE = 1e6  # rarer than any word can be; the square of 1e308 is no number any more
UNKNOWN_IN_TABLE = 3.0  # what the released MEAD gives to words that its table lacks
_UNKNOWN = "unknown="


class Background(Protocol):
    """Anything that can say how rare words are."""

    @property
    def name(self) -> str:
        """What signatures call it."""

    def idf(self, words: Sequence[str]) -> FloatArray:
        """Return the inverse document frequency of each word."""

    def folded(self) -> Background:
        """Return the background for words that have been folded to lower case."""


@dataclass(frozen=True, slots=True)
class WordFrequencies:
    """The frequency list of one language from `wordfreq`; words that it lacks count as its rarest."""

    language: str

    @property
    def name(self) -> str:
        """`wordfreq-en` and so on."""
        return f"wordfreq-{self.language}"

    def idf(self, words: Sequence[str]) -> FloatArray:
        """Return `-ln P(a text of typical length holds the word)`."""
        known = _rarities(self.language)
        new = [word.lower() for word in words if word not in known]
        if new:
            _frequency_list(self.language).look_up(map(_listed_form, new))
        # One word at a time: numpy may round a value otherwise where it stands in another place of a longer array.
        return np.fromiter(map(known.__getitem__, words), np.float64, len(words))

    def folded(self) -> WordFrequencies:
        """Return itself: the list holds lower-case words only."""
        return self


@dataclass(frozen=True)
class IdfTable:
    """A table of word and value, such as MEAD's `enidf`; words that it lacks get `unknown`."""

    name: str
    values: Mapping[str, float]
    unknown: float = UNKNOWN_IN_TABLE

    def idf(self, words: Sequence[str]) -> FloatArray:
        """Return each word's value, looked up exactly as written."""
        return np.array([self.values.get(word, self.unknown) for word in words], dtype=np.float64)

    @cached_property
    def digest(self) -> str:
        """What tells the table from others of its name: a digest of its words and values."""
        rows = (part for word in sorted(self.values) for part in (word, repr(self.values[word])))
        return content_id(*rows, repr(self.unknown))

    def folded(self) -> IdfTable:
        """Return the table without case: of several spellings the most common one (the least value) counts."""
        return self._folded

    @cached_property
    def _folded(self) -> IdfTable:
        folded: dict[str, float] = {}
        for word, value in self.values.items():
            key = fold(word)
            folded[key] = min(value, folded.get(key, math.inf))
        return IdfTable(self.name, folded, self.unknown)


def default_background(language: str) -> WordFrequencies:
    """Return the frequency list of a language; a language without one takes English, where its words are all rare."""
    return WordFrequencies(language if language in _languages() else _FALLBACK_LANGUAGE)


def name_of(background: Background | None, languages: Iterable[str]) -> str:
    """Return what signatures say about the frequencies in use: the given ones, else the lists of the languages.

    The name of a table or a collection ends in its digest, for two of them may be called alike.
    """
    if background is not None:
        digest = getattr(background, "digest", None)
        return background.name if digest is None else f"{background.name}#{digest}"
    return "+".join(sorted({default_background(language).name for language in languages}))


def background_from_texts(name: str, texts: Iterable[Sequence[str]]) -> IdfTable:
    """Return `ln(N / df)` over a collection given as the words of each text; unseen words count as seen once."""
    frequencies: Counter[str] = Counter()
    number = 0
    for words in texts:
        number += 1
        frequencies.update(set(words))
    if number == 0:
        raise InputError("A background collection needs at least one text.", given="0 texts")
    values = {word: math.log(number / count) for word, count in frequencies.items()}
    return IdfTable(name, values, unknown=math.log(number))


def parse_idf_table(text: str, *, name: str) -> IdfTable:
    """Return the table that `text` writes as lines of word, tab, value; blanks around either are dropped.

    A line such as `# 95 documents, unknown=4.55` says what words get that the table lacks; without it they get 3.
    """
    values: dict[str, float] = {}
    unknown = UNKNOWN_IN_TABLE
    for number, line in enumerate(text.splitlines(), start=1):
        if _is_note(line):
            unknown = _unknown(line, f"{name}:{number}", unknown)
        elif line.strip():
            word, value = _parse_row(line, f"{name}:{number}")
            values[word] = value
    if not values:
        raise InputError(f"The IDF table {name} holds no word.", given=name, allowed="Lines of: word, tab, value.")
    return IdfTable(name, values, unknown)


def format_idf_table(table: IdfTable, *, documents: int) -> str:
    """Return a table as text that `parse_idf_table` reads back, the most common words first."""
    head = f"# {documents} documents, {_UNKNOWN}{table.unknown!r}"
    rows = sorted(table.values.items(), key=lambda row: (row[1], row[0]))
    return "\n".join([head, *(f"{word}\t{value!r}" for word, value in rows)]) + "\n"


def _is_note(line: str) -> bool:
    """Say whether a line is about the table; a row of a table has a tab, whatever its word is."""
    return line.startswith("#") and "\t" not in line


def _unknown(line: str, place: str, unknown: float) -> float:
    before, mark, value = line.rpartition(_UNKNOWN)
    return _parse_row(f"{before}\t{value}", place)[1] if mark else unknown


def _parse_row(line: str, place: str) -> tuple[str, float]:
    word, tab, value = line.rpartition("\t")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not tab or not abs(number) <= _LARGEST_VALUE:
        raise InputError(
            f"{place}: {line.strip()[:60]!r} is not a row of an IDF table.",
            given=line,
            allowed=f"Lines of: word, tab, value; a value is at most {_LARGEST_VALUE:,.0f}.",
        )
    return word.strip(), number


def _listed_form(word: str) -> str:
    """Return what a word is listed as: `wordfreq` lists numbers by their shape ("0000")."""
    return word if word.isalpha() or not is_number(word) else shape_of(word)


def _frequency(table: FrequencyList, word: str) -> float:
    """Return a word's frequency; that of a shape is spread over the digits."""
    if word.isalpha() or not is_number(word):
        return table.frequency(word)
    listed = table.frequency(shape_of(word))
    # Only shapes that are listed are spread: of a number with hundreds of digits no float can hold the share.
    return listed * share_of_shape(word) if listed > 0 else listed


@cache
def _rarities(language: str) -> PerWord[float]:
    """Return the rarity of each word: a tracker, the view of a story and the doubt about it all ask."""
    table = _frequency_list(language)
    return PerWord(lambda word: _rarity(_frequency(table, word.lower())))


@lru_cache(maxsize=4096)  # a list has some eight hundred frequencies
def _rarity(frequency: float) -> float:
    return -math.log(-math.expm1(-_TYPICAL_WORDS * max(frequency, _RAREST_FREQUENCY)))


@cache
def _frequency_list(language: str) -> FrequencyList:
    return FrequencyList(language)


@cache
def _languages() -> frozenset[str]:
    return frozenset(list_paths())
