"""Templates escape whatever they are given, miss nothing in silence, and are there once for each part of a page."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from markupsafe import Markup

from brief.hostile import STRINGS
from brief.reading import Reading
from brief.values import COURIER, RADIO, TOLL, UPDATED, WIRE, brief, digest, pick, summary
from meadow.brief.evidence import evidence_of
from meadow.brief.html import format_html
from meadow.brief.templating import environment, render

TEMPLATES = {
    file.name: file.read_text("utf-8") for file in files("meadow.brief").joinpath("templates").iterdir()
}  # fmt: skip


@given(st.one_of(st.text(st.characters(exclude_categories=())), st.sampled_from(STRINGS)))
def test_what_a_template_prints_is_text(text: str) -> None:
    page = environment().from_string('<p title="{{ it }}">{{ it }}</p>').render(it=text)

    page.encode("utf-8")
    assert [(tag, list(attributes)) for tag, attributes in Reading(page).tags] == [("p", ["title"])]


def test_markup_of_ours_stays_markup() -> None:
    assert environment().from_string("{{ it }}").render(it=Markup("<b>x</b>")) == "<b>x</b>"


def test_a_name_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'nothing' is undefined"):
        environment().from_string("{{ nothing }}").render()


def test_a_page_of_any_body() -> None:
    page = render("page.html", title="1 < 2", body=Markup("<p>It is.</p>"), rules=Markup(".x{color:red}"))
    assert "<title>1 &lt; 2</title>" in page
    assert "<p>It is.</p>" in page
    assert ".x{color:red}</style>" in page


@pytest.mark.parametrize(
    "part", ["How figures moved</", "Sources disagree</", "Cited sentences", "Also said by", 'class="cited"']
)
def test_each_part_of_a_page_is_laid_out_in_one_place(part: str) -> None:
    assert sum(text.count(part) for text in TEMPLATES.values()) == 1


def test_no_template_marks_text_as_safe_or_leaves_escaping() -> None:
    for name, text in TEMPLATES.items():
        assert re.search(r"\|\s*safe|autoescape|\son[a-z]+=", text) is None, name


def test_a_report_and_a_digest_show_a_disagreement_alike() -> None:
    told = summary([pick(WIRE, 0)], moved=[UPDATED], disagreements=[TOLL])
    shown = format_html(digest(brief([WIRE, COURIER, RADIO], told)))
    module = environment().get_template("parts.html").module
    alone = module.differences(told, [WIRE, COURIER, RADIO], evidence_of(told, [WIRE, COURIER, RADIO]))  # type: ignore[attr-defined]
    assert str(alone).strip() in shown
