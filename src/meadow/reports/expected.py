"""What in a sentence may be the answer: names for "who", numbers for "how many", days for "when", causes for "why".

Each has a place, a key by which sentences that give the same answer are told, and a fit from 0 to 1: how well it is of the
kind that was asked for. What the question names itself is no answer to it.

Source: our own; that an answer is of the kind that its question asks for is Prager, Brown, Coden and Radev (2000),
"Question-answering by predictive annotation".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meadow.model import QuestionKind
from meadow.reports.causes import cause_places
from meadow.reports.mentions import spelling_key
from meadow.reports.question import Question
from meadow.text.phrases import Quantity, dates, names, numbers
from meadow.text.phrases.values import NameKind
from meadow.text.rulebook import ANY, pattern, rulebook
from meadow.text.stems import stem_words
from meadow.text.tokens import words

_WHO: Mapping[NameKind, float] = {"person": 1.0, "organisation": 0.9, "other": 0.5, "place": 0.4}
_WHERE: Mapping[NameKind, float] = {"place": 1.0, "other": 0.5, "organisation": 0.5, "person": 0.3}
_ANY: Mapping[NameKind, float] = {"person": 0.7, "organisation": 0.7, "other": 0.7, "place": 0.7}
_AT_PLACE = 0.9  # a name of another kind behind "in" or "near"
_COMMON_PLACE = 0.5  # "in a rented storage unit"
_PLACED, _NOUN_PLACE = pattern("answer", "behind a place word"), pattern("answer", "noun place")
_YEAR = re.compile(r"\b(?:1\d{3}|20\d\d)s?\b|\b\d{1,4}\s(?:BC|AD|BCE|CE)\b")
_CLOCK, _CENTURY = pattern("answer", "clock"), pattern("answer", "century")
_SPOKEN_DAY = pattern("answer", "spoken day")
_QUOTED = re.compile(r"[\"“«‘「『]([^\"”»’」』]{2,80})[\"”»’」』]")
_TITLED = rulebook(ANY).words("titled works")
_TIME_UNITS = frozenset({"s", "min", "hour", "day", "week", "month", "year", "decade", "century"})
_LENGTHS = frozenset({"km", "m", "cm", "mm", "mile", "ft", "inch", "yard", "nmi"})
_MONEY = frozenset({"crown", "EUR", "USD", "JPY", "GBP", "franc", "peso", "guilder", "cent", "penny"})
_YEARS, _DEGREES = frozenset({"year", "month"}), frozenset({"°C", "°"})
_LEVELS = _LENGTHS | _MONEY | {"%", "pp", "°C"}
# The units that an asking word wants, in whatever language it stands.
_UNITS: Mapping[str, frozenset[str]] = {
    "long": _TIME_UNITS | _LENGTHS, "lang": _TIME_UNITS | _LENGTHS, "high": _LEVELS, "hoog": _LEVELS,
    **dict.fromkeys(("tall", "far", "deep", "wide", "height", "ver", "diep", "altura"), _LENGTHS),
    **dict.fromkeys(("price", "cost", "duur", "precio", "coste", "costo", "prijs"), _MONEY),
    **dict.fromkeys(("old", "age", "oud", "edad"), _YEARS), **dict.fromkeys(("hot", "cold"), _DEGREES),
    "much": _MONEY | {"%", "pp", "t", "kg", "l", "barrel"}, "fast": frozenset({"km/h", "mph", "knot"}),
    "heavy": frozenset({"kg", "t", "lb"}),
}  # fmt: skip
_MEASURED = rulebook(ANY).words("measured nouns")
_BARE_MEASURES = rulebook(ANY).words("bare measures")
_PEOPLE = rulebook(ANY).words("people")
_OTHER_UNIT, _BARE = 0.1, 0.5
_EVENT = 0.7  # every sentence tells something that happened
_WEAK, _BEHIND, _BEHIND_WORDS = 0.5, 80, 7


@dataclass(frozen=True, slots=True)
class StatedAnswer:
    """Something in a sentence that may be the answer: where it starts, what it is told by, and how well it fits."""

    start: int
    key: str
    fit: float


def read_expected(texts: Sequence[str], language: str, question: Question) -> list[tuple[StatedAnswer, ...]]:
    """Return for each text of one language what in it may answer the question."""
    asked = frozenset(words(question.text, question.language))
    if question.kind == "what happened":
        return [(StatedAnswer(0, "", _EVENT),) for _ in texts]
    if question.kind in ("who", "where", "open"):
        return _named(texts, language, question, asked)
    one = _READERS[question.kind]
    return [tuple(one(text, language, question, asked)) for text in texts]


def _named(
    texts: Sequence[str], language: str, question: Question, asked: frozenset[str]
) -> list[tuple[StatedAnswer, ...]]:
    """Return the names in texts, read together: kinds and short forms are told by all of them."""
    given: list[list[StatedAnswer]] = [[] for _ in texts]
    fits = {"who": _WHO, "where": _WHERE}.get(question.kind, _ANY)
    for name in names(texts, language):
        if asked.issuperset(words(name.text, language)):
            continue
        for span in name.spans:
            placed = question.kind == "where" and _PLACED.search(
                texts[span.index][max(0, span.start - 16) : span.start]
            )
            fit = max(fits[name.kind], _AT_PLACE) if placed else fits[name.kind]
            given[span.index].append(StatedAnswer(span.start, spelling_key(name.text), fit))
    for index, text in enumerate(texts):
        if question.kind == "where":
            given[index] += [
                StatedAnswer(match.start(), spelling_key(match[0]), _COMMON_PLACE)
                for match in _NOUN_PLACE.finditer(text)
            ]
        if question.kind == "open" and not _TITLED.isdisjoint(asked):
            given[index] += [
                StatedAnswer(match.start(), spelling_key(match[1]), 1.0) for match in _QUOTED.finditer(text)
            ]
    return [tuple(each) for each in given]


def _causes(text: str, language: str, question: Question, _asked: frozenset[str]) -> Iterator[StatedAnswer]:
    events = [each for each in question.asked if each.role == "done"] or [
        each for each in question.asked if each.role == "other"
    ][:1]
    event = frozenset(term for each in events for term in (*each.terms, *each.kin))
    for offset, fit in cause_places(text, language):
        # "… six days after the ferry capsized" says when, not why: there the event itself stands where the cause would.
        behind = words(text[offset : offset + _BEHIND], language)[:_BEHIND_WORDS]
        if fit > _WEAK or event.isdisjoint(stem_words(behind, language)):
            yield StatedAnswer(offset, "", fit)


def _times(text: str, language: str, question: Question, asked: frozenset[str]) -> Iterator[StatedAnswer]:
    clock = "time" in question.opening or "hora" in question.opening or "時" in question.opening
    spans = [(each.start, each.text, 0.3 if clock else 1.0) for each in dates(text, language)]
    spans += [(match.start(), match[0], 0.3 if clock else 0.9) for match in _YEAR.finditer(text)]
    spans += [(match.start(), match[0], 0.8) for match in _CENTURY.finditer(text)]
    spans += [(match.start(), match[0], 0.7) for match in _SPOKEN_DAY.finditer(text)]
    spans += [(match.start(), match[0], 1.0 if clock else 0.5) for match in _CLOCK.finditer(text)]
    for start, written, fit in spans:
        if not asked.issuperset(words(written, language)):
            yield StatedAnswer(start, spelling_key(written), fit)


def _figures(text: str, language: str, question: Question, asked: frozenset[str]) -> Iterator[StatedAnswer]:
    wanted = _wanted_units(question, asked)
    counted = _wanted_nouns(question)
    for figure in numbers(text, language):
        if not asked.issuperset(words(figure.text, language)):
            key = f"{figure.value.normalize():f} {figure.unit or ''}".strip()
            yield StatedAnswer(figure.start, key, _figure_fit(figure, language, wanted, counted, asked))


def _figure_fit(
    figure: Quantity, language: str, wanted: frozenset[str], counted: frozenset[str], asked: frozenset[str]
) -> float:
    if wanted:
        return 1.0 if figure.unit in wanted else _OTHER_UNIT
    if figure.unit is not None:
        return 1.0 if counted & frozenset(stem_words(words(figure.text, language), language)) else _OTHER_UNIT
    if not _BARE_MEASURES.isdisjoint(asked):
        return 1.0 if figure.counted is None else _OTHER_UNIT
    stems = frozenset(stem_words(words(figure.counted or "", language), language))
    people = not _PEOPLE.isdisjoint(asked) and (
        figure.counted is None or not _PEOPLE.isdisjoint(words(figure.counted, language))
    )
    return 1.0 if counted & stems else 0.8 if people else _BARE


def _wanted_units(question: Question, asked: frozenset[str]) -> frozenset[str]:
    """Return the units that the asking words want: metres for "how high"; none where things are counted."""
    heard = {*words(question.opening, question.language), *(asked & _MEASURED)}
    return frozenset[str]().union(*(_UNITS.get(word, frozenset()) for word in heard))


def _wanted_nouns(question: Question) -> frozenset[str]:
    """Return the stems of what is counted: the first words behind "how many", and what tells of the same."""
    first = question.asked[:2]
    return frozenset(term for asked in first for term in (*asked.terms, *asked.kin))


_READERS: Mapping[QuestionKind, Callable[[str, str, Question, frozenset[str]], Iterator[StatedAnswer]]] = {
    "why": _causes,
    "how many": _figures,
    "when": _times,
}
