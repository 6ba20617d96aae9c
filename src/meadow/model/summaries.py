"""Summaries, headlines and digests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from meadow.model import display
from meadow.model.disagreements import CopyGroup, Disagreement, Movement
from meadow.model.documents import Document, Run, Sentence, SentenceRef
from meadow.model.publishers import Corroboration, corroboration
from meadow.model.stories import Doubt, Relation, Story


@dataclass(frozen=True, slots=True)
class Edit:
    """A change by rewriting, with its place: text taken out of a sentence or put in, at offsets into the document's text.

    An insertion, a date or a name in brackets, is no word of the source: it removes nothing, and starts where it ends.
    """

    ref: SentenceRef
    kind: str
    start: int
    end: int
    removed: str
    inserted: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A sentence chosen for a summary, why, and which other sentences it covers.

    `sentence` is the exact slice of the source, `written` what was printed after edits.
    """

    ref: SentenceRef
    score: float
    features: Mapping[str, float]
    covers: tuple[SentenceRef, ...]
    sentence: Sentence
    written: str


@dataclass(frozen=True, slots=True)
class Summary:
    """An extract in time order: the printed text and, behind each sentence, its source to the character."""

    story_id: str
    picks: tuple[Pick, ...]
    text: str
    edits: tuple[Edit, ...]
    disagreements: tuple[Disagreement, ...]
    run: Run
    moved: tuple[Movement, ...] = ()

    def _repr_html_(self) -> str:
        return display.cited((pick.written, _source_of(pick)) for pick in self.picks)

    def to_frame(self) -> Any:
        """Return the sentences as a pandas DataFrame, one row each."""
        rows = (
            {
                "document": pick.ref.document_id, "index": pick.ref.index, "written": pick.written, "score": pick.score,
                "covers": len(pick.covers),
            }
            for pick in self.picks
        )  # fmt: skip
        return display.frame(rows, ("document", "index", "written", "score", "covers"))


def _source_of(pick: Pick) -> str:
    return f"{pick.ref.document_id}, sentence {pick.ref.index + 1}"


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline for a story, with the sentences or titles it rests on and the method that made it."""

    story_id: str
    text: str
    evidence: tuple[SentenceRef, ...]
    method: str
    run: Run


@dataclass(frozen=True, slots=True)
class Brief:
    """One story as a reader wants it: headline, summary, and the documents behind them in time order.

    `doubt` names documents that may belong to another story, `related` stories of the same event. Where
    only news was asked for, `earlier` are the documents that count as read; the summary leaves out what they say.
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
        """The outlets that reported on their own: one for each publisher, without copies and agency pieces counted."""
        return self.corroboration.independent

    @property
    def corroboration(self) -> Corroboration:
        """The independent sources, and how their count came about."""
        return corroboration(self.documents, self.copies)

    def _repr_html_(self) -> str:
        facts = f"{len(self.documents)} articles · {len(self.sources)} sources"
        sentences = ((pick.written, _source_of(pick)) for pick in self.summary.picks)
        return display.cited(sentences, heading=self.headline.text) + display.paragraphs(facts)


@dataclass(frozen=True, slots=True)
class Digest:
    """Many articles as a few stories, largest first; iterates over its briefs."""

    stories: tuple[Brief, ...]
    run: Run

    def __iter__(self) -> Iterator[Brief]:
        return iter(self.stories)

    def __len__(self) -> int:
        return len(self.stories)

    def _repr_html_(self) -> str:
        return "".join(brief._repr_html_() for brief in self) or display.paragraphs("No stories.")

    def to_frame(self) -> Any:
        """Return the stories as a pandas DataFrame, one row each."""
        rows = (
            {
                "story": brief.story.id, "headline": brief.headline.text, "articles": len(brief.documents),
                "sources": len(brief.sources), "first": brief.story.first, "last": brief.story.last,
                "summary": brief.summary.text,
            }
            for brief in self
        )  # fmt: skip
        return display.frame(rows, ("story", "headline", "articles", "sources", "first", "last", "summary"))
