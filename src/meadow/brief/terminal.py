"""Digests, summaries and reports for the terminal, as rich renderables; every text is a `Text`, so no title is markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.text import Text

from meadow.brief.evidence import claims
from meadow.brief.languages import language_text
from meadow.brief.places import Citation, cite, documents_by_id
from meadow.brief.plain import MarkedLines
from meadow.brief.report import NO_ANSWER, about, concept_lines, facts_of, parts_of
from meadow.brief.wording import (
    date_text,
    digest_facts,
    doubt_text,
    elsewhere,
    facts,
    is_loose_file,
    no_summary_text,
    outlet,
    period_text,
    short_date_text,
    spans_years,
    story_period_text,
    title_text,
)
from meadow.model import Brief, CopyGroup, Digest, Disagreement, Document, Report, Summary
from meadow.text.printable import one_line

COLUMNS = 88


class DigestPrinter:
    """Prints the stories of a digest one by one, as they are written, and the counts at the end.

    Where the documents span more than one year, or speak more than one language, every story says which. Of documents that
    are kept elsewhere, `whole` gives what is in them.
    """

    def __init__(
        self, documents: Iterable[Document], whole: Callable[[Iterable[Document]], Iterable[Document]] = tuple
    ) -> None:
        known = tuple(documents)
        self._whole = whole
        self._by_id = documents_by_id(known)
        self._with_year = spans_years(known)
        self._with_language = len({document.language for document in known} - {None}) > 1

    def story(self, brief: Brief) -> RenderableType:
        """Return a story, at most 88 columns wide; two blank lines divide it from the next."""
        language = language_text(brief) if self._with_language else None
        parts = _story_parts(
            brief.summary,
            brief.documents,
            brief.headline.text,
            language,
            brief.copies,
            self._with_year,
            earlier=len(brief.earlier),
        )
        return Constrain(Group(*parts, *self._asides(brief)), COLUMNS)

    def _asides(self, brief: Brief) -> list[RenderableType]:
        """Return what is said of a story below its sources: articles that may be another, and the event elsewhere."""
        doubt = doubt_text(brief)
        related = documents_by_id(self._whole([self._by_id[each.story_id] for each in brief.related]))
        lines = [*([] if doubt is None else [doubt]), *(each.text for each in elsewhere(brief, related))]
        return [Text(), *(Text(line, style="dim") for line in lines)] if lines else []

    def totals(self, digest: Digest) -> RenderableType:
        """Return the counts over a digest; where it is empty, why that may be."""
        if len(digest) == 0:
            return Constrain(_empty_state(), COLUMNS)
        period = period_text(document for brief in digest for document in brief.documents)
        return Constrain(Text(" · ".join((*digest_facts(digest), period)), style="dim"), COLUMNS)


def render_summary(summary: Summary, documents: Iterable[Document], headline: str | None = None) -> RenderableType:
    """Return one summary with its cited sources, under its headline if there is one."""
    return Constrain(Group(*_story_parts(summary, tuple(documents), headline)), COLUMNS)


def render_report(report: Report, documents: Iterable[Document]) -> RenderableType:
    """Return a report: its sections, what is disputed, what was not found, and the sources."""
    known = tuple(documents)
    rows: list[RenderableType] = [Text(one_line(report.question), style="bold")]
    if not report.answered:
        rows += [Text(), Text(NO_ANSWER), *map(Text, about(report))]
    if not report.picks:
        return Constrain(Group(*rows), COLUMNS)
    parts = parts_of(report, known)
    rows += [Text(facts_of(report, known), style="dim")] if report.answered else []
    for part in parts:
        rows += [Text(), Text(part.heading, style="bold"), *map(_said, part.citations, part.marks)]
    rows += [Text(), *(Text(f"{name}: {listed}") for name, listed in concept_lines(report))] if report.concepts else []
    rows += [Text(line) for line in about(report)] if report.answered else []
    if report.disagreements:
        rows += [Text(), _disagreements(report.disagreements, known)]
    rows += [Text(), _sources([citation for part in parts for citation in part.citations], with_year=True)]
    return Constrain(Group(*rows), COLUMNS)


def _said(citation: Citation, mark: str = "") -> Text:
    said = Text(f"{one_line(citation.pick.written)} ").append(f"[{citation.number}]", style="cyan")
    return said.append(f" {one_line(mark)}", style="italic") if mark else said


def _story_parts(
    summary: Summary,
    documents: Sequence[Document],
    headline: str | None,
    language: str | None = None,
    copies: Sequence[CopyGroup] = (),
    with_year: bool = False,
    *,
    earlier: int = 0,
) -> list[RenderableType]:
    title = [] if headline is None else [Text(one_line(headline), style="bold")]
    counts = facts(documents, copies, earlier=earlier)
    under = Text(" · ".join((*counts, story_period_text(documents, language))), style="dim")
    if not summary.picks:
        return [*title, under, Text(), Text(no_summary_text(earlier))]
    return [*title, under, Text(), *_summary_parts(summary, documents, copies, with_year or spans_years(documents))]


def _summary_parts(
    summary: Summary, documents: Sequence[Document], copies: Sequence[CopyGroup], with_year: bool
) -> list[RenderableType]:
    citations = cite(summary, documents)
    parts: list[RenderableType] = [_told(citations)]
    if summary.disagreements:
        parts += [Text(), _disagreements(summary.disagreements, documents, copies)]
    return [*parts, Text(), _sources(citations, with_year=with_year)]


def _told(citations: Sequence[Citation]) -> Text:
    return Text(" ").join(map(_said, citations))


def _disagreements(
    disagreements: Sequence[Disagreement], documents: Sequence[Document], copies: Sequence[CopyGroup] = ()
) -> Group:
    rows: list[RenderableType] = [Text("Where sources disagree", style="bold")]
    for disagreement in disagreements:
        rows.append(Text(one_line(disagreement.what)))
        for given in claims(disagreement, documents, copies):
            line = Text(f"{given.text}: {given.support}", style="dim" if given.superseded else "")
            rows.append(Padding(line, (0, 0, 0, 2)))
    return Group(*rows)


def _sources(citations: Sequence[Citation], *, with_year: bool) -> MarkedLines:
    return MarkedLines(tuple((f"[{each.number}]", _source_line(each, with_year=with_year)) for each in citations))


def _source_line(citation: Citation, *, with_year: bool) -> str:
    document = citation.document
    when = date_text(document) if with_year else short_date_text(document)
    file = f"{one_line(str(document.place))}, " if is_loose_file(document) else ""
    where = f"{file}{citation.where}"
    echoing = dict.fromkeys(outlet(place.document) for place in citation.echoes)
    others = ", ".join(name for name in echoing if name != outlet(document))
    also = f"; also {others}" if others else ""
    return f"{outlet(document)}, {when} – {title_text(document)} ({where}{also})"


def _empty_state() -> Group:
    return Group(
        Text("No stories to show.", style="bold"),
        Text("No article was found in the paths given, or the filters left none over."),
        Text("Check the paths and the filters --since, --until, --source and --language."),
        Text("To see a digest of sample articles, run: meadow demo"),
    )
