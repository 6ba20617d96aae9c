r"""Foreign strings for a terminal: what could move its cursor, forge a line or hide is shown as an escape instead.

Article text is cleaned when it is read (`clean_text`). File names, ids, questions and the lines of somebody's tables are
not ours to change, only to show: `one_shown_line` shows a string within a line of ours, `shown_lines` a text of many.
"""

from __future__ import annotations

import re

# C0 and C1 controls, DEL, bidi and invisible marks, lone surrogates: nothing that a reader could see.
_UNSEEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
_UNSEEN_IN_LINES = re.compile(f"[{_UNSEEN}]")
_UNSEEN_IN_A_LINE = re.compile(f"[\n\t{_UNSEEN}]")
_NAMED = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


def one_shown_line(text: str) -> str:
    r"""Return a string as one line: a line end is shown as \n, and what cannot be seen as \x1b or \u202e."""
    return _UNSEEN_IN_A_LINE.sub(_escaped, text)


def shown_lines(text: str) -> str:
    """Return a text of several lines with its line ends and tabs, and everything else that cannot be seen as an escape."""
    return _UNSEEN_IN_LINES.sub(_escaped, text)


def escaped_json(text: str) -> str:
    r"""Return JSON of the same value in which nothing unseen is left: JSON's own \u009b stands for it."""
    return _UNSEEN_IN_LINES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _escaped(match: re.Match[str]) -> str:
    point = ord(match[0])
    if match[0] in _NAMED:
        return _NAMED[match[0]]
    if 0xDC80 <= point <= 0xDCFF:  # how Python keeps a byte of a file name that is not UTF-8
        return f"\\x{point - 0xDC00:02x}"
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}"
