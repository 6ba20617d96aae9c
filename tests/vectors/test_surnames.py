"""Whom a bare surname speaks of: where it leans, where it does not, and that one sentence is told what the story is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.coreference.surnames import (
    bare_offsets,
    full_names,
    introduces,
    is_named_in_full,
    unresolved_surname,
)
from meadow.vectors.sentence_checks import lead_check, sentence_checks, unprintable_rows
from meadow.vectors.view import StoryView, view_documents

OPENING = "A ferry sank off Skerra on Monday."
FULL = "Nils Corrigan blamed the door."


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{number}", text=text, language=language) for number, text in enumerate(texts)])


def owed(sentence: str, before: str = FULL, language: str = "en") -> str | None:
    """Return the surname that the last of three sentences owes, as one sentence and as the whole story are asked."""
    view = _view(f"{OPENING} {before} {sentence}", language=language)
    alone = unresolved_surname(view, len(view) - 1)
    assert sentence_checks(view)[-1].surname == alone
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
        assert unresolved_surname(view, 3) is None
        assert sentence_checks(view)[3].surname is None

    def test_who_opens_a_document_by_surname_needs_none(self) -> None:
        story = f"{OPENING} {FULL} Corrigan left the port."
        assert unresolved_surname(_view(story), 2) == "Corrigan"
        assert unresolved_surname(_view(story, "Corrigan is free again."), 2) is None
        assert unresolved_surname(_view(story, "President Corrigan is free again."), 2) is None
        assert unresolved_surname(_view(story, "Nils Corrigan is free again."), 2) == "Corrigan"

    def test_a_sentence_that_says_who_that_is_owes_nothing(self) -> None:
        for described in ("Corrigan, the spokesman, left.", "Corrigan, who is 52, left.", "Corrigan, a diver, left."):
            assert unresolved_surname(_view(f"{OPENING} {FULL} {described}"), 2) is None
        for bare in ("Corrigan, who declined to speak, left.", "Corrigan, on Monday, left."):
            assert unresolved_surname(_view(f"{OPENING} {FULL} {bare}"), 2) == "Corrigan"


def test_a_script_without_blanks_is_not_asked() -> None:
    view = _view("船は沈んだ。Nils Corrigan氏は述べた。Corrigan said so.", language="ja")
    assert [unresolved_surname(view, row) for row in range(len(view))] == [None] * len(view)
    assert [each.surname for each in sentence_checks(view)] == [None] * len(view)


def test_the_first_of_two_surnames_is_owed() -> None:
    view = _view(f"{OPENING} Nils Corrigan met Ann Lund. Lund said that Corrigan was free.")
    assert unresolved_surname(view, 2) == sentence_checks(view)[2].surname == "Lund"


class TestBarePlaces:
    """Where a surname stands alone, whoever acts or speaks."""

    @pytest.mark.parametrize(
        "sentence",
        [
            "Corrigan left the port.",
            "Divers found Corrigan’s boat there.",
            "When Mr Corrigan left, it rained.",
            "Mr. Corrigan left.",
            "The door was open, Corrigan said, and Corrigan left.",
        ],
    )
    def test_the_first_place_counts(self, sentence: str) -> None:
        view = _view(f"{OPENING} {FULL} {sentence}")
        assert bare_offsets(view, 2) == {"Corrigan": sentence.index("Corrigan")}

    @pytest.mark.parametrize(
        "sentence",
        [
            "Nils Corrigan left the port, and Corrigan slept.",
            "Nils\nCorrigan left the port, and Corrigan slept.",
            "Corrigan, the diver, left the port.",
            "Corrigan, the diver, left the port, and Corrigan slept.",
            "Corrigan slept, and Corrigan, a diver, left the port.",
            "Corriganson left the port.",
        ],
    )
    def test_who_is_named_or_described_in_the_sentence_is_not_alone(self, sentence: str) -> None:
        assert bare_offsets(_view(f"{OPENING} {FULL} {sentence}"), 2) == {}

    def test_who_is_not_named_in_full_before_is_nobody_yet(self) -> None:
        assert bare_offsets(_view(f"{OPENING} Corrigan left the port. {FULL}"), 1) == {}
        assert bare_offsets(_view(f"{OPENING} South Corrigan was dark. Corrigan left the port."), 2) == {}

    def test_who_opens_a_document_by_surname_is_known(self) -> None:
        assert bare_offsets(_view(f"{OPENING} {FULL} Corrigan left.", "Corrigan is free again."), 2) == {}

    def test_several_have_their_places_in_order(self) -> None:
        view = _view(f"{OPENING} Nils Corrigan met Ann Lund. Lund said that Corrigan left.")
        assert list(bare_offsets(view, 2).items()) == [("Lund", 0), ("Corrigan", 15)]


class TestFullNames:
    """Where a text has somebody's name in full, and the words before the surname."""

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("Nils Corrigan", ["Nils"]),
            ("Nils\nCorrigan", ["Nils"]),
            ("Nils Corrigan’s", ["Nils"]),
            ("Nils Corrigan Jr.", ["Nils"]),
            ("Nils A. Corrigan", ["Nils", "A."]),
            ("Nils van der Corrigan", ["Nils", "van", "der"]),
            ("President Nils Corrigan", ["President", "Nils"]),
        ],
    )
    def test_with_what_stands_before(self, text: str, parts: list[str]) -> None:
        ((start, end, found),) = full_names(f"Divers met {text} there.", "Corrigan", "en")
        assert found == parts
        assert f"Divers met {text} there."[start:end] == text.removesuffix(".")
        assert is_named_in_full(f"Divers met {text} there.", "Corrigan", "en")

    @pytest.mark.parametrize(
        "text", ["Corrigan", "President Corrigan", "South Corrigan", "old Corrigan", "Nils Corriganson"]
    )
    def test_less_than_that_is_none(self, text: str) -> None:
        assert not is_named_in_full(f"Divers met {text} there.", "Corrigan", "en")

    def test_a_small_word_that_opens_the_sentence_is_none_of_it(self) -> None:
        assert [parts for *_, parts in full_names("When Nils Corrigan left, it rained.", "Corrigan", "en")] == [
            ["Nils"]
        ]

    def test_far_into_a_text_as_at_its_beginning(self) -> None:
        text = "Divers left. " * 30
        assert [start for start, *_ in full_names(f"{text}Nils Corrigan left.", "Corrigan", "en")] == [len(text)]


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
    every = sentence_checks(view)
    assert [unresolved_surname(view, row) for row in range(len(view))] == [each.surname for each in every]
    for row, each in enumerate(every):
        assert each.surname is None or not each.self_contained
        if unprintable_rows(view)[row]:
            assert lead_check(view, row) is None
        elif lead_check(view, row) is not None:
            assert each.usable
