"""Digests and reports as self-contained pages: no request, everything readable in any browser and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from meadow.brief.evidence import evidence_of
from meadow.brief.languages import named_languages, story_language
from meadow.brief.places import Citation, SentencesById, cite, clip, documents_by_id, split_cited
from meadow.brief.report import NO_ANSWER, about, concept_lines, facts_of, parts_of
from meadow.brief.templating import render, spoken
from meadow.brief.wording import (
    OtherReports,
    count_text,
    day_text,
    digest_facts,
    doubt_text,
    elsewhere,
    facts,
    no_summary_text,
    outlet_counts,
    period_text,
    story_period_text,
    zones_differ,
)
from meadow.model import Brief, Digest, Document, Report
from meadow.text.printable import one_line

_LEAD_CHARACTERS = 240
_SHOWN_ARTICLES = 8
_SHOWN_OUTLETS = 10
_REPORT_NAME = "s1"

Days = Sequence[tuple[str, Sequence[Document]]]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The articles of a story by day, the latest first: those that are shown, and those that are folded away."""

    title: str
    shown: Days
    folded: Days
    numbers: Mapping[str, Sequence[int]]

    @property
    def folded_articles(self) -> int:
        """How many articles are folded away."""
        return sum(len(documents) for _, documents in self.folded)

    @property
    def articles(self) -> int:
        """How many articles there are."""
        return self.folded_articles + sum(len(documents) for _, documents in self.shown)


@dataclass(frozen=True, slots=True)
class StoryLayout:
    """A story as a page shows it; its id is `s` and its number, and its language is named where it is given."""

    number: int
    brief: Brief
    period: str
    language: str | None
    spoken: Mapping[str, str]
    citations: tuple[Citation, ...]
    sentences: SentencesById
    timeline: Timeline
    elsewhere: Sequence[tuple[str, OtherReports]] = ()

    @property
    def doubt(self) -> str | None:
        """Which articles may be another story."""
        return doubt_text(self.brief)

    @property
    def name(self) -> str:
        """The id of the story's element."""
        return story_name(self.number)

    @property
    def headline(self) -> str:
        """The headline as one line."""
        return one_line(self.brief.headline.text)

    @property
    def last(self) -> str:
        """When the story was last reported, as text that sorts by time; empty where nothing is dated."""
        last = self.brief.story.last
        return "" if last is None else last.astimezone(UTC).isoformat()

    @property
    def lead(self) -> str | None:
        """The beginning of the summary."""
        return clip(one_line(self.citations[0].pick.written), _LEAD_CHARACTERS) if self.citations else None

    @property
    def facts(self) -> tuple[str, ...]:
        """The counts under the headline."""
        return facts(self.brief.documents, self.brief.copies, earlier=len(self.brief.earlier))

    @property
    def no_summary(self) -> str:
        """The text shown in place of an empty summary."""
        return no_summary_text(len(self.brief.earlier))

    @property
    def outlets(self) -> list[tuple[str, int]]:
        """Who published how many of the articles."""
        return outlet_counts(self.brief.documents)

    @property
    def zoned(self) -> bool:
        """Whether times can only be compared when their zones are printed."""
        return zones_differ(self.brief.documents)


def format_html(digest: Digest, *, title: str = "Meadow digest") -> str:
    """Return the digest as a complete HTML page that loads nothing and runs nothing."""
    languages = named_languages(digest)
    by_id = documents_by_id(document for brief in digest for document in brief.documents)
    names = {brief.story.id: story_name(number) for number, brief in enumerate(digest, start=1)}
    stories = [
        lay_out(
            number,
            brief,
            languages.get(brief.story.id),
            [(names[each.story_id], each) for each in elsewhere(brief, by_id)],
        )
        for number, brief in enumerate(digest, start=1)
    ]
    return render(
        "digest.html",
        title=title,
        facts=digest_facts(digest),
        period=period_text(document for brief in digest for document in brief.documents),
        stories=stories,
        most_cited=max((len(story.citations) for story in stories), default=0),
        most_outlets=_SHOWN_OUTLETS,
        signature=digest.run.signature,
    )


def story_name(number: int) -> str:
    """Return the id of a story's element."""
    return f"s{number}"


def lay_out(
    number: int, brief: Brief, language: str | None = None, related: Sequence[tuple[str, OtherReports]] = ()
) -> StoryLayout:
    """Return how a page shows a story; related stories come with the ids of their elements."""
    citations, mostly = cite(brief.summary, brief.documents), story_language(brief)
    return StoryLayout(
        number,
        brief,
        story_period_text(brief.documents, language),
        mostly,
        spoken(mostly),
        citations,
        split_cited(citations) | evidence_of(brief.summary, brief.documents),
        timeline_of(brief.documents, citations),
        related,
    )


def timeline_of(documents: Sequence[Document], citations: Iterable[Citation]) -> Timeline:
    """Return the articles by day, the latest first and undated ones last, with the numbers they are cited as."""
    numbers: dict[str, list[int]] = {}
    for citation in citations:
        numbers.setdefault(citation.document.id, []).append(citation.number)
    dated = [document for document in documents if document.published is not None]
    latest_first = [*reversed(dated), *(document for document in documents if document.published is None)]
    days = len({_day(document) for document in dated})
    title = f"Timeline · {count_text(days, 'day')}" if days else "Timeline"
    return Timeline(title, _days(latest_first[:_SHOWN_ARTICLES]), _days(latest_first[_SHOWN_ARTICLES:]), numbers)


def _days(documents: Iterable[Document]) -> Days:
    # Grouped by the day that the outlet itself wrote: in time order a story across zones would repeat its headings.
    by_day: dict[str, list[Document]] = {}
    for document in documents:
        by_day.setdefault(_day(document), []).append(document)
    return tuple(by_day.items())


def _day(document: Document) -> str:
    return "Undated" if document.published is None else day_text(document.published.date())


def format_report_html(report: Report, documents: Iterable[Document]) -> str:
    """Return the report as a complete HTML page that loads nothing and runs nothing, in the look of the digest."""
    known = tuple(documents)
    sections = parts_of(report, known)
    citations = [citation for part in sections for citation in part.citations]
    cited = {citation.document.id: citation.document for citation in citations}
    return render(
        "report.html",
        name=_REPORT_NAME,
        title=one_line(report.question),
        facts=facts_of(report, known) if report.answered else NO_ANSWER,
        report=report,
        sections=sections,
        concepts=tuple(concept_lines(report)),
        about=about(report),
        documents=known,
        citations=citations,
        sentences=split_cited(citations) | evidence_of(report, known),
        zoned=zones_differ(known),
        outlets=outlet_counts(cited.values()),
    )
