"""What the words of a sentence tell of it: each bears marks, and a rule without its mark need not be asked.

A news sentence has some twenty words, of which a handful matter to any rule. They are looked up once, all together; every
rule then reads one number. `meadow.text.standing.cues` says which words bear which mark in a language.

Two kinds of marks: those of a list say that a word of it is there, and nothing else does. Those of a gate say that a rule
may hold, and their absence that it cannot.
"""

from __future__ import annotations

# Lists.
SAYER, HERE, VOICE, OWN_WORDS, NEWSY, FORECAST, VERB = (1 << bit for bit in range(7))
# Gates.
SHAPE, PICTURED, SHOWN, PLACED, FRONTED, LATER, TELLER = (1 << bit for bit in range(7, 14))
GATES = SHAPE | PICTURED | SHOWN | PLACED | FRONTED | LATER | TELLER
"""The marks of a text whose words were not read: no list has one of them, and every rule is asked."""


class Wording:
    """Some words of a sentence, in small letters, with the marks of all of them."""

    __slots__ = ("_every", "listed", "marks")

    def __init__(self, listed: list[str], marks: int) -> None:
        self.listed = listed
        self.marks = marks
        self._every: frozenset[str] | None = None

    @property
    def every(self) -> frozenset[str]:
        """The words, each once; few rules ask for them."""
        if self._every is None:
            self._every = frozenset(self.listed)
        return self._every
