"""The words of a plot: folded by the room that they take, in fonts that have their letters.

Source: our own.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable

from rich.cells import cell_len, set_cell_size

from meadow.errors import FontWarning
from meadow.text.printable import one_line

PLAIN_FONT = "DejaVu Sans"  # comes with matplotlib, so it is everywhere the same
# In this order: those with Japanese forms first, sans before serif.
EAST_ASIAN_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Hiragino Sans",
    "Yu Gothic",
    "MS Gothic",
    "Noto Serif CJK JP",
    "Noto Sans CJK SC",
    "WenQuanYi Zen Hei",
)
# Kana, Han, Hangul, their marks and full-width letters: what the plain font has no letters for.
EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U000323af]"
)
# A line may end after a blank and beside any East Asian letter; marks that close stay with what they close.
_PIECE = re.compile(rf"{EAST_ASIAN.pattern}[、。，．）」』】〉》ー]*|(?:(?!{EAST_ASIAN.pattern})\S)+|\s+")


def font_family(texts: Iterable[str], installed: Collection[str]) -> list[str]:
    """Return the fonts to draw the texts with, the first one preferred; a `FontWarning` says so where one is missing."""
    if not any(EAST_ASIAN.search(text) for text in texts):
        return [PLAIN_FONT]
    font = next((name for name in EAST_ASIAN_FONTS if name in installed), None)
    if font is not None:
        return [PLAIN_FONT, font]
    warnings.warn(
        "A label holds Japanese, Chinese or Korean letters, and matplotlib knows no font that has them: the picture shows "
        f"boxes. Install one, such as {EAST_ASIAN_FONTS[0]} (Debian, Ubuntu: apt install fonts-noto-cjk), and remove "
        "matplotlib's list of fonts (fontlist-*.json in matplotlib.get_cachedir()), so that it looks again.",
        FontWarning,
        stacklevel=3,
    )
    return [PLAIN_FONT]


def fold(text: str, cells: int) -> str:
    """Return the text on one line, or on several of at most so many cells, of which a wide letter takes two."""
    lines = [""]
    for piece in _PIECE.findall(one_line(text)):
        if cell_len(lines[-1]) + cell_len(piece.rstrip()) > cells and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return "\n".join(line.rstrip() for line in lines)


def shorten(text: str, cells: int) -> str:
    """Return the text, cut with an ellipsis where it takes more cells."""
    return text if cell_len(text) <= cells else f"{set_cell_size(text, cells - 1).rstrip()}…"
