"""Who somebody is, beside a name: what is told whole, and what would mislead without what goes with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases.roles import is_day, role_before, role_behind


class TestBefore:
    """A role right before a name: "said police spokeswoman Ann Lund"."""

    @pytest.mark.parametrize(
        ("text", "role"),
        [
            ("said police spokeswoman ", "police spokeswoman"),
            ("The ferry hit captain ", "captain"),
            ("said the prosecutor ", "prosecutor"),
            ("and Skerra police chief ", "Skerra police chief"),
            ("said study co-author ", "study co-author"),
            ("said marine biologist ", "marine biologist"),
            ("said Republican Gov. ", "Republican Gov."),
            ("said AP reporter ", "AP reporter"),
            ("A day later, Skerra's mayor ", "Skerra's mayor"),
            ("Skerra's mayor ", "Skerra's mayor"),
            ("Prosecutor ", "Prosecutor"),
            ("“captain ", "captain"),
        ],
    )
    def test_it_is_told_as_it_stands(self, text: str, role: str) -> None:
        assert role_before(text, "en") == role

    @pytest.mark.parametrize(
        "text",
        [
            "prosecutors ",
            "divers ",
            "said ",
            "said coach",  # what ends here is no word before a name but a piece of one
            "the president of the rowing club ",
            "",
            "… ",
        ],
    )
    def test_where_there_is_none(self, text: str) -> None:
        assert role_before(text, "en") == ""

    @pytest.mark.parametrize(
        "text",
        [
            "his former lawyer ",  # whose?
            "the captain's lawyer ",
            "the captain’s former lawyer ",
            "openly gay actor ",
            "two judge ",
            "a message prosecutor ",
            "his brother ",
            "and brother ",
        ],
    )
    def test_what_belongs_to_somebody_else_or_to_another_word_is_not(self, text: str) -> None:
        assert role_before(text, "en") == ""

    @pytest.mark.parametrize("role", ["photographer", "technician", "toxicologist", "agronomist", "neuroscientist"])
    def test_what_people_do_is_known_by_the_end_of_the_word(self, role: str) -> None:
        assert role_before(f"said {role} ", "en") == role

    @pytest.mark.parametrize("courtesy", ["Mr ", "Mrs. ", "Ms. ", "Miss "])
    def test_a_courtesy_title_tells_nobody_who_that_is(self, courtesy: str) -> None:
        assert role_before(f"said {courtesy}", "en") == ""

    @pytest.mark.parametrize("day", ["On Monday", "Yesterday", "In May"])
    def test_a_day_is_no_part_of_it(self, day: str) -> None:
        assert role_before(f"{day} police spokeswoman ", "en") == "police spokeswoman"

    def test_a_word_of_capitals_is_a_dateline_and_one_with_digits_no_role(self) -> None:
        assert role_before("SKERRA POLICE spokesman ", "en") == "spokesman"
        assert role_before("20-year-old student ", "en") == "student"

    def test_a_long_one_is_told_by_its_last_word(self) -> None:
        assert role_before("former Skerra Port Police spokeswoman ", "en") == "spokeswoman"
        assert role_before("said Skerra Port Police spokeswoman ", "en") == "Skerra Port Police spokeswoman"

    def test_what_is_not_read_to_its_beginning_is_not_told(self) -> None:
        assert role_before(f"his {'marine ' * 10}biologist ", "en") == ""
        assert role_before(f"his {'marine ' * 10}\nmarine biologist ", "en") == "marine biologist"

    def test_a_line_ends_what_is_read(self) -> None:
        assert role_before("their\nprosecutor ", "en") == "prosecutor"

    def test_dutch_has_them_and_spanish_has_an_article_before_them(self) -> None:
        assert role_before("zegt burgemeester ", "nl") == "burgemeester"
        assert role_before("maandag burgemeester ", "nl") == "burgemeester"
        assert role_before("een advocaat ", "nl") == ""
        assert role_before("el portavoz ", "es") == ""


class TestBehind:
    """A role right behind a name: "Ann Lund, a geologist at Skerra, said"."""

    @pytest.mark.parametrize(
        ("text", "role"),
        [
            (", a geologist at Skerra.", "geologist"),
            (", the captain, slept", "captain"),
            (", prosecutor, said", "prosecutor"),
            (", 52, a marine biologist who said", "marine biologist"),
            (", former mayor, said", "former mayor"),
            (", a lawyer for the city, said", "lawyer"),
            (", a geologist named in a letter, said", "geologist"),
            (", a professor of geology at Skerra", "professor"),
        ],
    )
    def test_it_is_told_without_its_article(self, text: str, role: str) -> None:
        assert role_behind(text, "en") == role

    @pytest.mark.parametrize(
        "text",
        [
            " a geologist at Skerra.",
            ", said the captain.",
            ", his lawyer, said",
            ", not the mayor, said",
            ", mayor Jonas Rubin said",
            ", a coach",  # what comes next is not read
            ", a widow, said",
        ],
    )
    def test_where_there_is_none(self, text: str) -> None:
        assert role_behind(text, "en") == ""

    @pytest.mark.parametrize("text", [", the president of the rowing club", ", captain and owner of the ferry"])
    def test_what_goes_on_is_told_in_part_only(self, text: str) -> None:
        assert role_behind(text, "en") == ""

    @pytest.mark.parametrize("text", [", a judge ruled.", ", a lawyer for her said so.", ", a lawyer for her is ill."])
    def test_who_does_something_there_is_somebody_else(self, text: str) -> None:
        assert role_behind(text, "en") == ""

    def test_five_words_are_too_many(self) -> None:
        assert role_behind(", a young red marine biologist, said", "en") == "young red marine biologist"
        assert role_behind(", a young tall red marine biologist, said", "en") == ""

    def test_dutch_has_them_and_spanish_is_not_read(self) -> None:
        assert role_behind(", advocaat, zei", "nl") == "advocaat"
        assert role_behind(", fiscal, dijo", "es") == ""


@pytest.mark.parametrize("word", ["Monday", "May", "august", "Yesterday"])
def test_a_day_or_month_belongs_to_no_name(word: str) -> None:
    assert is_day(word, "en")


@pytest.mark.parametrize("word", ["Jan", "Ann", ""])
def test_a_month_cut_short_may_be_a_name(word: str) -> None:
    assert not is_day(word, "en")


WORDS = "said his the a two police Skerra's captain prosecutor spokeswoman Monday Mr. AP of and who , 52"


@given(st.sampled_from(["en", "nl", "es", "fr"]), st.lists(st.sampled_from(WORDS.split()), max_size=9))
def test_a_role_is_a_piece_of_its_text(language: str, words: list[str]) -> None:
    text = " ".join(words)
    assert f"{text} ".endswith(f"{role_before(text + ' ', language)} ")
    behind = role_behind(f", {text}", language)
    assert behind in text
    assert len(behind.split()) <= 4
