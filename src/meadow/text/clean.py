"""Valid, tidy text: what is stored and what every offset refers to.

`decode` turns bytes into text (see `meadow.text.decoding`), `clean_text` makes text valid: no controls, no invisible
characters, one kind of line end, one kind of blank, Unicode form NFC. Both take time linear in the size of the input.
"""

from __future__ import annotations

import re
import unicodedata
from unicodedata import combining

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
_MANY_KINDS = 10
_MANY_LINE_ENDS = re.compile(r"\n{3,}")

# Scripts whose letters change shape at a joiner: Arabic and Syriac, the Indic ones, Tibetan, Myanmar, Khmer, Mongolian.
_JOINED = "\u0600-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_EMOJI = "\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
IDLE_JOINERS = re.compile(f"(?<![{_JOINED}{_EMOJI}\u200c\u200d])[\u200c\u200d]++(?![{_JOINED}{_EMOJI}])")
LONGEST_RUN_OF_MARKS = 30


def clean_text(text: str) -> str:
    r"""Return `text` valid and tidy; a second call changes nothing.

    Controls except \n and \t, bidi controls and zero-width characters go; joiners stay beside scripts (and emoji) that need
    them; a lone surrogate becomes U+FFFD; every line end is \n and every blank a plain one; NFC. No blanks at line ends, at
    most one empty line at a time, none at either end.
    """
    # None of what is replaced is printable, which is asked in a third of the time.
    if not text.replace("\n", "").isprintable() and _DIRT.search(text) is not None:
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
    dirt = set(_DIRT.findall(text))
    if len(dirt) > _MANY_KINDS:
        return text.translate(_TABLE)
    # Most texts have one kind or two, each of which is replaced in far less time than every character is looked up.
    for character in dirt:
        text = text.replace(character, _TABLE[ord(character)] or "")
    return text


def _joined(text: str) -> str:
    """Return a text without joiners that join nothing, composed."""
    if "\u200c" in text or "\u200d" in text:
        text = IDLE_JOINERS.sub("", text)
    return composed(text)


def composed(text: str) -> str:
    """NFC in linear time: normalizing sorts each run of combining marks, slowly, so endless runs are broken up first.

    The break is U+034F after 30 marks, the stream-safe format of Unicode Standard Annex 15; no written language comes near.
    """
    broken = _break_runs(text)
    normal = unicodedata.normalize("NFC", broken)
    return text if normal == text else _break_runs(normal)


def _break_runs(text: str) -> str:
    if MAY_HOLD_MARKS.search(text) is None:
        return text
    # A run that is too long covers one of these characters; in most texts none of them is a mark at all.
    sampled = [
        index * LONGEST_RUN_OF_MARKS for index, mark in enumerate(text[::LONGEST_RUN_OF_MARKS]) if combining(mark)
    ]
    parts: list[str] = []
    done = 0
    for offset in sampled:
        if offset < done:
            continue
        start, end = _run_around(text, offset)
        if end - start > LONGEST_RUN_OF_MARKS:
            parts += [text[done:start], "\u034f".join(_cut(text[start:end], LONGEST_RUN_OF_MARKS))]
            done = end
    return "".join([*parts, text[done:]]) if parts else text


def _run_around(text: str, offset: int) -> tuple[int, int]:
    """Return from where to where combining marks stand around one of them."""
    start, end = offset, offset + 1
    while start > 0 and combining(text[start - 1]):
        start -= 1
    while end < len(text) and combining(text[end]):
        end += 1
    return start, end


def _cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]
