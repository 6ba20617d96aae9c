"""The words of a sentence with their flags (`meadow.text.rulebook`), read once for all checks."""

from __future__ import annotations

from meadow.text.rulebook import rulebook
from meadow.text.word_sets import small_words


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


def read_wording(text: str, language: str, flags: int | None = None) -> FlaggedWords:
    """Return the words of a text with their flags: those given, if they are known, else those of its words."""
    return FlaggedWords(text, rulebook(language).flags(text) if flags is None else flags)


def splits_words_alike(text: str) -> bool:
    r"""Say whether the words of `meadow.text.tokens` are those that rules know, or made of them; in doubt they are not.

    To rules a word is what `\w+` finds in small letters. That differs for "_" and for letters whose small ones depend on
    what stands around them.
    """
    return not ("_" in text or "İ" in text or "Σ" in text or "ς" in text)
