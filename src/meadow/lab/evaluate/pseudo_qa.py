"""Pseudo question-answering: whether a summary holds the answers to questions that were written beforehand.

`sentences` are those of the summary. An answer is a text, or several texts of which the best counts. Both are compared
after NFKC, case folding and collapsing of blanks, so that full-width digits or a line break cost nothing.

Edit distances from one text to many are found at once: all texts lie in one integer, a bit per character, each followed by a
guard bit that stops carries. One pass over the other text's characters then moves every column of every dynamic-programming
table together, and the distance is read off the vertical differences of the last column.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, section 3.2; Myers (1999), A fast bit-vector algorithm for approximate string matching;
Hyyrö (2003) for global distances.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow import provenance
from meadow.errors import InputError

__all__ = ["AnswerScore", "Answers", "answer_scores", "edit", "exact", "normalize", "signature"]

Answers = Sequence[str | Sequence[str]]

_BYTE = 8


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """How well a summary answers one question, and by which sentence (None where there is none)."""

    exact: bool
    edit: float
    sentence: int | None


def exact(sentences: Sequence[str], answers: Answers) -> float:
    """Return the share of answers that one sentence of the summary contains."""
    folded = [normalize(sentence) for sentence in sentences]
    answered = [any(one in sentence for sentence in folded for one in given) for given in _alternatives(answers)]
    return sum(answered) / len(answered)


def edit(sentences: Sequence[str], answers: Answers) -> float:
    """Return the mean over answers of the best (sentence length − edit distance) / answer length, within [0, 1].

    It is 1 where a sentence contains the answer.
    """
    each = answer_scores(sentences, answers)
    return math.fsum(score.edit for score in each) / len(each)


def answer_scores(sentences: Sequence[str], answers: Answers) -> tuple[AnswerScore, ...]:
    """Return both scores of every answer with the sentence that earns them; the earlier sentence of equals."""
    folded = [normalize(sentence) for sentence in sentences]
    blocks = TextBlocks(folded)
    return tuple(_best(folded, blocks, given) for given in _alternatives(answers))


def normalize(text: str) -> str:
    """Return the form in which sentences and answers are compared."""
    # Folding case can take a letter apart (U+01F0 and others), so the normal form is restored afterwards.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def signature(answers: Answers) -> str:
    """Return how scores over these answers are obtained."""
    return provenance.signature({"metric": "pseudo_qa", "questions": len(answers), "fold": "nfkc+case+blanks"})


def _best(sentences: Sequence[str], blocks: TextBlocks, alternatives: Sequence[str]) -> AnswerScore:
    if not sentences:
        return AnswerScore(exact=False, edit=0.0, sentence=None)
    for number, sentence in enumerate(sentences):
        if any(one in sentence for one in alternatives):
            return AnswerScore(exact=True, edit=1.0, sentence=number)
    shares = np.stack([(blocks.lengths - blocks.distances(one)) / len(one) for one in alternatives]).max(axis=0)
    number = int(shares.argmax())
    # The share never exceeds 1, but falls below 0 where the sentence is much shorter than the answer.
    return AnswerScore(exact=False, edit=max(0.0, float(shares[number])), sentence=number)


def _alternatives(answers: Answers) -> list[list[str]]:
    if not answers:
        raise InputError("There is no answer to look for.", given="0 answers", allowed="At least one answer.")
    given = [[answer] if isinstance(answer, str) else list(answer) for answer in answers]
    folded = [[normalize(one) for one in alternatives] for alternatives in given]
    for number, alternatives in enumerate(folded):
        if not alternatives or not all(alternatives):
            raise InputError(
                f"The answer at position {number} is empty.",
                given=repr(answers[number]),
                allowed="An answer is a text that is not blank, or a list of such texts.",
                advice="Every summary contains an empty answer; leave it out.",
            )
    return folded


class TextBlocks:
    """Texts laid out for distances: build once, ask often."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.lengths: NDArray[np.int64] = np.array([len(text) for text in texts], dtype=np.int64)
        # A block is a text and its guard, rounded up to whole bytes so that sums of bits are sums over bytes.
        sizes = (self.lengths + 1 + _BYTE - 1) // _BYTE
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if len(texts) else np.zeros(0, dtype=np.int64)
        self._bytes = int(sizes.sum())
        offsets = np.repeat(self._starts * _BYTE, self.lengths)
        within = np.arange(len(offsets)) - np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)
        self._places = offsets + within
        self._characters = np.array([ord(character) for text in texts for character in text], dtype=np.int64)
        self._text_bits = self._integer(self._places)
        self._first_bits = self._integer(self._starts * _BYTE) & self._text_bits
        self._match_bits: dict[str, int] = {}

    def distances(self, other: str) -> NDArray[np.int64]:
        """Return the Levenshtein distance from `other` to each text, with unit costs."""
        if not len(self.lengths):
            return self.lengths
        rising, falling = self._text_bits, 0
        for character in other:
            rising, falling = self._next_column(rising, falling, self._matches(character))
        return len(other) + self._bit_counts(rising) - self._bit_counts(falling)

    def _next_column(self, rising: int, falling: int, match: int) -> tuple[int, int]:
        """Return the vertical +1 and −1 differences of the next column (Myers's step; guards absorb carries)."""
        inside, first = self._text_bits, self._first_bits
        diagonal = ((((match & rising) + rising) ^ rising) | match | falling) & inside
        across_up = falling | (inside & ~(diagonal | rising))
        across_down = rising & diagonal
        # The row above the table grows by one per character, which enters each block at its first bit.
        across_up = ((across_up << 1) | first) & inside
        across_down = (across_down << 1) & inside
        return across_down | (inside & ~((match | falling) | across_up)), across_up & (match | falling)

    def _matches(self, character: str) -> int:
        bits = self._match_bits.get(character)
        if bits is None:
            bits = self._integer(self._places[self._characters == ord(character)])
            self._match_bits[character] = bits
        return bits

    def _integer(self, places: NDArray[np.int64]) -> int:
        bits = np.zeros(self._bytes * _BYTE, dtype=np.uint8)
        bits[places] = 1
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    def _bit_counts(self, bits: int) -> NDArray[np.int64]:
        counts = np.bitwise_count(np.frombuffer(bits.to_bytes(self._bytes, "little"), dtype=np.uint8))
        totals: NDArray[np.int64] = np.add.reduceat(counts.astype(np.int64), self._starts)
        return totals
