"""Which single characters go, which have another in their place, and which stay: all of Unicode, one by one."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.clean import clean_line, clean_text, composed, is_dropped, replaced

EVERY = [chr(point) for point in range(sys.maxunicode + 1)]
SURROGATES = {chr(point) for point in range(0xD800, 0xE000)}
# What Unicode itself says of these: line ends other than \n, blanks other than the plain one, marks of direction.
LINE_ENDS = {"\x0b", "\x0c", "\x85", "\u2028", "\u2029"}
BLANKS = {each for each in EVERY if unicodedata.category(each) == "Zs"} - {" "}
DIRECTIONS = {
    each
    for each in EVERY
    if unicodedata.bidirectional(each) in {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
} | set("\u061c\u200e\u200f")


class TestEveryCharacter:
    """The table against what Unicode's own tables say."""

    def test_every_control_goes_but_line_ends_and_the_tab(self) -> None:
        controls = {each for each in EVERY if unicodedata.category(each) == "Cc"}
        assert {each for each in controls if is_dropped(each)} == controls - LINE_ENDS - set("\t\n\r")

    def test_every_mark_of_direction_goes(self) -> None:
        assert all(map(is_dropped, DIRECTIONS))

    def test_every_blank_of_unicode_is_a_plain_one(self) -> None:
        assert {replaced(blank) for blank in BLANKS} == {" "}
        assert {each for each in EVERY if replaced(each) == " "} == BLANKS | {" "}

    def test_every_line_end_of_unicode_is_a_plain_one(self) -> None:
        assert {each for each in EVERY if replaced(each) == "\n"} == LINE_ENDS | {"\n"}

    def test_half_a_pair_and_nothing_else_is_marked_as_lost(self) -> None:
        assert {each for each in EVERY if replaced(each) == "\ufffd"} == SURROGATES | {"\ufffd"}

    def test_of_what_goes_nothing_is_a_letter_a_mark_a_digit_or_a_sign(self) -> None:
        gone = [each for each in EVERY if is_dropped(each)]
        assert {unicodedata.category(each) for each in gone} <= {"Cc", "Cf", "Cn"}
        assert {each for each in gone if unicodedata.category(each) == "Cn"} == set()

    def test_what_is_neither_dropped_nor_replaced_stays_as_it_is(self) -> None:
        changed = {each for each in EVERY if replaced(each) != each}
        assert changed == {each for each in EVERY if is_dropped(each)} | BLANKS | LINE_ENDS | SURROGATES

    @pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
    def test_a_joiner_is_judged_by_its_neighbours_and_not_by_itself(self, joiner: str) -> None:
        assert not is_dropped(joiner)
        assert clean_text(f"a{joiner}b") == "ab"
        assert clean_text(f"ب{joiner}ه") == f"ب{joiner}ه"

    def test_numbers_of_invisible_signs_are_those_that_unicode_lists(self) -> None:
        # Word joiner, invisible operators, deprecated format characters, the soft hyphen and the two blanks of no width.
        invisible = ["\u00ad", "\u200b", "\ufeff", *map(chr, range(0x2060, 0x2065)), *map(chr, range(0x206A, 0x2070))]
        assert all(map(is_dropped, invisible))
        assert not is_dropped("\u2065")  # not assigned: it may be a letter one day
        assert not is_dropped("\u2070")  # a superscript zero
        assert not is_dropped("\u2010")  # a hyphen


class TestJoinersBetweenScripts:
    """A joiner stays where one of its neighbours needs it."""

    @pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
    @pytest.mark.parametrize("letter", ["م", "ܐ", "क", "བ", "မ", "ខ", "ᠠ", "ﷲ", "ﺏ"])
    def test_beside_a_letter_that_changes_its_shape(self, letter: str, joiner: str) -> None:
        assert clean_text(f"x{letter}{joiner}y") == f"x{letter}{joiner}y"
        assert clean_text(f"x{joiner}{letter}y") == f"x{joiner}{letter}y"

    @pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
    @pytest.mark.parametrize("letter", ["e", "ж", "λ", "ש", "船", "7", "."])
    def test_not_beside_one_that_does_not(self, letter: str, joiner: str) -> None:
        assert clean_text(f"x{letter}{joiner}{letter}y") == f"x{letter}{letter}y"

    @pytest.mark.parametrize("picture", ["👩\u200d🚒", "🏳️\u200d🌈", "❤️\u200d🔥", "🧑🏽\u200d⚕️"])
    def test_inside_a_picture(self, picture: str) -> None:
        assert clean_text(f"Crew: {picture}.") == f"Crew: {picture}."

    def test_several_in_a_row_go_or_stay_together(self) -> None:
        assert clean_text("a\u200d\u200c\u200db") == "ab"
        assert clean_text("م\u200d\u200cb") == "م\u200d\u200cb"
        assert clean_text("b\u200d\u200cم") == "b\u200d\u200cم"


