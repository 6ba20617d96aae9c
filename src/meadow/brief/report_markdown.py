"""A report as Markdown: a heading for each section, a footnote for each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.brief.markdown import bibliography_blocks, code_span, disagreements_block, escape_markdown, footnote
from meadow.brief.report import NO_ANSWER, Part, about, concept_lines, facts_of, parts_of
from meadow.model import Document, Report


def format_report_markdown(report: Report, documents: Iterable[Document]) -> str:
    """Return a report as one Markdown document; document text stays text, and only web addresses are links."""
    known = tuple(documents)
    parts = parts_of(report, known)
    blocks = [f"# {escape_markdown(report.question)}"]
    if report.answered:
        blocks += [escape_markdown(facts_of(report, known)), *_told(parts)]
    else:
        blocks.append(NO_ANSWER)
    blocks += [f"{name}: {escape_markdown(listed)}" for name, listed in concept_lines(report)]
    blocks += [escape_markdown(line) for line in about(report)]
    if report.disagreements:
        blocks += ["**Where sources disagree**", disagreements_block(report.disagreements, known)]
    blocks.append(code_span(report.run.signature))
    citations = [citation for part in parts for citation in part.citations]
    blocks += [*map(footnote, citations), *bibliography_blocks(citations)]
    return "\n\n".join(blocks) + "\n"


def _told(parts: Sequence[Part]) -> list[str]:
    blocks = []
    for part in parts:
        told = " ".join(f"{escape_markdown(each.pick.written)}[^{each.number}]" for each in part.citations)
        blocks += [f"## {escape_markdown(part.heading)}", told]
    return blocks
