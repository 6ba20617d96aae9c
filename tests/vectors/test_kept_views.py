"""A story that is asked for again is the one that was analysed, unless anything about it differs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

import meadow
from meadow.model import Document
from meadow.sample import sample_path
from meadow.text.analysis import forget_analyses
from meadow.text.background import IdfTable
from meadow.vectors.kept_views import VIEWS, KeptViews
from meadow.vectors.view import view_documents

_DOCUMENTS = (
    Document("one", text="The ferry Petrel sank off Orl. Twelve people died.", source="Wire", language="en"),
    Document("two", text="A ferry sank near Orl. Fourteen people died.", source="Post", language="en"),
)


def test_the_same_documents_in_any_order_give_the_same_view() -> None:
    again = [replace(document) for document in reversed(_DOCUMENTS)]

    assert view_documents(_DOCUMENTS) is view_documents(again)


@pytest.mark.parametrize(
    "change",
    [
        {"source": "Herald"},
        {"title": "Ferry"},
        {"place": "news.txt"},
        {"origin": ((0, 3),)},
        {"language": "nl"},
        {"id": "0"},
    ],
)
def test_documents_that_differ_in_anything_give_another_view(change: dict[str, Any]) -> None:
    kept, changed = view_documents(_DOCUMENTS), (replace(_DOCUMENTS[0], **change), _DOCUMENTS[1])

    assert view_documents(changed) is not kept
    assert changed[0] in view_documents(changed).documents
    assert [each.place for each in view_documents(_DOCUMENTS).documents] == [None, None]


def test_the_same_moment_told_in_another_zone_is_another_day() -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    zoned = late.astimezone(timezone(timedelta(hours=9)))
    days = [
        view_documents([replace(document, published=time) for document in _DOCUMENTS]).documents[0].published
        for time in (late, zoned)
    ]

    assert [each.day for each in days if each is not None] == [1, 2]


def test_another_background_gives_another_view() -> None:
    table = IdfTable("own", {"ferry": 2.0}, unknown=1.0)

    assert view_documents(_DOCUMENTS, background=table).background is table
    assert view_documents(_DOCUMENTS).background is None


def test_the_oldest_make_room_and_what_is_too_large_is_not_kept() -> None:
    views = KeptViews(most_characters=300)
    stories = [view_documents([replace(_DOCUMENTS[0], id=name)]) for name in "abcdefgh"]
    for view in stories:
        views.put(view)

    found = [views.get(view.documents, None) is view for view in stories]
    assert found == [False] * 2 + [True] * 6
    large = view_documents([Document("large", text="Ferry sinks. " * 20, language="en")])
    views.put(large)
    assert views.get(large.documents, None) is None


def test_summaries_are_equal_whatever_was_made_before() -> None:
    documents = [document for document in meadow.read(sample_path()) if document.language == "en"][:12]
    warm = [meadow.summarize(documents, words=words) for words in (40, 80, 80)]
    forget_analyses()
    VIEWS.forget()

    assert meadow.summarize(documents, words=80) == warm[1] == warm[2]
    assert meadow.summarize(documents, words=40) == warm[0]
