"""The values that phrases come in: every one knows its exact place, `text[start:end] == span.text` in code points."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

Tag = Literal[
    "noun", "name", "verb", "auxiliary", "adjective", "adverb", "article", "determiner", "possessive", "pronoun",
    "relative", "preposition", "link", "conjunction", "subordinator", "number", "punctuation",
]  # fmt: skip
NameKind = Literal["person", "organisation", "place", "other"]
Bound = Literal[">=", "<=", ">", "<", "~"]
ClauseKind = Literal["main", "relative", "subordinate", "parenthetical", "attribution", "participial"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text and where it stands."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TaggedWord(Span):
    """A word or mark of a text with its part of speech; `link` is the "of" that joins nouns."""

    tag: Tag


@dataclass(frozen=True, slots=True)
class Mention(Span):
    """One place where a name stands: in the text of this index, from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Name:
    """Whom or what several mentions name: the fullest form, what kind it is, and every form and place it was found in."""

    text: str
    kind: NameKind
    spans: tuple[Mention, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quantity(Span):
    """A number with its unit: `value` is exact, `high` the upper end of a range, `bound` what "at least" and its like say.

    `unit` is a symbol that is the same in all languages ("km", "%", "EUR", "crown"); `counted` is what a number without a
    unit counts, in the words of the text ("missing climbers", "dead", "death toll").
    """

    value: Decimal
    unit: str | None = None
    counted: str | None = None
    bound: Bound | None = None
    high: Decimal | None = None


@dataclass(frozen=True, slots=True)
class DateMention(Span):
    """A date as written, and the day it means; None where it means none (a month, a year) or the anchor is missing."""

    day: date | None


@dataclass(frozen=True, slots=True)
class Clause(Span):
    """A part of a sentence that rewriting may treat as one; all but `main` can be left out with the marks around them."""

    kind: ClauseKind
