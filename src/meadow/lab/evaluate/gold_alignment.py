"""Gold extracts without annotators: reference-summary sentences aligned to the source sentences that could have made them.

This is automatic, by shared words, and finds what was copied or lightly rephrased; it replaces the annotators of
TSC3 where a collection has abstracts but no alignment, and scores against it should say so (the signature does).

Source: own design, after Marcu (1999), who built extracts from abstracts by shared words; the
gold it makes has the form of Hirao, Okumura, Fukusima, Nobata and Nanba (2004).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meadow import provenance
from meadow.errors import InputError, UsageError
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words

# An abstract sentence with fewer content words is found everywhere, or nowhere, by accident.
_FEWEST_TERMS = 3

Held = Mapping[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Automatic gold: the alternatives of each aligned abstract sentence, ready for `meadow.lab.evaluate.coverage`.

    `aligned` are the positions in the abstract, from 0, that `gold` is of, in the same order; `unaligned` the others:
    too short, or said by no few source sentences together. Source sentences count from 1, as gold extracts do.
    """

    gold: tuple[tuple[frozenset[int], ...], ...]
    aligned: tuple[int, ...]
    unaligned: tuple[int, ...]
    signature: str


def align(
    abstract: Sequence[str],
    sources: Sequence[str],
    *,
    language: str = "en",
    threshold: float = 0.6,
    largest: int = 3,
    seeds: int = 8,
) -> Alignment:
    """Return the sets of source sentences that hold at least `threshold` of each abstract sentence's content words.

    Every source sentence that does so alone is an alternative. Further ones are grown from the `seeds` best of the others:
    the sentence that adds most is added, up to `largest`, then whatever has become superfluous is dropped.
    """
    _check(abstract, sources, threshold, largest, seeds)
    where = _places_of_terms([content_terms(source, language) for source in sources])
    gold: dict[int, tuple[frozenset[int], ...]] = {}
    for position, sentence in enumerate(abstract):
        terms = content_terms(sentence, language)
        alternatives = tuple(_alternatives(terms, where, threshold, largest, seeds)) if terms else ()
        if len(terms) >= _FEWEST_TERMS and alternatives:
            gold[position] = alternatives
    unaligned = tuple(position for position in range(len(abstract)) if position not in gold)
    method = f"align(threshold={threshold:g}, largest={largest}, seeds={seeds})"
    named = provenance.signature({"gold": f"automatic:{method}", "language": language})
    return Alignment(tuple(gold.values()), tuple(gold), unaligned, named)


def content_terms(text: str, language: str = "en") -> frozenset[str]:
    """Return the stems of a text's words that are not stop words."""
    stops = stop_words(language)
    return frozenset(stem_words([word for word in words(text, language) if word not in stops], language))


def _places_of_terms(sources: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    where: dict[str, list[int]] = {}
    for number, terms in enumerate(sources, start=1):
        for term in terms:
            where.setdefault(term, []).append(number)
    return where


def _alternatives(
    terms: frozenset[str], where: Mapping[str, Collection[int]], threshold: float, largest: int, seeds: int
) -> Iterator[frozenset[int]]:
    needed = math.ceil(threshold * len(terms) - 1e-9)  # a share such as 0.6 of 5 is 3, whatever binary fractions say
    shared: dict[int, set[str]] = {}
    for term in terms:
        for number in where.get(term, ()):
            shared.setdefault(number, set()).add(term)
    words_of = {number: frozenset(words) for number, words in sorted(shared.items())}
    alone = [number for number, words in words_of.items() if len(words) >= needed]
    yield from (frozenset([number]) for number in alone)
    others = {number: words for number, words in words_of.items() if len(words) < needed}
    best = sorted(others, key=lambda number: (-len(others[number]), number))[:seeds]
    grown = (_grown(number, others, needed, largest) for number in best)
    yield from dict.fromkeys(words for words in grown if words is not None)


def _grown(seed: int, words_of: Held, needed: int, largest: int) -> frozenset[int] | None:
    """Return a minimal set around a seed that holds enough terms, or None where `largest` sentences do not."""
    chosen = [seed]
    covered = words_of[seed]
    while len(covered) < needed and len(chosen) < largest:
        best = max(words_of, key=lambda number: (len(words_of[number] - covered), -number))
        if words_of[best] <= covered:
            return None
        chosen.append(best)
        covered |= words_of[best]
    return _pruned(chosen, words_of, needed) if len(covered) >= needed else None


def _pruned(chosen: Sequence[int], words_of: Held, needed: int) -> frozenset[int]:
    kept = list(chosen)
    for number in chosen:
        rest = [other for other in kept if other != number]
        if len(frozenset().union(*(words_of[other] for other in rest))) >= needed:
            kept = rest
    return frozenset(kept)


def _check(abstract: Sequence[str], sources: Sequence[str], threshold: float, largest: int, seeds: int) -> None:
    if not abstract or not sources:
        given = f"{len(abstract)} abstract sentences and {len(sources)} source sentences"
        raise InputError(f"There is nothing to align: {given}.", given=given, allowed="At least one of each.")
    if not 0 < threshold <= 1 or largest < 1 or seeds < 0:
        given = f"threshold={threshold:g}, largest={largest}, seeds={seeds}"
        raise UsageError(
            f"Alignment was given {given}.",
            given=given,
            allowed="threshold lies above 0 and goes up to 1, largest is at least 1, seeds at least 0.",
        )
