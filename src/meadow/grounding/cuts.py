"""Is a sentence a source sentence without some clauses that can be left out: then nothing needs to be compared."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from meadow.text.phrases.clauses import clauses
from meadow.text.tokens import word_spans
from meadow.text.tokens import words as words_of

_LONGEST = 2_000  # characters; what is longer is no sentence
_REMOVABLE = frozenset({"relative", "parenthetical", "participial", "subordinate"})


def is_cut_of(words: Sequence[str], source: str, language: str, reporting: Collection[str]) -> bool:
    """Say whether some words are those of a source sentence in order, without clauses that only add to it.

    An attribution is no such clause: without it a report becomes a fact.
    """
    if len(source) > _LONGEST:
        return False
    spans = word_spans(source, language)
    if len(words) > len(spans) or not words:
        return False
    if [word for word, *_ in spans] == list(words):
        return True
    removable = [
        (each.start, each.end)
        for each in clauses(source, language)
        if each.kind in _REMOVABLE and not any(word in reporting for word in words_of(each.text, language))
    ]
    return bool(removable) and _matches(words, spans, removable)


def _matches(words: Sequence[str], spans: Sequence[tuple[str, int, int]], removable: Sequence[tuple[int, int]]) -> bool:
    """Walk over the source once: each clause is there as a whole or not at all."""
    place, at = 0, 0
    while at < len(spans):
        _, start, _ = spans[at]
        clause = next((each for each in removable if each[0] <= start < each[1]), None)
        end = at + 1
        while clause is not None and end < len(spans) and spans[end][1] < clause[1]:
            end += 1
        piece = [word for word, *_ in spans[at:end]]
        if list(words[place : place + len(piece)]) == piece:
            place += len(piece)
        elif clause is None:
            return False
        at = end
    return place == len(words)
