"""Flags per word, so that a rule runs only on sentences that contain one of its trigger words.

A news sentence has some twenty words, of which a handful matter to any rule. They are looked up once, all together; every
rule then reads one number. `meadow.text.selfcontained.cues` gives the flags of the words of a language.

There are two kinds. A list flag is set if and only if a word of the list is present. A gate flag is set if a rule may apply;
without it the rule cannot.
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
"""The flags of a text whose words were not read: no list flag, and every gate, so that every rule runs."""


class FlaggedWords:
    """The words of a sentence, or of its part outside quotations, with the flags of all of them.

    Few rules need the words themselves, so they are read when one does.
    """

    __slots__ = ("_every", "_text", "flags")

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self.flags = flags
        self._every: frozenset[str] | None = None

    @property
    def every(self) -> frozenset[str]:
        """The words in small letters, each once."""
        if self._every is None:
            self._every = frozenset(small_words(self._text))
        return self._every
