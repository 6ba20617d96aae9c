"""A report laid out for any form: its sections with numbered citations, and what it says about itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from meadow.brief.places import Citation, cite
from meadow.brief.wording import count_text, date_text, day_text, outlet, period_text
from meadow.model import ConceptKind, Document, Report, Section, SentenceRef, Summary
from meadow.text.printable import one_line

NO_ANSWER = "No answer in these documents."
KINDS: dict[ConceptKind, str] = {"person": "People", "organisation": "Organisations", "factor": "Factors"}


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A section as it is printed: its heading for a reader, and its sentences with their numbers.

    `marks` say of each sentence what a reader must know of it; nothing where it still holds.
    """

    heading: str
    citations: tuple[Citation, ...]
    marks: tuple[str, ...] = ()


def parts_of(report: Report, documents: Iterable[Document]) -> tuple[ReportPart, ...]:
    """Return the sections of a report with their citations, numbered through."""
    known = tuple(documents)
    text = " ".join(pick.written for pick in report.picks)
    summary = Summary(report.question, report.picks, text, (), (), report.run)
    by_ref = {citation.pick.ref: citation for citation in cite(summary, known)}
    marks = _marks(report, known, {ref: citation.number for ref, citation in by_ref.items()})
    return tuple(
        ReportPart(
            heading_text(section),
            tuple(by_ref[ref] for ref in section.refs),
            tuple(marks.get(ref, "") for ref in section.refs),
        )
        for section in report.sections
    )


def _marks(report: Report, documents: Sequence[Document], numbers: Mapping[SentenceRef, int]) -> dict[SentenceRef, str]:
    """Return the note after each claim that was ruled out later: by which source, and its citation if it has one."""
    by_id = {document.id: document for document in documents}
    marks = {}
    for each in report.disproved:
        document = by_id[each.by.document_id]
        pointer = f", see {numbers[each.by]}" if each.by in numbers else ""
        marks[each.claim] = f"(ruled out since: {outlet(document)}, {date_text(document)}{pointer})"
    return marks


def heading_text(section: Section) -> str:
    """Return a heading as a reader writes it: 3 Mar 2026 for a day, a name unchanged."""
    return day_text(date.fromisoformat(section.heading)) if section.kind == "day" else one_line(section.heading)


def about(report: Report) -> tuple[str, ...]:
    """Return what a report says about itself: how the question was read, and what was not found."""
    missing = ", ".join(one_line(word) for word in report.missing)
    return (*(one_line(note) for note in report.notes), *((f"Not found: {missing}.",) if missing else ()))


def facts_of(report: Report, documents: Sequence[Document]) -> str:
    """Return the counts under the question: sentences, documents they come from, and the days those span."""
    cited = {pick.ref.document_id for pick in report.picks}
    behind = [document for document in documents if document.id in cited]
    counts = f"{count_text(len(report.picks), 'sentence')} from {len(cited)} of {count_text(len(documents), 'article')}"
    return f"{counts} · {period_text(behind or documents)}"


def concept_lines(report: Report) -> Iterator[tuple[str, str]]:
    """Iterate over the kinds of concepts that a report has: the kind for a reader, and its concepts."""
    for kind, name in KINDS.items():
        names = [one_line(concept.text) for concept in report.concepts if concept.kind == kind]
        if names:
            yield name, ", ".join(names)
