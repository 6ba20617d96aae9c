"""Why this sentence and why not that one: the best sentences with the parts of their scores, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from meadow.brief.places import Place, SentencesById, documents_by_id, sentence_at
from meadow.model import Brief, Document, ScoreRow, SentenceRef
from meadow.pipeline import explain
from meadow.recipe import Recipe
from meadow.text.printable import one_line
from meadow.text.sentences import document_sentences

SHOWN = 20
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score, and how long its bar is: 0 to 100."""

    name: str
    value: str
    bar: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that could go in: where it stands, its score, the parts of that, and what became of it."""

    place: Place
    text: str
    score: str
    parts: tuple[Part, ...]
    fate: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """The best sentences of a story, those of the summary and those that were left out."""

    names: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    sentences: int
    signature: str


@dataclass(frozen=True, slots=True)
class _Summary:
    """What is known about the sentences of a summary: their numbers, those that they stand for, the lowest score."""

    chosen: Mapping[SentenceRef, int]
    covered: Mapping[SentenceRef, int]
    lowest: float | None
    select: str

    def fate(self, ref: SentenceRef, score: float) -> str:
        """Return what became of a sentence, in words."""
        if ref in self.chosen:
            return f"in the summary as {self.chosen[ref]}"
        if ref in self.covered:
            return f"left out: {self.covered[ref]} says the same"
        if self.lowest is None or score >= self.lowest:
            return f"left out by {self.select}: it repeats others, or does not fit"
        return f"left out: {self.lowest - score:.2f} below the lowest that went in"


def reasons_of(brief: Brief, recipe: Recipe) -> Reasons:
    """Return why the summary of a story holds what it holds."""
    told = explain(brief.documents, recipe=recipe)
    summary = _read_summary(brief, told.rows, recipe)
    ranked = sorted(told.rows, key=lambda row: (-row.score, row.document_id, row.number))
    # The chosen ones are shown wherever they rank, so that the list answers for the whole summary.
    shown = [row for place, row in enumerate(ranked) if place < SHOWN or _ref(row) in summary.chosen]
    most = {name: max(abs(row.features[name]) for row in shown) for name in (shown[0].features if shown else ())}
    by_id = documents_by_id(brief.documents)
    split = {name: document_sentences(by_id[name]) for name in sorted({row.document_id for row in shown})}
    candidates = [_candidate(row, by_id[row.document_id], split, most, summary) for row in shown]
    return Reasons(tuple(most), tuple(candidates), len(told.rows), told.run.signature)


def _read_summary(brief: Brief, rows: Iterable[ScoreRow], recipe: Recipe) -> _Summary:
    numbered = list(enumerate(brief.summary.picks, start=1))
    chosen = {pick.ref: number for number, pick in numbered}
    covered = {ref: number for number, pick in reversed(numbered) for ref in pick.covers}
    lowest = min((row.score for row in rows if _ref(row) in chosen), default=None)
    return _Summary(chosen, covered, lowest, recipe.select)


def _candidate(
    row: ScoreRow, document: Document, sentences: SentencesById, most: Mapping[str, float], summary: _Summary
) -> Candidate:
    place = Place(document, row.number - 1)
    return Candidate(
        place, one_line(sentence_at(place, sentences).text), f"{row.score:.2f}",
        tuple(_part(name, row.features[name], most[name]) for name in most),
        summary.fate(_ref(row), row.score), _ref(row) in summary.chosen,
    )  # fmt: skip


def _part(name: str, value: float, most: float) -> Part:
    return Part(name, f"{value:.2f}", round(_WHOLE * abs(value) / most) if most else 0)


def _ref(row: ScoreRow) -> SentenceRef:
    return SentenceRef(row.document_id, row.number - 1)