class TestMarksInARow:
    """Runs of combining marks: whole up to thirty, broken beyond."""

    @pytest.mark.parametrize("mark", ["\u0316", "\u05b0", "\u0f71", "\U0001d165", "\U0001e8d0"])
    @pytest.mark.parametrize(("count", "breaks"), [(29, 0), (30, 0), (31, 1), (60, 1), (61, 2), (90, 2), (91, 3)])
    def test_there_is_a_break_after_every_thirty(self, mark: str, count: int, breaks: int) -> None:
        clean = clean_text("q" + mark * count)
        assert clean.count("\u034f") == breaks
        assert clean.replace("\u034f", "").count(mark) == count

    def test_each_letter_has_its_own_thirty(self) -> None:
        text = ("q" + "\u0316" * 30) * 5
        assert clean_text(text) == text

    def test_a_run_wherever_it_stands_is_seen(self) -> None:
        # Only every thirtieth character is looked at first; a run of thirty-one covers one of them wherever it begins.
        for before in range(31):
            assert "\u034f" in clean_text("x" * before + "q" + "\u0316" * 31)

    def test_composing_is_that_of_unicode_where_runs_are_short(self) -> None:
        for text in (
            "cafe\u0301",
            "A\u030a",
            "\u212b",
            "\u1100\u1161\u11a8",
            "か\u3099",
            "\u0958",
            "ﬁ",
            "e\u0316\u0301",
        ):
            assert composed(text) == unicodedata.normalize("NFC", text)


class TestLines:
    """Blanks at the ends of lines, and empty lines."""

    @pytest.mark.parametrize(
        ("dirty", "clean"),
        [
            ("one\t\ntwo", "one\ntwo"),
            ("one \ntwo", "one\ntwo"),
            ("one \t \ntwo", "one\ntwo"),
            ("one\u00a0\ntwo", "one\ntwo"),
            ("  one\n  two", "one\n  two"),
            ("one\n\ttwo", "one\n\ttwo"),
            ("one\n\ntwo", "one\n\ntwo"),
            ("one\n\n\ntwo", "one\n\ntwo"),
            ("one\r\n\r\n\r\n\r\ntwo", "one\n\ntwo"),
            ("one\n\r\n\rtwo", "one\n\ntwo"),
            ("one\x0c\x0c\x0ctwo", "one\n\ntwo"),
            ("\t\none\n\t", "one"),
            ("one\n\u200b\n\ufeff\ntwo", "one\n\ntwo"),
        ],
    )
    def test_what_becomes_of_them(self, dirty: str, clean: str) -> None:
        assert clean_text(dirty) == clean

    @given(st.text(st.sampled_from("a \t\n\r\x0b\u00a0\u3000\u2028"), max_size=30))
    def test_a_line_is_what_is_left_without_white_space(self, text: str) -> None:
        assert clean_line(text) == " ".join(text.split())
        assert clean_line(clean_line(text)) == clean_line(text)

    @given(
        st.text(st.characters(exclude_categories=()), max_size=40),
        st.text(st.characters(exclude_categories=()), max_size=40),
    )
    def test_two_paragraphs_are_cleaned_as_each_alone(self, first: str, second: str) -> None:
        apart = [part for part in (clean_text(first), clean_text(second)) if part]
        together = clean_text(f"{first}\n\n{second}")
        # But for the indent of the second one, which stays.
        assert "".join(together.split()) == "".join("".join(apart).split())


def test_five_million_characters_in_one_line_stay_as_they_are() -> None:
    line = "The ferry left Skerra at noon. " * 160_000
    assert clean_text(line) == line.strip()
    assert clean_text(line.replace(" ", "\u00a0")) == line.strip()


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "\x00" * 1000, "\ufeff", "\u200b\u200c\u200d", "\n" * 1000, "\r\n" * 99]
)
def test_what_holds_nothing_gives_nothing(text: str) -> None:
    assert clean_text(text) == ""
    assert clean_line(text) == ""
