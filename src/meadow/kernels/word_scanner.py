"""What the scanner of `meadow.kernels.loops.words` reads: texts as bytes, and tables of letters, digits and folded forms.

The tables are made by the functions that `meadow.text.tokens.words` uses, and the tests hold the two readers equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from meadow.model import IntArray
from meadow.text.tokens import LAST_LETTER, fold, marks

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]

_LETTER, _DIGIT, _APOSTROPHE, _POINT, _COMMA = 1, 2, 3, 4, 5


def pack(texts: Sequence[str]) -> tuple[Bytes, Longs]:
    """Return the texts as one run of UTF-8 bytes, and where each of them ends."""
    encoded = [text.encode("utf-8", "replace") for text in texts]  # half a surrogate pair is in no word anyway
    buffer = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    return buffer, np.cumsum([len(data) for data in encoded], dtype=np.int64)


@cache
def character_tables() -> tuple[Bytes, IntArray]:
    """Return each code point's class and folded form, from the very functions that the plain twin uses."""
    points = np.arange(LAST_LETTER, dtype="<u4")
    points[0xD800:0xE000] = ord(" ")  # halves of surrogate pairs are no characters
    # Folding is one code point for one, so all can be folded at once.
    folded = np.frombuffer(fold(points.tobytes().decode("utf-32-le")).encode("utf-32-le"), np.dtype("<i4"))
    # One character at each place, of which numpy asks what `str.isalnum` and `str.isdecimal` ask of one.
    characters = points.view("<U1")
    classes = np.where(np.char.isalnum(characters), _LETTER, 0).astype(np.uint8)
    classes[np.char.isdecimal(characters)] = _DIGIT
    classes[[ord(mark) for mark in marks()]] = _LETTER
    classes[[ord("'"), ord("’")]] = _APOSTROPHE
    classes[ord(".")], classes[ord(",")] = _POINT, _COMMA
    return classes, folded.astype(np.int32)
