"""Line breaks: which ones end a sentence, and which only wrap a line.

A blank line always ends one. A single break does

- unless the text is hard-wrapped and this line is full: the next word would hardly have fitted on it. A text counts as
  wrapped where its longest line has 50 to 100 characters (20 to 60 in a script without spaces) and most breaks are full;
- unless the line stops in mid sentence: it has 20 characters or more, no mark at its end, and the next one begins small.

Even in wrapped text a bullet begins something new, and so does an indented line after one that is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from meadow.text.language import UNSPACED

_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"[•‣▪●◦■□◆※]|[*·+]\s")
_ITEM = re.compile(r"(?:[-–—]|\(?(?:\d{1,2}|[a-z])[.)])\s")
_UNFINISHED_LINE = 20
_SLACK = 8  # people and programs that wrap by hand or by eye stop a little early
_FINAL = frozenset('.!?…:;。！？؟۔।॥"”’»)]」』）】')


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is not blank: where it begins and ends in the text, and its words without the blanks around them."""

    start: int
    end: int
    words: str
    indent: int

    @property
    def first_word(self) -> str:
        return self.words[:100].split(None, 1)[0]

    @property
    def is_item(self) -> bool:
        return _ITEM.match(self.words) is not None or _BULLET.match(self.words) is not None


def blocks(text: str, language: str = "en") -> Iterator[tuple[int, int]]:
    """Yield the spans of running text, in order: between two of them a sentence ends for certain."""
    lines = list(_lines(text))
    if not lines:
        return
    width = _wrap_width(text, lines, unspaced=language in UNSPACED)
    start = lines[0].start
    for line, following in pairwise(lines):
        if _is_apart(text, line, following) or _ends(line, following, width, unspaced=language in UNSPACED):
            yield start, line.end
            start = following.start
    yield start, lines[-1].end


def _lines(text: str) -> Iterator[_Line]:
    for found in _LINE.finditer(text):
        written = found[0]
        words = written.strip()
        if words:
            yield _Line(found.start(), found.end(), words, len(written) - len(written.lstrip()))


def _is_apart(text: str, line: _Line, following: _Line) -> bool:
    """Say whether a blank line stands between the two."""
    return text.count("\n", line.end, following.start) > 1


def _wrap_width(text: str, lines: Sequence[_Line], *, unspaced: bool) -> int | None:
    """Return the column at which the text is wrapped, None if it is not."""
    narrowest, widest = (20, 60) if unspaced else (50, 100)
    lengths = [len(line.words) for line in lines]
    fitting = [length for length in lengths if length <= widest]
    # A long address or a table row in a wrapped text is no proof against wrapping; one line in twenty may be such.
    if not fitting or max(fitting) < narrowest or len(fitting) * 20 < len(lengths) * 19:
        return None
    width = max(fitting)
    pairs = [(a, b) for a, b in pairwise(lines) if not _is_apart(text, a, b)]
    full = sum(_is_full(a, b, width, unspaced=unspaced) for a, b in pairs)
    return width if 2 * full >= len(pairs) else None


def _is_full(line: _Line, following: _Line, width: int, *, unspaced: bool) -> bool:
    needed = 2 if unspaced else 1 + len(following.first_word) + _SLACK
    return len(line.words) + needed > width


def _ends(line: _Line, following: _Line, width: int | None, *, unspaced: bool) -> bool:
    """Say whether a single break between two lines ends a sentence for certain."""
    if _BULLET.match(following.words):
        return True
    finished = line.words[-1] in _FINAL
    if width is not None and _is_full(line, following, width, unspaced=unspaced):
        indented = following.indent > line.indent + 1 and not line.is_item
        return indented or (finished and following.is_item)
    goes_on = following.words[0].islower() and len(line.words) >= _UNFINISHED_LINE and not following.is_item
    return finished or not goes_on
