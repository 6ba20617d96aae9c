"""A digest, a summary or a report as Markdown with footnotes; document text stays text, and only web addresses are links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from meadow.brief.evidence import claims
from meadow.brief.languages import named_languages
from meadow.brief.places import Citation, cite, documents_by_id
from meadow.brief.report import NO_ANSWER, ReportPart, about, concept_lines, facts_of, parts_of
from meadow.brief.wording import (
    date_text,
    digest_facts,
    doubt_text,
    elsewhere,
    facts,
    is_loose_file,
    no_summary_text,
    outlet,
    outlet_counts,
    period_text,
    story_period_text,
    title_text,
    web_address,
)
from meadow.model import Brief, CopyGroup, Digest, Disagreement, Document, Report, Summary
from meadow.text.printable import one_line

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~$])")
_BLOCK_START = re.compile(r"^(?:([#+\-=])|(\d{1,9})([.)]))")
_OUTSIDE_TARGET = re.compile(r"[()\[\]{}|^`'*]")
_ENTITY = re.compile(r"&(?=#?\w+;)")


def format_markdown(digest: Digest, *, title: str = "Meadow digest") -> str:
    """Return the digest as one Markdown document; footnotes are numbered through, since their labels are shared."""
    blocks = [f"# {escape_markdown(title)}"]
    if len(digest) == 0:
        blocks.append("No stories: no article was found in the paths given, or the filters left none over.")
    else:
        period = period_text(document for brief in digest for document in brief.documents)
        blocks.append(" · ".join((*digest_facts(digest), period)))
    first = 1
    languages = named_languages(digest)
    cited: list[Citation] = []
    by_id = documents_by_id(document for brief in digest for document in brief.documents)
    for brief in digest:
        blocks += _story_blocks(brief, first, languages.get(brief.story.id), by_id)
        cited += cite(brief.summary, brief.documents, first=first)
        first += len(brief.summary.picks)
    blocks += _bibliography(cited)
    blocks.append(code_span(digest.run.signature))
    return "\n\n".join(blocks) + "\n"


def format_summary_markdown(summary: Summary, documents: Iterable[Document]) -> str:
    """Return one summary as Markdown: counts, sentences with footnotes, disagreements, sources and a bibliography."""
    known = tuple(documents)
    blocks = [*_summary_blocks(summary, known, first=1), *_bibliography(cite(summary, known))]
    return "\n\n".join(blocks) + "\n"


def format_report_markdown(report: Report, documents: Iterable[Document]) -> str:
    """Return a report as one Markdown document; document text stays text, and only web addresses are links."""
    known = tuple(documents)
    parts = parts_of(report, known)
    blocks = [f"# {escape_markdown(report.question)}"]
    blocks += [escape_markdown(facts_of(report, known)) if report.answered else NO_ANSWER, *_section_blocks(parts)]
    blocks += [f"{name}: {escape_markdown(listed)}" for name, listed in concept_lines(report)]
    blocks += [escape_markdown(line) for line in about(report)]
    if report.disagreements:
        blocks += ["**Where sources disagree**", _disagreements(report.disagreements, known)]
    blocks.append(code_span(report.run.signature))
    citations = [citation for part in parts for citation in part.citations]
    blocks += [*map(_footnote, citations), *_bibliography(citations)]
    return "\n\n".join(blocks) + "\n"


def _section_blocks(parts: Sequence[ReportPart]) -> list[str]:
    blocks = []
    for part in parts:
        said = [
            f"{escape_markdown(each.pick.written)}[^{each.number}]" + (f" *{escape_markdown(mark)}*" if mark else "")
            for each, mark in zip(part.citations, part.marks, strict=True)
        ]
        blocks += [f"## {escape_markdown(part.heading)}", " ".join(said)]
    return blocks


def escape_markdown(text: str) -> str:
    """Return text as one line that Markdown prints as it is."""
    inline = _SPECIAL.sub(r"\\\1", one_line(text))
    return _BLOCK_START.sub(_escaped_start, inline)


def code_span(text: str) -> str:
    """Return text as a code span, fenced by more backticks than it holds in a row."""
    line = one_line(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    return f"{fence} {line} {fence}" if "`" in line else f"{fence}{line}{fence}"


def _story_blocks(brief: Brief, first: int, language: str | None, documents: Mapping[str, Document]) -> list[str]:
    heading = f"## {escape_markdown(brief.headline.text)}"
    doubt = doubt_text(brief)
    asides = [*([] if doubt is None else [doubt]), *(each.text for each in elsewhere(brief, documents))]
    blocks = _summary_blocks(brief.summary, brief.documents, first, language, brief.copies, len(brief.earlier))
    return [heading, *blocks, *map(escape_markdown, asides)]


def _summary_blocks(
    summary: Summary,
    documents: Sequence[Document],
    first: int,
    language: str | None = None,
    copies: Sequence[CopyGroup] = (),
    earlier: int = 0,
) -> list[str]:
    citations = cite(summary, documents, first=first)
    paragraph = " ".join(f"{escape_markdown(each.pick.written)}[^{each.number}]" for each in citations)
    counts = facts(documents, copies, earlier=earlier)
    under = escape_markdown(" · ".join((*counts, story_period_text(documents, language))))
    blocks = [under, paragraph or no_summary_text(earlier)]
    if summary.disagreements:
        blocks += ["**Where sources disagree**", _disagreements(summary.disagreements, documents, copies)]
    outlets = ", ".join(f"{escape_markdown(name)} ({count})" for name, count in outlet_counts(documents))
    blocks.append(f"Sources: {outlets or 'none'}")
    blocks.append(code_span(summary.run.signature))
    return blocks + [_footnote(citation) for citation in citations]


def _disagreements(
    disagreements: Sequence[Disagreement], documents: Sequence[Document], copies: Sequence[CopyGroup] = ()
) -> str:
    """Return what sources differ on as a list of facts, each with its values and who gives them."""
    rows = []
    for disagreement in disagreements:
        rows.append(f"- {escape_markdown(disagreement.what)}")
        rows += [
            f"  - {escape_markdown(given.text)}: {escape_markdown(given.support)}"
            for given in claims(disagreement, documents, copies)
        ]
    return "\n".join(rows)


def _footnote(citation: Citation) -> str:
    """Return the footnote of a citation: outlet, date, title as a link, and who else said the same."""
    document = citation.document
    others = ", ".join(dict.fromkeys(outlet(place.document) for place in citation.echoes))
    also = f"; also said by {escape_markdown(others)}" if others else ""
    file = f"{code_span(str(document.place))}, " if is_loose_file(document) else ""
    where = f"{file}{citation.where}{also}"
    return f"[^{citation.number}]: {_reference(document)} ({where})"


def _bibliography(citations: Iterable[Citation]) -> list[str]:
    """Return a heading and the list of cited articles, each once with its numbers; nothing where nothing is cited."""
    numbers: dict[str, list[str]] = {}
    documents: dict[str, Document] = {}
    for citation in citations:
        documents[citation.document.id] = citation.document
        numbers.setdefault(citation.document.id, []).append(str(citation.number))
    rows = [f"- {_reference(each)} (cited as {', '.join(numbers[name])})" for name, each in documents.items()]
    return ["## Bibliography", "\n".join(rows)] if rows else []


def _reference(document: Document) -> str:
    """Return an article as footnotes and the bibliography name it: outlet, date: title, linked where it can be."""
    return f"{escape_markdown(outlet(document))}, {date_text(document)}: {_link(document)}"


def _link(document: Document) -> str:
    title, address = escape_markdown(title_text(document)), web_address(document.url)
    return title if address is None else f"[{title}]({_link_target(address)})"


def _link_target(address: str) -> str:
    # Percent-encoding keeps the address whole where a bracket or a quote would end it.
    encoded = _OUTSIDE_TARGET.sub(lambda character: f"%{ord(character[0]):02X}", address)
    return _ENTITY.sub("&amp;", encoded)


def _escaped_start(match: re.Match[str]) -> str:
    return f"\\{match[1]}" if match[1] is not None else f"{match[2]}\\{match[3]}"
