"""Update summaries: only what earlier documents, or a text that was read, did not say."""

from datetime import UTC, datetime

import pytest

import meadow
from meadow.errors import MeadowError
from meadow.model import Budget, Document, Summary
from meadow.pipeline.updates import find_material
from meadow.recipe import Recipe
from meadow.vectors.view import view_documents


def _document(name: str, day: int | None, text: str) -> Document:
    published = None if day is None else datetime(2026, 3, day, 9, tzinfo=UTC)
    return Document(name, f"Outlet {name}", None, text, published, language="en")


FIRST = _document(
    "first", 2, "A ferry with 245 people aboard capsized off Skerra on Monday. Nine people died in the accident."
)
LATER = _document(
    "later",
    5,
    "The ferry that capsized off Skerra on Monday had 245 people aboard. "
    "Seventeen people died in the accident. "
    "Investigators found that the door of the car deck had been open.",
)
STORY = [FIRST, LATER]


def _told(summary: Summary) -> list[str]:
    return [pick.sentence.text for pick in summary.picks]


def test_what_was_said_before_is_left_out_and_a_new_number_is_new() -> None:
    told = _told(meadow.summarize(STORY, sentences=3, since="2026-03-04"))
    # Which of the two opens is the selector's choice: the strongest does.
    assert sorted(told) == [
        "Investigators found that the door of the car deck had been open.",
        "Seventeen people died in the accident.",
    ]


def test_a_text_that_was_read_counts_as_known() -> None:
    read = "Investigators found that the door of the car deck had been open."
    told = _told(meadow.summarize(STORY, sentences=3, since="2026-03-04", known=read))
    assert told == ["Seventeen people died in the accident."]


def test_known_documents_alone_are_enough() -> None:
    told = _told(meadow.summarize([LATER], sentences=3, known=[FIRST]))
    assert "The ferry that capsized off Skerra on Monday had 245 people aboard." not in told
    assert len(told) == 2


def test_nothing_new_gives_an_empty_summary_of_the_story() -> None:
    for summary in (meadow.summarize(STORY, since="2026-04-01"), meadow.summarize([LATER], known=[LATER])):
        assert summary.picks == ()
        assert summary.text == ""
        assert summary.story_id in {"first", "later"}


def test_documents_without_a_time_are_new() -> None:
    undated = _document("undated", None, LATER.text)
    material = find_material(view_documents([FIRST, undated]), Recipe(since=datetime(2026, 3, 4)))
    assert [document.id for document in material.view.documents] == ["undated"]
    assert [document.id for document in material.story.documents] == ["first", "undated"]


def test_the_signature_says_since_and_known() -> None:
    plain = meadow.summarize(STORY).run.signature
    since = meadow.summarize(STORY, since=datetime(2026, 3, 4)).run.signature
    known = meadow.summarize(STORY, known="Nine people died.").run.signature
    assert "since:2026-03-04T00:00:00+00:00" in since
    assert "known:" in known
    assert "since:" not in plain


def test_a_time_that_is_none_says_what_is_allowed() -> None:
    with pytest.raises(MeadowError, match="ISO 8601"):
        meadow.summarize(STORY, since="yesterday")


def test_where_nobody_asks_for_news_the_whole_story_is_material() -> None:
    view = view_documents(STORY)
    material = find_material(view, Recipe())
    assert material.view is view
    assert material.fresh is None
    assert material.known is None


def test_a_document_that_was_read_elsewhere_is_known_once_though_it_came_before_too() -> None:
    since = Recipe(since=datetime(2026, 3, 4))
    view = view_documents(STORY)
    alone = find_material(view, since)
    again = find_material(view, since, known=[FIRST])
    assert alone.fresh is not None
    assert again.fresh is not None
    assert alone.fresh.tolist() == again.fresh.tolist() == [False, True, True]


def test_a_digest_says_what_is_new_in_each_story_where_its_recipe_asks_for_news() -> None:
    recipe = Recipe(tracker="one", since=datetime(2026, 3, 4), budget=Budget("sentences", 3))
    (brief,) = meadow.digest(STORY, recipe=recipe)
    assert sorted(_told(brief.summary)) == [
        "Investigators found that the door of the car deck had been open.",
        "Seventeen people died in the accident.",
    ]
    assert [each.id for each in brief.documents] == ["later"]
    assert brief.earlier == ("first",)


def test_a_recipe_that_counts_on_reading_says_so_where_it_is_missing() -> None:
    known = "Nine people died."
    recipe = Recipe.parse(meadow.summarize(STORY, known=known).run.signature)
    assert meadow.summarize(STORY, known=known, recipe=recipe) == meadow.summarize(STORY, known=known)
    with pytest.raises(MeadowError, match="other reading than was given"):
        meadow.summarize(STORY, recipe=recipe)
