"""Which line breaks end a sentence: each number of the rule on both sides of it."""

from __future__ import annotations

import itertools
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.lines import blocks

FULL = "x" * 60  # a line of a wrapped text
CAPITAL = "X" * 60  # one that begins like a sentence


def parts(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in blocks(text, language)]


def count(*lines: str, language: str = "en") -> int:
    return len(parts("\n".join(lines), language))


class TestUnfinishedLine:
    """A line of twenty characters or more without a mark goes on where the next begins small."""

    def test_twenty_characters_go_on_and_nineteen_do_not(self) -> None:
        assert count("x" * 20, "goes on") == 1
        assert count("x" * 19, "goes on") == 2

    def test_blanks_around_a_line_do_not_make_it_longer(self) -> None:
        assert count(f"   {'x' * 19}   ", "goes on") == 2

    @pytest.mark.parametrize("mark", list('.!?…:;。！？؟۔।॥"”’»)]」』）】'))
    def test_a_mark_at_its_end_ends_it(self, mark: str) -> None:
        assert count("x" * 30 + mark, "goes on") == 2

    @pytest.mark.parametrize("mark", [",", "-", "—", "/", "&", "%"])
    def test_another_sign_does_not(self, mark: str) -> None:
        assert count("x" * 30 + mark, "goes on") == 1

    @pytest.mark.parametrize(
        "following", ["Goes on", "7 more", "“goes on", "- goes on", "a) goes on", "1. goes on", "船"]
    )
    def test_only_a_small_letter_goes_on(self, following: str) -> None:
        assert count("x" * 30, following) == 2

    def test_an_empty_line_ends_everything(self) -> None:
        assert count("x" * 30, "", "goes on") == 2
        assert count("x" * 30, " \t ", "goes on") == 2


class TestWrapped:
    """A text is wrapped where its longest line is neither short nor long, and most breaks are full."""

    @pytest.mark.parametrize(("width", "blocks_found"), [(49, 2), (50, 1), (100, 1), (101, 2)])
    def test_how_wide_its_lines_are(self, width: int, blocks_found: int) -> None:
        assert count("x" * width, "Goes on") == blocks_found

    @pytest.mark.parametrize(("width", "blocks_found"), [(19, 2), (20, 1), (60, 1), (61, 2)])
    def test_how_wide_they_are_without_blanks(self, width: int, blocks_found: int) -> None:
        assert count("港" * width, "船", language="ja") == blocks_found

    def test_how_much_room_a_full_line_leaves(self) -> None:
        # The longest line has 60; the next word has 3 letters, a blank before it, and eight more are slack.
        for room, found in ((8, 1), (11, 1), (12, 2), (13, 2)):
            assert count(FULL, "Y" * (60 - room), "Zed") == found, room

    def test_a_long_word_would_not_have_fitted(self) -> None:
        for room, found in ((20, 1), (28, 1), (29, 2)):
            assert count(FULL, "Y" * (60 - room), "Z" * 20) == found, room

    def test_without_blanks_a_line_is_full_to_the_last_character_but_one(self) -> None:
        for room, found in ((0, 1), (1, 1), (2, 2)):
            assert count("港" * 30, "船" * (30 - room), "潮", language="ja") == found, room

    def test_most_breaks_must_be_full(self) -> None:
        # Two of four breaks are full: the text is wrapped. Two of five: it is not.
        wrapped = [CAPITAL, CAPITAL, "Short", "Short", "Last"]
        assert count(*wrapped) == 3
        assert count(*wrapped, "More") == 6

    def test_one_line_in_twenty_may_be_too_long(self) -> None:
        assert count(*[CAPITAL] * 19, "Y" * 150) == 1
        assert count(*[CAPITAL] * 18, "Y" * 150) == 19

    def test_a_break_before_an_empty_line_is_never_full(self) -> None:
        text = "\n\n".join([FULL, FULL, FULL])
        assert parts(text) == [FULL] * 3

    def test_all_lines_too_long_is_not_wrapped(self) -> None:
        assert count("x" * 120, "Y" * 120) == 2


class TestIndents:
    """In wrapped text an indent of two or more begins a paragraph, unless it belongs to an item."""

    def test_one_blank_is_no_indent_and_two_are(self) -> None:
        assert count(FULL, " Y" + "x" * 50, FULL) == 1
        assert count(FULL, "  Y" + "x" * 50, FULL) == 2

    def test_an_indent_counts_from_that_of_the_line_before(self) -> None:
        assert count(f"  {FULL}", f"   Y{'x' * 50}", FULL) == 1
        assert count(f"  {FULL}", f"    Y{'x' * 50}", FULL) == 2

    @pytest.mark.parametrize("bullet", ["- ", "• ", "1. ", "(a) ", "b) ", "12) "])
    def test_the_second_line_of_an_item_may_be_indented(self, bullet: str) -> None:
        assert count(bullet + FULL, f"     Y{'x' * 54}", f"     Z{'x' * 54}") == 1

    def test_an_item_after_a_finished_line_is_new(self) -> None:
        assert count("x" * 59 + ".", "- " + "y" * 58, FULL) == 2
        assert count(FULL, "- " + "y" * 58, FULL) == 1


