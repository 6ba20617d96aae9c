"""Where each character stood before cleaning: every step of cleaning by hand, and each with the others."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.clean import clean_text
from meadow.text.offsets import clean_with_origin, given_span, origin_from


def stood(raw: str) -> list[tuple[str, str]]:
    """Return each clean character with what stood from its place up to the next one's."""
    clean, origin = clean_with_origin(raw)
    places = [given_span(origin, offset, offset)[0] for offset in range(len(clean) + 1)]
    return [(letter, raw[places[at] : places[at + 1]]) for at, letter in enumerate(clean)]


@pytest.mark.parametrize(
    ("raw", "pairs"),
    [
        ("ab", [("a", "a"), ("b", "b")]),
        ("a\u200bb", [("a", "a\u200b"), ("b", "b")]),
        ("a\r\nb", [("a", "a"), ("\n", "\r\n"), ("b", "b")]),
        ("a\rb", [("a", "a"), ("\n", "\r"), ("b", "b")]),
        ("a\u00a0b", [("a", "a"), (" ", "\u00a0"), ("b", "b")]),
        ("a\ud800b", [("a", "a"), ("\ufffd", "\ud800"), ("b", "b")]),
        ("e\u0301x", [("é", "e\u0301"), ("x", "x")]),
        ("か\u3099x", [("が", "か\u3099"), ("x", "x")]),
        ("\u1112\u1161\u11ab.", [("한", "\u1112\u1161\u11ab"), (".", ".")]),
        ("a  \nb", [("a", "a"), ("\n", "  \n"), ("b", "b")]),
        ("a\n\n\n\nb", [("a", "a"), ("\n", "\n"), ("\n", "\n\n\n"), ("b", "b")]),
        ("\u212b!", [("Å", "\u212b"), ("!", "!")]),
    ],
    ids=["plain", "dropped", "return", "lone return", "blank", "half a pair", "accent", "voiced", "syllable", "line blanks",
         "empty lines", "one for one"],
)  # fmt: skip
def test_what_a_character_was(raw: str, pairs: list[tuple[str, str]]) -> None:
    assert stood(raw) == pairs


class TestEnds:
    """Where a stretch ends: what was dropped behind its last character may be in it, nothing that was kept."""

    def test_of_what_was_dropped_around_a_text_that_is_whole_nothing_belongs_to_it(self) -> None:
        raw = "\u200b\none\u200b\n\u200b"
        clean, origin = clean_with_origin(raw)
        assert raw[slice(*given_span(origin, 0, len(clean)))] == "one"

    def test_the_slice_cleans_to_the_text(self) -> None:
        raw = " \n\u00a0 one\u00ad two \u00a0\n"
        clean, origin = clean_with_origin(raw)
        assert clean == "one two"
        first, last = given_span(origin, 0, len(clean))
        assert raw[first:].startswith("one")
        assert clean_text(raw[first:last]) == clean

    def test_an_accent_at_the_end_belongs_to_its_letter(self) -> None:
        raw = "cafe\u0301"
        clean, origin = clean_with_origin(raw)
        assert given_span(origin, 0, len(clean)) == (0, 5)

    def test_of_nothing_the_end_is_the_start(self) -> None:
        for raw in ("", "\u200b", "\x00\x00", "\n\n", "\ufeff \ufeff"):
            clean, origin = clean_with_origin(raw)
            assert (clean, given_span(origin, 0, 0)[0] <= len(raw)) == ("", True)


class TestOrigin:
    """The pairs themselves."""

    def test_a_text_that_only_lost_its_blanks_has_one(self) -> None:
        assert clean_with_origin("\n\n  The ferry sank.  ")[1] == ((0, 4),)

    def test_a_text_that_begins_like_its_blanks_end_is_found_where_it_begins(self) -> None:
        # "aab" without a blank begins at its first letter, though the second one is the same.
        assert clean_with_origin("aab ") == ("aab", ((0, 0),))

    def test_a_repeated_first_letter_before_something_dropped(self) -> None:
        clean, origin = clean_with_origin("a\u200ba b")
        assert (clean, origin) == ("aa b", ((0, 0), (1, 2)))

    @pytest.mark.parametrize(("start", "part"), [
        (0, ((0, 0), (3, 4), (6, 8))), (2, ((0, 2), (1, 4), (4, 8))), (3, ((0, 4), (3, 8))), (5, ((0, 6), (1, 8))),
        (6, ((0, 8),)), (9, ((0, 11),)),
    ])  # fmt: skip
    def test_a_part_begins_with_its_own_place(self, start: int, part: tuple[tuple[int, int], ...]) -> None:
        assert origin_from(((0, 0), (3, 4), (6, 8)), start) == part

    def test_an_offset_before_the_first_pair_counts_back_from_it(self) -> None:
        assert given_span(((2, 10), (5, 20)), 0, 2) == (8, 10)

    def test_an_offset_behind_the_last_pair_counts_on_from_it(self) -> None:
        assert given_span(((0, 0), (5, 20)), 5, 9) == (20, 24)
        assert given_span(((0, 3),), 5, 9) == (8, 12)


DIRT = [
    "\u00ad",
    "\u200b",
    "\r\n",
    "\u00a0",
    "\x07",
    "\ufeff",
    "\u2028",
    " \n",
    "\n\n\n",
    "e\u0301",
    "か\u3099",
    "\ud900",
    "\u200d",
]


@given(st.lists(st.one_of(st.sampled_from(DIRT), st.sampled_from(["ferry", "Skerra", "潮見", "12", "."])), max_size=14))
def test_words_between_any_dirt_are_found_where_they_stood(parts: list[str]) -> None:
    raw = "".join(parts)
    clean, origin = clean_with_origin(raw)
    for word in ("ferry", "Skerra", "潮見"):
        starts = [at for at in range(len(clean)) if clean.startswith(word, at)]
        stood_at = [given_span(origin, at, at + len(word)) for at in starts]
        assert all(raw[first] == word[0] and clean_text(raw[first:last]) == word for first, last in stood_at)
        assert stood_at == sorted(stood_at)


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_offsets_never_go_back_and_end_inside(raw: str) -> None:
    clean, origin = clean_with_origin(raw)
    places = [given_span(origin, offset, offset)[0] for offset in range(len(clean) + 1)]
    assert places == sorted(places)
    assert places[-1] <= len(raw)
    assert clean == clean_text(raw)


@given(st.text(st.sampled_from("aé한がñ ộ.\n"), max_size=30))
def test_decomposed_text_leads_back_letter_by_letter(text: str) -> None:
    raw = unicodedata.normalize("NFD", text)
    for letter, before in stood(raw):
        shown = before.lstrip(" ") if letter == "\n" else before  # a line ends where its blanks begin
        assert unicodedata.normalize("NFC", shown)[:1] == letter


def test_a_long_file_of_accents_is_followed_to_its_end() -> None:
    raw = unicodedata.normalize("NFD", "El capitán señaló que mañana habrá niebla. ") * 5_000
    clean, origin = clean_with_origin(raw)
    start = clean.rindex("mañana")
    first, last = given_span(origin, start, start + 6)
    assert unicodedata.normalize("NFC", raw[first:last]) == "mañana"
    assert raw.count("n\u0303", 0, first) == 2 * 5_000 - 1
