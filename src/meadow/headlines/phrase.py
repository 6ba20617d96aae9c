"""Phrase: the longest or the shortest noun phrase of the best sentences (H2).

Source: van Kesteren and Kraaij (2005), the method that takes a noun phrase of the eight best sentences.
"""

from __future__ import annotations

from typing import Literal, get_args

from meadow.errors import SpecError
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.closeness import trigger_words
from meadow.headlines.compress import best_rows, compress, resting_on
from meadow.headlines.readable import flaws
from meadow.headlines.title_rules import is_source
from meadow.text.clean import clean_line
from meadow.text.language import UNSPACED
from meadow.text.phrases import noun_phrases
from meadow.text.phrases.capitals import bare
from meadow.text.stems import stem_words
from meadow.vectors.view import StoryView

Choice = Literal["longest", "shortest"]
_FEWEST_CHARACTERS = 4  # of a phrase where words are not spaced


def phrase(view: StoryView, rank: Rank, *, choose: Choice = "longest", sentences: int = 8) -> Candidate:
    """Return the longest (or shortest) noun phrase, in characters, of the best sentences; of equal ones the better's.

    It has two words or more, one of them among the heaviest of the story, and is no agency's name: "Hope" says nothing.
    Phrases are known in English, Spanish, Dutch and Japanese; elsewhere they are runs between function words. If there is
    none that reads well, the best sentence is compressed.
    """
    if choose not in get_args(Choice) or sentences < 1:
        asked = f"choose={choose}, sentences={sentences}"
        raise SpecError(
            f"phrase was given {asked}.", given=asked, allowed="choose is longest or shortest, sentences 1 or more.",
            advice="Such as phrase(choose=shortest, sentences=8).",
        )  # fmt: skip
    phrases = [
        (row, text)
        for row in best_rows(view, rank)[:sentences]
        for text in sentence_phrases(view, row)
        if _says_something(view, row, text)
    ]
    if not phrases:
        return compress(view, rank)
    sign = -1 if choose == "longest" else 1
    return resting_on(view, *min(phrases, key=lambda each: sign * len(each[1])))


def _says_something(view: StoryView, row: int, text: str) -> bool:
    language = view.language_of(row)
    if language in UNSPACED:
        return len(text) >= _FEWEST_CHARACTERS
    words = text.split()
    return len(words) > 1 and not trigger_words(view).keys().isdisjoint(
        stem_words([word.lower() for word in words], language)
    )


def sentence_phrases(view: StoryView, row: int) -> list[str]:
    """Return the noun phrases of a sentence as headlines may print them: those that read well, with a capital."""
    language = view.language_of(row)
    phrases = (bare(clean_line(span.text)) for span in noun_phrases(view.sentences[row].text, language))
    sources = [document.source for document in view.documents]
    good = (
        text
        for text in phrases
        if text and not flaws(text, language) and not any(is_source(text, source) for source in (None, *sources))
    )
    return [text[:1].upper() + text[1:] for text in good]
