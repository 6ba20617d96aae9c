"""A report laid out for any door: its sections with numbered citations, and what it says about itself; JSON and terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meadow.brief.json import disagreement_value, pick_value, refs_value
from meadow.brief.places import Citation, cite
from meadow.brief.terminal import COLUMNS
from meadow.brief.wording import claims, count_text, date_text, day_text, outlet, period_text, title_text
from meadow.model import Concept, ConceptKind, Document, Report, Section, Summary
from meadow.text.printable import one_line

NO_ANSWER = "The documents hold no answer to this question."
KINDS: dict[ConceptKind, str] = {"person": "People", "organisation": "Organisations", "factor": "Factors"}


@dataclass(frozen=True, slots=True)
class Part:
    """A section as it is printed: its heading for a reader, and its sentences with their numbers."""

    heading: str
    citations: tuple[Citation, ...]


def report_value(report: Report) -> dict[str, object]:
    """Return a report as `report --json` prints it."""
    return {
        "question": report.question,
        "answered": report.answered,
        "concepts": [concept_value(concept) for concept in report.concepts],
        "sentences": [pick_value(pick) for pick in report.picks],
        "sections": [
            {"heading": section.heading, "kind": section.kind, "sentences": refs_value(section.refs)}
            for section in report.sections
        ],
        "disagreements": [disagreement_value(disagreement) for disagreement in report.disagreements],
        "missing": list(report.missing),
        "notes": list(report.notes),
        "signature": report.run.signature,
    }


def concept_value(concept: Concept) -> dict[str, object]:
    """Return one key concept: its text, kind and count, its forms and in how many documents it stands."""
    return {
        "text": concept.text,
        "kind": concept.kind,
        "count": concept.count,
        "documents": concept.documents,
        "aliases": list(concept.aliases),
    }


def parts_of(report: Report, documents: Iterable[Document]) -> tuple[Part, ...]:
    """Return the sections of a report with their citations, numbered through."""
    told = " ".join(pick.written for pick in report.picks)
    summary = Summary(report.question, report.picks, told, (), report.disagreements, report.run)
    by_ref = {citation.pick.ref: citation for citation in cite(summary, documents)}
    return tuple(Part(heading_text(section), tuple(by_ref[ref] for ref in section.refs)) for section in report.sections)


def heading_text(section: Section) -> str:
    """Return a heading as a reader writes it: 3 Mar 2026 for a day, a name as it stands."""
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
        own = [one_line(concept.text) for concept in report.concepts if concept.kind == kind]
        if own:
            yield name, ", ".join(own)


def render_report(report: Report, documents: Iterable[Document]) -> RenderableType:
    """Return a report for the terminal: its sections, what is disputed, what was not found, and the sources."""
    known = tuple(documents)
    rows: list[RenderableType] = [Text(one_line(report.question), style="bold")]
    if not report.answered:
        return Constrain(Group(*rows, Text(), Text(NO_ANSWER), *map(Text, about(report))), COLUMNS)
    parts = parts_of(report, known)
    rows += [Text(facts_of(report, known), style="dim")]
    for part in parts:
        rows += [Text(), Text(part.heading, style="bold"), *map(_said, part.citations)]
    rows += [Text(), *(Text(f"{name}: {listed}") for name, listed in concept_lines(report))]
    rows += [Text(line) for line in about(report)]
    rows += [*_disagreements(report, known), Text(), _sources(parts)]
    return Constrain(Group(*rows), COLUMNS)


def _said(citation: Citation) -> Text:
    return Text(f"{one_line(citation.pick.written)} ").append(f"[{citation.number}]", style="cyan")


def _disagreements(report: Report, documents: Sequence[Document]) -> Iterator[RenderableType]:
    if report.disagreements:
        yield Text()
        yield Text("Where sources disagree", style="bold")
    for disagreement in report.disagreements:
        yield Text(one_line(disagreement.what))
        for given in claims(disagreement, documents):
            line = Text(f"{given.text}: {given.support}", style="dim" if given.superseded else "")
            yield Padding(line, (0, 0, 0, 2))


def _sources(parts: Sequence[Part]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for citation in (citation for part in parts for citation in part.citations):
        table.add_row(Text(f"[{citation.number}]"), Text(source_text(citation)))
    return table


def source_text(citation: Citation) -> str:
    """Return where a sentence stands and who else says the same: outlet, date – title (sentence 3; also …)."""
    document = citation.document
    echoing = dict.fromkeys(outlet(place.document) for place in citation.echoes)
    others = ", ".join(name for name in echoing if name != outlet(document))
    where = f"sentence {citation.place.sentence_number}{f'; also {others}' if others else ''}"
    return f"{outlet(document)}, {date_text(document)} – {title_text(document)} ({where})"
