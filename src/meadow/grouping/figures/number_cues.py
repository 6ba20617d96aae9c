"""Cues around a number: which kinds of facts it may state, before any tagging.

A figure names every kind of fact that reading its sentence (`meadow.grouping.figures.reading`) could find it to be a
value of, and some more, since parts of speech are unknown yet. Kinds that no two figures share need not be read. The
kinds are those of `meadow.grouping.figures.claim.StatedFact`, but without the subject of a common fact.

Source: our own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.kinds import COUNTED_REACH, MARK_REACH, OLDEST, RATE_REACH, STRONGEST, TOLL_REACH
from meadow.grouping.figures.lists import PhraseList, fact_lists
from meadow.grouping.figures.reading import FIGURE_REACH, NEAR, content_words
from meadow.grouping.figures.words import BREAKS, opening_of
from meadow.text.per_word import PerWord
from meadow.text.phrases.counted import COUNTED_TOLL_REACH, NOUN_REACH, SKIPPED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.numbers import NumberCandidate, candidates
from meadow.text.phrases.tagger import tags_by_form
from meadow.text.phrases.tokens import Tokens
from meadow.text.phrases.values import Tag
from meadow.text.stems import stem_of

_ENDS_PHRASE = frozenset({"number", "conjunction", "subordinator"})
_ENDS_SENTENCE = frozenset(".;!?:")
_ENCLOSING = frozenset({(",", ","), ("(", ")")})
_OPENS_AGE = frozenset(opening for opening, _ in _ENCLOSING)
_COMMON = ("figures", "magnitude words", "margin nouns", "rates", "collectives")


class Figure(NamedTuple):
    """A number of a sentence: the row in the view, its document's index, and the kinds of facts that it may be a value of.

    `follows` is the stem of the word before it; `opposed` means that it may be set against another number, `replaced` that
    it may be the older of two.
    """

    row: int
    document: int
    value: Decimal
    kinds: frozenset[str]
    follows: str | None = None
    opposed: bool = False
    replaced: bool = False


def figures_of(every: Sequence[Tokens], language: str) -> list[list[Figure]]:
    """Return the numbers of sentences, in order, in a language that parts words by spaces; rows and documents are left 0.

    Each step is done for all sentences before the next one is, which takes less time than one sentence after the other.
    """
    tags = [tags_by_form(tokens, language) for tokens in every]
    numbers = [candidates(tokens, kinds, language) for tokens, kinds in zip(every, tags, strict=True)]
    cues = _cues(language)
    around = [
        _Around.of(tokens, kinds, cues) if found else None
        for tokens, kinds, found in zip(every, tags, numbers, strict=True)
    ]
    return [
        [] if beside is None else [_figure(beside, number, found[0]) for number in found]
        for beside, found in zip(around, numbers, strict=True)
    ]


def _figure(around: _Around, number: NumberCandidate, first: NumberCandidate) -> Figure:
    return Figure(
        0,
        0,
        number.value,
        around.kinds(number),
        None if number.unit is None else around.follows(number),
        around.opposing and around.is_opposed(number, first),
        around.replacing and around.is_replaced(number),
    )


def figure_of(claim: Claim, row: int, document: int) -> Figure:
    """Return the figure of a number that has been read."""
    kind = claim.kind
    if claim.fact.common and not kind.startswith("age:"):
        kind = kind.partition(":")[0].removesuffix(" %")
    return Figure(row, document, claim.value, frozenset({kind}))


def is_measure(kind: str) -> bool:
    """Say whether a kind is so much of one unit."""
    return kind.startswith("unit ")


def is_common(kind: str) -> bool:
    """Say whether a kind is one of the common facts of news."""
    return not kind.startswith(("count ", "unit "))


@dataclass(frozen=True, slots=True, eq=False)
class _NumberCues:
    """The lists of a language that tell what a number may state.

    `common`, `opposing` and `replacing` have a word of all that tells a common fact, a number set against another, and the
    older of two: most sentences hold none of them, and then nothing of that kind need be looked for.
    """

    language: str
    kinds: Mapping[str, str]
    marks: PhraseList
    tolls: PhraseList
    toll_kinds: Mapping[str, str]
    totals: PhraseList
    opening_tolls: frozenset[str]
    magnitudes: PhraseList
    margins: PhraseList
    margin_openers: PhraseList
    rates: PhraseList
    collectives: PhraseList
    references: PhraseList
    contrast: PhraseList
    claiming: PhraseList
    replaced: PhraseList
    earlier: PhraseList
    reporting: frozenset[str]
    countable: frozenset[str]
    counted_tolls: frozenset[str]
    stem_of: PerWord[str]
    is_content: PerWord[bool]
    common: frozenset[str]
    opposing: frozenset[str]
    replacing: frozenset[str]


@cache
def _cues(language: str) -> _NumberCues:
    lists, words = fact_lists(language), lexicon(language).words
    totals = lists.phrases("figures")
    return _NumberCues(
        language=language,
        kinds=lists.kinds,
        marks=lists.marks,
        tolls=lists.tolls,
        toll_kinds=lists.table("toll nouns"),
        totals=totals,
        opening_tolls=lists.tolls.firsts | totals.phrases,
        magnitudes=lists.phrases("magnitude words"),
        margins=lists.phrases("margin nouns"),
        margin_openers=lists.phrases("margin openers"),
        rates=lists.phrases("rates"),
        collectives=lists.phrases("collectives"),
        references=lists.phrases("references"),
        contrast=lists.phrases("contrast"),
        claiming=lists.phrases("claiming"),
        replaced=lists.phrases("replaced"),
        earlier=lists.phrases("earlier"),
        reporting=words("reporting"),
        countable=words("countable"),
        counted_tolls=words("toll nouns"),
        stem_of=stem_of(language),
        is_content=content_words(language),
        common=lists.marks.telling.union(lists.tolls.telling, words("toll nouns"), lists.phrases(*_COMMON).telling),
        opposing=lists.phrases("references", "contrast").telling,
        replacing=lists.phrases("replaced", "earlier").telling,
    )


class _Around(NamedTuple):
    """The words around the numbers of one sentence, and whether it holds words of three kinds of cues."""

    texts: Sequence[str]
    lower: Sequence[str]
    tags: Sequence[Tag]
    cues: _NumberCues
    common: bool
    opposing: bool
    replacing: bool

    @classmethod
    def of(cls, tokens: Tokens, tags: Sequence[Tag], cues: _NumberCues) -> _Around:
        """Return the words of a sentence by their forms."""
        words = tokens.plain
        return cls(
            tokens.texts,
            words,
            tags,
            cues,
            common=not cues.common.isdisjoint(words),
            opposing=not cues.opposing.isdisjoint(words),
            replacing=not cues.replacing.isdisjoint(words),
        )

    def kinds(self, number: NumberCandidate) -> frozenset[str]:
        """Return the kinds of facts that a number may be the value of."""
        found: list[str] = []
        several = number.value > 1
        if several and self._may_be_age(number) and number.value < OLDEST:
            found.extend(self._ages(number))
        if self.common and number.unit in (None, "%"):
            found.extend(self._common(number))
        if several:
            counted = self._counts(number) if number.unit is None else self._units(number)
            found.extend(self._rated(number, counted) if self.common else counted)
        return frozenset(found)

    def follows(self, number: NumberCandidate) -> str | None:
        """Return the stem of the last word with content before a number in its clause; None where there is none."""
        for place in range(number.first - 1, max(-1, number.first - 1 - NEAR), -1):
            word = self.lower[place]
            if word in BREAKS:
                return None
            if self.cues.is_content[word]:
                return self.cues.stem_of[word]
        return None

    def is_opposed(self, number: NumberCandidate, first: NumberCandidate) -> bool:
        """Say whether a number may be set against one before it, here or in the sentence before."""
        cues = self.cues
        if cues.references.among(self.lower, max(0, number.first - FIGURE_REACH), number.first - 1) is not None:
            return True
        between = self.lower[first.end : number.first]
        return cues.contrast.among(between, 0, len(between)) is not None and (
            not cues.reporting.isdisjoint(between) or cues.claiming.among(between, 0, len(between)) is not None
        )

    def is_replaced(self, number: NumberCandidate) -> bool:
        """Say whether a number may be the older of two: "instead of 12", "earlier reports"."""
        cues, lower = self.cues, self.lower
        opening = opening_of(lower, number.first, cues.language)
        older = cues.replaced.among(lower, max(0, opening - 1), number.first)
        return older is not None or cues.earlier.among(lower, 0, len(lower)) is not None

    def _may_be_age(self, number: NumberCandidate) -> bool:
        """Say whether a mark stands before a number as before an age, or "-year-old" hangs on it; few numbers are such."""
        first = number.first
        return (first > 0 and self.lower[first - 1] in _OPENS_AGE) or self.lower[number.end - 1].endswith("year-old")

    def _ages(self, number: NumberCandidate) -> Iterator[str]:
        """Iterate over the names whose age a number may be: "Jana Holt, 41," and "41-year-old Jana Holt"."""
        first, end = number.first, number.end
        if self.lower[end - 1].endswith("year-old"):
            while end + 1 < len(self.texts) and self.texts[end][0].isupper() and self.texts[end + 1][0].isupper():
                yield self._age(end)
                end += 1
            return
        named = first > 2 and self.texts[first - 3][0].isupper() and self.texts[first - 2][0].isupper()
        if named and end < len(self.lower) and (self.lower[first - 1], self.lower[end]) in _ENCLOSING:
            yield self._age(first - 3)

    def _age(self, place: int) -> str:
        return "age:" + " ".join(word.removesuffix("'s") for word in self.lower[place : place + 2])

    def _common(self, number: NumberCandidate) -> Iterator[str]:
        cues, lower, end = self.cues, self.lower, number.end
        opening = opening_of(lower, number.first, cues.language)
        after = lower[end] if end < len(lower) else ""
        if number.value <= STRONGEST and (
            after in cues.magnitudes or cues.magnitudes.before(lower, opening) is not None
        ):
            yield "magnitude"
        if after in cues.margins and cues.margin_openers.before(lower, opening) is not None:
            yield "margin"
        before = cues.marks.before(lower, opening)
        if before is not None:
            yield cues.kinds[before]
        if not cues.marks.firsts.isdisjoint(lower[end : end + MARK_REACH]):
            yield from self._mark_after(end)
        if not cues.opening_tolls.isdisjoint(lower[max(0, number.first - TOLL_REACH) : number.first]):
            yield from self._tolls(number)

    def _mark_after(self, end: int) -> Iterator[str]:
        for place in range(end, min(len(self.lower), end + MARK_REACH)):
            if self.lower[place] in BREAKS or self.tags[place] in _ENDS_PHRASE:
                return
            mark = self.cues.marks.at(self.lower, place)
            if mark is not None:
                yield self.cues.kinds[mark]
                return

    def _tolls(self, number: NumberCandidate) -> Iterator[str]:
        """Iterate over what a number may be the toll of: "the death toll … 17", "the number of sheep killed … 41"."""
        cues = self.cues
        for place in range(number.first - 1, max(-1, number.first - 1 - TOLL_REACH), -1):
            word = self.lower[place]
            if word in _ENDS_SENTENCE or self.tags[place] == "number":
                return
            toll = cues.tolls.at(self.lower, place)
            if toll is not None:
                yield cues.toll_kinds[toll]
                return
            if word in cues.totals and self.tags[place + 1] == "link":
                stop = min(number.first, place + 2 + COUNTED_REACH)
                marks = (cues.marks.at(self.lower, counted) for counted in range(place + 2, stop))
                yield from (cues.kinds[mark] for mark in marks if mark is not None)
                yield from self._counting(place + 2, stop)
                return

    def _rated(self, number: NumberCandidate, kinds: list[str]) -> list[str]:
        """Return kinds and, where "a day" stands behind the number, as much in a day."""
        rate = self.cues.rates.among(self.lower, number.end, min(number.end + RATE_REACH, len(self.lower)))
        return kinds if rate is None else [*kinds, *(f"{kind} {rate}" for kind in kinds)]

    def _units(self, number: NumberCandidate) -> list[str]:
        found = [f"unit {number.unit}"]
        hyphened = "-" in " ".join(self.lower[number.first : number.end])
        if hyphened and number.end < len(self.lower):  # "16-hour flight"
            found.append(f"unit {number.unit} {self.lower[number.end]}")
        return found

    def _counts(self, number: NumberCandidate) -> list[str]:
        """Return the nouns that a number may count: those behind it, "a crowd of" before it, or those of a toll."""
        cues, lower, tags, first = self.cues, self.lower, self.tags, number.first
        start = number.end + (number.end < len(lower) and lower[number.end] in SKIPPED)
        stop, last = start, min(len(lower), start + NOUN_REACH)
        while stop < last and (tags[stop] == "noun" or lower[stop] in cues.countable):
            stop += 1
        found = self._counting(start, stop)
        if self.common and first > 1 and lower[first - 2] in cues.collectives:
            found += self._counting(first - 2, first - 1)
        reach = max(0, first - COUNTED_TOLL_REACH)
        if self.common and not cues.counted_tolls.isdisjoint(lower[reach:first]):
            for toll in range(reach, first):
                if lower[toll] in cues.counted_tolls:
                    found += self._counting(max(0, toll - 1), toll + NOUN_REACH)
        return found

    def _counting(self, start: int, stop: int) -> list[str]:
        stems = self.cues.stem_of
        return [f"count {stems[word]}" for word in self.lower[start:stop]]
