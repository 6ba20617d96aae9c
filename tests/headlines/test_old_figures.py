"""Titles whose figures a later article overtook: what is counted, in which words, and what does not count."""

from __future__ import annotations

import pytest

from meadow.headlines.figures import has_old_figures
from meadow.headlines.states import newness
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents
from stories import document


def story(*texts: str, apart: float = 24.0) -> StoryView:
    made = [document(f"d{n}", [text], hours=n * apart) for n, text in enumerate(texts)]
    return view_documents(made)


@pytest.mark.parametrize(
    ("title", "later", "old"),
    [
        ("Two dead in Skerra fire", "Seven people died in the fire, police said.", True),
        ("Seven dead in Skerra fire", "Seven people died in the fire, police said.", False),
        ("Skerra cases reach 34", "Doctors counted 58 cases on Friday.", True),
        ("Skerra cases reach 58", "Doctors counted 58 cases on Friday.", False),
        ("12 homes lost to fire", "The fire took 30 homes in all.", True),
        ("12 homes lost to fire", "The fire took 30 cars and a barn.", False),
        ("Fire near Skerra", "Seven people died in the fire.", False),
        ("Fire 12 km from Skerra", "The fire is 3 km from Skerra now.", False),
    ],
)
def test_a_figure_is_old_where_the_same_is_counted_anew(title: str, later: str, old: bool) -> None:
    assert has_old_figures(story("The fire began at noon.", later), 0, title) is old


def test_what_came_before_makes_no_figure_old() -> None:
    view = story("Seven people died in the fire.", "The fire is out.")
    assert not has_old_figures(view, 1, "Two dead in Skerra fire")


def test_the_last_count_decides_even_where_an_earlier_one_differed() -> None:
    view = story("The fire began.", "Five people died in the fire.", "Two people died in the fire, police now say.")
    assert not has_old_figures(view, 0, "Two dead in Skerra fire")
    assert has_old_figures(view, 0, "Five dead in Skerra fire")


def test_without_a_time_nothing_is_later() -> None:
    made = [
        Document("a", text="The fire began.", language="en"),
        Document("b", text="Seven people died in the fire.", language="en"),
    ]
    assert not has_old_figures(view_documents(made), 0, "Two dead in Skerra fire")


@pytest.mark.parametrize(
    ("language", "title", "later"),
    [
        ("es", "Dos muertos en Skerra", "Siete personas murieron en el incendio."),
        ("nl", "Twee doden in Skerra", "Zeven mensen zijn omgekomen bij de brand."),
    ],
)
def test_deaths_are_counted_in_other_languages_too(language: str, title: str, later: str) -> None:
    first = document("a", ["Brand."], hours=0)
    made = [
        Document(each.id, text=text, published=each.published, language=language)
        for each, text in ((first, "Skerra."), (document("b", ["x"], hours=24), later))
    ]
    assert has_old_figures(view_documents(made), 0, title)


def test_documents_are_as_new_as_their_rank_in_time() -> None:
    assert newness(story("a b.", "c d.", "e f.")).tolist() == [0.0, 0.5, 1.0]
    assert newness(story("a b.", "c d.", apart=1.0)).tolist() == [0.5, 0.5]  # within a morning nobody can tell
