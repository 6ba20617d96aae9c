"""Is a title's figure out of date? An early "two dead" must not head a story that ended with seven.

Source: our own rule. A figure is out of date when the last document that counts the same gives another value. What is
the same is told by the words for what is counted; deaths are one thing under all their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

import numpy as np

from meadow.text.phrases import Quantity, numbers, tag
from meadow.text.rulebook import ANY, pattern, rulebook
from meadow.text.stems import stem_words
from meadow.vectors.view import StoryView

_DEATHS, _DEAD_NEXT, _REACHES = (pattern("counted", name) for name in ("deaths", "dead next", "reaches"))
_PEOPLE = rulebook(ANY).words("counted people")
_COUNTING = rulebook(ANY).words("counts")
_DEAD = frozenset({"†"})
_MOST_SENTENCES = 60
_BEGINNING = 4  # letters that a stem shares with its words
Fact = frozenset[str]


def has_old_figures(view: StoryView, document: int, title: str) -> bool:
    """Say whether a later document of the story gives another value for what a title counts."""
    published = view.documents[document].published
    facts = list(_facts(title, view.languages[document])) if published is not None else []
    return published is not None and any(_is_superseded(view, document, published, *each) for each in facts)


def _is_superseded(view: StoryView, document: int, published: datetime, fact: Fact, value: Decimal) -> bool:
    """Say whether the last document that counts the same does so differently."""
    latest: dict[int, set[Decimal]] = {}
    for row in _later_rows(view, document, published):
        if not _may_count(view.sentences[row].text, fact):
            continue
        for other, amount in _facts(view.sentences[row].text, view.language_of(row)):
            if other <= fact or fact <= other:
                latest.setdefault(int(view.document_of[row]), set()).add(amount)
    return bool(latest) and value not in latest[max(latest)]


def _may_count(text: str, fact: Fact) -> bool:
    """Say whether a sentence has the words of a fact in it, before its figures are read, which takes far longer."""
    if fact == _DEAD:
        return _DEATHS.search(text) is not None
    lowered = text.lower()
    return any(stem[:_BEGINNING] in lowered for stem in fact)


def _later_rows(view: StoryView, document: int, published: datetime) -> list[int]:
    """Return the sentences with figures of documents that came out later, the opening ones of each document first."""
    later = [
        index for index, other in enumerate(view.documents)
        if index > document and other.published is not None and other.published > published
    ]  # fmt: skip
    rows = np.flatnonzero(np.isin(view.document_of, later)).tolist()
    rows.sort(key=lambda row: (view.number[row], -row))
    return rows[:_MOST_SENTENCES]


def _facts(text: str, language: str) -> Iterator[tuple[Fact, Decimal]]:
    """Yield what a text counts, by stems, with the values; ranges and measures (kilometres, percent) are left out."""
    deadly = _DEATHS.search(text) is not None
    for quantity in numbers(text, language):
        dead = _DEAD_NEXT.match(text, quantity.end) is not None
        fact = _DEAD if dead and quantity.unit is None else _fact(quantity, language, deadly=deadly)
        if not fact and quantity.counted is None and quantity.unit is None:
            fact = _fact_before(text[: quantity.start], language)
        if fact and quantity.high is None:
            yield fact, quantity.value


def _fact_before(text: str, language: str) -> Fact:
    """Return what a text counts that goes on with a figure: the noun before its verb, and before a preposition."""
    match = _REACHES.search(text)
    if match is None:
        return frozenset()
    words = tag(match["counted"], language)
    end = next(
        (index for index, word in enumerate(words) if index > 0 and word.tag in ("preposition", "link")), len(words)
    )
    nouns = [word.text.lower() for word in words[:end] if word.tag in ("noun", "name")]
    if not nouns:
        return frozenset()
    return _DEAD if _DEATHS.fullmatch(nouns[-1]) else frozenset(stem_words(nouns[-1:], language))


def _fact(quantity: Quantity, language: str, *, deadly: bool) -> Fact:
    """Return the stems of the nouns that are counted, without those that only say that there is a count, or a death."""
    if quantity.counted is None:
        return _DEAD if deadly and quantity.unit == "person" else frozenset()
    nouns = [word.text for word in tag(quantity.counted, language) if word.tag in ("noun", "name")]
    named = [word for word in nouns if word not in _COUNTING and not _DEATHS.fullmatch(word)]
    if nouns and _DEATHS.fullmatch(nouns[-1]) is not None:
        return _DEAD
    died = deadly or _DEATHS.search(quantity.counted) is not None
    return _DEAD if died and _PEOPLE.issuperset(named) else frozenset(stem_words(named, language))
