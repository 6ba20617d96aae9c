"""Scores of sentences, and the tables that explain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.model import display
from meadow.model.documents import Run, SentenceRef

FloatArray = NDArray[np.float64]

IntArray = NDArray[np.int32]


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

    `rule` names the entry of the rule book by which it is no sentence that can be read alone, if one says so.

    Any selector may give reasons (`RemainingBudget.note`); where it gives none, the pipeline says what it can see. The kinds
    and their words are in `meadow.brief.choices`.
    """

    kind: str
    place: int | None = None
    other: SentenceRef | None = None
    value: float | None = None
    rule: str | None = None


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


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a story's sentences rank as they do: the centroid, heaviest term first, and every sentence's scores."""

    centroid: tuple[CentroidTerm, ...]
    rows: tuple[ScoreRow, ...]
    run: Run

    def to_frame(self) -> Any:
        """Return the score table as a pandas DataFrame, one row per sentence."""
        names = tuple(self.rows[0].features) if self.rows else ()
        rows = (
            {
                "document": row.document_id, "sentence": row.number, "length": row.length, **row.features,
                "score": row.score, "choice": None if row.choice is None else row.choice.kind,
            }
            for row in self.rows
        )  # fmt: skip
        return display.frame(rows, ("document", "sentence", "length", *names, "score", "choice"))
