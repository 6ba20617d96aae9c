"""The standing of a story's sentences: bare surnames lean on who introduced them, and masks say what may be printed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from meadow.model import Document
from meadow.vectors.sentence_checks import sentence_checks
from meadow.vectors.view import StoryView, view_documents

_START = datetime(2026, 3, 2, 8, tzinfo=UTC)


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents(
        Document(f"d{number}", text=text, published=_START + timedelta(hours=number), language=language)
        for number, text in enumerate(texts)
    )


def test_a_bare_surname_leans_on_its_introduction() -> None:
    view = _view(
        "A ferry sank off Skerra. Nils Corrigan, a spokesman, blamed the door. Corrigan said the door was open."
    )
    first, second, third = sentence_checks(view)
    assert (first.surname, second.surname) == (None, None)
    assert (third.dependence, third.surname) == ("surname", "Corrigan")
    assert third.usable
    assert not third.printable_anywhere


def test_a_surname_is_known_where_a_document_opens_with_it() -> None:
    view = _view(
        "A ferry sank off Skerra. Nils Corrigan, a spokesman, blamed the door. Corrigan said the door was open.",
        "The door was open, Corrigan told reporters in Sant Oriel.",
    )
    assert sentence_checks(view)[2].surname is None


def test_a_title_or_a_full_name_owes_nothing() -> None:
    view = _view(
        "A ferry sank. Nils Corrigan blamed the door. President Corrigan said so. Nils Corrigan said so on Monday."
    )
    assert [each.surname for each in sentence_checks(view)] == [None] * 4


def test_what_belongs_to_a_place_is_no_surname() -> None:
    view = _view("A ferry sank. People of South Skerra saw it. Skerra's harbour master Ann Lund called for help.")
    assert sentence_checks(view)[2].surname is None


def test_names_of_one_document_do_not_introduce_in_another() -> None:
    view = _view("A ferry sank. Nils Corrigan blamed the door.", "Nine people died. Corrigan said so on Monday.")
    assert sentence_checks(view)[3].surname is None


def test_a_sentence_that_leans_already_keeps_its_reason() -> None:
    view = _view("A ferry sank. Nils Corrigan blamed the door. But Corrigan was there, Corrigan said.")
    assert (sentence_checks(view)[2].dependence, sentence_checks(view)[2].surname) == ("opening", "Corrigan")


def test_what_is_usable_what_stands_and_what_is_junk() -> None:
    view = _view("A ferry sank off Skerra on Monday. Play Video. It was the worst accident in years. I saw it.")
    found = sentence_checks(view)
    assert [each.usable for each in found] == [True, False, True, False]
    assert [each.printable_anywhere for each in found] == [True, False, False, False]
    assert [each.junk for each in found] == [False, True, False, False]


def test_sentences_are_judged_once_per_view() -> None:
    view = _view("A ferry sank off Skerra on Monday.")
    assert sentence_checks(view) is sentence_checks(view)


def test_a_story_without_sentences_and_one_without_capitals() -> None:
    assert sentence_checks(_view()) == ()
    assert len(sentence_checks(_view("森崎賢治氏は発表した。森崎氏は述べた。", language="ja"))) == 2
