"""Which chosen sentence opens, and that whom an article is about is told in its lead."""

from __future__ import annotations

from datetime import UTC, datetime

import meadow
from meadow.model import Document
from meadow.select.leads import Leads
from meadow.vectors.view import StoryView, view_documents

_DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
_LEAD = "Serah Vale will defend her title at the regatta of Skerra on Sunday."
_NEXT = "The 35-year-old sailor won all three races at Skerra last year, and the regatta of Lorvane after that."


def _view(*texts: str) -> StoryView:
    return view_documents([Document(f"d{at}", text=text, language="en") for at, text in enumerate(texts)])


def _opens(*texts: str, words: int = 60) -> str:
    documents = [Document(f"d{at}", f"Paper {at}", None, text, _DAY, language="en") for at, text in enumerate(texts)]
    return meadow.summarize(documents, method="coverage", words=words).picks[0].written


class TestOrder:
    def test_the_best_opening_comes_first_and_the_rest_in_order(self) -> None:
        view = _view("Bread is dear. Milk is dear. Salt is dear. Tea is dear.")
        assert Leads((3, 1)).order(view, {3, 2, 0}) == (3, 0, 2)
        assert Leads(()).order(view, {3, 2, 0}) == (0, 2, 3)

    def test_the_lead_of_its_article_stands_before_it_where_both_were_chosen(self) -> None:
        view = _view("Bread is dear. Milk is dear.", "Salt is dear. Tea is dear. Rice is dear.")
        openings = Leads((4, 3), frozenset({0, 2}))
        assert openings.order(view, {0, 2, 4}) == (2, 4, 0)
        assert openings.order(view, {0, 3, 4}) == (4, 0, 3)

    def test_no_lead_stands_before_an_opening_that_comes_earlier(self) -> None:
        view = _view("Bread is dear. Milk is dear. Salt is dear.")
        assert Leads((0,), frozenset({1})).order(view, {0, 1}) == (0, 1)

    def test_what_goes_on_behind_the_opening_follows_it(self) -> None:
        view = _view("Bread is dear. Milk is dear.", "Salt is dear. Tea is dear. Rice is dear.", "Corn is dear.")
        assert Leads((2,)).order(view, {0, 2, 3, 4, 5}) == (2, 3, 4, 0, 5)
        assert Leads((2,)).order(view, {0, 2, 4, 5}) == (2, 4, 0, 5)
        assert Leads((4,)).order(view, {0, 4, 5}) == (4, 0, 5)

    def test_what_its_article_tells_more_than_ten_sentences_behind_the_opening_keeps_its_place(self) -> None:
        view = _view("Bread is dear.", "Salt is dear. " * 12, "Corn is dear.")
        assert Leads((1,)).order(view, {0, 1, 11, 13}) == (1, 11, 0, 13)
        assert Leads((1,)).order(view, {0, 1, 12, 13}) == (1, 0, 12, 13)

    def test_what_stands_right_before_the_opening_is_told_first_where_it_is_akin_to_the_story(self) -> None:
        view = _view("Bread is dear. Milk is dear.", "Salt is dear. Tea is dear. Rice is dear.")
        assert Leads((4, 3, 0), similar=frozenset({1, 2, 3})).order(view, {0, 1, 2, 3, 4}) == (2, 3, 4, 0, 1)
        assert Leads((4, 3, 0)).order(view, {0, 3, 4}) == (4, 0, 3)

    def test_who_is_called_by_another_word_does_not_open_where_somebody_else_can(self) -> None:
        view = _view(
            "Serah Vale won the regatta of Skerra on Sunday. The sailor, 35, wept on the quay of Skerra after it.",
            "Bread is dear.",
        )
        taken_up = next(row for row, each in enumerate(view.sentences) if each.text.startswith("The sailor"))
        other = 0 if taken_up else 1
        assert Leads((taken_up, other)).order(view, [taken_up, other])[0] == other
        assert Leads((taken_up,)).order(view, [taken_up]) == (taken_up,)


class TestLeads:
    def test_a_single_article_opens_with_its_lead_though_that_tells_what_is_to_come(self) -> None:
        assert _opens(f"{_LEAD} {_NEXT}") == _LEAD

    def test_a_single_article_opens_with_its_first_sentence_though_that_names_nobody(self) -> None:
        scene = "A sailor has had to give back every cup after a dispute about the length of her boat."
        assert _opens(f"{scene} {_NEXT}") == scene

    def test_a_lead_that_is_a_side_of_a_story_of_several_does_not_open_it(self) -> None:
        aside = (
            "Bakers in Tolsby raised the price of rye bread by a tenth because flour and butter are scarce this spring."
        )
        won = "Serah Vale won the regatta of Skerra on Sunday, and was given the cup by the mayor of Skerra."
        again = "The mayor of Skerra gave Serah Vale the cup of the regatta on Sunday."
        assert not _opens(f"{won} Nobody else of Skerra had won it.", f"{aside} {again}").startswith("Bakers")
