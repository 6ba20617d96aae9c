"""Which sentences are worth reading: a look at their words tells most of them apart at a fraction of the cost.

Source: our own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from meadow.grouping.facts.lists import fact_lists
from meadow.grouping.facts.same import ALIKE, RARE, SHARED_WORDS
from meadow.grouping.facts.story import Story
from meadow.text.phrases.lexicon import lexicon
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words

_WORD = re.compile(r"\w+|;")
_DIGIT = re.compile(r"\d")
_AGE = re.compile(r"year-old|[,(] ?\d\d? ?[,)]")
_JAPANESE_NUMBER = re.compile(r"[0-9０-９]|[一二三四五六七八九十百千][人名]")
_GLUED = re.compile(r"honderd|duizend|[eë]n(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)")
_BEHIND = 4  # words after a number among which the noun stands that it counts


def rows_with_numbers(story: Story) -> list[int]:
    """Return the sentences that may hold a number, in digits or in words."""
    languages, sentences = story.view.row_languages, story.view.sentences
    return [row for row, sentence in enumerate(sentences) if _holds_number(sentence.text, languages[row])]


def promising_rows(story: Story, rows: Sequence[int]) -> list[int]:
    """Return those of the sentences that may state a fact which another one states too.

    That is: they hold marks of one common fact or a number of one noun, in two documents, or they are alike; or they set
    one number against another.
    """
    languages, owner, sentences = story.view.row_languages, story.view.document_of, story.view.sentences
    marked: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        for mark in _marks(story, sentences[row].text, languages[row]):
            marked[mark].add(row)
    found = {row for own in marked.values() if len({owner[row] for row in own}) > 1 for row in own}
    found |= marked["rivals"]
    for first, second, _ in story.alike_pairs(rows, share=ALIKE, words=SHARED_WORDS):
        pairs = ((rows[one], rows[other]) for one, other in zip(first.tolist(), second.tolist(), strict=True))
        found.update(row for pair in pairs if owner[pair[0]] != owner[pair[1]] for row in pair)
    return sorted(found)


def _holds_number(text: str, language: str) -> bool:
    """Say whether a sentence holds a number that is not just a date, a year or a time of day."""
    if language == "ja":
        return _JAPANESE_NUMBER.search(text) is not None
    lower = text.lower()
    if _DIGIT.search(lower) is not None and _DIGIT.search(_dates(language).sub(" ", lower)) is not None:
        return True
    glued = language == "nl" and _GLUED.search(lower) is not None
    return glued or not _number_words(language).isdisjoint(_WORD.findall(lower))


@cache
def _dates(language: str) -> re.Pattern[str]:
    months = "|".join(sorted(lexicon(language).table("months"), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"\b(?:(?:{months})\.? \d{{1,2}}|\d{{1,2}}\.? (?:de |of )?(?:{months})|\d{{1,2}}:\d\d|(?:1[5-9]|20)\d\d"
        r"|\d+(?:st|nd|rd|th))\b"
    )


@cache
def _number_words(language: str) -> frozenset[str]:
    return frozenset(word for word, value in lexicon(language).table("numbers").items() if not value.startswith("m"))


def _marks(story: Story, text: str, language: str) -> set[str]:
    """Return the common facts of news that a sentence may state, and the rare words that may be counted in it."""
    table = _mark_words(language)
    if language == "ja":
        return {kind for mark, kinds in table.items() if mark in text for kind in kinds}
    words = _WORD.findall(text.lower())
    numbers = [place for place, word in enumerate(words) if word[0].isdigit() or word in _number_words(language)]
    found = {kind for word in words for kind in table.get(word, ())}
    if _AGE.search(text) is not None:
        found.add("age")
    if "references" in found or ("contrast" in found and len(numbers) > 1):
        found.add("rivals")
    counted = stem_words(_beside(words, numbers, language), language)
    return (found - {"references", "contrast"}).union(stem for stem in counted if story.rarity(stem) >= RARE)


def _beside(words: Sequence[str], numbers: Sequence[int], language: str) -> list[str]:
    """Return the words that some numbers may count: behind them, or before "of"."""
    stops = stop_words(language)
    near = {beside for place in numbers for beside in (place - 2, *range(place + 1, place + 1 + _BEHIND))}
    inside = (words[place] for place in sorted(near) if 0 <= place < len(words))
    return [word for word in inside if word[0].isalpha() and word not in stops]


@cache
def _mark_words(language: str) -> Mapping[str, frozenset[str]]:
    """Return the facts that a word may tell; a phrase is known by its longest word."""
    lists = fact_lists(language)
    if language == "ja":
        marks = {**lists.kinds, **dict.fromkeys(("マグニチュード", "M", "Ｍ"), "magnitude")}
        return {mark: frozenset({kind}) for mark, kind in marks.items()}
    found: dict[str, set[str]] = defaultdict(set)
    for section in ("margin nouns", "magnitude words", "references", "contrast"):
        for phrase in lists.phrases(section).phrases:
            found[max(phrase.split(), key=len)].add(section)
    for phrase, kind in (*lists.kinds.items(), *lists.table("toll nouns").items()):
        found[max(phrase.split(), key=len)].add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}
