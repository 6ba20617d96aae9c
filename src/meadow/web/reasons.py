"""Why this sentence and why not that one: the best sentences with the parts of their scores, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meadow.brief.choices import choice_text, places_of
from meadow.brief.places import Place, SentencesById, documents_by_id, sentence_at
from meadow.model import Brief, Document, ScoreRow, SentenceRef
from meadow.pipeline import explain
from meadow.recipe import Recipe
from meadow.text.printable import one_line
from meadow.text.sentences import document_sentences

SHOWN = 20
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class ReasonPart:
    """One part of a score, and how long its bar is: 0 to 100."""

    name: str
    value: str
    bar: int


@dataclass(frozen=True, slots=True)
class ReasonCandidate:
    """A candidate sentence: its place, its score with the parts of that, and whether it was chosen or why not."""

    place: Place
    text: str
    score: str
    parts: tuple[ReasonPart, ...]
    fate: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """The best sentences of a story, those of the summary and those that were left out."""

    names: tuple[str, ...]
    candidates: tuple[ReasonCandidate, ...]
    sentences: int
    signature: str


def reasons_of(brief: Brief, recipe: Recipe) -> Reasons:
    """Return why the summary of a story holds what it holds."""
    explained = explain(brief.documents, recipe=recipe)
    places = places_of(explained)
    ranked = sorted(explained.rows, key=lambda row: (-row.score, row.document_id, row.number))
    # The chosen ones are shown wherever they rank, so that the list answers for the whole summary.
    shown = [row for rank, row in enumerate(ranked) if rank < SHOWN or _ref(row) in places]
    most = {name: max(abs(row.features[name]) for row in shown) for name in (shown[0].features if shown else ())}
    by_id = documents_by_id(brief.documents)
    split = {name: document_sentences(by_id[name]) for name in sorted({row.document_id for row in shown})}
    candidates = [_candidate(row, by_id[row.document_id], split, most, places) for row in shown]
    return Reasons(tuple(most), tuple(candidates), len(explained.rows), explained.run.signature)


def _candidate(
    row: ScoreRow,
    document: Document,
    sentences: SentencesById,
    most: Mapping[str, float],
    places: Mapping[SentenceRef, int],
) -> ReasonCandidate:
    place = Place(document, row.number - 1)
    parts = tuple(_part(name, row.features[name], most[name]) for name in most)
    fate = "" if row.choice is None else choice_text(row.choice, places)
    return ReasonCandidate(
        place, one_line(sentence_at(place, sentences).text), f"{row.score:.2f}", parts, fate, _ref(row) in places
    )


def _part(name: str, value: float, most: float) -> ReasonPart:
    return ReasonPart(name, f"{value:.2f}", round(_WHOLE * abs(value) / most) if most else 0)


def _ref(row: ScoreRow) -> SentenceRef:
    return SentenceRef(row.document_id, row.number - 1)
