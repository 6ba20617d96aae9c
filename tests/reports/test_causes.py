"""Where a sentence gives a cause, takes a claim back or supposes one, and which suppositions later news rules out."""

from __future__ import annotations

import pytest

from meadow.model import Document
from meadow.reports.causes import cause_places, denial_places, is_supposed
from meadow.reports.denials import disproved_rows
from meadow.vectors.view import view_documents
from reports.news import document


@pytest.mark.parametrize(
    ("language", "text", "causes"),
    [
        ("en", "It sank because of a hatch.", [(" a hatch.", 1.0)]),
        ("en", "It sank after a storm.", [(" a storm.", 0.45)]),
        ("en", "Investigators blamed the hatch.", [(" the hatch.", 1.0), (" blamed the hatch.", 0.8)]),
        ("en", "The becauseway is long.", []),
        ("en", "BECAUSE OF RATS it fell.", [(" RATS it fell.", 1.0)]),
        ("es", "Se hundió porque entró agua.", [(" entró agua.", 1.0)]),
        ("nl", "De dijk brak omdat het regende.", [(" het regende.", 1.0)]),
        ("fr", "Le ferry a coulé parce que la porte.", []),
    ],
)
def test_a_cause_stands_behind_the_words_that_give_one(
    language: str, text: str, causes: list[tuple[str, float]]
) -> None:
    assert [(text[offset:], fit) for offset, fit in cause_places(text, language)] == causes


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("en", "They ruled out arson.", ["ruled out"]),
        ("en", "The theory of a rock was wrong.", ["was wrong"]),
        ("en", "There was no sign of arson, and not a rock either.", ["no sign of", "not a"]),
        ("en", "They met at noon.", []),
        ("fr", "Ils ont exclu une bombe.", []),
    ],
)
def test_where_a_claim_is_taken_back(language: str, text: str, written: list[str]) -> None:
    assert [text[start:end] for start, end in denial_places(text, language)] == written


@pytest.mark.parametrize(
    ("language", "text", "supposed"),
    [
        ("en", "It may rain.", True),
        ("en", "Mayor Holm spoke.", False),
        ("en", "First reports spoke of a rock.", True),
        ("es", "Quizás fue una roca.", True),
        ("fr", "Il pleut peut-être.", False),
    ],
)
def test_a_supposition_is_told_by_its_words(language: str, text: str, supposed: bool) -> None:
    assert is_supposed(text, language) is supposed


def ruled_out(
    *texts: str, days: tuple[int | None, ...] = (1, 2, 3), languages: tuple[str, ...] = ("en",) * 3
) -> dict[str, str]:
    """Return which sentence is disproved by which, of texts of a sentence each."""
    news: list[Document] = [
        document(f"d{number}", text, day=day, language=language)
        for number, (text, day, language) in enumerate(zip(texts, days, languages, strict=False))
    ]
    view = view_documents(news)
    found = disproved_rows(view, range(len(view)))
    return {view.sentences[row].text: view.sentences[by].text for row, by in found.items()}


CLAIM, DENIAL = "Police suspect that the fire was arson.", "Investigators ruled out arson on Friday."


def test_what_was_supposed_is_disproved_by_the_first_later_denial() -> None:
    again = "There was no sign of arson, the council said."
    assert ruled_out(CLAIM, DENIAL, again) == {CLAIM: DENIAL}


@pytest.mark.parametrize(
    "days", [(2, 1), (1, 1), (None, 2), (1, None)], ids=["earlier", "same time", "no day", "denial without"]
)
def test_only_later_news_disproves(days: tuple[int | None, int | None]) -> None:
    assert ruled_out(CLAIM, DENIAL, days=days) == {}


def test_a_firm_statement_is_not_marked_and_neither_is_a_denial() -> None:
    assert ruled_out("The fire was arson, police said.", DENIAL) == {}
    assert ruled_out("They may have ruled out arson.", DENIAL) == {}


def test_a_denial_of_something_else_disproves_nothing() -> None:
    assert ruled_out(CLAIM, "Investigators ruled out lightning on Friday.") == {}
    # What many things have a part of is not told apart by it.
    assert ruled_out("A part of the roof may have burned.", "They ruled out a part of it.") == {}


def test_what_is_denied_may_stand_before_its_denial() -> None:
    claim = "A rock may have torn the hull."
    assert ruled_out(claim, "The theory of a rock was wrong.") == {claim: "The theory of a rock was wrong."}


def test_what_is_denied_stands_near_its_denial() -> None:
    far = "Arson, in the view of all the people on the long road to the old town, was wrong."
    assert ruled_out(CLAIM, far) == {}


def test_what_is_denied_is_among_the_first_five_words_behind() -> None:
    near, far = "They ruled out what many had called arson.", "They ruled out what so many had called arson."
    assert ruled_out(CLAIM, near) == {CLAIM: near}
    assert ruled_out(CLAIM, far) == {}


def test_languages_are_kept_apart() -> None:
    assert ruled_out(CLAIM, "Ze sloten arson uit.", languages=("en", "nl")) == {}
    assert ruled_out(CLAIM, DENIAL, languages=("en", "en")) == {CLAIM: DENIAL}


def test_only_the_rows_that_are_asked_about_count() -> None:
    view = view_documents([document("d0", CLAIM, day=1), document("d1", DENIAL, day=2)])
    assert disproved_rows(view, [0]) == {}
    assert disproved_rows(view, [1, 0]) == {0: 1}
    assert disproved_rows(view, []) == {}