class TestIndentedParagraphs:
    """Wires wrap their lines and indent their paragraphs; the first line is short where its dateline was taken out."""

    SHORT = "The Lorvane Port"  # and then "Authority said …"
    BODY = f"Authority {'y' * 50}"

    def test_a_short_unfinished_line_goes_on_where_paragraphs_are_indented(self) -> None:
        told, more = f"{self.BODY}\n{'z' * 58}.", f"    W{'w' * 50}\n{'v' * 60}."
        assert parts(f"{self.SHORT}\n{told}\n{more}") == [f"{self.SHORT}\n{told}", more]

    def test_elsewhere_it_is_a_heading(self) -> None:
        told = f"{self.BODY}\n{'z' * 58}."
        assert parts(f"{self.SHORT}\n{told}\nW{'w' * 59}\n{'v' * 60}.")[0] == self.SHORT
        assert parts(f"{self.SHORT}\n{told}")[0] == self.SHORT

    def test_a_line_that_is_finished_ends(self) -> None:
        more = f"    W{'w' * 50}\n{'v' * 60}."
        found = parts(f"{self.SHORT}.\n{self.BODY}\n{'z' * 58}.\n{more}\n{more}")
        assert found[0] == f"{self.SHORT}."

    def test_paragraphs_that_begin_flush_as_often_are_no_sign(self) -> None:
        flush, indented = f"{self.BODY}\n{'z' * 40}.", f"    {'w' * 55}\n{'v' * 40}."
        assert len(parts(f"{self.SHORT}\n{flush}\n{indented}\n{flush}")) == 3
        assert len(parts(f"{self.SHORT}\n{flush}\n{flush}\n{indented}\n{flush}")) == 5

    def test_rows_of_a_table_stay_apart_and_prove_nothing_against_wrapping(self) -> None:
        rows = "\n".join(f"    Row {number} of a table" for number in range(8))
        text = f"{self.SHORT}\n{self.BODY}\n{'Z' * 58}.\n{rows}\n    W{'w' * 50}\n{'V' * 60}."
        assert [part.count("\n") for part in parts(text)] == [2, *[0] * 8, 1]

    def test_a_full_row_that_is_finished_ends_before_another_as_deep(self) -> None:
        deep = f"    {'w' * 58}."
        assert len(parts(f"{self.BODY}\n{'z' * 58}.\n{deep}\n{deep}\n\n{self.BODY}.")) == 4

    def test_a_text_that_is_indented_all_through_is_judged_as_one_that_is_not(self) -> None:
        lines = ["  " + line for line in (FULL, CAPITAL, "Short", "Short", "Short", "Last")]
        assert len(parts("\n".join(lines))) == 6


class TestBullets:
    """A bullet begins something new everywhere."""

    @pytest.mark.parametrize("bullet", list("•‣▪●◦■□◆※"))
    def test_without_a_blank(self, bullet: str) -> None:
        assert count(FULL, f"{bullet}more", FULL) == 2

    @pytest.mark.parametrize("bullet", list("*·+"))
    def test_with_a_blank_only(self, bullet: str) -> None:
        assert count(FULL, f"{bullet} more of it", FULL) == 2
        assert count(FULL, f"{bullet}more of it", FULL) == 1


@given(
    st.lists(
        st.sampled_from([FULL, "Short", "goes on", "- item", "", "   indented", "• bullet", "end.", "港" * 25]),
        max_size=12,
    ),
    st.sampled_from(["en", "ja"]),
)
def test_blocks_are_whole_lines_in_order_and_hold_them_all(lines: list[str], language: str) -> None:
    text = "\n".join(lines)
    spans = list(blocks(text, language))
    kept = [line for start, end in spans for line in text[start:end].split("\n")]
    assert kept == [line for line in lines if line.strip()]
    assert all(first[1] < second[0] for first, second in itertools.pairwise(spans))


@given(st.integers(55, 95), st.integers(3, 12))
def test_one_paragraph_of_any_width_is_one_block(width: int, sentences: int) -> None:
    paragraph = "The ferry that left Marlow at noon sank within sight of the harbour and nobody died. " * sentences
    assert count(*textwrap.wrap(paragraph, width)) == 1


def test_five_million_characters_without_a_break_are_one_block() -> None:
    text = "x" * 5_000_000
    assert list(blocks(text)) == [(0, 5_000_000)]


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n "])
def test_nothing_gives_no_block(text: str) -> None:
    assert list(blocks(text)) == []
