"""Scores of sentences, and the tables that explain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meadow.model import display
from meadow.model.documents import Run, SentenceRef
from meadow.model.values import Rows, Value

FloatArray = NDArray[np.float64]

IntArray = NDArray[np.int32]
_SHOWN_ROWS, _SHOWN_TERMS = 30, 10  # of an explanation in a notebook


@dataclass(frozen=True, slots=True)
class CentroidTerm:
    """A row of the centroid table: mean occurrences per document, inverse document frequency, their product."""

    term: str
    tf: float
    idf: float

    @property
    def weight(self) -> float:
        """TF·IDF."""
        return self.tf * self.idf


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """A ranker's answer: one value per sentence of the view, and the features it was made of."""

    values: FloatArray
    features: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """Why a sentence is in a summary or is not: its place there (from 1), a kind of reason, another sentence, a figure.

    Any selector may give reasons (`RemainingBudget.note`); where it gives none, the pipeline says what it can see. The kinds
    and their words are in `meadow.brief.choices`.
    """

    kind: str
    place: int | None = None
    other: SentenceRef | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score table: a sentence by document and number (from 1), its length in words, features and score.

    `choice` says what the selector made of it; None where only ranking was asked for.
    """

    document_id: str
    number: int
    length: int
    features: Mapping[str, float]
    score: float
    choice: Choice | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Value):
    """Why a story's sentences rank as they do: the centroid, heaviest term first, and every sentence's scores."""

    centroid: tuple[CentroidTerm, ...]
    rows: tuple[ScoreRow, ...]
    run: Run

    def _table(self) -> Rows:
        names = tuple(self.rows[0].features) if self.rows else ()
        types = {
            "document": str,
            "sentence": int,
            "length": int,
            **dict.fromkeys(names, float),
            "score": float,
            "choice": str,
        }
        rows = [
            {
                "document": row.document_id, "sentence": row.number, "length": row.length, **row.features,
                "score": row.score, "choice": None if row.choice is None else row.choice.kind,
            }
            for row in self.rows
        ]  # fmt: skip
        return types, rows

    def _repr_html_(self) -> str:
        best = max((abs(row.score) for row in self.rows), default=0.0)
        ranked = sorted(self.rows, key=lambda row: -row.score)[:_SHOWN_ROWS]
        bars = (
            (f"{row.document_id}:{row.number}", row.score, abs(row.score) / best if best else 0.0) for row in ranked
        )
        terms = ", ".join(f"{term.term} {term.weight:.1f}" for term in self.centroid[:_SHOWN_TERMS])
        return display.bars(bars) + display.paragraphs(f"Heaviest terms: {terms}" if terms else "")
