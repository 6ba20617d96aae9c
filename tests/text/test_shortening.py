"""Shortening: the longest beginning that fits, cut where a clause ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.shortening import MARK, shorten


@pytest.mark.parametrize(
    ("text", "length", "cut"),
    [
        ("The ferry sank; nobody died.", 20, "The ferry sank…"),
        ("The ferry sank, and nobody died.", 20, "The ferry sank…"),
        ("The ferry sank -- nobody died.", 20, "The ferry sank…"),
        ("The ferry sank – nobody died.", 20, "The ferry sank…"),
        ("The ferry sank near the harbour.", 20, "The ferry sank near…"),
        ("Oh, the ferry sank near the harbour.", 20, "Oh, the ferry sank…"),
        ("A: the ferry, which sank, is red.", 26, "A: the ferry, which sank…"),
        ("船は沈んだ、死者はいない。", 8, "船は沈んだ…"),
        ("船は沈んだ死者はいない。", 8, "船は沈んだ死者…"),
        ("Donaudampfschiff", 6, "Donau…"),
        ("The ferry", 1, "…"),
        ("The ferry", 0, ""),
        ("", 5, ""),
    ],
)
def test_a_cut_is_made_at_the_best_mark_that_leaves_enough(text: str, length: int, cut: str) -> None:
    wanted = "" if cut == MARK else cut
    assert shorten(text, lambda each: len(each) <= length) == wanted


def test_a_mark_too_near_the_start_is_given_up_for_a_weaker_one() -> None:
    # 40 % of the 20 letters that fit are 8: a semicolon behind 7 is too early, one behind 8 is not.
    assert shorten("Ferries; are red and blue here", lambda text: len(text) <= 21) == "Ferries; are red and…"
    assert shorten("Ferriess; are red and blue", lambda text: len(text) <= 21) == "Ferriess…"


@given(st.text(alphabet="ab ,;:、-", max_size=60), st.integers(0, 70))
def test_what_comes_out_fits_is_a_beginning_and_is_marked(text: str, length: int) -> None:
    cut = shorten(text, lambda each: len(each) <= length)
    assert len(cut) <= length
    if cut:
        assert cut.endswith(MARK)
        assert text.startswith(cut.removesuffix(MARK))
        assert cut == cut.removesuffix(MARK).rstrip() + MARK


@given(st.text(alphabet="ab ,;", max_size=60), st.integers(0, 60), st.integers(0, 10))
def test_more_room_never_gives_nothing_where_less_gave_something(text: str, length: int, more: int) -> None:
    less_room = shorten(text, lambda each: len(each) <= length)
    more_room = shorten(text, lambda each: len(each) <= length + more)
    assert bool(more_room) >= bool(less_room)


def test_bytes_are_as_good_a_measure_as_letters() -> None:
    cut = shorten("Ééé éé, éé éé", lambda text: len(text.encode()) <= 16)
    assert len(cut.encode()) <= 16
    assert cut == "Ééé éé…"
