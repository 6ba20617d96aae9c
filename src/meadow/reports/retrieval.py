"""Which documents and sentences speak of a question, and whether any do.

Sentences and documents are ranked by BM25. What the best sentences keep naming, the key concepts, is then asked for too,
at less weight: an article on the question does not repeat its words in every sentence. Whether there is an answer at all
is told by coverage: the share of the question's weight that a document holds, averaged over the three documents that hold
most. Below `ANSWERED` there is none.

Source: Robertson, Walker, Jones, Hancock-Beaulieu and Gatford (1995), BM25; expansion by concepts after Xu and Croft (1996),
"Query expansion using local and global document analysis"; the threshold is our own, chosen on titles of one topic asked
of another topic's documents (MultiLing 2011), on which `benchmarks/reports.py` measures it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray
from meadow.reports.key_concepts import find_concepts
from meadow.reports.mentions import Mentioned
from meadow.reports.question import Question
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.bm25 import rarity, relative_lengths, saturated
from meadow.vectors.view import StoryView

ANSWERED = 0.3
_FORE_DOCUMENTS = 3
_READ_ROWS = 150  # sentences that are read for concepts
# What all concepts together weigh beside the question: less where few documents speak of it, more where all do, since
# then its words tell nothing apart.
_NARROW, _BROAD = 0.5, 3.0
_MOST_OF_IT = 0.4
_RELEVANT = 0.6
_DOCUMENT = 0.5
_HALF, _GATHERED = 0.5, 0.5
_KEPT = 0.25  # sentences below that share of the best one are no evidence

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What was found: the score of each row (0 where it says nothing on the question), why, and the concepts at hand.

    `coverage` is the share of the question that the foremost documents hold, from 0 to 1, and `gathered` the share of
    documents that hold half of it or more: a set that was gathered for the question has most. `held` says which row (first
    axis) holds which asked word (second), or another word for it.
    """

    scores: FloatArray
    features: Mapping[str, FloatArray]
    concepts: tuple[Mentioned, ...]
    coverage: float
    held: Flags
    gathered: float = 0.0

    @property
    def is_gathered(self) -> bool:
        """Whether most documents are on the question."""
        return self.gathered >= _GATHERED

    @property
    def answered(self) -> bool:
        """Whether the documents speak of the question at all."""
        return self.coverage >= ANSWERED and bool(self.scores.any())

    def told_first(self, rows: Sequence[int]) -> Evidence:
        """Return the evidence with some rows as its foremost."""
        scores = self.scores.copy()
        scores[list(rows)] = max(1.0, float(scores.max(initial=0.0)))
        return replace(self, scores=scores)

    @property
    def rows(self) -> list[int]:
        """The rows that are evidence, best first; equal ones in time order."""
        order = np.argsort(-self.scores, kind="stable")
        return [int(row) for row in order if self.scores[row] > 0]


def find_evidence(view: StoryView, question: Question, *, each: int = 8) -> Evidence:
    """Return the evidence of a view for a question, with at most `each` key concepts of every kind."""
    counts = asked_counts(view, [asked.terms for asked in question.asked])
    holding = (counts > 0) | (asked_counts(view, [asked.kin for asked in question.asked]) > 0)
    weights = np.array([asked.weight for asked in question.asked])
    shares = _shares(per_document(view, counts), weights)
    coverage = float(np.sort(shares)[::-1][:_FORE_DOCUMENTS].mean())
    if coverage < ANSWERED:
        nothing = np.zeros(len(view))
        return Evidence(nothing, {}, (), coverage, holding)
    direct = _scaled(_bm25(counts, _lengths(view), weights))
    documents = _scaled(_bm25(per_document(view, counts), _document_lengths(view), weights))[view.document_of]
    # Documents that hold far less of the question than the best one speak of something else.
    relevant = (shares >= _RELEVANT * shares.max())[view.document_of]
    first = (direct + _DOCUMENT * documents) * relevant
    concepts = find_concepts(view, rows=_foremost(first, _READ_ROWS), each=each)
    expanded = _scaled(_expansion(view, concepts, question))
    expansion = _NARROW + (_BROAD - _NARROW) * float((shares >= _MOST_OF_IT).mean())
    total = direct + expansion * expanded + _DOCUMENT * documents * (direct + expanded > 0)
    total *= relevant
    total[total < _KEPT * total.max(initial=0.0)] = 0.0
    features = {"question": direct, "concepts": expanded, "document": documents}
    return Evidence(total, features, concepts, coverage, holding, float((shares >= _HALF).mean()))


