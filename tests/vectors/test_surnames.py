"""Whom a bare surname speaks of: where it leans, where it does not, and that one sentence is told what the story is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.standings import opening_standing, standings, unprintable_rows
from meadow.vectors.surnames import introduces, owed_surname
from meadow.vectors.view import StoryView, view_documents

OPENING = "A ferry sank off Skerra on Monday."
FULL = "Nils Corrigan blamed the door."


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{number}", text=text, language=language) for number, text in enumerate(texts)])


def owed(sentence: str, before: str = FULL, language: str = "en") -> str | None:
    """Return the surname that the last of three sentences owes, as one sentence and as the whole story are asked."""
    view = _view(f"{OPENING} {before} {sentence}", language=language)
    alone = owed_surname(view, len(view) - 1)
    assert standings(view)[-1].surname == alone
    return alone


class TestWhere:
    """A surname leans where it is who acts or speaks."""

    @pytest.mark.parametrize(
        "sentence",
        [
            "Corrigan left the port on Monday.",
            "Mr Corrigan left the port.",
            "Mrs Corrigan left the port.",
            "The door was open, Corrigan said.",
            "The door was open, said Corrigan on Monday.",
            "The door was open, according to Corrigan yesterday.",
            "Divers met as Corrigan was asleep.",
            "Divers saw that Corrigan had left.",
            "Divers and Corrigan and his crew left.",
            "Divers thought that Corrigan would leave.",
            "Divers thought that Corrigan could leave.",
            "Corrigan’s boat was found.",
            "Corrigan's boat was found.",
            "That day Corrigan wanted to leave.",
            "When Corrigan left, it rained.",
        ],
    )
    def test_it_is_owed(self, sentence: str) -> None:
        assert owed(sentence) == "Corrigan"

    @pytest.mark.parametrize(
        "sentence",
        [
            "The port saw Corrigan on Monday.",
            "Divers found the boat of Corrigan there.",
            "Divers found Corrigan’s boat there.",
            "Corrigan’s Quay was found.",
            "Nils Corrigan left the port.",
            "Captain Nils Corrigan left the port.",
            "Divers left the port.",
            "The Corrigan left the port.",
            "Old Ann Corrigan left the port.",
            "corrigan left the port.",
        ],
    )
    def test_it_is_not(self, sentence: str) -> None:
        assert owed(sentence) is None

    def test_many_are_no_surname_before_would(self) -> None:
        assert owed("Divers thought that Corrigans would leave.", "Nils Corrigans blamed the door.") is None
        assert owed("Divers thought that Corrigan would leave.") == "Corrigan"

    @pytest.mark.parametrize(
        ("language", "before", "sentence"),
        [
            ("es", "Nils Corrigan culpó a la puerta.", "La puerta estaba abierta, dijo Corrigan ayer."),
            ("es", "Nils Corrigan culpó a la puerta.", "La puerta estaba abierta, según Corrigan ayer."),
            ("nl", "Nils Corrigan gaf de deur de schuld.", "De deur was open, aldus Corrigan gisteren."),
            ("nl", "Nils Corrigan gaf de deur de schuld.", "De deur was open, zei Corrigan gisteren."),
        ],
    )
    def test_in_other_languages(self, language: str, before: str, sentence: str) -> None:
        assert owed(sentence, before, language) == "Corrigan"


class TestIntroductions:
    """What introduces somebody."""

    @pytest.mark.parametrize(
        "before",
        [
            "Nils Corrigan spoke.",
            "Then Nils Corrigan spoke.",
            "Nils van der Corrigan spoke.",
            "Nils A. Corrigan spoke.",
            "Nils Corrigan Jr. spoke.",
            "Nils Corrigan III spoke.",
            "They met Nils Corrigan there.",
        ],
    )
    def test_a_name_in_full(self, before: str) -> None:
        assert owed("Corrigan left the port.", before) == "Corrigan"
        assert introduces(before, "Corrigan", "en")

    @pytest.mark.parametrize(
        "before",
        [
            "Corrigan spoke.",
            "President Corrigan spoke.",
            "South Corrigan was dark.",
            "New Corrigan was dark.",
            "Divers spoke.",
            "Nils Corriganson spoke.",
        ],
    )
    def test_no_name_in_full(self, before: str) -> None:
        assert owed("Corrigan left the port.", before) is None
        assert not introduces(before, "Corrigan", "en")

    def test_a_younger_one_has_the_surname_before(self) -> None:
        assert introduces("Nils Corrigan Jr. spoke.", "Corrigan", "en")
        assert not introduces("Nils Corrigan Jr. spoke.", "Jr", "en")
        # Two words alone: the second is the surname whatever it is.
        assert introduces("Corrigan Jr spoke.", "Jr", "en")

    def test_an_introduction_holds_in_its_own_document_only(self) -> None:
        view = _view(f"{OPENING} {FULL}", f"{OPENING} Corrigan left the port.")
        assert owed_surname(view, 3) is None
        assert standings(view)[3].surname is None

    def test_who_opens_a_document_by_surname_needs_none(self) -> None:
        story = f"{OPENING} {FULL} Corrigan left the port."
        assert owed_surname(_view(story), 2) == "Corrigan"
        assert owed_surname(_view(story, "Corrigan is free again."), 2) is None
        assert owed_surname(_view(story, "President Corrigan is free again."), 2) is None
        assert owed_surname(_view(story, "Nils Corrigan is free again."), 2) == "Corrigan"

    def test_a_sentence_that_says_who_that_is_owes_nothing(self) -> None:
        for described in ("Corrigan, the spokesman, left.", "Corrigan, who is 52, left.", "Corrigan, a diver, left."):
            assert owed_surname(_view(f"{OPENING} {FULL} {described}"), 2) is None
        for bare in ("Corrigan, who declined to speak, left.", "Corrigan, on Monday, left."):
            assert owed_surname(_view(f"{OPENING} {FULL} {bare}"), 2) == "Corrigan"


def test_a_script_without_blanks_is_not_asked() -> None:
    view = _view("船は沈んだ。Nils Corrigan氏は述べた。Corrigan said so.", language="ja")
    assert [owed_surname(view, row) for row in range(len(view))] == [None] * len(view)
    assert [each.surname for each in standings(view)] == [None] * len(view)


def test_the_first_of_two_surnames_is_owed() -> None:
    view = _view(f"{OPENING} Nils Corrigan met Ann Lund. Lund said that Corrigan was free.")
    assert owed_surname(view, 2) == standings(view)[2].surname == "Lund"


SENTENCES = st.sampled_from(
    [
        OPENING,
        FULL,
        "Corrigan left the port.",
        "Ann Lund was there.",
        "Mr Corrigan said so.",
        "Lund’s boat was found.",
        "They met President Lund.",
        "“It sank,” said Lund.",
        "But Corrigan was asleep.",
        "South Lund was dark.",
        "Divers left.",
    ]
)


@given(st.lists(st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=3))
def test_a_sentence_is_told_what_the_whole_story_is_told(texts: list[str]) -> None:
    view = _view(*texts)
    every = standings(view)
    assert [owed_surname(view, row) for row in range(len(view))] == [each.surname for each in every]
    for row, each in enumerate(every):
        assert each.surname is None or not each.alone
        if unprintable_rows(view)[row]:
            assert opening_standing(view, row) is None
        elif opening_standing(view, row) is not None:
            assert each.usable
