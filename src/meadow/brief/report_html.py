"""A report as a self-contained page in the look of the digest: sections, cited sentences with their sources, disputes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.brief.html_language import spoken
from meadow.brief.html_note import note
from meadow.brief.markup import Html, element, join
from meadow.brief.page import format_page
from meadow.brief.places import Citation, split_cited
from meadow.brief.report import NO_ANSWER, Part, about, concept_lines, facts_of, parts_of
from meadow.brief.wording import Given, claims, count_text, date_text, outlet, outlet_counts, zones_differ
from meadow.model import Document, Report
from meadow.text.printable import one_line

_NAME = "s1"
# A report may have fifty headings: they are set as small as those within a story.
_SMALL_HEADINGS = ".story h2{font:600 13px/1.5 var(--sans);color:var(--ink2)}\n"


def format_report_html(report: Report, documents: Iterable[Document]) -> str:
    """Return the report as a complete HTML page that loads nothing and runs nothing."""
    known = tuple(documents)
    parts = parts_of(report, known)
    title = one_line(report.question)
    masthead = element(
        "header",
        element("h1", title, dir="auto"),
        element("p", facts_of(report, known) if report.answered else NO_ANSWER, class_="meta"),
        class_="masthead",
        id="top",
    )
    promise = "Every sentence is quoted from an article; its number shows where it stands."
    colophon = element(
        "footer",
        element("p", promise) if report.answered else None,
        element("p", one_line(report.run.signature), class_="signature"),
        class_="colophon",
    )
    main = element("main", _article(report, known, parts))
    return format_page(title, masthead, main, colophon, rules=_open_note_rules(len(report.picks)))


def _article(report: Report, documents: Sequence[Document], parts: Sequence[Part]) -> Html:
    told = element(
        "div",
        *(_section(part) for part in parts),
        _about(report),
        _disagreements(report, documents),
        _notes(parts, documents),
        class_="told",
    )
    cited = {citation.document.id: citation.document for part in parts for citation in part.citations}
    sources = _sources(list(cited.values())) if cited else None
    return element("article", told, sources, class_="story", id=_NAME, aria_label="Report")


def _section(part: Part) -> Html:
    said = join((_cited(citation) for citation in part.citations), " ")
    return element("section", element("h2", part.heading, dir="auto"), element("p", said), class_="summary")


def _cited(citation: Citation) -> Html:
    sentence = element("span", one_line(citation.pick.written), class_="said", **spoken(citation.document.language))
    label = f"{citation.number}, source: {outlet(citation.document)}, {date_text(citation.document)}"
    target = f"{_NAME}-n{citation.number}"
    badge = element("button", str(citation.number), type="button", popovertarget=target, aria_label=label)
    return element("span", sentence, "\u00a0", badge, class_="cited", id=f"{_NAME}-c{citation.number}")


def _about(report: Report) -> Html | None:
    rows = [element("p", element("b", name), " ", listed, dir="auto") for name, listed in concept_lines(report)]
    rows += [element("p", line, dir="auto") for line in about(report)]
    return element("section", element("h2", "Key concepts and gaps"), *rows) if rows else None


def _disagreements(report: Report, documents: Sequence[Document]) -> Html | None:
    if not report.disagreements:
        return None
    rows = []
    for disagreement in report.disagreements:
        rows.append(element("dt", one_line(disagreement.what), dir="auto"))
        rows.extend(_given(given) for given in claims(disagreement, documents))
    return element("section", element("h2", "Where sources disagree"), element("dl", *rows), class_="disagree")


def _given(given: Given) -> Html:
    support = element("span", given.support, class_="meta")
    return element(
        "dd", element("b", given.text, dir="auto"), " ", support, class_="earlier" if given.superseded else None
    )


def _notes(parts: Sequence[Part], documents: Sequence[Document]) -> Html | None:
    citations = [citation for part in parts for citation in part.citations]
    if not citations:
        return None
    sentences, zoned = split_cited(citations), zones_differ(documents)
    cards = [note(f"{_NAME}-n{each.number}", each, len(citations), sentences, zoned=zoned) for each in citations]
    return element("section", element("h3", "Cited sentences"), *cards, class_="notes")


def _sources(documents: Sequence[Document]) -> Html:
    rows = [
        element(
            "li", element("bdi", element("b", name)), " ", element("span", count_text(count, "article"), class_="meta")
        )
        for name, count in outlet_counts(documents)
    ]
    return element("section", element("h2", f"Sources ({len(rows)})"), element("ul", *rows), class_="sources")


def _open_note_rules(most: int) -> str:
    # While a source is open its sentence is marked in the report; without a script, ids are what links the two.
    return _SMALL_HEADINGS + "".join(
        f".story:has(#{_NAME}-n{n}:popover-open) #{_NAME}-c{n}"
        "{--said:var(--highlight);--badge:var(--accent);--on-badge:var(--surface)}\n"
        for n in range(1, most + 1)
    )
