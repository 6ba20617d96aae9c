"""Line breaks: which ones end a sentence, and which only wrap a line.

A blank line always ends one. A single break does

- unless the text is hard-wrapped and this line is full: the next word would hardly have fitted on it. A text counts as
  wrapped where its longest line has 50 to 100 characters (20 to 60 in a script without spaces) and most breaks are full;
- unless the text is hard-wrapped and indents its paragraphs, as wires do, and an unfinished line stands before one that is
  not indented: what stood before its first words ("LONDON, March 3 -") was taken out, so that it is short;
- unless the line stops in mid sentence: it has 20 characters or more, no mark at its end, and the next one begins small.

Even in wrapped text a bullet begins something new, and so does an indented line after one that is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from meadow.text.language import UNSPACED

_BULLETS = "•‣▪●◦■□◆※*·+"
_BULLET = re.compile(r"[•‣▪●◦■□◆※]|[*·+]\s")
_ITEM = re.compile(r"(?:[-–—]|\(?(?:\d{1,2}|[a-z])[.)])\s")
_UNFINISHED_LINE = 20
_SLACK = 8  # people and programs that wrap by hand or by eye stop a little early
_FINAL = frozenset('.!?…:;。！？؟۔।॥"”’»)]」』）】')


class _TextLine(NamedTuple):
    """A line that is not blank: where it begins and ends in the text, and its words without the blanks around them."""

    start: int
    end: int
    written: str
    words: str
    is_flush: bool
    is_finished: bool

    @property
    def first_word(self) -> str:
        return self.words[:100].split(None, 1)[0]

    @property
    def indent(self) -> int:
        return len(self.written) - len(self.written.lstrip())

    @property
    def is_item(self) -> bool:
        return _ITEM.match(self.words) is not None or _BULLET.match(self.words) is not None


_Break = tuple[_TextLine, _TextLine]


def blocks(text: str, language: str = "en") -> Iterator[tuple[int, int]]:
    """Yield the spans of running text, in order: between two of them a sentence ends for certain."""
    lines = _lines(text)
    if not lines:
        return
    start = lines[0].start
    breaks = list(pairwise(lines))
    wrapping = _wrapping_breaks(lines, breaks, unspaced=language in UNSPACED)
    for (line, following), wraps in zip(breaks, wrapping, strict=True):
        if following.start > line.end + 1 or _ends(line, following, wraps=wraps):
            yield start, line.end
            start = following.start
    yield start, lines[-1].end


def _lines(text: str) -> list[_TextLine]:
    lines = []
    start = 0
    for written in text.split("\n"):
        end = start + len(written)
        if words := written.strip():
            lines.append(_TextLine(start, end, written, words, words[0] == written[0], words[-1] in _FINAL))
        start = end + 1
    return lines


def _wrapping_breaks(lines: Sequence[_TextLine], breaks: Sequence[_Break], *, unspaced: bool) -> Sequence[bool]:
    """Say for each break whether it wraps a line, be it full or not; where a blank line follows, it does not."""
    full = _full_breaks(lines, breaks, unspaced=unspaced)
    if not any(full) or not _indents_paragraphs(breaks, full):
        return full
    return [
        following.start == line.end + 1 and (following.is_flush or line.is_item) and (is_full or not line.is_finished)
        for (line, following), is_full in zip(breaks, full, strict=True)
    ]


def _indents_paragraphs(breaks: Sequence[_Break], full: Sequence[bool]) -> bool:
    """Say whether as many paragraphs of a wrapped text begin with an indented line as with one that is not."""
    indented = flush = 0
    for (line, following), is_full in zip(breaks, full, strict=True):
        if following.is_flush:
            flush += line.is_finished and not is_full
        else:
            indented += line.is_flush and _is_indented(following, line)
    return 0 < indented >= flush


def _full_breaks(lines: Sequence[_TextLine], breaks: Sequence[_Break], *, unspaced: bool) -> Sequence[bool]:
    """Say for each break whether the text is wrapped and the line before it full; where a blank line follows, it is not."""
    narrowest, widest = (20, 60) if unspaced else (50, 100)
    fitting = [length for line in lines if (length := len(line.words)) <= widest]
    # A long address or a table row in a wrapped text is no proof against wrapping; one line in twenty may be such.
    if not fitting or max(fitting) < narrowest or len(fitting) * 20 < len(lines) * 19:
        return [False] * len(breaks)
    width = max(fitting)
    single = [following.start == line.end + 1 for line, following in breaks]
    full = [
        is_single and _is_full(following, width - len(line.words), unspaced=unspaced)
        for (line, following), is_single in zip(breaks, single, strict=True)
    ]
    # Where lines stand flush, a short one before an indented one only ends a paragraph or a row of a table: no proof either.
    indents = any(following.is_flush for _, following in breaks)
    short = sum(
        is_single and not is_full and (following.is_flush or not indents)
        for is_single, is_full, (_, following) in zip(single, full, breaks, strict=True)
    )
    return full if sum(full) >= short else [False] * len(breaks)


def _is_full(following: _TextLine, room: int, *, unspaced: bool) -> bool:
    if unspaced:
        return room < 2
    # The next word is looked at only where it decides.
    return room <= _SLACK or room < 1 + _SLACK + len(following.first_word)


def _is_indented(following: _TextLine, line: _TextLine) -> bool:
    return not following.is_flush and following.indent > line.indent + 1 and not line.is_item


def _ends(line: _TextLine, following: _TextLine, *, wraps: bool) -> bool:
    """Say whether a single break between two lines ends a sentence for certain."""
    opening = following.words[0]
    if opening in _BULLETS and _BULLET.match(following.words):
        return True
    if wraps:
        return _is_indented(following, line) or (line.is_finished and following.is_item)
    goes_on = opening.islower() and len(line.words) >= _UNFINISHED_LINE and not following.is_item
    return line.is_finished or not goes_on
