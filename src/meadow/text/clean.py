"""Valid, tidy text: what is stored and what every offset refers to.

`decode` turns bytes into text (see `meadow.text.decoding`), `clean_text` makes text valid: no controls, no invisible
characters, one kind of line end, one kind of blank, Unicode form NFC. Both take time linear in the size of the input.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from meadow.text.decoding import decode
from meadow.text.tokens import MAY_HOLD_MARKS

__all__ = ["clean_text", "decode"]

_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_INVISIBLE = [0x00AD, 0x200B, *range(0x2060, 0x2065), *range(0x206A, 0x2070), 0xFEFF]
_LINE_ENDS = [0x0B, 0x0C, 0x85, 0x2028, 0x2029]
_BLANKS = [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]
_TABLE: dict[int, str | None] = (
    dict.fromkeys([*_CONTROLS, *_BIDI, *_INVISIBLE])
    | dict.fromkeys(_LINE_ENDS, "\n")
    | dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    | {ord("\t"): "\t", ord("\n"): "\n", ord("\r"): "\r"}
)
_DIRT = re.compile("[" + "".join(map(re.escape, map(chr, sorted(set(_TABLE) - {9, 10})))) + "]")
_MANY_LINE_ENDS = re.compile(r"\n{3,}")

# Scripts whose letters change shape at a joiner: Arabic and Syriac, the Indic ones, Tibetan, Myanmar, Khmer, Mongolian.
_JOINED = "\u0600-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_EMOJI = "\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
IDLE_JOINERS = re.compile(f"(?<![{_JOINED}{_EMOJI}\u200c\u200d])[\u200c\u200d]++(?![{_JOINED}{_EMOJI}])")
_LONGEST_RUN_OF_MARKS = 30


def clean_text(text: str) -> str:
    r"""Return `text` valid and tidy; a second call changes nothing.

    Controls except \n and \t, bidi controls and zero-width characters go; joiners stay beside scripts (and emoji) that need
    them; a lone surrogate becomes U+FFFD; every line end is \n and every blank a plain one; NFC. No blanks at line ends, at
    most one empty line at a time, none at either end.
    """
    if _DIRT.search(text) is not None:
        text = replaced(text).replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = _joined(text)
    if " \n" in text or "\t\n" in text:
        text = "\n".join([line.rstrip(" \t") for line in text.split("\n")])
    if "\n\n\n" in text:
        text = _MANY_LINE_ENDS.sub("\n\n", text)
    return text.strip(" \t\n")


def clean_line(text: str) -> str:
    """Return clean text with every run of white space as one blank: the form of titles, names and addresses."""
    return " ".join(clean_text(text).split())


def is_dropped(character: str) -> bool:
    """Say whether a character never gets into clean text, and nothing in its place."""
    return _TABLE.get(ord(character), character) is None


def replaced(text: str) -> str:
    """Return a text whose characters are all allowed: others are dropped or have one in their place."""
    return text.translate(_TABLE)


def _joined(text: str) -> str:
    """Return a text without joiners that join nothing, composed."""
    if "\u200c" in text or "\u200d" in text:
        text = IDLE_JOINERS.sub("", text)
    return composed(text)


def composed(text: str) -> str:
    """NFC in linear time: normalizing sorts each run of combining marks, slowly, so endless runs are broken up first.

    The break is U+034F after 30 marks, the stream-safe format of Unicode Standard Annex 15; no written language comes near.
    """
    return _break_runs(unicodedata.normalize("NFC", _break_runs(text)))


def _break_runs(text: str) -> str:
    if MAY_HOLD_MARKS.search(text) is None:
        return text
    mark, long_run = _mark_patterns()
    # A run that is too long covers one of these characters; in most texts none of them is a mark at all.
    if mark.search(text[::_LONGEST_RUN_OF_MARKS]) is None:
        return text
    return long_run.sub(lambda run: "\u034f".join(_cut(run[0], _LONGEST_RUN_OF_MARKS)), text)


def _cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@cache
def _mark_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what finds a combining mark, and a run of more than thirty; made on first use from all of Unicode.

    `re` looks a character up in a class of the first plane at once, but walks one that reaches beyond it range by range.
    """
    marks = [chr(point) for point in range(0x20000) if unicodedata.combining(chr(point))]
    near = "".join(map(re.escape, (mark for mark in marks if mark <= "\uffff")))
    far = "".join(map(re.escape, (mark for mark in marks if mark > "\uffff")))
    mark = rf"(?:[{near}]|(?![\x00-\uffff])[{far}])"
    return re.compile(mark), re.compile(f"(?<!{mark}){mark}{{{_LONGEST_RUN_OF_MARKS + 1},}}+")
