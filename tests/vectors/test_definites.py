"""What a definite subject takes up that its document has introduced."""

from __future__ import annotations

import pytest

from meadow.model import Document
from meadow.vectors.coreference.definites import definite_subject, mentions, refers_by_another_word, unresolved_nouns
from meadow.vectors.view import StoryView, view_documents

SCHOOL = (
    "A kindergarten in Carrowmere served soap to nine children on Monday.",
    "Breakfast was made by a kitchen helper who had started that day.",
    "The helper took the green bottle from a shelf beside the stove.",
    "The government in Sant Oriel has ordered an inquiry.",
    "The kindergarten was closed for a week.",
)


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{n}", text=text, language=language) for n, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("The helper took the green bottle.", "helper"),
        ("The kitchen helper was sent home.", "helper"),
        ("On Monday, the helper was sent home.", "helper"),
        ("The helper, a man of forty, was sent home.", "helper"),
        ("The law on harbours was changed.", None),  # says which law
        ("The man who fell was rescued.", None),
        ("The Skerra ferry sank.", None),
        ("The ferry's captain slept.", "ferry"),
        ("A helper was sent home.", None),
        ("Helpers were sent home.", None),
    ],
)
def test_the_noun_of_a_definite_subject(text: str, noun: str | None) -> None:
    assert definite_subject(text) == noun


def test_only_what_the_document_introduced_is_owed() -> None:
    view = _view(" ".join(SCHOOL))
    # "the government" was not mentioned before; "kindergarten" and "helper" were, with "a".
    assert [unresolved_nouns(view, row) for row in range(5)] == [(), (), ("helper",), (), ("kindergarten",)]


def test_what_an_opening_takes_for_known_needs_no_introduction() -> None:
    view = _view(" ".join(SCHOOL), "Nine children of the kindergarten in Carrowmere are well again.")
    assert unresolved_nouns(view, 4) == ()


def test_what_was_definite_from_the_first_is_known() -> None:
    view = _view("Rain fell on Skerra for a week. Ann Lund left the old harbour. The harbour was closed.")
    assert unresolved_nouns(view, 2) == ()


def test_other_languages_are_not_asked() -> None:
    assert unresolved_nouns(_view("Un barco se hundió. El barco era viejo.", language="es"), 1) == ()


def test_a_mention_is_a_whole_word_in_either_number() -> None:
    assert mentions("Two Helpers came.", "helper")
    assert mentions("A helper came.", "helpers")
    assert not mentions("Help came.", "helper")


def test_inside_a_sentence_what_came_as_one_among_others_is_owed() -> None:
    text = (
        "A ferry sank off Skerra on Monday. The owners of the Alma published a long statement in the country. "
        '"Nobody had checked the doors," Ann Lund wrote in the statement. Divers came from all over the country. '
        "A diver said in the statement of the owners that doors were open."
    )
    # "the country" is known to all, and "the statement of the owners" says which.
    assert [unresolved_nouns(_view(text), row) for row in range(5)] == [(), (), ("statement",), (), ()]


def test_a_sentence_may_owe_several() -> None:
    view = _view(
        "Ann Lund will run a harbour show. A statement was sent out. The harbour show begins in May, says the statement."
    )
    assert unresolved_nouns(view, 2) == ("show", "statement")


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("“The doors were open,” the official said.", ("official",)),
        ("“The doors were open,” said the official.", ("official",)),
        ('"The doors were open," the former captain told reporters.', ("captain",)),
        ("“The doors were open,” the statement reads.", ("statement",)),
        ("“The doors were open,” the company said.", ()),  # whom the story is about
        ("“The doors were open,” the president said.", ()),
        ("“The doors were open,” said the captain of the Alma.", ()),
        ("“The doors were open,” Ann Lund, the official in charge, said.", ()),
    ],
)
def test_who_speaks_as_a_mere_noun_is_told_elsewhere(text: str, nouns: tuple[str, ...]) -> None:
    assert unresolved_nouns(_view(f"A ferry sank off Skerra. {text}"), 1) == nouns


NAMED_ANEW = (
    "Serah Vale won the regatta of Skerra on Sunday.",
    "The sailor, 35, wept on the quay, and the race was stopped.",
    "The president of Lethria sent flowers.",
    "The regatta was held for the ninth time.",
    "The cup that she won is made of tin.",
    "The week ended with a dance.",
)


def test_a_subject_in_another_word_takes_up_what_stood_before() -> None:
    view = _view(" ".join(NAMED_ANEW))
    assert [refers_by_another_word(view, row) for row in range(len(view))] == [False, True, False, False, False, False]


def test_what_an_opening_of_another_article_knows_is_not_taken_up() -> None:
    view = _view(" ".join(NAMED_ANEW), "Nobody had met the sailor before she won the regatta of Skerra.")
    assert not any(refers_by_another_word(view, row) for row in range(len(view)))
    assert not any(
        refers_by_another_word(_view(" ".join(NAMED_ANEW), language="nl"), row) for row in range(len(NAMED_ANEW))
    )
