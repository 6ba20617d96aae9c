"""What the words of a sentence tell of it: each bears marks, and a rule without its mark need not be asked.

A news sentence has some twenty words, of which a handful matter to any rule. They are looked up once, all together; every
rule then reads one number. `meadow.text.standing.cues` says which words bear which mark in a language.

Two kinds of marks: those of a list say that a word of it is there, and nothing else does. Those of a gate say that a rule
may hold, and their absence that it cannot.
"""

from __future__ import annotations

from meadow.text.word_sets import small_words

# Lists.
SAYER, HERE, VOICE, OWN_WORDS, NEWSY, FORECAST, VERB = (1 << bit for bit in range(7))
# Gates.
SHAPE, PICTURED, SHOWN, PLACED, FRONTED, TELLER = (1 << bit for bit in range(7, 13))
# The bit of the first rule for words later in a sentence; each of these rules has a gate of its own, up to the last bit.
FIRST_LATER = 13
_BITS = 63
LATER = (1 << _BITS) - (1 << FIRST_LATER)
GATES = SHAPE | PICTURED | SHOWN | PLACED | FRONTED | TELLER | LATER
"""The marks of a text whose words were not read: no list has one of them, and every rule is asked."""


class Wording:
    """The words of a sentence, or of what stands outside its quotations, with the marks of all of them.

    Few rules ask for the words themselves, so that they are read when one does.
    """

    __slots__ = ("_every", "_text", "marks")

    def __init__(self, text: str, marks: int) -> None:
        self._text = text
        self.marks = marks
        self._every: frozenset[str] | None = None

    @property
    def every(self) -> frozenset[str]:
        """The words in small letters, each once."""
        if self._every is None:
            self._every = frozenset(small_words(self._text))
        return self._every
