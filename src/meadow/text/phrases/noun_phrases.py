"""Noun phrases without a parser: the longest runs of nouns and what belongs to them.

A phrase holds nouns, names, adjectives and numbers, joined by "of", "de", "van" or "の" with the article behind it; verbs,
pronouns, other prepositions, conjunctions and marks part it; no function word stands at its ends. A quantity ("10 to 15")
is never parted, a date is no phrase, and neither is a number alone.

Source: our own rule (WITNESSES, part 5: the longest run without verbs, pronouns or clause
punctuation), improved by the tagger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.text.phrases.dates import dates
from meadow.text.phrases.japanese_dates import japanese_times
from meadow.text.phrases.numbers import quantities
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import Quantity, Span, TaggedWord

_HEADS = frozenset({"noun", "name"})
_PARTS = frozenset({"noun", "name", "adjective", "number", "link"})
_AFTER_LINK = frozenset({"article", "determiner"})
_PARTICLES = frozenset({"de", "den", "der", "van", "ter", "ten", "te", "von"})
_PARTICLE_LANGUAGES = frozenset({"en", "nl"})
_TIMES = frozenset({"last", "next", "vorige", "volgende", "komende", "afgelopen"})
_CLOCK_WORDS = frozenset({"uur", "horas", "h", "a.m", "p.m", "a.m.", "p.m."})
# Languages in which adjectives follow their noun.
_ADJECTIVE_LAST = frozenset({"es", "fr", "it", "pt", "ca"})


def noun_phrases(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return the noun phrases of a text in order, apart from each other, each an exact slice."""
    return noun_phrases_of(text, language, tag(text, language))


def noun_phrases_of(text: str, language: str, words: Sequence[TaggedWord]) -> tuple[Span, ...]:
    """Return the same as `noun_phrases`, for a text whose words are tagged already."""
    days = dates(text, language)
    measured = quantities(text, language, words, days)
    outside = [(mention.start, mention.end) for mention in days]
    if language == "ja":
        outside = sorted(outside + list(japanese_times(text)))
    runs = _runs(list(_marked(words, measured, outside)), language)
    trimmed = (_trimmed(run, language) for run in runs)
    return tuple(Span(run[0].start, run[-1].end, text[run[0].start : run[-1].end]) for run in trimmed if run)


def _marked(
    words: Sequence[TaggedWord], measured: Sequence[Quantity], outside: Sequence[tuple[int, int]]
) -> Iterator[TaggedWord]:
    """Yield the words, those of a quantity as numbers (its unit as a noun) and those of a date as marks."""
    spans = sorted(
        [(measure.start, measure.end, measure) for measure in measured] + [(*span, None) for span in outside],
        key=lambda item: item[:2],
    )
    index = 0
    for before, word in zip((None, *words), words, strict=False):
        while index < len(spans) and spans[index][1] <= word.start:
            index += 1
        start, end, quantity = spans[index] if index < len(spans) else (word.end, word.end, None)
        if not start <= word.start < word.end <= end:
            clock = word.text.lower() in _CLOCK_WORDS and before is not None and before.tag == "number"
            yield TaggedWord(word.start, word.end, word.text, "punctuation") if clock else word
        elif quantity is None:
            yield TaggedWord(word.start, word.end, word.text, "punctuation")
        else:
            unit = (
                quantity.unit is not None and word.end == end and word.text[-1].isalpha() and not word.text[0].isdigit()
            )
            yield TaggedWord(word.start, word.end, word.text, "noun" if unit else "number")


def _runs(words: Sequence[TaggedWord], language: str) -> Iterator[list[TaggedWord]]:
    run: list[TaggedWord] = []
    for index, word in enumerate(words):
        after = words[index + 1] if index + 1 < len(words) else None
        if _belongs(run, word, after, language):
            run.append(word)
            continue
        yield run
        run = [word] if word.tag in _PARTS and word.tag != "link" else []
    yield run


def _belongs(run: Sequence[TaggedWord], word: TaggedWord, after: TaggedWord | None, language: str) -> bool:
    """Say whether a word goes on with a run; `after` is the word behind it."""
    if not run:
        return word.tag in _PARTS and word.tag != "link"
    last, next_tag = run[-1].tag, "punctuation" if after is None else after.tag
    if language in _PARTICLE_LANGUAGES and word.text.lower() in _PARTICLES and _is_in_name(run, next_tag):
        return True
    if word.tag == "number" and last in _HEADS and language != "ja":
        # "Route 9", but "nadat ploegen | drie mensen" and "de gemeente | 4.100".
        return next_tag not in ("noun", "number", "adjective") and word.text.isdigit() and len(word.text) < 4
    if word.text.lower() in _TIMES and last in _HEADS:
        return False  # "the northern ridge | last autumn"
    if language == "nl" and word.tag == "noun" and last == "noun" and _are_plural(run[-1].text, word.text):
        return False
    if word.tag in _AFTER_LINK:
        return last == "link" or (last in _AFTER_LINK and word.tag != last)
    if word.tag == "adverb":  # "two badly damaged ships"
        return last in ("number", "adjective") and next_tag == "adjective"
    if word.tag == "link":
        return (
            last in (*_HEADS, "number")
            or (last == "adjective" and len(run) > 1)
            or (last == "adjective" and language == "ja")
        )
    return word.tag in _PARTS


def _are_plural(first: str, second: str) -> bool:
    """Say whether two Dutch nouns are both plural: no phrase has that, so "op twee plaatsen | zandzakken" are two."""
    return first.endswith("en") and second.endswith("en") and first.islower() and second.islower()


def _is_in_name(run: Sequence[TaggedWord], next_tag: str) -> bool:
    """Say whether a particle stands inside a name: "Joost de Wilde", "Tobias van der Renne"."""
    if run[-1].tag == "name":
        return next_tag in ("name", "article")
    return run[-1].text.lower() in _PARTICLES and next_tag == "name" and any(word.tag == "name" for word in run)


def _trimmed(run: Sequence[TaggedWord], language: str) -> Sequence[TaggedWord]:
    """Return the run up to its last noun, or what may follow one; nothing where it has no noun."""
    end = len(run)
    while end and not _may_end(run, end - 1, language):
        end -= 1
    return run[:end] if any(word.tag in _HEADS for word in run[:end]) else ()


def _may_end(run: Sequence[TaggedWord], index: int, language: str) -> bool:
    word = run[index]
    if word.tag in _HEADS or word.tag == "number":
        return True
    return (
        word.tag == "adjective"
        and language in _ADJECTIVE_LAST
        and index > 0
        and run[index - 1].tag in ("noun", "name", "adjective")
    )
