"""A report that someone built, as the value that every form of a report is written from: Markdown, page, JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from meadow.errors import UsageError
from meadow.model import Pick, Report, Section, SentenceRef
from meadow.provenance import run_stamp
from meadow.studies.slots import iter_sentences
from meadow.studies.task import ItemState
from meadow.studies.tasks.report_view import RenderedLine, report_lines

_BY_HAND = "by hand"
_OPENING = "Report"  # the heading above the first one


def built_report(state: ItemState) -> Report:
    """Return the current report, under its headings; without any, under the days of its articles."""
    lines = report_lines(state)
    sentences = {sentence.ref: sentence for _, sentence in iter_sentences(state.item)}
    refs = [line.ref for line in lines if line.ref is not None]
    if not refs:
        raise UsageError("The report is empty.", given=state.item.title, advice="Add a sentence first.")
    picks = tuple(Pick(ref, 0.0, {}, (), sentences[ref], sentences[ref].text) for ref in refs)
    headed = any(line.ref is None for line in lines)
    sections = tuple(_by_heading(lines) if headed else _by_day(lines))
    run = run_stamp({"report": _BY_HAND}, state.item.documents)
    return Report(asked_in(state), picks, (), run, sections)


def asked_in(state: ItemState) -> str:
    """Return what a report is to answer: the question that its reader put, else that of the item, or its title."""
    return str(state.values.get("asked") or state.item.question or state.item.title)


def _by_heading(lines: Sequence[RenderedLine]) -> Iterator[Section]:
    heading, refs = _OPENING, list[SentenceRef]()
    for line in lines:
        if line.ref is not None:
            refs.append(line.ref)
            continue
        if refs:
            yield Section(heading, "other", tuple(refs))
        heading, refs = line.text, []
    if refs:
        yield Section(heading, "other", tuple(refs))


def _by_day(lines: Sequence[RenderedLine]) -> Iterator[Section]:
    for day, day_lines in groupby(lines, key=_day):
        refs = tuple(line.ref for line in day_lines if line.ref is not None)
        yield Section("Undated", "undated", refs) if day is None else Section(day, "day", refs)


def _day(line: RenderedLine) -> str | None:
    published = None if line.document is None else line.document.published
    return None if published is None else published.date().isoformat()
