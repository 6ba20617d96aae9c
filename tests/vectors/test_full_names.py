"""Whose surname it is: told where the story has one person for it, and nothing where that is not sure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.coreference.full_names import given_names
from meadow.vectors.coreference.surnames import bare_offsets
from meadow.vectors.view import view_documents

_OPENINGS = {
    "en": "A ferry sank off Skerra.",
    "es": "Un ferri se hundió ante Skerra.",
    "nl": "Een veerboot zonk bij Skerra.",
    "fr": "Un bac a coulé devant Skerra.",
}
SAID = "Lund said that the door was open."


def told(before: str, sentence: str = SAID, *more: str, language: str = "en") -> list[str]:
    """Return what is printed before the surnames alone in the last sentence of a document, other documents beside it."""
    texts = (f"{_OPENINGS[language]} {before} {sentence}", *more)
    view = view_documents([Document(f"d{at}", text=text, language=language) for at, text in enumerate(texts)])
    row = max(row for row in range(len(view)) if view.document_of[row] == 0)
    names = given_names(view, row, bare_offsets(view, row))
    for name in names:
        assert view.sentences[row].text[name.place :].startswith(("Lund", "Rubin"))
    return [name.words for name in names]


class TestWhatIsTold:
    """A given name, and the role that stands with it."""

    @pytest.mark.parametrize(
        ("before", "words"),
        [
            ("Ann Lund spoke.", "Ann"),
            ("Ann J. Lund spoke.", "Ann J."),
            ("Ann Marie Lund spoke.", "Ann Marie"),
            ("Jan Lund spoke.", "Jan"),
            ("Ann Lund Jr. spoke.", "Ann"),
            ("Divers met Ann\nLund there.", "Ann"),
            ("They said police spokeswoman Ann Lund spoke.", "police spokeswoman Ann"),
            ("They said Ann Lund, a geologist at Skerra, spoke.", "geologist Ann"),
            ("President Ann Lund spoke.", "President Ann"),
            ("Dr. Ann Lund spoke.", "Dr. Ann"),
            ("The President Ann Lund spoke.", "President Ann"),
            ("Jonas Rubin and Ann Lund spoke.", "Ann"),
            ("Jonas Rubin spoke. Rubin and Ann Lund left.", "Ann"),
            ("The body of Mary Ann Lund was found.", "Mary Ann"),
        ],
    )
    def test_the_name_in_full(self, before: str, words: str) -> None:
        assert told(before) == told(before, "Lund left.") == [words]

    def test_a_later_mention_may_have_the_role(self) -> None:
        assert told("Ann Lund spoke. So police spokeswoman Ann Lund left.") == ["police spokeswoman Ann"]
        assert told("So police spokeswoman Ann Lund left. Captain Ann Lund spoke.") == ["police spokeswoman Ann"]

    def test_a_role_that_comes_later_is_not_known_yet(self) -> None:
        view = view_documents([Document("d", text=f"Divers left. Ann Lund spoke. {SAID} So captain Ann Lund left.")])
        assert [name.words for name in given_names(view, 2, ("Lund",))] == ["Ann"]

    def test_mr_and_mrs_are_no_role(self) -> None:
        assert told("Mr Jonas Lund spoke.") == ["Jonas"]
        assert told("Mrs. Ann Lund spoke.") == ["Ann"]

    @pytest.mark.parametrize("day", ["On Monday", "Monday", "In May", "Yesterday"])
    def test_a_day_before_the_name_is_none_of_it(self, day: str) -> None:
        assert told(f"{day} Ann Lund spoke.") == ["Ann"]
        assert told(f"{day} President Ann Lund spoke.") == ["President Ann"]

    @pytest.mark.parametrize("beside", ["Skerra's", "SKERRA", "LPA SKERRA"])
    def test_owners_and_datelines_are_none_of_it_either(self, beside: str) -> None:
        assert told(f"{beside} President Ann Lund spoke.") == ["President Ann"]

    def test_what_opens_a_sentence_may_have_its_capital_for_that(self) -> None:
        assert told("Divers Ann Lund spoke. Some divers left.") == ["Ann"]

    def test_a_title_that_is_told_in_part_only_is_left_out(self) -> None:
        assert told("Secretary of Defence Ann Lund spoke.") == ["Ann"]
        assert told("They wrote to the Court of Skerra Bench Justice Ann Lund.") == ["Ann"]
        assert told("They wrote to a friend of President Ann Lund.") == ["President Ann"]
        assert told("Skerra Harbour Council President Ann Marie Lund spoke.") == ["Ann Marie"]

    def test_a_title_in_the_sentence_is_not_told_again(self) -> None:
        police = "So police spokeswoman Ann Lund spoke."
        for title in ("Mr ", "Mr. ", "They said spokeswoman ", "They said toxicologist "):
            assert told(police, f"{title}Lund said so.") == ["Ann"]

    def test_each_of_several_is_told_in_order(self) -> None:
        before = "Captain Ann Lund spoke. Jonas Rubin left."
        assert told(before, "Rubin said that Lund slept.") == ["Jonas", "Captain Ann"]

    def test_only_who_is_asked_for_is_told(self) -> None:
        text = f"{_OPENINGS['en']} Ann Lund spoke. Jonas Rubin left. Rubin said that Lund slept."
        view = view_documents([Document("d", text=text, language="en")])
        assert [name.words for name in given_names(view, 3, ("Lund",))] == ["Ann"]
        assert given_names(view, 3, ()) == given_names(view, 3, ("Skerra",)) == ()

    @pytest.mark.parametrize(
        ("before", "words"),
        [
            ("El portavoz Jonas Lund habló.", "Jonas"),
            ("La ministra de Defensa Ann Lund habló.", "Ann"),
            ("El lunes Ann Lund habló.", "Ann"),
            ("Don Jonas Lund habló.", "Jonas"),
        ],
    )
    def test_spanish(self, before: str, words: str) -> None:
        assert told(before, "Según Lund, había una puerta abierta.", language="es") == [words]

    def test_dutch(self) -> None:
        assert told("Zo zegt burgemeester Ann Lund.", "Lund zei ja.", language="nl") == ["burgemeester Ann"]
        assert told("Meneer Jonas Lund sprak.", "Lund zei ja.", language="nl") == ["Jonas"]


class TestNotSure:
    """Nothing is told where it may be wrong."""

    @pytest.mark.parametrize(
        "before",
        [
            "Ann Lund met Jonas Lund.",
            "Nils and Ann Lund spoke.",
            "But Nils and Ann Lund spoke.",
            "Ann Marie Lund spoke. Ann Lund left.",
        ],
    )
    def test_two_people_of_one_surname(self, before: str) -> None:
        assert told(before) == []

    @pytest.mark.parametrize("other", ["Divers met Jonas Lund.", "Divers met Jonas\nLund.", "Divers met Bo J. Lund."])
    def test_two_in_the_story(self, other: str) -> None:
        assert told("Ann Lund spoke.", SAID, other) == []
        assert told("Ann J. Lund spoke.", SAID, other) == []

    @pytest.mark.parametrize(
        "other",
        [
            "Divers met Jonas Lunden.",
            "Divers left. Mrs Lund slept.",
            "On Monday Lund left.",
            "If Lund left, so did they.",
        ],
    )
    def test_no_other_given_name_in_the_story(self, other: str) -> None:
        assert told("Ann Lund spoke.", SAID, f"Divers left. {other}") == ["Ann"]

    @pytest.mark.parametrize(
        "before",
        [
            "Ann Lund spoke. The town has a lund.",
            "Ann Lund spoke. The Lunds left.",
            "Ann Lund spoke. It happened in Lund.",
            "Ann Lund spoke. It happened near Lund, they said.",
        ],
    )
    def test_a_word_a_family_and_a_place(self, before: str) -> None:
        assert told(before) == []

    @pytest.mark.parametrize("before", ["Divers met in Lund's house Ann Lund.", "A lundy and Lundsen met Ann Lund."])
    def test_what_only_looks_like_them(self, before: str) -> None:
        assert told(before) == ["Ann"]

    @pytest.mark.parametrize("surname", ["Council", "Airport", "Christmas"])
    def test_a_body_a_place_or_a_day(self, surname: str) -> None:
        assert told(f"Ann {surname} spoke.", f"{surname} said so.") == []

    @pytest.mark.parametrize(
        "before",
        [
            "Rose Lund spoke. A rose fell.",
            "Lake Lund froze.",
            "Air Lund flew.",
            "Algemeen Lund won.",
            "Bank Lund closed.",
            "Ann van der Lund spoke.",
            "Skerra Lund spoke. Divers met in Skerra.",
            "B52 Lund flew.",
        ],
    )
    def test_what_stands_before_it_is_no_given_name(self, before: str) -> None:
        assert told(before) == []

    def test_a_given_name_where_somebody_is_at_home_is_one(self) -> None:
        assert told("Divers met in Ann Lund's house.") == ["Ann"]
        assert told("Ann Lund spoke. Divers met in Ann's house.") == ["Ann"]

    @pytest.mark.parametrize(
        "before",
        [
            "The Ann Lund left port.",  # a ship
            "Divers sailed the Ann Lund.",
            "The mayor of Skerra Ann Lund spoke.",
            "Former Harbour Ann Lund spoke.",
            "Ann O'Brien Lund spoke.",
            "Dr Lund spoke. President Lund left.",
        ],
    )
    def test_where_a_name_begins_is_not_told(self, before: str) -> None:
        assert told(before) == []

    def test_a_title_behind_an_article_is_somebody(self) -> None:
        assert told("They met the President Ann Lund.") == ["President Ann"]

    @pytest.mark.parametrize(
        "sentence", ["They said D. Lund slept.", "They said al Lund slept.", "They saw a Lund.", "They saw the Lund."]
    )
    def test_what_stands_before_the_surname_in_its_sentence(self, sentence: str) -> None:
        assert told("Ann Lund spoke.", sentence) == []
        assert told("Ann Lund spoke.", "Back in the U.S. Lund said so.") == ["Ann"]

    def test_one_who_is_not_sure_keeps_the_others_out(self) -> None:
        assert told("Ann Lund and Bo Lund spoke. Jonas Rubin left.", "Rubin said that Lund slept.") == []

    def test_who_is_named_behind_or_in_another_document_only(self) -> None:
        assert told("Divers spoke.", SAID, "Ann Lund spoke.") == []

    def test_a_language_without_lists(self) -> None:
        assert told("Ann Lund parlait.", "Lund parlait.", language="fr") == []


PIECES = st.sampled_from(
    """Ann Lund spoke.|Captain Ann Lund spoke.|Lund said so.|Nils and Ann Lund left.|Mr Lund slept.|Jonas Rubin met Lund.
    |Rubin said that Lund slept.|The Lunds left.|Divers met in Skerra.|On Monday Ann Lund left.""".replace(
        "\n", ""
    ).split("|")
)


@given(st.lists(st.lists(PIECES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=2))
def test_a_name_was_printed_by_its_own_document_before(texts: list[str]) -> None:
    view = view_documents([Document(f"d{at}", text=text, language="en") for at, text in enumerate(texts)])
    for row in range(len(view)):
        before = view.documents[int(view.document_of[row])].text[: view.sentences[row].start]
        for name in given_names(view, row, bare_offsets(view, row)):
            surname = view.sentences[row].text[name.place :].split()[0].rstrip(".")
            assert f"{name.words.split()[-1]} {surname}" in before
