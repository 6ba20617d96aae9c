from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brief.reading import Reading
from meadow.brief.markup import Html, element, escape, join, raw


def test_children_are_text_unless_they_are_markup() -> None:
    assert element("p", "1 < 2 & ", element("b", '"3"')) == "<p>1 &lt; 2 &amp; <b>&quot;3&quot;</b></p>"


def test_markup_put_into_a_string_is_text_again() -> None:
    assert element("p", f"see {element('b', 'x')}") == "<p>see &lt;b&gt;x&lt;/b&gt;</p>"


def test_attribute_names_follow_html() -> None:
    assert (
        element("a", class_="x", aria_label="say", http_equiv="y")
        == '<a class="x" aria-label="say" http-equiv="y"></a>'
    )


@pytest.mark.parametrize(
    ("value", "written"), [(True, " open"), (False, ""), (None, ""), (0, ' open="0"'), ("", ' open=""')]
)
def test_absent_attributes_are_left_out_and_zero_is_not(value: str | int | bool | None, written: str) -> None:
    assert element("details", open=value) == f"<details{written}></details>"


def test_absent_children_are_left_out() -> None:
    assert element("p", None, "a", None) == "<p>a</p>"


def test_void_elements_have_no_end() -> None:
    assert element("meta", charset="utf-8") == '<meta charset="utf-8">'


def test_a_separator_is_text_too() -> None:
    assert join(("a", None, raw("<i></i>")), " & ") == "a &amp; <i></i>"


def test_escaping_twice_changes_nothing() -> None:
    assert escape(escape("<b>")) == "&lt;b&gt;"
    assert isinstance(escape("x"), Html)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf"))))
def test_any_text_is_read_back_from_content_and_attributes(text: str) -> None:
    reading = Reading(element("p", text, title=text))

    assert reading.text == text
    assert reading.tags == [("p", {"title": text})]


@given(st.text(st.characters(exclude_categories=())))
def test_even_broken_text_makes_no_element(text: str) -> None:
    page = element("p", text, title=text)

    page.encode("utf-8")
    assert [(tag, list(attributes)) for tag, attributes in Reading(page).tags] == [("p", ["title"])]
