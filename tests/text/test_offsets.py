from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meadow.text import offsets
from meadow.text.clean import clean_text
from meadow.text.offsets import clean_with_origin, given_span, origin_from

HOSTILE = st.text(
    st.one_of(
        st.sampled_from(
            "ab .\n\r\t\u00a0\u00ad\u200b\u200c\u200d\u2028\ufeff\ud800e\u0301\u0327\u1112\u1161\u11ab\u0958か\u3099"
        ),
        st.characters(exclude_categories=()),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("raw", "clean", "origin"),
    [
        ("As it is.", "As it is.", ((0, 0),)),
        ("  As it is.\n\n", "As it is.", ((0, 2),)),
        # The soft hyphen at 3 goes: what follows stands one further on.
        ("dis\u00adagree", "disagree", ((0, 0), (3, 4))),
        # A line ends where its return or its blanks begin.
        ("one\r\ntwo", "one\ntwo", ((0, 0), (4, 5))),
        # E and the accent become one letter.
        ("cafe\u0301 is", "café is", ((0, 0), (4, 5))),
        ("a \n\n\n\nb", "a\n\nb", ((0, 0), (2, 3), (3, 6))),
        ("\u200b", "", ((0, 0),)),
        ("", "", ((0, 0),)),
    ],
)
def test_the_pairs_say_where_the_count_shifts(raw: str, clean: str, origin: tuple[tuple[int, int], ...]) -> None:
    assert clean_with_origin(raw) == (clean, origin)


@given(HOSTILE)
@example("\u0301\u0301")
@example("가\u11a8")
@example("a" + "\u0301" * 40)
@example("\u0958 x")
def test_every_stretch_leads_back_to_a_slice_that_cleans_to_it(raw: str) -> None:
    clean, origin = clean_with_origin(raw)
    assert clean == clean_text(raw)
    assert list(origin) == sorted(origin)
    words = [(start, start + len(word)) for word in set(clean.split()) for start in _starts(clean, word)]
    for start, end in words:
        first, last = given_span(origin, start, end)
        assert 0 <= first <= last <= len(raw)
        assert clean_text(raw[first:last]) == clean_text(clean[start:end])


@given(HOSTILE, st.integers(0, 60))
def test_a_part_keeps_its_origin(raw: str, cut: int) -> None:
    clean, origin = clean_with_origin(raw)
    start = min(cut, len(clean))
    part = origin_from(origin, start)
    for offset in range(len(clean) - start + 1):
        assert given_span(part, offset, offset) == given_span(origin, start + offset, start + offset)


def test_decomposed_text_of_any_script_is_followed() -> None:
    raw = unicodedata.normalize("NFD", "Café, 한국어, がぎぐ, Việt Nam.")
    clean, origin = clean_with_origin(raw)
    start = clean.index("Việt")
    first, last = given_span(origin, start, start + 4)
    assert unicodedata.normalize("NFC", raw[first:last]) == "Việt"


def _starts(text: str, word: str) -> list[int]:
    return [match.start(1) for match in re.finditer(rf"(?<!\S)({re.escape(word)})(?!\S)", text)]


def _joining() -> set[str]:
    """Every character that another one is composed of, as the second of two, though it is no mark."""
    pairs = (unicodedata.decomposition(chr(point)).split(" ") for point in range(sys.maxunicode + 1))
    second = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")}
    return {character for character in second if not unicodedata.combining(character)}


def test_all_letters_that_join_the_one_before_them_are_known() -> None:
    assert _joining() <= offsets.JOINING_LETTERS
    syllables = unicodedata.normalize("NFD", "".join(map(chr, range(0xAC00, 0xD7A4))))
    assert {each for each in syllables if each > "\u1112"} <= offsets.JOINING_LETTERS


@given(
    st.lists(
        st.sampled_from(["a", "e\u0301", "\u0958", "\u0915\u093c", "\u09c7\u09be", "\u1112\u1161\u11ab", "\u0344", " ",
                         " \u0301", "\u0327\u0301", "\u0301" * 31, "か\u3099", "\ufb1d", "\u2adc", "=\u0338",
                         "\u0b47\u0b3e\u0b57"]),
        max_size=12,
    ).map("".join)
)  # fmt: skip
def test_what_is_composed_word_by_word_is_what_is_composed_at_once(raw: str) -> None:
    clean, origin = clean_with_origin(raw)
    assert clean == clean_text(raw)
    assert [there for _, there in origin] == sorted(there for _, there in origin)
    for word in re.finditer(r"\S+", clean):
        first, last = given_span(origin, *word.span())
        assert clean_text(raw[first:last]) == word[0]


def test_many_stretches_are_found_as_one_is() -> None:
    spans = [(0, 2), (2, 5), (5, 9)]
    for origin in (((0, 3),), ((0, 1), (2, 7), (4, 20))):
        assert offsets.given_spans(origin, spans) == [(given_span(origin, *span),) for span in spans]
