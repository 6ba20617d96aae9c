"""Dates, counts and outlets in words, and text that is safe to print: what every form of a brief says alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from meadow.brief.languages import story_language
from meadow.brief.places import clip, documents_by_id, find_document
from meadow.model import Brief, CopyGroup, Digest, Document, corroboration
from meadow.text.language import language_name
from meadow.text.printable import one_line, printable

NO_SOURCE = "Source not given"
UNDATED = "undated"
_SHOWN_SOURCES = 2
_SHOWN_ODD = 3
_TITLE_CHARACTERS = 120
_CODE = re.compile(r"[{}]|<[/a-z]")  # of style sheets and markup
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_OUTSIDE_ADDRESS = re.compile(r"[\s<>\"\\]")


def web_address(url: str | None) -> str | None:
    """Return the URL if it is a plain http or https address, else nothing: no other scheme is ever linked."""
    if url is None or _OUTSIDE_ADDRESS.search(url) is not None or printable(url) != url:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.hostname is not None else None


def outlet(document: Document) -> str:
    """Return who published the document."""
    return NO_SOURCE if document.source is None else one_line(document.source)


def title_text(document: Document) -> str:
    """Return the document's title, or the beginning of its text where it has none, behind lines of a page's own code."""
    if document.title is not None:
        return one_line(document.title)
    lines = document.text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip() and _CODE.search(line) is None), 0)
    return clip(one_line("\n".join(lines[first:])), _TITLE_CHARACTERS)


def file_text(document: Document) -> str:
    """Return what finds a document that has no address: its id and, where it is another, the file it was read from."""
    name, place = one_line(document.id), None if document.place is None else one_line(document.place)
    return name if place is None or place == name else f"{name}, {place}"


def speaker(document: Document) -> str:
    """Return who says what a document says: its outlet or, where none is named, what finds the document."""
    return file_text(document) if document.source is None else outlet(document)


def is_loose_file(document: Document) -> bool:
    """Return whether only its file identifies a document: it has neither an address nor a date."""
    return document.published is None and web_address(document.url) is None and document.place is not None


def day_text(day: date) -> str:
    """Return a day as a reader writes it: 3 Mar 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def date_text(document: Document, *, zoned: bool = False) -> str:
    """Return when the document was published, in its own zone: 3 Mar 2026, 07:40; a bare day stays one."""
    if document.published is None:
        return UNDATED
    day, clock = day_text(document.published.date()), clock_text(document, zoned=zoned)
    return day if clock is None else f"{day}, {clock}"


def short_date_text(document: Document) -> str:
    """Return when the document was published, without the year: 3 Mar 07:40."""
    if document.published is None:
        return UNDATED
    day, clock = f"{document.published.day} {_MONTHS[document.published.month - 1]}", clock_text(document)
    return day if clock is None else f"{day} {clock}"


def clock_text(document: Document, *, zoned: bool = False) -> str | None:
    """Return the time of day in the document's own zone, on demand with that zone: 07:40 UTC+1."""
    # A day that came through a table has 00:00 for its hour; news of that very minute loses little.
    if document.published is None or document.day_only or document.published.time() == time():
        return None
    clock = f"{document.published:%H:%M}"
    return f"{clock} {_zone_text(document.published)}" if zoned else clock


def spans_years(documents: Iterable[Document]) -> bool:
    """Return whether a day without its year could mean several."""
    return len({document.published.year for document in documents if document.published is not None}) > 1


def zones_differ(documents: Iterable[Document]) -> bool:
    """Return whether times of these documents can only be compared when their zones are printed."""
    times = (document.published for document in documents if document.published is not None and not document.day_only)
    return len({each.utcoffset() for each in times}) > 1


def period_text(documents: Iterable[Document]) -> str:
    """Return the days that the documents span: 3 Mar 2026, 3–5 Mar 2026, 28 Feb – 2 Mar 2026, or undated."""
    days = [document.published.date() for document in documents if document.published is not None]
    if not days:
        return UNDATED
    first, last = min(days), max(days)
    if first == last:
        return day_text(first)
    if first.year != last.year:
        return f"{day_text(first)} – {day_text(last)}"
    if first.month != last.month:
        return f"{first.day} {_MONTHS[first.month - 1]} – {day_text(last)}"
    return f"{first.day}–{day_text(last)}"


