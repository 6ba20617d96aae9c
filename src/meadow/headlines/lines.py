"""How a sentence can be printed as a headline: whole, pruned, or whole though long, and what it is worth in this form.

Source: our own rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from meadow.headlines.complements import has_main_verb, keeps_complements
from meadow.headlines.readable import flaws
from meadow.headlines.trimming import drop_articles, versions
from meadow.text.language import UNSPACED

_SHORT = 120  # characters of a line; half of that where words are not spaced
_LONG = 150  # of a lead that no rule can shorten well; nobody reads a longer line
_ARTICLES = 30  # characters that the articles of a line may take
_WHOLE, _PRUNED, _LENGTHY = 1.0, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A sentence as a headline, and the part of its worth that it keeps in this form."""

    text: str
    kept: float


def lines_of(sentence: str, language: str) -> Iterator[SourceLine]:
    """Yield the ways to print a sentence that read well: the whole, or the longest pruned one, and a long one beside it."""
    shorter = versions(sentence, language)
    whole = next(shorter)
    short, long = _most(language, _SHORT), _most(language, _LONG)
    if len(whole) <= short:
        yield from _good(sentence, whole, language, _WHOLE)
        return
    lengthy: list[str] = []
    for text in chain([whole], shorter):
        lengthy += [text] if short < len(text) <= long else []
        pruned = next(_pruned(sentence, text, language), None)
        if pruned is not None:
            yield pruned
            break
    yield from (line for text in lengthy[:1] for line in _good(sentence, text, language, _LENGTHY))


def _pruned(sentence: str, text: str, language: str) -> Iterator[SourceLine]:
    """Yield a version that fits, as it is or else without its articles."""
    short = _most(language, _SHORT)
    for line in (text, drop_articles(text, language)) if len(text) <= short + _ARTICLES else ():
        if line is not None and len(line) <= short:
            yield from _good(sentence, line, language, _PRUNED)


def _good(sentence: str, line: str, language: str, kept: float) -> Iterator[SourceLine]:
    """Yield a line that reads well, has a main verb and keeps what its verbs ask for."""
    if not flaws(line, language) and has_main_verb(line, language) and keeps_complements(sentence, line, language):
        yield SourceLine(line, kept)


def _most(language: str, characters: int) -> int:
    return characters // 2 if language in UNSPACED else characters
