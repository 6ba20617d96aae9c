"""A report as JSON, for the terminal, as Markdown and as a page: the same sentences, the same numbers, nothing harmful."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

import meadow
from brief.hostile import STRINGS
from brief.reading import Reading
from brief.values import document
from meadow.brief.html import format_report_html
from meadow.brief.json import report_value
from meadow.brief.markdown import format_report_markdown
from meadow.brief.report import NO_ANSWER
from meadow.brief.terminal import render_report
from meadow.model import Document, Report

DOCUMENTS = (
    document("a", ["The ferry Blue Heron sank off Marlow on Tuesday.", "Six people died."], title="Ferry sinks"),
    document(
        "b",
        ["An open hatch sank the ferry Blue Heron, investigators say.", "Eight people died in the ferry."],
        source="Radio Aldern",
        published="2026-03-05T09:00:00+01:00",
        title="Hatch blamed",
    ),
)
QUESTION = "What sank the ferry Blue Heron?"


@pytest.fixture(scope="module")
def report() -> Report:
    return meadow.report(QUESTION, DOCUMENTS)


def terminal(report: Report, documents: tuple[Document, ...] = DOCUMENTS) -> str:
    console = Console(width=88, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(render_report(report, documents))
    return captured.get()


def test_json_has_the_keys_of_the_contract_in_order(report: Report) -> None:
    value = report_value(report)
    assert list(value) == [
        "question", "kind", "answered", "concepts", "sentences", "sections", "moved", "disagreements", "disproved",
        "missing", "notes", "signature",
    ]  # fmt: skip
    assert {"text", "kind", "count"} <= value["concepts"][0].keys()  # type: ignore[index]
    assert json.loads(json.dumps(value)) == value


def test_the_terminal_shows_days_numbers_and_sources(report: Report) -> None:
    shown = terminal(report)
    assert "Answer\nAn open hatch sank the ferry Blue Heron, investigators say. [1]" in shown
    assert re.search(r"3 Mar 2026\nThe ferry Blue Heron sank off Marlow on Tuesday\. \[\d\]", shown)
    assert "[1] Radio Aldern, 5 Mar 2026, 09:00 – Hatch blamed (sentence 1)" in shown
    assert "Factors: " in shown


def test_markdown_has_a_heading_for_each_section_and_a_footnote_for_each_sentence(report: Report) -> None:
    text = format_report_markdown(report, DOCUMENTS)
    assert text.startswith(f"# {QUESTION}\n")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Answer", "3 Mar 2026", "Bibliography"]
    marks = re.findall(r"\[\^(\d+)\](?!:)", text)
    assert marks == re.findall(r"^\[\^(\d+)\]:", text, re.MULTILINE) == [str(n + 1) for n in range(len(report.picks))]


def test_the_page_shows_every_sentence_and_loads_nothing(report: Report) -> None:
    page = format_report_html(report, DOCUMENTS)
    assert all(pick.written in page for pick in report.picks)
    assert "default-src &#39;none&#39;" in page
    assert "<script" not in page
    assert page.count('class="note"') == len(report.picks)
    assert all(f'popovertarget="s1-n{n + 1}"' in page for n in range(len(report.picks)))


def test_no_answer_is_said_in_every_format() -> None:
    nothing = meadow.report("Who won the chess championship?", DOCUMENTS)
    assert NO_ANSWER in terminal(nothing)
    assert NO_ANSWER in format_report_markdown(nothing, DOCUMENTS)
    assert NO_ANSWER in format_report_html(nothing, DOCUMENTS)
    assert report_value(nothing)["answered"] is False
    assert "Not found: won, chess, championship." in terminal(nothing)


def wearing(text: str, report: Report) -> tuple[Report, tuple[Document, ...]]:
    """Return the report and its documents with a text for question, headings, notes, titles and sources."""
    sections = tuple(replace(section, heading=text, kind="instance") for section in report.sections)
    worn = replace(report, question=text, sections=sections, missing=(text,), notes=(text,))
    return worn, tuple(replace(each, title=text, source=text) for each in DOCUMENTS)


@pytest.mark.parametrize("hostile", STRINGS)
def test_hostile_questions_titles_and_headings_stay_text(hostile: str, report: Report) -> None:
    wild, calm = wearing(hostile, report), wearing("plain words", report)
    page, plain = Reading(format_report_html(*wild)), Reading(format_report_html(*calm))
    assert [(tag, sorted(names)) for tag, names in page.tags] == [(tag, sorted(names)) for tag, names in plain.tags]
    assert not any(character in terminal(*wild) for character in "\x00\x1b\u202e")
    texts = [format_report_markdown(*each) for each in (wild, calm)]
    assert len({len(re.findall(r"^(?:#|\[\^)", text, re.MULTILINE)) for text in texts}) == 1
    outside = re.sub(r"(`+).*?\1", "", texts[0])
    assert re.search(r"(?<!\\)<[a-z/!]", outside) is None
