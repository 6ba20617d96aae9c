"""Pseudo question-answering: whether a summary holds the answers to questions that were written beforehand.

`sentences` are those of the summary. An answer is a text, or several texts of which the best counts. Both are compared
after NFKC, case folding and collapsing of blanks, so that full-width digits or a line break cost nothing.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), Corpus and evaluation measures for multiple document
summarization with multiple sources, section 3.2.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadow import provenance
from meadow.errors import InputError
from meadow.lab.evaluate.edit_distance import TextBlocks

__all__ = ["AnswerScore", "Answers", "answer_scores", "edit", "exact", "normalize", "signature"]

Answers = Sequence[str | Sequence[str]]


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
