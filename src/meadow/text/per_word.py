"""What a function says of single words, asked once for each word however many texts hold it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

_MOST_WORDS = 200_000  # answers kept; then all are forgotten, so that a process that reads for months does not grow

_LONGEST = 100  # characters; what is longer (an address, a text without blanks) hardly comes again


class PerWord(dict[str, Answer]):
    """The answers to a pure function of one word, by word: `answers[word]` asks once and remembers.

    A dictionary, because looking a known word up is all that happens in nearly every case. Threads may share it: whoever
    comes late asks again and gets the same.
    """

    def __init__(self, ask: Callable[[str], Answer]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, word: str) -> Answer:
        if len(word) > _LONGEST:
            return self._ask(word)
        if len(self) >= _MOST_WORDS:
            self.clear()
        answer = self[word] = self._ask(word)
        return answer
