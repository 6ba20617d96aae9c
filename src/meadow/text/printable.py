"""Text that is safe to print: without what drives a terminal, reorders a line or breaks it.

Source: our own.
"""

from __future__ import annotations

import re

# Control characters can drive a terminal and bidi controls can reorder what stands around a title.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """Return the text without characters that command a terminal, reorder a line or cannot be encoded."""
    return _SURROGATE.sub("\ufffd", _UNPRINTABLE.sub("", text))


def one_line(text: str) -> str:
    """Return the printable text with every run of white space as one blank."""
    return " ".join(printable(" ".join(text.split())).split())


def is_one_line(text: str) -> bool:
    """Say whether a text is as `" ".join(text.split())` leaves it; in doubt it is not."""
    # Of all blanks only " " is printable.
    return text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " "
