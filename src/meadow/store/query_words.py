"""A query as each language reads it: its words as tokens of ours, which are wanted, and what phrases ask of a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from meadow.model import Document
from meadow.store.query import Query
from meadow.text.language import UNSPACED, detect_language
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold, words


@dataclass(frozen=True, slots=True)
class QueryReading:
    """A query in one language.

    `tokens` are all its words with their counts, those of phrases included. `wanted` are the ones that a
    document must hold to hold all words: a function word is not, unless there is nothing else or a phrase has it.
    `strict` are those of phrases, which a document must hold in any case, `excluded` those that it must not.
    """

    tokens: Mapping[str, int]
    wanted: frozenset[str]
    strict: frozenset[str]
    excluded: frozenset[str]


def language_of(document: Document) -> str:
    """Return the language that a document is searched in: its own, else the one its text is written in."""
    return document.language if document.language is not None else detect_language(document.text)


def read_query(query: Query, language: str) -> QueryReading:
    """Return a query as a language reads it."""
    loose, strict = _tokens(query.words, language), _tokens(query.phrases, language)
    content = frozenset(loose) - stop_words(language)
    wanted = content if content or strict else frozenset(loose)
    single = [tokens[0] for each in query.excluded if len(tokens := words(each, language)) == 1]
    return QueryReading(Counter([*loose, *strict]), wanted | frozenset(strict), frozenset(strict), frozenset(single))


def needs_texts(query: Query, languages: Iterable[str]) -> bool:
    """Return whether texts must be read to answer: for a phrase, or for an excluded word of several tokens."""
    several = any(len(words(each, language)) > 1 for language in languages for each in query.excluded)
    return bool(query.phrases or query.excluded_phrases) or several


def passes(document: Document, query: Query) -> bool:
    """Return whether a document holds all phrases of a query and nothing that the query excludes."""
    language = language_of(document)
    texts = [text for text in (document.title, document.text) if text is not None]
    barred = (*query.excluded_phrases, *query.excluded)
    return all(_occurs(phrase, texts, language) for phrase in query.phrases) and not any(
        _occurs(phrase, texts, language) for phrase in barred
    )


def phrases_held(text: str, query: Query, language: str) -> int:
    """Return how many phrases of a query occur in a text."""
    return sum(_occurs(phrase, [text], language) for phrase in query.phrases)


def _tokens(written: Iterable[str], language: str) -> list[str]:
    return [token for each in written for token in words(each, language)]


def _occurs(phrase: str, texts: Iterable[str], language: str) -> bool:
    """Return whether the words of a phrase occur in a row in one of the texts, as written."""
    if language in UNSPACED:
        # Where words end depends on their context, so that characters are compared.
        wanted = "".join(fold(phrase).split())
        return any(wanted in "".join(fold(text).split()) for text in texts)
    tokens = tuple(words(phrase, language))
    row, likely = f" {' '.join(tokens)} ", _pattern(tokens)
    return any(likely.search(fold(text)) and row in f" {' '.join(words(text, language))} " for text in texts)


@lru_cache(maxsize=64)
def _pattern(tokens: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds every text that holds words in a row, and few others, much sooner than their words are read."""
    return re.compile(r"\W+".join(map(re.escape, tokens)))