def _expansion(view: StoryView, concepts: Sequence[Mentioned], question: Question) -> FloatArray:
    """Return BM25 of each row for the concepts that the question does not name itself, by their weight."""
    question_terms = frozenset(term for asked in question.asked for term in asked.terms)
    terms = [(concept_terms(view, mentioned), mentioned.weight) for mentioned in concepts]
    added = [(stems - question_terms, weight) for stems, weight in terms if stems - question_terms]
    if not added:
        return np.zeros(len(view))
    counts = asked_counts(view, [stems for stems, _ in added])
    return _bm25(counts, _lengths(view), np.array([weight for _, weight in added]))


def concept_terms(view: StoryView, mentioned: Mentioned) -> frozenset[str]:
    """Return the terms of a concept's main form, in the languages of the documents."""
    return frozenset(
        term
        for language in dict.fromkeys(view.languages)
        for term in stem_words(
            [word for word in words(mentioned.concept.text, language) if word not in stop_words(language)], language
        )
    )


def asked_counts(view: StoryView, asked: Sequence[frozenset[str]]) -> FloatArray:
    """Return how often each row (first axis) holds a term of each group (second)."""
    counts = view.counts("terms")
    wanted = {term for terms in asked for term in terms}
    column = {term: index for index, term in enumerate(counts.terms) if term in wanted}
    cells = [(column[term], group) for group, terms in enumerate(asked) for term in terms if term in column]
    rows, groups = zip(*cells, strict=True) if cells else ((), ())
    chosen = sparse.csr_array((np.ones(len(cells)), (rows, groups)), shape=(len(counts.terms), max(1, len(asked))))
    totals: FloatArray = (counts.matrix @ chosen).toarray()
    return totals[:, : len(asked)]


def per_document(view: StoryView, counts: FloatArray) -> FloatArray:
    """Return the sums of rows (first axis) over each document."""
    summed = np.zeros((len(view.documents), counts.shape[1]))
    np.add.at(summed, view.document_of, counts)
    return summed


def _lengths(view: StoryView) -> FloatArray:
    return np.asarray(view.counts("terms").matrix.sum(axis=1), dtype=np.float64).ravel()


def _document_lengths(view: StoryView) -> FloatArray:
    summed: FloatArray = per_document(view, _lengths(view)[:, None]).ravel()
    return summed


def _bm25(counts: FloatArray, lengths: FloatArray, weights: FloatArray) -> FloatArray:
    """Return one score per text (first axis) for words (second axis) that are asked for by so much."""
    idf = rarity((counts > 0).sum(axis=0), len(counts))
    scores: FloatArray = saturated(counts, relative_lengths(lengths)[:, None]) @ (weights * idf)
    return scores


def _shares(documents: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the share of the asked weight that each document holds, from 0 to 1."""
    if not weights.size:
        return np.zeros(len(documents))
    shares: FloatArray = (documents > 0) @ weights / weights.sum()
    return shares


def _scaled(values: FloatArray) -> FloatArray:
    top = float(values.max(initial=0.0))
    return values / top if top > 0 else values


def _foremost(values: FloatArray, count: int) -> list[int]:
    best = np.argsort(-values, kind="stable")[:count]
    return sorted(int(row) for row in best if values[row] > 0)
