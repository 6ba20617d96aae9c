"""The parts of a sentence inside and outside quotation marks, whichever marks a source writes.

English, German, Dutch, Spanish and Japanese marks and the two strokes of typewriters (`` and '') are one mark here. Where
the pairs do not come out even, the way the first mark leans tells which side lost its partner.
"""

from __future__ import annotations

import re
from typing import NamedTuple

OPENING_MARKS = ('"', "“", "„", "«", "「", "『", "``", "''", "‘")  # a sentence that opens with one opens quoted
_MARK = re.compile(r"[\"“”„«»「」『』＂]")
_MARKS = ("“", "”", "„", "«", "»", "「", "」", "『", "』", "＂", "``", "''")  # each of them is one mark here
_CLOSES = re.compile(r"[\s,.;:!?)\]—–-]|$")
_FEWEST_WORDS = 4
_FEWEST_CHARACTERS = 8


class Quotations(NamedTuple):
    """A text taken apart at its quotation marks: the words of its writer, and those that it quotes."""

    outside: str
    inside: tuple[str, ...] = ()
    paired: bool = True

    def is_clause(self, *, spaced: bool) -> bool:
        """Say whether more is quoted than a term: four words, or eight characters where words are not spaced."""
        if spaced:
            return any(len(part.split()) >= _FEWEST_WORDS for part in self.inside)
        return any(len(part) >= _FEWEST_CHARACTERS for part in self.inside)


def read_quotations(text: str) -> Quotations:
    """Return a text taken apart; one without marks, as most are, is all outside."""
    typed = "''" in text or "``" in text
    if not typed and (('"' not in text) if text.isascii() else _MARK.search(text) is None):
        return Quotations(text)
    normal = text
    for mark in _MARKS:
        normal = normal.replace(mark, '"')
    pieces = normal.split('"')
    paired = len(pieces) % 2 == 1
    # An odd mark that closes had its opening in the sentence before; one that opens is closed in the next.
    inside_first = not paired and not _opens(pieces[0]) and _CLOSES.match(pieces[1]) is not None
    quoted = tuple(part.strip() for part in pieces[0 if inside_first else 1 :: 2])
    # A space where a quotation stood keeps the words around it apart.
    return Quotations(" ".join(pieces[1 if inside_first else 0 :: 2]), quoted, paired)


def _opens(before: str) -> bool:
    """Say whether a mark behind these words must open a quotation: nothing or a colon stands before it."""
    return before.rstrip()[-1:] in ("", ":")
