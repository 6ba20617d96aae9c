"""Compress: the most salient sentence, pruned by rule until it is a headline (H4).

Source: van Kesteren and Kraaij (2005), the method that compresses a sentence; the rules are our own, in the manner of Dorr,
Zajic and Schwartz (2003), "Hedge Trimmer: a parse-and-trim approach to headline generation", without a parser.

Nothing is reworded: a headline is the sentence with words left out, its first letter made a capital.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from meadow.errors import SpecError
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import closeness
from meadow.headlines.complements import has_main_verb, keeps_complements
from meadow.headlines.readable import flaws
from meadow.headlines.trimming import versions
from meadow.text.clean import clean_line
from meadow.text.language import UNSPACED
from meadow.text.selfcontained import check_sentence
from meadow.text.shortening import MARK, shorten
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import StoryView

CHARACTERS = 80
_UNSPACED_CHARACTERS = 40  # a kanji says as much as two letters and is twice as wide
_TRIED = 5
_JUDGED = 20  # sentences among which one that stands alone is looked for
_LONGEST = 600  # characters; what is longer is no sentence, and its parts would be tried one by one
Fits = Callable[[str], bool]


def compress(view: StoryView, rank: Rank, *, characters: int | None = None, words: int | None = None) -> Candidate:
    """Return the most salient sentence in at most so many characters (80, in Japanese 40) or words.

    Of the five best sentences that stand alone those that can be pruned to the length and read well are, and the line that
    is closest to the story is taken. Where none can, the best is cut at a clause and marked "…".
    """
    check_length(characters, words)
    best = [row for row in best_rows(view, rank) if _line(view, row)]
    if not best:
        return wordless(view)
    rows = [row for row in best[:_JUDGED] if _stands(view, row)] or best
    lines = [
        resting_on(view, row, text)
        for row in rows[:_TRIED]
        if (text := pruned(_line(view, row), view.language_of(row), room(view.language_of(row), characters, words)))
    ]
    if lines:
        return max(lines, key=lambda each: each.score)
    fits = room(view.language_of(rows[0]), characters, words)
    return resting_on(view, rows[0], shorten(_shortest(view, rows[0]), fits) or MARK)


def best_rows(view: StoryView, rank: Rank) -> list[int]:
    """Return the rows of a view, the best sentence first, of equal ones the earlier."""
    rows: list[int] = np.argsort(-view.kept(rank).values, kind="stable").tolist()
    return rows


def resting_on(view: StoryView, row: int, text: str) -> Candidate:
    """Return a candidate that was taken from one sentence."""
    score = float(closeness(view, [text], [view.language_of(row)])[0])
    return Candidate(text, (view.sentences[row].ref,), score)


def wordless(view: StoryView) -> Candidate:
    """Return the line of a story that has no words: what its first sentence or title prints, or "…"."""
    refs = tuple(sentence.ref for sentence in view.sentences[:1])
    given = [view.sentences[0].text] if view.sentences else []
    given += [document.title for document in view.documents if document.title is not None]
    return Candidate(next((line for line in map(clean_line, given) if line), MARK), refs, 0.0)


def check_length(characters: int | None, words: int | None) -> None:
    """Raise an error for a length that no headline can have, or for two lengths at once."""
    given = {name: value for name, value in (("characters", characters), ("words", words)) if value is not None}
    if len(given) == 2 or any(value < 1 for value in given.values()):
        asked = ", ".join(f"{name}={value}" for name, value in given.items())
        raise SpecError(
            f"compress was given {asked}.", given=asked, allowed="One length, a whole number from 1.",
            advice="Such as compress(characters=60) or compress(words=8).",
        )  # fmt: skip


def room(language: str, characters: int | None, words: int | None) -> Fits:
    """Return what says whether a line is short enough, in a language."""
    if words is not None:
        return lambda text: count_printed_words(text, language) <= words
    least = _UNSPACED_CHARACTERS if language in UNSPACED else CHARACTERS
    most = least if characters is None else characters
    return lambda text: len(text) <= most


def pruned(line: str, language: str, fits: Fits) -> str | None:
    """Return the longest version of a sentence that fits, reads well and keeps what its verbs ask for, or None."""
    every = (text for text in _versions(line, language) if fits(text) and not flaws(text, language))
    complete = (text for text in every if has_main_verb(text, language) and keeps_complements(line, text, language))
    return next(complete, None)


def _stands(view: StoryView, row: int) -> bool:
    check = view.told(check_sentence, row)
    return check.usable and check.self_contained


def _shortest(view: StoryView, row: int) -> str:
    return list(_versions(_line(view, row), view.language_of(row)))[-1]


def _versions(line: str, language: str) -> Iterable[str]:
    return versions(line, language) if len(line) <= _LONGEST else [line]


def _line(view: StoryView, row: int) -> str:
    line = clean_line(view.sentences[row].text)
    return line if any(map(str.isalnum, line)) else ""
