"""A sentence as verdicts need it: keys of its words, chunks, verb frames, figures, days and what is attributed.

Source: our own rules, over the light tagger of `meadow.text.phrases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from meadow.grounding.chunks import Chunk, chunked
from meadow.grounding.frames import Frame, attributed, frames_of
from meadow.grounding.rules import Rules
from meadow.text.phrases.dates import dates_among
from meadow.text.phrases.numbers import quantities_among
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import read_tokens
from meadow.text.phrases.values import Quantity, Tag

LONGEST = 200
"""Words; a "sentence" of more is a table or worse, and is compared letter for letter only."""
_KEPT = frozenset({"name", "number", "verb"})  # content even where they look like function words
_CONTENT = frozenset({"noun", "name", "verb", "adjective", "number", "adverb"})


@dataclass(frozen=True, eq=False, slots=True)
class Day:
    """A date among the words of a sentence: from which word to which, and the day it means if that is known."""

    first: int
    end: int
    text: str
    day: date | None


@dataclass(frozen=True, eq=False, slots=True)
class Figure:
    """A quantity among the words of a sentence, with the key of the noun that it counts."""

    first: int
    end: int
    quantity: Quantity
    counted: str | None


@dataclass(frozen=True, eq=False, slots=True)
class Read:
    """One sentence, read. Places are numbers of words; `keys` is empty for a word that carries no content."""

    text: str
    words: Sequence[str]
    shown: Sequence[str]
    tags: Sequence[Tag]
    keys: Sequence[str]
    places: dict[str, list[int]]
    chunks: Sequence[Chunk]
    chunk_of: Sequence[int]
    frames: Sequence[Frame]
    figures: Sequence[Figure]
    days: Sequence[Day]
    attributions: Sequence[tuple[int, int]]


def read_sentence(text: str, lists: Rules, published: datetime | None) -> Read | None:
    """Return a sentence, read; None for one that is too long to be one, or in a language without lists."""
    tokens = read_tokens(text, lists.language)
    if not lists.known or not 0 < len(tokens) <= LONGEST:
        return None
    tags = tag_tokens(tokens, lists.language)
    mentions = dates_among(text, tokens, lists.language, anchor=published)
    quantities = quantities_among(text, lists.language, tokens, tags, mentions)
    places = _PlacesOf(tokens.starts, tokens.ends)
    days = [Day(*places.of(each.start, each.end), each.text, each.day) for each in mentions]
    figures = [_figure(each, places, lists) for each in quantities]
    keys = _keys(tokens.plain, tags, lists)
    for figure in figures:
        keys[figure.first : figure.end] = [""] * (figure.end - figure.first)
    for day in days:
        keys[day.first : day.end] = [""] * (day.end - day.first)
    by_key: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        if key:
            by_key.setdefault(key, []).append(place)
    chunks = chunked(tokens.plain, tags)
    chunk_of = [-1] * len(tokens)
    for number, chunk in enumerate(chunks):
        chunk_of[chunk.first : chunk.end] = [number] * (chunk.end - chunk.first)
    frames = frames_of(tokens.plain, tags, keys, chunks, lists)
    return Read(
        text, tokens.plain, tokens.texts, tags, keys, by_key, chunks, chunk_of, frames, figures, days,
        attributed(tokens.plain, chunks, frames, lists),
    )  # fmt: skip


class _PlacesOf:
    """Leads from offsets of a text to numbers of its words."""

    def __init__(self, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._at_start = {start: place for place, start in enumerate(starts)}
        self._at_end = {end: place + 1 for place, end in enumerate(ends)}
        self._count = len(starts)

    def of(self, start: int, end: int) -> tuple[int, int]:
        first = self._at_start.get(start, 0)
        return first, self._at_end.get(end, min(first + 1, self._count))


def _figure(quantity: Quantity, places: _PlacesOf, lists: Rules) -> Figure:
    first, end = places.of(quantity.start, quantity.end)
    counted = None if quantity.counted is None else lists.keys[quantity.counted.split()[-1]]
    return Figure(first, end, quantity, counted)


def _keys(words: Sequence[str], tags: Sequence[Tag], lists: Rules) -> list[str]:
    """Return the key of each word that carries content: what is left of it without its ending, or its group of synonyms."""
    keys = lists.keys
    return [
        keys[word] if tag in _CONTENT and (word not in lists.stop or tag in _KEPT) and word[0].isalnum()
        and word not in lists.negations else ""
        for word, tag in zip(words, tags, strict=True)
    ]  # fmt: skip
