"""Which terms of a stream are names: those that its documents write with a capital within a sentence.

Source: our own. A term is a name unless more documents write it small than with a capital within a sentence; a word that
none writes small is taken for one. Capitals at the beginning of a line or a sentence, and in a title all in capitals, say
nothing. A language without capitals has no names here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from meadow.kernels.postings_rows import Flags
from meadow.text.tokens import fold

# The last of the alphabets of Europe; few scripts beyond them have capitals.
_LAST_ASCII, _LAST_CASED = 0x80, 0x590

Stems = Callable[[Sequence[str], str], Sequence[str]]


class Kinds(NamedTuple):
    """For each term whether it is a name, and whether it is no common word: a name, a number, or without capitals."""

    names: Flags
    kept: Flags


class Written(NamedTuple):
    """How many documents write each stem with a capital within a sentence, and anywhere."""

    within: Counter[str]
    anywhere: Counter[str]


class Capitals:
    """How documents write stems, by language."""

    def __init__(self) -> None:
        self._counts: dict[str, Written] = {}
        self._stem_of: dict[str, dict[str, str]] = {}

    def count(self, texts: Sequence[str], languages: Sequence[str], stems: Stems) -> None:
        """Count the words that texts write with a capital; `stems` gives those of words of a language."""
        for text, language in zip(texts, languages, strict=True):
            found = [" ".join(each.findall(text)) for each in _patterns(text.isascii())]
            within, anywhere = (set(words.split()) for words in fold("\n".join(found)).split("\n"))
            stem_of = self._stem_of.setdefault(language, {})
            if not anywhere <= stem_of.keys():
                new = [word for word in anywhere if word not in stem_of]
                stem_of.update(zip(new, stems(new, language), strict=True))
            for counts, words in zip(self.written(language), (within, anywhere), strict=True):
                counts.update({stem_of[word] for word in words})

    def written(self, language: str) -> Written:
        """Return how the documents of a language write stems."""
        return self._counts.setdefault(language, Written(Counter(), Counter()))

    def fade(self) -> None:
        """Halve all counts and forget what is left without any."""
        self._stem_of.clear()
        for language, written in self._counts.items():
            self._counts[language] = Written(*(_halved(counts) for counts in written))

    def snapshot(self) -> dict[str, list[dict[str, int]]]:
        """Return all counts as JSON data, in order of stems."""
        return {
            language: [dict(sorted(counts.items())) for counts in written] for language, written in self._counts.items()
        }

    def restore(self, snapshot: Mapping[str, Sequence[Mapping[str, int]]]) -> None:
        """Take over the counts of another stream."""
        self._counts = {language: Written(*map(Counter, counts)) for language, counts in snapshot.items()}


def has_capitals(stem: str) -> bool:
    """Say whether a stem begins with a letter that could be a capital: no digit, and no letter of a script without them."""
    return stem[:1].upper() != stem[:1]


def _halved(counts: Counter[str]) -> Counter[str]:
    return Counter({stem: count // 2 for stem, count in counts.items() if count > 1})


@cache
def _patterns(ascii_only: bool) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what finds words with a capital within a sentence, and anywhere; in ASCII it is found sooner.

    Words all in capitals count after a small letter or an angle bracket, as tickers are written.
    """
    points = [chr(point) for point in range(_LAST_ASCII if ascii_only else _LAST_CASED)]
    large, small = (_ranges(filter(kind, points)) for kind in (str.isupper, str.islower))
    within = rf"[{large}](?:(?<=[{small}] .)\w*|(?<=[\w,;)>] .)[{small}]\w*|(?<=<.)\w*)"
    return re.compile(within), re.compile(rf"[{large}](?<!\w.)\w*")


def _ranges(characters: Iterable[str]) -> str:
    """Return a set of characters for a regular expression."""
    spans: list[list[int]] = []
    for point in map(ord, characters):
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)