def story_period_text(documents: Iterable[Document], language: str | None) -> str:
    """Return the days of a story, with its language where it is given: 3–5 Mar 2026 · Dutch."""
    period = period_text(documents)
    return period if language is None else f"{period} · {language}"


def count_text(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: 1 article, 1,204 articles, 2 stories."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def sources_text(sources: Sequence[str]) -> str:
    """Return the first outlets and how many more there are: Harbour Wire, Radio Aldern +3."""
    named = ", ".join(one_line(source) for source in sources[:_SHOWN_SOURCES])
    more = len(sources) - _SHOWN_SOURCES
    return f"{named} +{more}" if more > 0 else named


def facts(documents: Sequence[Document], copies: Sequence[CopyGroup] = (), *, earlier: int = 0) -> tuple[str, ...]:
    """Return the counts under a headline: articles, sources, and the first sources' names.

    Where not every outlet reported on its own, the count says how many are independent and why; where earlier articles count
    as read, how many these are.
    """
    new = f"{count_text(len(documents), 'new article')}, {earlier:,} earlier"
    articles = new if earlier else count_text(len(documents), "article")
    sources = tuple(dict.fromkeys(document.source for document in documents if document.source is not None))
    if not sources:
        return (articles,)
    found = corroboration(documents, copies)
    counted = count_text(len(sources), "source")
    counted += f", {len(found.independent)} independent ({one_line(found.how)})" if found.how else ""
    return articles, counted, sources_text(sources)


def no_summary_text(earlier: int = 0) -> str:
    """Return the text printed in place of an empty summary."""
    if earlier:
        return "Nothing new: these articles say what earlier ones of the story said."
    return "No summary: the articles hold no sentence that fits its length."


def digest_facts(digest: Digest) -> tuple[str, ...]:
    """Return the counts over a digest: stories, articles and, where any is named, sources."""
    articles = sum(len(brief.documents) for brief in digest)
    sources = {source for brief in digest for source in brief.sources}
    stories = count_text(len(digest), "story", "stories")
    counts = stories, count_text(articles, "article")
    return (*counts, count_text(len(sources), "source")) if sources else counts


def outlet_counts(documents: Iterable[Document]) -> list[tuple[str, int]]:
    """Return each outlet with its number of articles, the busiest first, else in order of appearance."""
    return Counter(outlet(document) for document in documents).most_common()


def doubt_text(brief: Brief) -> str | None:
    """Return which articles may be another story, or None: 2 of 16 articles may be another story: Harbour Wire – Fog."""
    if brief.doubt is None:
        return None
    by_id = documents_by_id(brief.documents)
    odd = [find_document(name, by_id) for name in brief.doubt.document_ids]
    shown = "; ".join(f"{outlet(each)} – {title_text(each)}" for each in odd[:_SHOWN_ODD])
    more = f"; and {len(odd) - _SHOWN_ODD} more" if len(odd) > _SHOWN_ODD else ""
    return f"{len(odd)} of {count_text(len(brief.documents), 'article')} may be another story: {shown}{more}"


class OtherReports(NamedTuple):
    """A story of the same event: its id, its language if it is another, what it is called, and what both name."""

    story_id: str
    language: str | None
    title: str
    shared: str

    @property
    def label(self) -> str:
        """What such a story is introduced with: Also in Spanish, or Related."""
        return "Related" if self.language is None else f"Also in {self.language}"

    @property
    def text(self) -> str:
        """The whole as one line: Also in Spanish: Nueve muertos (both name Skerra, 214)."""
        return f"{self.label}: {self.title} (both name {self.shared})"


def elsewhere(brief: Brief, documents: Mapping[str, Document]) -> list[OtherReports]:
    """Return the related stories, each called by the title of its first article; documents are given by id."""
    own = story_language(brief)
    return [
        OtherReports(
            each.story_id,
            None if each.language == own else one_line(language_name(each.language)),
            title_text(find_document(each.story_id, documents)),
            ", ".join(map(one_line, each.shared)),
        )
        for each in brief.related
    ]


def _zone_text(moment: datetime) -> str:
    offset = moment.utcoffset() or timedelta()
    if not offset:
        return "UTC"
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"UTC{'+' if offset > timedelta() else '−'}{hours}{f':{minutes:02}' if minutes else ''}"
