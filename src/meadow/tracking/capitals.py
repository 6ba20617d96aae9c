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
from itertools import chain
from typing import NamedTuple

from meadow.kernels.postings_rows import Flags
from meadow.text.tokens import fold

# The last of the alphabets of Europe; few scripts beyond them have capitals.
_LAST_ASCII, _LAST_CASED = 0x80, 0x590

# Stands between texts that are read as one; a text that holds it counts as two.
_BETWEEN = "\0"

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
        """Count the words that texts write with a capital; `stems` gives those of words of a language.

        Texts are read as one, for what is done with each takes longer than reading it.
        """
        by_kind: dict[tuple[str, bool], list[str]] = {}
        for text, language in zip(texts, languages, strict=True):
            by_kind.setdefault((language, text.isascii()), []).append(text)
        for (language, ascii_only), own in by_kind.items():
            whole, stem_of = _BETWEEN.join(own), self._stem_of.setdefault(language, {})
            for counts, pattern in zip(self.written(language), _patterns(ascii_only), strict=True):
                by_text = fold("\n".join(pattern.findall(whole))).split(_BETWEEN)
                found = Counter(chain.from_iterable(set(each.split()) for each in by_text))
                new = [word for word in found if word not in stem_of]
                stem_of.update(zip(new, stems(new, language), strict=True))
                for word, documents in found.items():
                    counts[stem_of[word]] += documents

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

    Both find what is between texts, too. Words all in capitals count after a small letter or an angle bracket, as tickers
    are written.
    """
    points = [chr(point) for point in range(_LAST_ASCII if ascii_only else _LAST_CASED)]
    large, small = (_ranges(filter(kind, points)) for kind in (str.isupper, str.islower))
    within = rf"[{_BETWEEN}{large}](?:(?<={_BETWEEN})|(?<=[{small}] .)\w*|(?<=[\w,;)>] .)[{small}]\w*|(?<=<.)\w*)"
    return re.compile(within), re.compile(rf"[{_BETWEEN}{large}](?:(?<={_BETWEEN})|(?<!\w.)\w*)")


def _ranges(characters: Iterable[str]) -> str:
    """Return a set of characters for a regular expression."""
    spans: list[list[int]] = []
    for point in map(ord, characters):
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)
