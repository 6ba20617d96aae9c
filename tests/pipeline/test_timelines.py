"""A story day by day: what came, who reported first, what was new, and which figures were first given when."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta, timezone

from hypothesis import given, settings

import meadow
from meadow.model import Document, FirstReport, SentenceRef
from meadow.pipeline.timelines import timeline
from meadow.recipe import Recipe
from stories import FERRY, START, documents

MONDAY, FRIDAY = date(2026, 3, 2), date(2026, 3, 6)


def test_days_come_in_order_with_their_articles_and_new_outlets() -> None:
    days = timeline([*FERRY[::-1], replace(FERRY[0], id="again", published=FERRY[2].published)])
    assert [(day.day, day.document_ids) for day in days] == [
        (MONDAY, ("wire", "echo")),
        (FRIDAY, ("again", "courier")),
    ]
    assert days[0].new_sources == days[0].sources == ("Outlet wire", "Outlet echo")
    assert days[1].sources == ("Outlet wire", "Outlet courier")
    assert days[1].new_sources == ("Outlet courier",)


def test_each_day_has_a_sentence_that_is_new_then() -> None:
    copy = replace(FERRY[0], id="copy", published=START + timedelta(days=1))
    first, second, third = timeline([*FERRY, copy])
    assert first.told is not None
    assert first.told.ref.document_id in ("wire", "echo")
    assert second.document_ids == ("copy",)
    assert second.told is None, "it repeats the day before"
    assert third.told is not None
    assert third.told.ref.document_id == "courier"


def test_figures_are_on_the_day_that_gave_them_first() -> None:
    first, last = timeline(FERRY)
    assert [(report.value, report.ref) for report in first.figures] == [("9", SentenceRef("wire", 0))]
    assert [(report.value, report.ref) for report in last.figures] == [("17", SentenceRef("courier", 1))]


def test_articles_without_a_date_come_last() -> None:
    undated = replace(FERRY[2], published=None)
    days = timeline([undated, FERRY[0]])
    assert [day.day for day in days] == [MONDAY, None]


def test_a_day_is_that_of_the_articles_own_zone() -> None:
    late = replace(FERRY[0], published=START.astimezone(timezone(timedelta(hours=17))))
    assert timeline([late])[0].day == MONDAY + timedelta(days=1)


def test_a_recipe_chooses_the_sentence() -> None:
    recipe = replace(Recipe(), rank="lead", select="top", budget=meadow.model.Budget("sentences", 1), annotate=False)
    day = timeline(FERRY[:1], recipe=recipe)[0]
    assert day.told is not None
    assert day.told.ref == SentenceRef("wire", 0)


def test_days_round_trip() -> None:
    for day in timeline(FERRY):
        assert meadow.from_json(meadow.to_json(day)) == day
    report = FirstReport("dead", "nine", SentenceRef("wire", 0))
    assert meadow.from_json(meadow.to_json(report)) == report


@settings(max_examples=25, deadline=None)
@given(documents)
def test_every_article_is_on_one_day_and_chosen_sentences_are_of_that_day(given_documents: list[Document]) -> None:
    days = timeline(given_documents)
    assert sorted(each for day in days for each in day.document_ids) == sorted(each.id for each in given_documents)
    assert all(day.told is None or day.told.ref.document_id in day.document_ids for day in days)
    new = [source for day in days for source in day.new_sources]
    assert len(new) == len(set(new)) == len({each.source for each in given_documents})
