"""Reports that answer a question, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meadow.model import display
from meadow.model.disagreements import Disagreement
from meadow.model.documents import Run, SentenceRef
from meadow.model.summaries import PICK_TYPES, Pick, cited_picks, pick_rows
from meadow.model.values import Rows, Value

ConceptKind = Literal["person", "organisation", "factor"]


@dataclass(frozen=True, slots=True, repr=False)
class Concept(Value):
    """A key concept of some documents: its fullest form, all forms it was found in, and how often and how widely."""

    text: str
    kind: ConceptKind
    aliases: tuple[str, ...]
    count: int
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Collapse:
    """A suggestion that two key concepts are one, and why; people decide."""

    first: Concept
    second: Concept
    reason: str


QuestionKind = Literal["why", "who", "how many", "when", "where", "what happened", "open"]
SectionKind = Literal["answer", "short", "nearest", "day", "instance", "other", "undated"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under one heading: a day (ISO 8601), an instance, other cases, or what has no date.

    The answer comes first where something was asked; where it is missing, what comes nearest to it stands alone. A topic
    comes in short first.
    """

    heading: str
    kind: SectionKind
    refs: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Disproof:
    """A claim that was only supposed, and the later sentence that rules it out."""

    claim: SentenceRef
    by: SentenceRef


@dataclass(frozen=True, slots=True, repr=False)
class Report(Value):
    """A cited answer to a question: sentences under headings, and what is disputed, disproved, not found or in the way.

    `kind` is what the question asks for. `missing` are words of the question that no sentence of the report holds; `notes`
    say how the question was read where that is not plain.
    """

    question: str
    picks: tuple[Pick, ...]
    concepts: tuple[Concept, ...]
    run: Run
    sections: tuple[Section, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    kind: QuestionKind = "open"
    disproved: tuple[Disproof, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the documents answer the question; sentences that only come near it are no answer."""
        return bool(self.picks) and not any(section.kind == "nearest" for section in self.sections)

    @property
    def answer(self) -> tuple[Pick, ...]:
        """The sentences that answer the question, best first; none where it asks for the story of a topic."""
        refs = {ref for section in self.sections if section.kind == "answer" for ref in section.refs}
        return tuple(pick for pick in self.picks if pick.ref in refs)

    def _table(self) -> Rows:
        headings = {ref: (section.heading, section.kind) for section in self.sections for ref in section.refs}
        rows = [
            {**row, "heading": headings.get(pick.ref, ("", ""))[0], "section": headings.get(pick.ref, ("", ""))[1]}
            for pick, row in zip(self.picks, pick_rows(self.picks), strict=True)
        ]
        return {**PICK_TYPES, "heading": str, "section": str}, rows

    def _repr_html_(self) -> str:
        said = "" if self.answered else display.paragraphs("The documents do not answer this question.")
        return display.paragraphs(heading=self.question) + said + cited_picks(self.picks)


@dataclass(frozen=True, slots=True, repr=False)
class Pack(Value):
    """Evidence for a question that fits a number of tokens: the printed text, its sentences, and how many it takes."""

    question: str
    picks: tuple[Pick, ...]
    text: str
    tokens: int
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    run: Run

    def _table(self) -> Rows:
        return PICK_TYPES, pick_rows(self.picks)

    def _repr_html_(self) -> str:
        return cited_picks(self.picks, heading=self.question) + display.paragraphs(f"{self.tokens:,} tokens")
