"""Where each character of cleaned text stood in the text as it was given, so that a citation leads back into the file.

Cleaning (`meadow.text.clean`) drops characters, puts one in another's place, and composes letters with their marks.
`clean_with_origin` does the same and keeps count. The count is kept as few pairs `(here, there)`: from the offset `here`
of the clean text on, characters stand at `there` and the following offsets of the given one, up to the next pair.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from meadow.text.clean import IDLE_JOINERS, clean_text, composed, is_dropped, replaced

Origin = tuple[tuple[int, int], ...]
_Offsets = NDArray[np.int64]
_HERE = itemgetter(0)

# A blank is looked at only from the start of its run, so that long runs cost no more than short ones.
_LINE_BLANKS = re.compile(r"(?<![ \t])[ \t]++(?=\n|\Z)")
_SPARE_LINE_ENDS = re.compile(r"(?<=\n\n)\n++")
_AROUND = re.compile(r"\A[ \t\n]++|(?<![ \t\n])[ \t\n]++\Z")
_RETURNS = re.compile(r"\r(?=\n)")
_BEYOND_LETTERS = 0x30000  # no character from here on is composed of others, nor a mark
_HANGUL_PARTS = "\u1161-\u1175\u11a8-\u11c2"  # vowels and endings that join the syllable before them


def clean_with_origin(text: str) -> tuple[str, Origin]:
    """Return clean text and where its characters stood in the text as given."""
    clean = clean_text(text)
    start = text.find(clean[:1]) if clean else 0
    if text[start : start + len(clean)] == clean:  # nothing was changed but the blanks around it
        return clean, ((0, start),)
    traced, offsets = _traced(text)
    assert traced == clean  # noqa: S101 - two ways to clean that differ would be a bug of ours
    return clean, _as_pairs(offsets)


def given_span(origin: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return from where to where a stretch of clean text stood in the text as given; cleaning that slice gives it again."""
    return _given(origin, start), _given(origin, end)


def given_spans(origin: Origin, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the same for many stretches."""
    if len(origin) > 1:
        return [given_span(origin, start, end) for start, end in spans]
    # Most texts stand as they were given, all in one piece.
    ((here, there),) = origin
    return [(there + start - here, there + end - here) for start, end in spans]


def origin_from(origin: Origin, start: int) -> Origin:
    """Return the origin of the part of a clean text that begins at an offset of it."""
    return ((0, _given(origin, start)), *((here - start, there) for here, there in origin if here > start))


def _given(origin: Sequence[tuple[int, int]], offset: int) -> int:
    piece = max(bisect_right(origin, offset, key=_HERE) - 1, 0)
    here, there = origin[piece]
    return there + offset - here


def _as_pairs(offsets: _Offsets) -> Origin:
    steps = np.concatenate([[0], np.flatnonzero(np.diff(offsets) != 1) + 1])
    return tuple(zip(steps.tolist(), offsets[steps].tolist(), strict=True))


def _traced(text: str) -> tuple[str, _Offsets]:
    """Clean a text step by step; return it and the given offset of each of its characters, and of its end."""
    offsets = np.arange(len(text) + 1, dtype=np.int64)
    dropped = "".join(re.escape(character) for character in sorted(set(text)) if is_dropped(character))
    if dropped:
        text, offsets = _without(re.compile(f"[{dropped}]++"), text, offsets)
    text, offsets = _without(_RETURNS, replaced(text), offsets)
    text, offsets = _without(IDLE_JOINERS, text.replace("\r", "\n"), offsets)
    text, offsets = _with_composed(text, offsets)
    for spare in (_LINE_BLANKS, _SPARE_LINE_ENDS, _AROUND):
        text, offsets = _without(spare, text, offsets)
    return text, offsets


def _without(pattern: re.Pattern[str], text: str, offsets: _Offsets) -> tuple[str, _Offsets]:
    kept = np.ones(len(text), np.bool_)
    for match in pattern.finditer(text):
        kept[match.start() : match.end()] = False
    return pattern.sub("", text), _kept(offsets, kept)


def _kept(offsets: _Offsets, kept: NDArray[np.bool_]) -> _Offsets:
    """Return the offsets of what is kept; the end stands right behind the last of it."""
    places = np.flatnonzero(kept)
    end = offsets[places[-1] + 1] if len(places) else offsets[0]
    return np.append(offsets[:-1][kept], end)


def _with_composed(text: str, offsets: _Offsets) -> tuple[str, _Offsets]:
    """Compose letters and marks; each new character stands where the letter stood."""
    if text.isascii() or composed(text) == text:  # what finds letters to compose takes a while to make
        return text, offsets
    parts: list[str] = []
    places: list[int] = []
    new_for: dict[str, str] = {}  # few letters are written thousands of times
    end = 0
    for match in _clusters().finditer(text):
        start = max(match.start() - 1, 0) if match.lastgroup else match.start()
        old = text[start : match.end()]
        new = new_for.get(old)
        if new is None:
            new = new_for[old] = composed(old)
        if new == old:
            continue
        parts += [text[end:start], new]
        places += range(end, start)
        if len(new) == 1:
            places.append(start)
        else:
            places += [start + min(inside, len(old) - 1) for inside in range(len(new))]
        end = match.end()
    places += range(end, len(text) + 1)
    return "".join([*parts, text[end:]]), offsets[np.array(places, dtype=np.int64)]


@cache
def _clusters() -> re.Pattern[str]:
    """Return what finds all that may be composed with the character before it: marks, and letters that join it.

    And characters that are composed of themselves. The character before is left to the caller: to look for any character
    with a mark behind it costs a multiple of looking for marks.
    """
    points = [chr(point) for point in range(_BEYOND_LETTERS) if not 0xD800 <= point <= 0xDFFF]
    joining = {unicodedata.decomposition(point).split(" ")[-1] for point in points if _is_pair(point)}
    marks = {point for point in points if unicodedata.combining(point)} | {chr(int(code, 16)) for code in joining}
    alone = {point for point in points if not unicodedata.is_normalized("NFC", point)} - marks
    joiners = "".join(map(re.escape, sorted(marks))) + _HANGUL_PARTS
    single = "".join(map(re.escape, sorted(alone)))
    # None of them is ASCII, and that is asked soonest.
    return re.compile(f"(?![\\x00-\\x7f])(?:(?P<joined>[{joiners}]++)|[{single}](?![{joiners}]))")


def _is_pair(point: str) -> bool:
    """Say whether a character is composed of two others, the second of which may be no mark."""
    parts = unicodedata.decomposition(point).split(" ")
    return len(parts) == 2 and not parts[0].startswith("<")
