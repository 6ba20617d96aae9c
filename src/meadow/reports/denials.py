"""Claims that later news takes back: what was only supposed, and what a later sentence rules out.

A sentence that rules something out ("no sign of arson", "and not a rock") names it in the words behind, or before where it
is passive ("the theory of a rock was wrong"). A claim is disproved when an earlier document supposes just that. Only claims
that were put as suppositions are marked: of two firm statements neither is known to be the wrong one.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from meadow.reports.causes import denial_places, is_supposed
from meadow.text.language import UNSPACED
from meadow.text.phrases import tag
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold
from meadow.vectors.view import StoryView

_REACH = 5  # words on either side of a denial in which it names what it denies
_TELLING = 3.0  # the IDF from which on a word says what is denied: "part" and "people" do not


@dataclass(frozen=True, slots=True)
class _Denial:
    """A row that denies something: the stems of what, and when it was published."""

    row: int
    stems: frozenset[str]
    published: datetime | None


def disproved_rows(view: StoryView, rows: Sequence[int]) -> dict[int, int]:
    """Return which of some rows a later document disproves, each with the first row that does."""
    denials = [denial for row in sorted(rows) if (denial := _denial(view, row)) is not None]
    disproved: dict[int, int] = {}
    if not denials:
        return disproved
    denying = {denial.row for denial in denials}
    for row in sorted(rows):
        if row in denying or not is_supposed(view.sentences[row].text, view.language_of(row)):
            continue
        stems = _content(view, row)
        by = next((each for each in denials if _disproves(view, each, row, stems)), None)
        if by is not None:
            disproved[row] = by.row
    return disproved


def _disproves(view: StoryView, denial: _Denial, row: int, stems: frozenset[str]) -> bool:
    published = view.documents[view.document_of[row]].published
    later = published is not None and denial.published is not None and denial.published > published
    return later and view.language_of(row) == view.language_of(denial.row) and not denial.stems.isdisjoint(stems)


def _denial(view: StoryView, row: int) -> _Denial | None:
    text, language = view.sentences[row].text, view.language_of(row)
    if language in UNSPACED:
        return None
    places = denial_places(text, language)
    if not places:
        return None
    nouns = [(word.start, fold(word.text)) for word in tag(text, language) if word.tag == "noun"]
    near = [noun for start, end in places for noun in _beside(text, start, end, nouns)]
    telling = _telling(view, near, language)
    published = view.documents[view.document_of[row]].published
    return _Denial(row, frozenset(stem_words(telling, language)), published) if telling else None


def _beside(text: str, start: int, end: int, nouns: Sequence[tuple[int, str]]) -> list[str]:
    """Return the first noun behind a denial; where none is near, the last one before it."""
    behind = [noun for offset, noun in nouns if offset >= end and len(text[end:offset].split()) < _REACH]
    before = [noun for offset, noun in nouns if offset < start and len(text[offset:start].split()) <= _REACH]
    return behind[:1] or before[-1:]


def _telling(view: StoryView, nouns: Sequence[str], language: str) -> list[str]:
    if not nouns:
        return []
    rarity = view.background_for(language).folded().idf(list(nouns))
    return [noun for noun, idf in zip(nouns, rarity, strict=True) if idf >= _TELLING]


def _content(view: StoryView, row: int) -> frozenset[str]:
    language = view.language_of(row)
    nouns = [fold(word.text) for word in tag(view.sentences[row].text, language) if word.tag == "noun"]
    return frozenset(stem_words([noun for noun in nouns if noun not in stop_words(language)], language))
