from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from meadow.errors import FontWarning
from meadow.lab.drawing import EAST_ASIAN_FONTS, PLAIN_FONT, draw, fold, font_family, shorten
from meadow.lab.tables import Plot, Series

LATIN = Plot("p", "Recall – 50 % of “it”", "x", "y", (Series("naïve", (1.0, 2.0), (0.1, 0.2)),))
JAPANESE = "衛星を打ち上げ"


def test_plain_letters_need_no_other_font_and_no_warning() -> None:
    assert font_family(["Recall", "naïve", "Ελλάδα", "Москва", ""], ()) == [PLAIN_FONT]
    assert font_family([], EAST_ASIAN_FONTS) == [PLAIN_FONT]


@pytest.mark.parametrize("text", ["衛星", "ひらがな", "カタカナ", "한국", "ＡＢＣ", "「", "lead 衛"])
def test_the_first_known_font_that_is_installed_draws_other_letters(text: str) -> None:
    assert font_family(["Recall", text], {"Comic", "IPAexGothic", "Noto Sans CJK JP"}) == [
        PLAIN_FONT,
        "Noto Sans CJK JP",
    ]
    assert font_family([text], {"MS Gothic", "IPAexGothic"}) == [PLAIN_FONT, "IPAexGothic"]


def test_a_missing_font_is_named_with_what_to_install() -> None:
    with pytest.warns(FontWarning, match=r"Noto Sans CJK JP \(Debian, Ubuntu: apt install fonts-noto-cjk\)"):
        assert font_family([JAPANESE], {"Comic"}) == [PLAIN_FONT]


PLACES = (
    replace(LATIN, title=JAPANESE),
    replace(LATIN, x=JAPANESE),
    replace(LATIN, y=JAPANESE),
    replace(LATIN, notes=(JAPANESE,)),
    replace(LATIN, series=(Series(JAPANESE, (1.0,), (0.1,)),)),
    replace(LATIN, series=(Series("lead", (JAPANESE,), (0.1,)),), kind="bars"),
)


@pytest.mark.parametrize("plot", PLACES, ids=["title", "x", "y", "note", "label", "name"])
def test_a_plot_warns_once_wherever_such_a_label_stands(plot: Plot) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        picture = draw(plot, "png", fonts=())
    assert [each.category for each in caught] == [FontWarning]
    assert picture.startswith(b"\x89PNG")


def test_letters_of_other_scripts_without_a_font_are_no_silent_boxes() -> None:
    with pytest.warns(UserWarning, match="Glyph .* missing"):
        draw(replace(LATIN, title="\u0e44"), "svg")


def test_a_plot_in_plain_letters_is_the_same_whatever_is_installed() -> None:
    assert draw(LATIN, "svg", fonts=()) == draw(LATIN, "svg", fonts=EAST_ASIAN_FONTS)


def test_lines_are_folded_at_blanks_and_between_wide_letters_but_not_before_a_full_stop() -> None:
    assert fold("one two  three", 7) == "one two\nthree"
    assert fold("衛星を打。上げ", 8) == "衛星を\n打。上げ"
    assert fold("a-word-too-long for it", 6) == "a-word-too-long\nfor it"
    assert fold("", 5) == ""


@given(st.text(alphabet="ab 衛星。", max_size=60), st.integers(4, 20))
def test_folding_keeps_every_letter_in_lines_that_fit(text: str, cells: int) -> None:
    lines = fold(text, cells).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    longest = max(map(cell_len, text.replace("衛", " 衛 ").replace("星", " 星 ").split()), default=0)
    assert all(cell_len(line) <= max(cells, longest + 2) for line in lines)


def test_names_are_cut_by_the_room_they_take() -> None:
    assert shorten("lead", 4) == "lead"
    assert shorten("leading", 4) == "lea…"
    assert shorten("衛星打上", 6) == "衛星…"
