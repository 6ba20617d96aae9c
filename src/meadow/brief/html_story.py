"""One story of the page: headline, summary with numbered sources, disagreements, timeline and outlets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.brief.html_language import spoken
from meadow.brief.html_note import note
from meadow.brief.languages import story_language
from meadow.brief.markup import Html, element, join
from meadow.brief.places import Citation, cite, split_cited
from meadow.brief.wording import (
    Given,
    claims,
    clock_text,
    count_text,
    date_text,
    day_text,
    facts,
    outlet,
    outlet_counts,
    story_period_text,
    title_text,
    web_address,
    zones_differ,
)
from meadow.model import Brief, Disagreement, Document
from meadow.text.printable import one_line

_SHOWN_ARTICLES = 8
_SHOWN_OUTLETS = 10


def story_section(number: int, of: int, brief: Brief, language: str | None = None) -> Html:
    """Return the story as an article whose id is `s` and its number; the language is named where it is given."""
    name = f"s{number}"
    citations = cite(brief.summary, brief.documents)
    return element(
        "article",
        element(
            "div",
            _header(name, f"Story {number} of {of}", brief, language),
            _summary(name, brief, citations),
            _disagreements(brief.summary.disagreements, brief.documents),
            _notes(name, brief, citations),
            class_="told",
        ),
        _timeline(brief.documents, citations),
        _sources(brief.documents),
        element(
            "footer",
            element("p", one_line(brief.summary.run.signature), class_="signature"),
            element("p", element("a", "All stories", href="#top"), class_="meta back"),
        ),
        class_="story",
        id=name,
        aria_labelledby=f"{name}-headline",
    )


def _header(name: str, position: str, brief: Brief, language: str | None) -> Html:
    return element(
        "header",
        element("p", f"{position} · {story_period_text(brief.documents, language)}", class_="meta"),
        element("h2", one_line(brief.headline.text), id=f"{name}-headline", **spoken(story_language(brief))),
        element(
            "p",
            join((element("bdi", each) for each in facts(brief.documents, brief.copies)), " · "),
            class_="meta facts",
        ),
    )


def _summary(name: str, brief: Brief, citations: Sequence[Citation]) -> Html:
    heading = element("h3", "Summary")
    if not citations:
        why = "There is no summary: the articles of this story hold no sentence that fits its length."
        return element("section", heading, element("p", why), class_="summary")
    said = join((_cited(name, citation) for citation in citations), " ")
    return element("section", heading, element("p", said, **spoken(story_language(brief))), class_="summary")


def _cited(name: str, citation: Citation) -> Html:
    sentence = element("span", one_line(citation.pick.written), class_="said", **spoken(citation.document.language))
    label = f"{citation.number}, source: {outlet(citation.document)}, {date_text(citation.document)}"
    target = f"{name}-n{citation.number}"
    badge = element("button", str(citation.number), type="button", popovertarget=target, aria_label=label)
    return element("span", sentence, "\u00a0", badge, class_="cited")


def _disagreements(disagreements: Sequence[Disagreement], documents: Sequence[Document]) -> Html | None:
    if not disagreements:
        return None
    rows = []
    for disagreement in disagreements:
        rows.append(element("dt", one_line(disagreement.what), dir="auto"))
        rows.extend(_given(given) for given in claims(disagreement, documents))
    return element("section", element("h3", "Where sources disagree"), element("dl", *rows), class_="disagree")


def _given(given: Given) -> Html:
    """Return a value with who gives it; an earlier one is toned down, in words and in colour."""
    marked = "earlier" if given.superseded else None
    value = element("b", given.value, dir="auto")
    shown = element("span", "earlier: ", value) if given.superseded else value
    return element("dd", shown, " ", element("span", given.support, class_="meta"), class_=marked)


def _notes(name: str, brief: Brief, citations: Sequence[Citation]) -> Html | None:
    if not citations:
        return None
    sentences, zoned = split_cited(citations), zones_differ(brief.documents)
    cards = [note(f"{name}-n{each.number}", each, len(citations), sentences, zoned=zoned) for each in citations]
    return element("section", element("h3", "Cited sentences"), *cards, class_="notes")


def _timeline(documents: Sequence[Document], citations: Sequence[Citation]) -> Html:
    numbers: dict[str, list[str]] = {}
    for citation in citations:
        numbers.setdefault(citation.document.id, []).append(str(citation.number))
    zoned = zones_differ(documents)
    days = {_day(document) for document in documents if document.published is not None}
    title = f"Timeline · {count_text(len(days), 'day')}" if days else "Timeline"
    latest_first = _latest_first(documents)
    shown, rest = latest_first[:_SHOWN_ARTICLES], latest_first[_SHOWN_ARTICLES:]
    folded = _days(rest, numbers, zoned)
    return element(
        "section",
        element("h3", title),
        element(
            "details",
            element("summary", f"{title}, {count_text(len(documents), 'article')}"),
            *_days(shown, numbers, zoned),
            _fold(f"Show {count_text(len(rest), 'earlier article')}", folded) if folded else None,
        ),
        class_="timeline",
    )


def _days(documents: Iterable[Document], numbers: dict[str, list[str]], zoned: bool) -> list[Html]:
    # Grouped by the day that the outlet itself wrote: in time order a story across zones would repeat its headings.
    by_day: dict[str, list[Document]] = {}
    for document in documents:
        by_day.setdefault(_day(document), []).append(document)
    blocks = []
    for day, articles in by_day.items():
        rows = [_article(document, numbers.get(document.id, []), zoned) for document in articles]
        blocks += [element("h4", day), element("ul", *rows)]
    return blocks


def _article(document: Document, cited: Sequence[str], zoned: bool) -> Html:
    clock = clock_text(document, zoned=zoned)
    time = None if clock is None else element("time", clock, datetime=document.published_text)
    names = element("bdi", outlet(document))
    as_cited = f"cited as\u00a0{', '.join(cited)}" if cited else None
    meta = join((part for part in (time, names, as_cited) if part is not None), " · ")
    return element(
        "li",
        element("p", meta, class_="meta"),
        element("p", linked_title(document), class_="title", **spoken(document.language)),
        class_="cited-article" if cited else None,
    )


def linked_title(document: Document) -> Html:
    """Return the title as a link where the address is a web address, else as text."""
    address = web_address(document.url)
    if address is None:
        return element("span", title_text(document))
    return element("a", title_text(document), href=address, rel="noreferrer")


def _sources(documents: Sequence[Document]) -> Html:
    rows = [_outlet_row(name, count) for name, count in outlet_counts(documents)]
    shown, rest = rows[:_SHOWN_OUTLETS], rows[_SHOWN_OUTLETS:]
    folded = _fold(f"Show {count_text(len(rest), 'more source')}", [element("ul", *rest)]) if rest else None
    return element("section", element("h3", f"Sources ({len(rows)})"), element("ul", *shown), folded, class_="sources")


def _outlet_row(name: str, count: int) -> Html:
    articles = element("span", count_text(count, "article"), class_="meta")
    return element("li", element("bdi", element("b", name)), " ", articles)


def _fold(label: str, content: Sequence[Html]) -> Html:
    return element("details", element("summary", label), *content, class_="fold")


def _latest_first(documents: Sequence[Document]) -> list[Document]:
    dated = [document for document in documents if document.published is not None]
    return [*reversed(dated), *(document for document in documents if document.published is None)]


def _day(document: Document) -> str:
    return "Undated" if document.published is None else day_text(document.published.date())
