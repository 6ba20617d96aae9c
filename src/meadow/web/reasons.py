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
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words

SHOWN = 20
_WHOLE = 100
_MUCH = 0.4  # the part of a sentence's words in another from which on that one may be said to have taken its place
_LEAST = 0.005


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
class _Chosen:
    """A sentence of the summary: its number there, its score, and its content words."""

    number: int
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Summary:
    """What is known about the sentences of a summary, those that they stand for, and the lowest score."""

    chosen: Mapping[SentenceRef, _Chosen]
    covered: Mapping[SentenceRef, int]
    lowest: float | None
    select: str

    def fate(self, ref: SentenceRef, score: float, words: frozenset[str]) -> str:
        """Return what became of a sentence, in words: where it was left out, which one took its place."""
        if ref in self.chosen:
            return f"in the summary as {self.chosen[ref].number}"
        if ref in self.covered:
            return f"left out: {self.covered[ref]} says the same"
        closest = max(self.chosen.values(), key=lambda each: len(each.words & words), default=None)
        shared = 0.0 if closest is None or not words else len(closest.words & words) / len(words)
        if closest is not None and shared >= _MUCH:
            return (
                f"left out: {shared:.0%} of its words are in {closest.number},"
                f" whose score is {_difference(closest.score - score)}"
            )
        if self.lowest is None or score >= self.lowest:
            return f"left out by {self.select}: the others together tell more in this length"
        return f"left out: {self.lowest - score:.2f} below the lowest that went in"


def reasons_of(brief: Brief, recipe: Recipe) -> Reasons:
    """Return why the summary of a story holds what it holds."""
    explained = explain(brief.documents, recipe=recipe)
    summary = _read_summary(brief, explained.rows, recipe)
    ranked = sorted(explained.rows, key=lambda row: (-row.score, row.document_id, row.number))
    # The chosen ones are shown wherever they rank, so that the list answers for the whole summary.
    shown = [row for rank, row in enumerate(ranked) if rank < SHOWN or _ref(row) in summary.chosen]
    most = {name: max(abs(row.features[name]) for row in shown) for name in (shown[0].features if shown else ())}
    by_id = documents_by_id(brief.documents)
    split = {name: document_sentences(by_id[name]) for name in sorted({row.document_id for row in shown})}
    candidates = [_candidate(row, by_id[row.document_id], split, most, summary) for row in shown]
    return Reasons(tuple(most), tuple(candidates), len(explained.rows), explained.run.signature)


def _read_summary(brief: Brief, rows: Iterable[ScoreRow], recipe: Recipe) -> _Summary:
    numbered = list(enumerate(brief.summary.picks, start=1))
    languages = {document.id: document.language or "en" for document in brief.documents}
    scores = {_ref(row): row.score for row in rows}
    chosen = {
        pick.ref: _Chosen(
            number, scores.get(pick.ref, 0.0), _content(pick.sentence.text, languages[pick.ref.document_id])
        )
        for number, pick in numbered
    }
    covered = {ref: number for number, pick in reversed(numbered) for ref in pick.covers}
    lowest = min((scores[ref] for ref in chosen if ref in scores), default=None)
    return _Summary(chosen, covered, lowest, recipe.select)


def _candidate(
    row: ScoreRow, document: Document, sentences: SentencesById, most: Mapping[str, float], summary: _Summary
) -> Candidate:
    place = Place(document, row.number - 1)
    text = sentence_at(place, sentences).text
    fate = summary.fate(_ref(row), row.score, _content(text, document.language or "en"))
    return Candidate(
        place, one_line(text), f"{row.score:.2f}", tuple(_part(name, row.features[name], most[name]) for name in most),
        fate, _ref(row) in summary.chosen,
    )  # fmt: skip


def _content(text: str, language: str) -> frozenset[str]:
    """Return the stems of a sentence's words but for function words."""
    idle = stop_words(language)
    return frozenset(stem_words([word for word in words(text, language) if word not in idle], language))


def _difference(value: float) -> str:
    return "the same" if abs(value) < _LEAST else f"{abs(value):.2f} {'higher' if value > 0 else 'lower'}"


def _part(name: str, value: float, most: float) -> Part:
    return Part(name, f"{value:.2f}", round(_WHOLE * abs(value) / most) if most else 0)


def _ref(row: ScoreRow) -> SentenceRef:
    return SentenceRef(row.document_id, row.number - 1)
