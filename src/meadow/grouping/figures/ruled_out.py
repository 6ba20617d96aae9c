"""Suppositions of one article that a later one rules out: "appeared to have struck a rock", "the inquiry ruled out a rock".

A sentence rules something out by a phrase ("ruled out", "and not a", "no sign of") and names it by the noun that follows. A
claim is a sentence of an earlier article that holds the noun in a clause which only supposes. The noun must be rare in the
language; in a story of many events nothing is compared.

Source: our own rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from meadow.grouping.figures.asserted import is_quoted
from meadow.grouping.figures.lists import PhraseList, fact_lists
from meadow.grouping.figures.opposites import Worded
from meadow.grouping.figures.story import StoryFigures
from meadow.grouping.figures.words import SentenceWords
from meadow.model import Document, value_given
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import read_tokens
from meadow.text.stems import stem_of
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView

_TELLING = 2.8  # inverse document frequency of a noun that tells what is denied: a rock, but not a time
_MOST = 50  # sentences that may rule something out, or suppose one thing, that are read of one story
_NEGATION_REACH = 3  # words before a denial among which "not" takes it back
_REACH = 4  # words from a denial to the end of its noun phrase
_IN_PHRASE = frozenset({"article", "determiner", "possessive", "adjective", "noun", "number"})


class _Denied(NamedTuple):
    """A noun that a sentence rules out, as it is written, its stem, and the sentence's row.

    It was `surely` a theory if it is ruled out or set against another; of what is just not found ("no trace of the ferry")
    that may be the thing itself.
    """

    noun: str
    stem: str
    row: int
    surely: bool


def find_ruled_out(story: StoryFigures, copies: Mapping[str, str]) -> Iterator[Worded]:
    """Iterate over what was supposed and is ruled out later, by an article that is no copy of those."""
    if story.is_long:
        return
    for part in story.view.words("words"):
        denied: dict[str, list[_Denied]] = defaultdict(list)
        for each in _denials(story, part):
            if story.rarity(each.stem) >= _TELLING and (each.surely or not story.is_topic(each.stem)):
                denied[each.stem].append(each)
        for stem, denials in denied.items():
            supposed = _supposing_rows(story, part, stem)
            disagreement = _disagreement(story.view, part.vocabulary.language, denials, supposed, copies)
            if disagreement is not None:
                yield disagreement


def _disagreement(
    view: StoryView, language: str, denials: Sequence[_Denied], supposed: Iterable[int], copies: Mapping[str, str]
) -> Worded | None:
    """Return who ruled a thing out and who had supposed it before; None where the order in time is not clear."""
    times = [_document(view, each.row).published for each in denials]
    first = min((time for time in times if time is not None), default=None)
    if first is None:
        return None
    origins = {_origin(_document(view, each.row), copies) for each in denials}
    earlier = [
        row
        for row in supposed
        if (time := _document(view, row).published) is not None
        and time < first
        and _origin(_document(view, row), copies) not in origins
    ]
    if not earlier:
        return None
    shown = fact_lists(language).table("ruled out or supposed")
    values = [
        value_given(
            shown[answer].replace("_", " "),
            [_document(view, row) for row in rows],
            [view.sentences[row].ref for row in rows],
            superseded=answer == "supposed",
        )
        for answer, rows in (("denied", [each.row for each in denials]), ("supposed", earlier))
    ]
    return values, denials[0].noun


def _document(view: StoryView, row: int) -> Document:
    document: Document = view.documents[view.document_of[row]]
    return document


def _origin(document: Document, copies: Mapping[str, str]) -> str:
    return copies.get(document.id, document.id)


def _denials(story: StoryFigures, part: LanguageRows) -> Iterator[_Denied]:
    """Iterate over the nouns that sentences of a language rule out."""
    language = part.vocabulary.language
    lists = fact_lists(language)
    phrases, sure = lists.phrases("ruled out", "not found"), lists.phrases("ruled out")
    if not phrases.phrases:
        return
    # Most sentences with "not" rule nothing out: they are not worth being tagged.
    view = story.view
    rows = story.nearest_to_the_top(
        _rows_with(part, _tells_denial(language)),
        most=_MOST,
        holds=lambda row: _holds_any(view.sentences[row].text.lower(), phrases),
    )
    for row in rows:
        words = _words(view.sentences[row].text, language)
        for place in range(len(words.lower)):
            phrase = phrases.at(words.lower, place)
            if phrase is None:
                continue
            noun = _noun_behind(words, place + phrase.count(" ") + 1)
            if noun is not None and not is_quoted(words.tokens.texts, place) and not _is_in_doubt(words, place):
                yield _Denied(words.tokens.texts[noun], stem_of(language)[words.word(noun)], row, phrase in sure)


def _is_in_doubt(words: SentenceWords, place: int) -> bool:
    """Say whether nothing is ruled out after all: "has not ruled out talks", "believe that a fault, and not a valve, …"."""
    negated = words.lists.phrases("negations").among(words.lower, max(0, place - _NEGATION_REACH), place)
    return negated is not None or words.lists.phrases("supposed").among(words.lower, 0, place) is not None


def _noun_behind(words: SentenceWords, start: int) -> int | None:
    """Return the head of the noun phrase that begins at a word: the valve, in "a frozen valve"."""
    end = start
    while end < start + _REACH and words.tag(end) in _IN_PHRASE:
        end += 1
    return end - 1 if end > start and words.tag(end - 1) == "noun" else None


def _supposing_rows(story: StoryFigures, part: LanguageRows, stem: str) -> list[int]:
    """Return the sentences that hold a noun in a clause which supposes something, and rule nothing out."""
    view, language = story.view, part.vocabulary.language
    rows = [row for row in _rows_of_term(view, stem) if view.language_of(row) == language]
    return [
        row
        for row in story.nearest_to_the_top(rows, most=_MOST)
        if _supposes(_words(view.sentences[row].text, language), stem)
    ]


def _supposes(words: SentenceWords, stem: str) -> bool:
    stems, total = stem_of(words.language), len(words.lower)
    if words.lists.phrases("ruled out", "not found").among(words.lower, 0, total) is not None:
        return False
    nouns = [place for place in range(total) if words.tag(place) == "noun" and stems[words.word(place)] == stem]
    supposed = words.lists.phrases("supposed")
    return any(supposed.among(words.lower, *words.clause(place, place + 1)) is not None for place in nouns)


def _rows_of_term(view: StoryView, stem: str) -> list[int]:
    counts = view.counts("terms")
    if stem not in counts.terms:
        return []
    places = np.flatnonzero(counts.matrix.indices == counts.terms.index(stem))
    rows: list[int] = (np.searchsorted(counts.matrix.indptr, places, side="right") - 1).tolist()
    return rows


def _rows_with(part: LanguageRows, cue: Callable[[str], bool]) -> list[int]:
    """Return the sentences that hold a word of some kind, by the ids of their words."""
    places = np.flatnonzero(part.vocabulary.answers(cue)[part.ids])
    rows: list[int] = np.unique(np.repeat(part.rows, part.lengths)[places]).tolist()
    return rows


def _holds_any(text: str, phrases: PhraseList) -> bool:
    return any(phrase in text for phrase in phrases.phrases)


@cache
def _tells_denial(language: str) -> Callable[[str], bool]:
    return fact_lists(language).phrases("ruled out", "not found").telling.__contains__


def _words(text: str, language: str) -> SentenceWords:
    tokens = read_tokens(text, language)
    return SentenceWords.of(tokens, tag_tokens(tokens, language), language)
