"""Headings: days in order, instances where a topic collects cases, and every row once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UnknownNameError
from meadow.model import Document, Section
from meadow.reports.headings import OTHER, UNDATED, make_sections
from meadow.vectors.view import StoryView, view_documents
from reports.news import FERRY, STRIKES, document

VIEW, CASES = view_documents(FERRY), view_documents(STRIKES)


def headings(sections: tuple[Section, ...]) -> list[tuple[str, str, int]]:
    return [(section.heading, section.kind, len(section.refs)) for section in sections]


@given(st.sets(st.integers(0, len(VIEW) - 1)), st.sampled_from(["auto", "time", "instances"]))
def test_every_row_stands_under_one_heading_in_time_order(rows: set[int], by: str) -> None:
    row_of = {sentence.ref: row for row, sentence in enumerate(VIEW.sentences)}
    sections = make_sections(VIEW, list(rows), "the ferry", by=by)
    assert sorted(row_of[ref] for section in sections for ref in section.refs) == sorted(rows)
    assert all(section.refs for section in sections)
    for section in sections:
        places = [row_of[ref] for ref in section.refs]
        assert places == sorted(places)
    assert len({section.heading for section in sections}) == len(sections)


def test_the_order_of_rows_does_not_matter() -> None:
    rows = list(range(len(VIEW)))
    assert make_sections(VIEW, rows[::-1], "the ferry") == make_sections(VIEW, rows, "the ferry")


def test_days_come_in_order_and_what_has_none_last() -> None:
    sections = make_sections(VIEW, range(len(VIEW)), "the ferry", by="time")
    assert headings(sections) == [
        ("2026-04-01", "day", 3), ("2026-04-02", "day", 3), ("2026-04-05", "day", 2), (UNDATED, "undated", 2),
    ]  # fmt: skip


def test_nothing_told_has_no_heading() -> None:
    assert make_sections(VIEW, [], "the ferry") == ()


def test_another_way_to_group_is_refused_before_anything_is_read() -> None:
    with pytest.raises(UnknownNameError) as caught:
        make_sections(VIEW, [], "the ferry", by="days")
    assert str(caught.value).startswith("There is no way to group a report called 'days'.")
    assert "Known: auto, instances, time" in str(caught.value)


def cases(texts: list[str]) -> StoryView:
    return view_documents([document(f"k{number}", text, day=number + 1) for number, text in enumerate(texts)])


def test_cases_are_told_apart_by_the_name_that_is_most_their_own() -> None:
    sections = make_sections(CASES, range(len(CASES)), "hunger strikes")
    assert [section.heading for section in sections] == [
        "Brackwater",
        "Oldmere",
        "Tarn Hollow",
        "Vessel Bay",
        "Westwick",
    ]
    assert {section.kind for section in sections} == {"instance"}


def test_two_cases_are_no_collection_unless_asked_for() -> None:
    few = view_documents(STRIKES[:2])
    assert {section.kind for section in make_sections(few, range(len(few)), "hunger strikes")} == {"day"}
    forced = make_sections(few, range(len(few)), "hunger strikes", by="instances")
    assert headings(forced) == [("Brackwater", "instance", 2), ("Oldmere", "instance", 2)]


def test_a_name_that_most_documents_share_makes_them_one_topic() -> None:
    texts = [
        f"Teachers in {place} began a strike. Minister Omar Ferran said no."
        for place in ("Brackwater", "Oldmere", "Westwick")
    ]
    view = cases(texts)
    assert {section.kind for section in make_sections(view, range(len(view)), "strikes")} == {"day"}


def test_what_the_question_names_is_no_heading() -> None:
    sections = make_sections(CASES, range(len(CASES)), "the hunger strike in Oldmere", by="instances")
    assert "Oldmere" not in [section.heading for section in sections]
    assert "Brackwater" in [section.heading for section in sections]


def test_an_outlet_is_no_heading_and_what_has_no_name_comes_last() -> None:
    news: list[Document] = [
        document("k0", "Teachers began a strike. Coast Post was there."),
        document("k1", "Teachers in Oldmere began a strike.", day=2),
        document("k2", "Teachers in Westwick began a strike.", day=3),
        document("k3", "Teachers in Brackwater began a strike.", day=4),
    ]
    view = view_documents(news)
    sections = make_sections(view, range(len(view)), "strikes")
    assert headings(sections) == [
        ("Oldmere", "instance", 1), ("Westwick", "instance", 1), ("Brackwater", "instance", 1), (OTHER, "other", 2),
    ]  # fmt: skip


def test_a_case_may_be_named_at_the_head_of_its_article_only() -> None:
    texts = [f"Teachers in {place} met. The strike ended." for place in ("Brackwater", "Oldmere", "Westwick")]
    view = cases(texts)
    rows = [row for row, sentence in enumerate(view.sentences) if "ended" in sentence.text]
    assert [section.heading for section in make_sections(view, rows, "strike")] == ["Brackwater", "Oldmere", "Westwick"]


def test_of_a_place_and_an_organisation_that_are_as_much_its_own_the_place_heads_a_case() -> None:
    pairs = (
        ("Alder Workers' Union", "Oldmere"),
        ("Birch Workers' Union", "Westwick"),
        ("Cedar Workers' Union", "Vellin"),
    )
    view = cases([f"The {union} called a strike in {place}." for union, place in pairs])
    sections = make_sections(view, range(len(view)), "strike", by="instances")
    assert [section.heading for section in sections] == ["Oldmere", "Westwick", "Vellin"]
