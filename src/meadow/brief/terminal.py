"""A digest or a summary for the terminal, as rich renderables; every text goes in as `Text`, so no title is markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meadow.brief.languages import named_languages
from meadow.brief.places import Citation, cite
from meadow.brief.wording import (
    claims,
    date_text,
    digest_facts,
    facts,
    outlet,
    period_text,
    short_date_text,
    story_period_text,
    title_text,
)
from meadow.model import Brief, CopyGroup, Digest, Disagreement, Document, Summary
from meadow.text.printable import one_line

COLUMNS = 88


def render_digest(digest: Digest) -> RenderableType:
    """Return all stories below one another, at most 88 columns wide, with the counts last."""
    if len(digest) == 0:
        return Constrain(_empty_state(), COLUMNS)
    period = period_text(document for brief in digest for document in brief.documents)
    totals = Text(" · ".join((*digest_facts(digest), period)), style="dim")
    languages = named_languages(digest)
    stories = (part for brief in digest for part in _spaced_story(brief, languages.get(brief.story.id)))
    return Constrain(Group(*stories, totals), COLUMNS)


def render_summary(summary: Summary, documents: Iterable[Document], headline: str | None = None) -> RenderableType:
    """Return one summary with its cited sources, under its headline if there is one."""
    return Constrain(Group(*_story_parts(summary, tuple(documents), headline)), COLUMNS)


def _spaced_story(brief: Brief, language: str | None) -> list[RenderableType]:
    parts = _story_parts(brief.summary, brief.documents, brief.headline.text, language, brief.copies)
    return [*parts, Text(), Text()]


def _story_parts(
    summary: Summary,
    documents: Sequence[Document],
    headline: str | None,
    language: str | None = None,
    copies: Sequence[CopyGroup] = (),
) -> list[RenderableType]:
    title = [] if headline is None else [Text(one_line(headline), style="bold")]
    under = Text(" · ".join((*facts(documents, copies), story_period_text(documents, language))), style="dim")
    return [*title, under, Text(), *_summary_parts(summary, documents)]


def _summary_parts(summary: Summary, documents: Sequence[Document]) -> list[RenderableType]:
    citations = cite(summary, documents)
    if not citations:
        return [Text("No summary: the articles hold no sentence that fits its length.")]
    parts: list[RenderableType] = [_told(citations)]
    if summary.disagreements:
        parts += [Text(), _disagreements(summary.disagreements, documents)]
    return [*parts, Text(), _sources(citations)]


def _told(citations: Sequence[Citation]) -> Text:
    told = Text()
    for citation in citations:
        told.append(f"{one_line(citation.pick.written)} ").append(f"[{citation.number}]", style="cyan").append(" ")
    told.rstrip()
    return told


def _disagreements(disagreements: Sequence[Disagreement], documents: Sequence[Document]) -> Group:
    rows: list[RenderableType] = [Text("Where sources disagree", style="bold")]
    for disagreement in disagreements:
        rows.append(Text(one_line(disagreement.what)))
        for given in claims(disagreement, documents):
            line = Text(f"{given.text}: {given.support}", style="dim" if given.superseded else "")
            rows.append(Padding(line, (0, 0, 0, 2)))
    return Group(*rows)


def _sources(citations: Sequence[Citation]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    years = {citation.document.published.year for citation in citations if citation.document.published is not None}
    for citation in citations:
        table.add_row(Text(f"[{citation.number}]"), Text(_source_line(citation, with_year=len(years) > 1)))
    return table


def _source_line(citation: Citation, *, with_year: bool) -> str:
    document = citation.document
    when = date_text(document) if with_year else short_date_text(document)
    where = f"sentence {citation.place.sentence_number}"
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
