"""Summaries, headlines and digests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from meadow.model import display
from meadow.model.disagreements import CopyGroup, Disagreement, independent_sources
from meadow.model.documents import Document, Run, Sentence, SentenceRef
from meadow.model.stories import Doubt, Relation, Story
from meadow.model.values import Rows, Value


@dataclass(frozen=True, slots=True)
class Edit:
    """What rewriting took out of a sentence or put in, and where: offsets into the document's text.

    An insertion, a date or a name in brackets, is no word of the source: it removes nothing, and starts where it ends.
    """

    ref: SentenceRef
    kind: str
    start: int
    end: int
    removed: str
    inserted: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Pick(Value):
    """A sentence chosen for a summary, why, and which other sentences it stands for (`covers`).

    `sentence` is the exact slice of the source, `written` what was printed after edits.
    """

    ref: SentenceRef
    score: float
    features: Mapping[str, float]
    covers: tuple[SentenceRef, ...]
    sentence: Sentence
    written: str


@dataclass(frozen=True, slots=True, repr=False)
class Summary(Value):
    """An extract in time order: the printed text and, behind each sentence, its source to the character."""

    story_id: str
    picks: tuple[Pick, ...]
    text: str
    edits: tuple[Edit, ...]
    disagreements: tuple[Disagreement, ...]
    run: Run

    def _repr_html_(self) -> str:
        return cited_picks(self.picks)

    def _table(self) -> Rows:
        return PICK_TYPES, pick_rows(self.picks)


PICK_TYPES: Mapping[str, Any] = {
    "document": str, "index": int, "written": str, "score": float, "covers": int, "text": str, "start": int, "end": int,
    "features": Mapping[str, float],
}  # fmt: skip


def pick_rows(picks: Iterable[Pick]) -> list[Mapping[str, Any]]:
    """Return the chosen sentences as rows with the columns of `PICK_TYPES`."""
    return [
        {
            "document": pick.ref.document_id, "index": pick.ref.index, "written": pick.written, "score": pick.score,
            "covers": len(pick.covers), "text": pick.sentence.text, "start": pick.sentence.start, "end": pick.sentence.end,
            "features": pick.features,
        }
        for pick in picks
    ]  # fmt: skip


def cited_picks(picks: Iterable[Pick], *, heading: str | None = None) -> str:
    """Return chosen sentences as HTML, each with a number whose title names its source."""
    return display.cited(((pick.written, _source_of(pick)) for pick in picks), heading=heading)


def _source_of(pick: Pick) -> str:
    return f"{pick.ref.document_id}, sentence {pick.ref.index + 1}"


@dataclass(frozen=True, slots=True, repr=False)
class Headline(Value):
    """A headline for a story, with the sentences or titles it rests on and the method that made it."""

    story_id: str
    text: str
    evidence: tuple[SentenceRef, ...]
    method: str
    run: Run

    def _repr_html_(self) -> str:
        rests = ", ".join(f"{ref.document_id}, sentence {ref.index + 1}" for ref in self.evidence)
        return display.paragraphs(f"{self.method}: {rests}" if rests else self.method, heading=self.text)


@dataclass(frozen=True, slots=True, repr=False)
class Brief(Value):
    """One story as a reader wants it: headline, summary, and the documents behind them in time order.

    `doubt` names documents that may belong to another story, `related` stories of the same event in other languages. Where
    only news was asked for, `earlier` are the documents that count as read; the summary tells what they do not.
    """

    story: Story
    headline: Headline
    summary: Summary
    documents: tuple[Document, ...]
    copies: tuple[CopyGroup, ...] = ()
    doubt: Doubt | None = None
    related: tuple[Relation, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The outlets, in the order in which they first reported."""
        named = (document.source for document in self.documents if document.source is not None)
        return tuple(dict.fromkeys(named))

    @property
    def independent_sources(self) -> tuple[str, ...]:
        """The outlets that reported in words of their own, not only by copies of what another had printed first."""
        return independent_sources(self.documents, self.copies)

    def _repr_html_(self) -> str:
        facts = f"{len(self.documents)} articles · {len(self.sources)} sources"
        return cited_picks(self.summary.picks, heading=self.headline.text) + display.paragraphs(facts)


@dataclass(frozen=True, slots=True, repr=False)
class Digest(Value):
    """Many articles as a few stories, largest first; iterates over its briefs."""

    stories: tuple[Brief, ...]
    run: Run

    def __iter__(self) -> Iterator[Brief]:
        return iter(self.stories)

    def __len__(self) -> int:
        return len(self.stories)

    def _repr_html_(self) -> str:
        return "".join(brief._repr_html_() for brief in self) or display.paragraphs("No stories.")

    def _table(self) -> Rows:
        types = {
            "story": str, "headline": str, "articles": int, "sources": int, "first": datetime, "last": datetime,
            "summary": str, "documents": tuple[str, ...], "outlets": tuple[str, ...],
        }  # fmt: skip
        rows = [
            {
                "story": brief.story.id, "headline": brief.headline.text, "articles": len(brief.documents),
                "sources": len(brief.sources), "first": brief.story.first, "last": brief.story.last,
                "summary": brief.summary.text, "documents": brief.story.document_ids, "outlets": brief.sources,
            }
            for brief in self
        ]  # fmt: skip
        return types, rows
